/// A noisy series of firings as it comes: tells departures from rhythm and keeps the rest in blocks.
///
/// The first 32 firings give a provisional slope and scatter. From then on a firing within ten times the scatter of
/// the level of the last nine is kept; any other is pending. One firing back on the level ends a departure, which is
/// left out: an *episode*. Eight pending ones at a level of their own are the candidate of a *step*: they open a new
/// segment with its own level. Which candidates are steps is said at the end, when it is known how the rest scatters.
struct DriftSeries: Sendable {
    /// A departure that stayed, and the segment that it opened.
    private typealias Candidate = (departure: DriftEstimate.Departure, segment: Int32)

    private static let mostCandidates = 32

    let resolution: Double
    /// Smaller changes of level are how the lateness wanders, ns.
    private let leastStep: Double

    /// The first firings, or the first ones after a new date: their level is not yet known.
    private var gathered: [(point: LagPoint, series: Int)] = []
    /// How many are gathered before they are judged; 0 when they have been.
    private var goal = 32
    /// The series that fires, and the one that is being judged.
    private var series = (open: 0, judged: 0)
    private(set) var rhythm: RunningLevel?

    private var pending: [LagPoint] = []
    private var departure: DriftEstimate.Departure?
    /// How many pending firings at one level are a step.
    private var patience = 8
    private var candidates: [Candidate] = []
    private var nextRefit: Int64 = 128

    private(set) var exact = ExactLine()
    private(set) var blocks = DriftBlocks()
    /// With what was left out; nil while that is nothing.
    private var everything: DriftBlocks?
    private(set) var seen: Int64 = 0
    private(set) var leftOut: Int64 = 0
    /// The lengths of the three longest departures, ascending.
    private var longest: [Int64] = [0, 0, 0]
    private(set) var notBack: DriftEstimate.Departure?

    init(resolution: Int64, leastStep: Double) {
        self.resolution = Double(max(1, resolution))
        self.leastStep = leastStep
    }

    /// Bytes, about, of what stands apart.
    var room: Int {
        gathered.capacity * MemoryLayout<(LagPoint, Int)>.stride + pending.capacity * MemoryLayout<LagPoint>.stride
            + blocks.room + (everything?.room ?? 0) + (rhythm == nil ? 0 : RunningLevel.room)
    }

    /// How many firings the slope counts.
    var kept: Int64 { seen - leftOut }

    /// Departures that stayed, in order; once the series is finished, its steps.
    var steps: [DriftEstimate.Departure] { candidates.map(\.departure) }

    /// Takes up firings in even steps; a long run that stays within the threshold costs no more than a firing.
    mutating func add(_ run: LagRun) {
        var rest = run
        var untilTry: Int64 = 0
        while true {
            if untilTry == 0, rest.count > 64 {
                let calm = keepCalmPart(of: rest)
                guard calm < rest.count else { return }
                if calm > 0 { rest.removeFirst(calm) }
                untilTry = 64
            }
            untilTry = max(0, untilTry - 1)
            add(rest.first)
            guard rest.count > 1 else { return }
            rest.removeFirst(1)
        }
    }

    /// A new date began a new series, with a level of its own.
    mutating func beginSegment() {
        if rhythm != nil {
            judgeGathered()
            goal = 9
        }
        series.open += 1
    }

    private mutating func add(_ point: LagPoint) {
        guard goal > 0 else { return judge(point) }
        if gathered.isEmpty { gathered.reserveCapacity(goal) }
        gathered.append((point, series.open))
        if gathered.count == goal { judgeGathered() }
    }

    /// How many of a run's first firings could be kept at once.
    private mutating func keepCalmPart(of run: LagRun) -> Int64 {
        guard goal == 0, pending.isEmpty, let calm = rhythm?.calmLength(of: run, after: seen), calm >= 64 else {
            return 0
        }
        let part = run.prefix(calm)
        keep(part)
        rhythm?.take(part)
        seen += calm
        refit()
        return calm
    }

    private mutating func judgeGathered() {
        goal = 0
        guard let first = gathered.first else { return }
        if rhythm == nil {
            let steps = zip(gathered, gathered.dropFirst()).filter { $0.series == $1.series }.map {
                ($0.point, $1.point)
            }
            rhythm = RunningLevel(origin: first.point, steps: steps, resolution: resolution)
            pending.reserveCapacity(8)
        }
        let firings = gathered
        gathered.removeAll(keepingCapacity: true)
        for (place, firing) in firings.enumerated() {
            if place == 0 || firing.series != series.judged {
                dropPending()
                if firing.series != series.judged { beginBlockSegment() }
                series.judged = firing.series
                rhythm?.begin(at: firings[place...].prefix(9).lazy.filter { $0.series == firing.series }.map(\.point))
            }
            judge(firing.point)
        }
    }

    private mutating func judge(_ point: LagPoint) {
        seen += 1
        guard let residual = rhythm?.residual(point), let threshold = rhythm?.threshold(after: seen) else { return }
        if patience == .max || abs(residual) <= threshold {
            if departure != nil { dropPending() }
            keep(LagRun(point))
            rhythm?.take(point)
        } else {
            depart(point, size: residual)
            if pending.count == patience { judgePending(threshold: threshold) }
        }
        if seen == nextRefit { refit() }
    }

    private mutating func keep(_ run: LagRun) {
        blocks.keep(run)
        everything?.keep(run)
        exact.add(run)
    }

    private mutating func depart(_ point: LagPoint, size: Double) {
        if pending.count == patience { leaveOut(pending.removeFirst()) }
        if departure == nil {
            departure = .init(index: point.index, series: series.judged, size: Int64(nearest: size))
        }
        departure?.firings += 1
        pending.append(point)
    }

    /// Whether the pending firings have settled at a level of their own.
    private mutating func judgePending(threshold: Double) {
        guard var step = departure, let size = rhythm?.residual(ofMiddle: pending),
            pending.allSatisfy({ abs((rhythm?.residual($0) ?? 0) - size) <= threshold })
        else { return }
        count(departure: step.firings - Int64(pending.count))
        beginBlockSegment()
        step.index = pending.first?.index ?? step.index
        step.size = Int64(nearest: size)
        step.firings = 0
        candidates.append((step, blocks.segment))
        if candidates.count > Self.mostCandidates {
            let sizes = candidates.map(\.departure.size.magnitude)
            if let smallest = sizes.indices.min(by: { sizes[$0] < sizes[$1] }) { join(candidates.remove(at: smallest)) }
        }
        rhythm?.begin(at: pending)
        for point in pending {
            keep(LagRun(point))
            rhythm?.take(point)
        }
        pending.removeAll(keepingCapacity: true)
        departure = nil
    }

    private mutating func beginBlockSegment() {
        blocks.beginSegment()
        everything?.beginSegment()
        exact.beginSegment()
    }

    /// From 128 firings on, with every doubling, the slope is that of the blocks.
    private mutating func refit() {
        guard seen >= nextRefit else { return }
        while nextRefit <= seen { nextRefit *= 2 }
        if let slope = blocks.meanSlope { rhythm?.turn(to: slope) }
    }

    /// The pending firings were an episode.
    private mutating func dropPending() {
        for point in pending { leaveOut(point) }
        pending.removeAll(keepingCapacity: true)
        count(departure: departure?.firings ?? 0)
        departure = nil
    }

    private mutating func leaveOut(_ point: LagPoint) {
        leftOut += 1
        everything = everything ?? blocks
        everything?.keep(LagRun(point))
    }

    private mutating func count(departure length: Int64) {
        guard length > longest[0] else { return }
        longest[0] = length
        longest.sort()
    }

    /// A candidate was no step: its firings belong to the segment before it.
    private mutating func join(_ candidate: Candidate) {
        blocks.join(candidate.segment)
        everything?.join(candidate.segment)
        exact.fail()
    }
}

// The end.
extension DriftSeries {
    /// Judges what is still open: a short series, the last departure, and which candidates are steps.
    mutating func finish() {
        // A departure cannot be told from drift among fewer than eight firings.
        if rhythm == nil { patience = gathered.count < 8 ? .max : 4 }
        judgeGathered()
        notBack = departure
        dropPending()
        // Departures that make up so much of the series are how it is.
        if 4 * (leftOut - longest.reduce(0, +)) > seen || 10 * leftOut > 8 * seen {
            blocks = everything ?? blocks
            (leftOut, notBack) = (0, nil)
            exact.fail()
            keepSteps(from: .infinity)
        } else {
            judgeCandidates()
        }
    }

    /// Steps are the largest candidates, few and four times larger than all other changes.
    private mutating func judgeCandidates() {
        let sizes = candidates.map { Double($0.departure.size.magnitude) }.sorted(by: >)
        let most = min(sizes.count, Int(max(1, seen / 30)))
        let change = rhythm?.largestChange ?? 0
        let steps = (0..<most).last { place in
            let next = place + 1 < sizes.count ? sizes[place + 1] : 0
            return sizes[place] >= max(leastStep, 4 * max(next, change))
        }
        keepSteps(from: steps.map { sizes[$0] } ?? .infinity)
    }

    /// Keeps the candidates that are steps: those of a size or more.
    private mutating func keepSteps(from least: Double) {
        func isStep(_ candidate: Candidate) -> Bool { Double(candidate.departure.size.magnitude) >= least }
        for candidate in candidates where !isStep(candidate) { join(candidate) }
        candidates.removeAll { !isStep($0) }
    }
}
