/// A noisy series of firings as it comes: tells departures from rhythm and keeps the rest in blocks.
///
/// The first 32 firings give a provisional slope and scatter. From then on a firing within ten times the scatter of
/// the level of the last nine is kept; any other is pending. One firing back on the level ends a departure, which is
/// left out: an *episode*. Eight pending ones at a level of their own are the candidate of a *step*: they open a new
/// segment with its own level. Which candidates are steps is said at the end, when it is known how the rest scatters.
struct DriftSeries: Sendable {
    private struct Gathered {
        var point: LagPoint
        var cause: DepartureCause
        var series: Int
    }

    /// A departure that stayed, and the segment that it opened.
    struct Candidate {
        var departure: DriftEstimate.Departure
        var segment: Int32
    }

    private static let provisional = 32
    private static let levelLength = 9
    private static let residualLength = 63
    private static let mostCandidates = 32

    let resolution: Double
    /// Smaller changes of level are how the lateness wanders, ns.
    private let leastStep: Double
    private var origin: LagPoint?

    private var gathered: [Gathered] = []
    private var isGathering = true
    private var slope: Double?
    private var scatter = 0.0
    private var level = 0.0
    private var levels = Ring<LagPoint>(capacity: levelLength)
    private var residuals = Ring<Double>(capacity: residualLength)
    private var scratch: [Double] = []

    private var pending: [LagPoint] = []
    private var pendingStart: DriftEstimate.Departure?
    /// How many pending firings at one level are a step.
    private var patience = 8
    private var nextRefit: Int64 = 128
    private var exactBefore = ExactLine()

    private(set) var exact = ExactLine()
    private(set) var blocks = DriftBlocks()
    private(set) var candidates: [Candidate] = []
    private var series = 0
    /// The series that is being judged; what was gathered may belong to later ones.
    private var judgedSeries = 0
    private(set) var seen: Int64 = 0
    private(set) var kept: Int64 = 0
    private var keptInSegment: Int64 = 0
    private var lastKept: LagPoint?
    private(set) var leftOut: Int64 = 0
    private(set) var longestDepartures: (Int64, Int64, Int64) = (0, 0, 0)
    /// The largest change of lag from one kept firing to the next, ns.
    private(set) var largestChange = 0.0
    private(set) var residualSquares = 0.0
    private(set) var residualMagnitudes = 0.0
    private(set) var notBack: DriftEstimate.Departure?

    init(resolution: Int64, leastStep: Double) {
        self.resolution = Double(max(1, resolution))
        self.leastStep = leastStep
    }

    private var threshold: Double { 10 * scatter * (1 + 24 / Double(max(32, seen + Int64(gathered.count)))) }

    private func residual(_ point: LagPoint) -> Double {
        guard let origin, let slope else { return 0 }
        return point.residual(from: origin, slope: slope) - level
    }

    /// Takes up firings in even steps; a long run that stays within the threshold costs no more than a firing.
    mutating func add(_ run: LagRun, cause: DepartureCause) {
        var (rest, cause) = (run, cause)
        var untilTry: Int64 = 0
        while true {
            if untilTry == 0, rest.count > 64, !isGathering, pending.isEmpty, cause == .other {
                let calm = calmLength(of: rest)
                if calm >= 64 {
                    keepLong(rest.prefix(calm))
                    guard calm < rest.count else { return }
                    rest.removeFirst(calm)
                }
                untilTry = 64
            }
            untilTry = max(0, untilTry - 1)
            add(rest.first, cause: cause)
            guard rest.count > 1 else { return }
            rest.removeFirst(1)
            cause = .other
        }
    }

    /// A new date began a new series, with a level of its own.
    mutating func beginSegment() {
        if slope != nil {
            settle()
            dropPending()
            isGathering = true
        }
        series += 1
    }

    private mutating func add(_ point: LagPoint, cause: DepartureCause) {
        guard isGathering else { return judge(point, cause: cause) }
        if origin == nil {
            origin = point
            scratch.reserveCapacity(Self.residualLength)
            gathered.reserveCapacity(Self.provisional)
            pending.reserveCapacity(patience)
        }
        gathered.append(Gathered(point: point, cause: cause, series: series))
        if gathered.count == (slope == nil ? Self.provisional : Self.levelLength) { settle() }
    }

    /// Judges what was gathered; before that, finds the provisional slope and scatter if there are none.
    private mutating func settle() {
        isGathering = false
        guard !gathered.isEmpty else { return }
        if slope == nil { estimate() }
        let firings = gathered
        gathered.removeAll(keepingCapacity: true)
        for (place, firing) in firings.enumerated() {
            if place == 0 || firing.series != judgedSeries {
                if firing.series != judgedSeries {
                    judgedSeries = firing.series
                    dropPending()
                    openSegment()
                }
                let neighbours = firings[place...].prefix(Self.levelLength).lazy.filter { $0.series == firing.series }
                level = median(neighbours.map(\.point))
            }
            judge(firing.point, cause: firing.cause)
        }
    }

    private mutating func estimate() {
        let steps = zip(gathered, gathered.dropFirst()).filter { $0.series == $1.series }.map { one, other in
            (lag: Double(other.point.lag - one.point.lag), index: Double(other.point.index - one.point.index))
        }
        let slope = steps.map { $0.lag / $0.index }.middle
        self.slope = slope
        scatter = max(resolution, 1.4826 * steps.map { abs($0.lag - slope * $0.index) }.middle)
        blocks.tilt(to: slope)
    }

    private mutating func judge(_ point: LagPoint, cause: DepartureCause) {
        let residual = residual(point)
        let threshold = threshold
        seen += 1
        if abs(residual) <= threshold {
            dropPending()
            keep(LagRun(point), residual: residual)
            if kept <= 32 || kept & 15 == 0 { renewLevel() }
        } else {
            depart(point, size: residual, cause: cause)
            if pending.count == patience { judgePending(threshold: threshold) }
        }
        if seen == nextRefit { refit() }
    }

    private mutating func depart(_ point: LagPoint, size: Double, cause: DepartureCause) {
        if pending.count == patience { leaveOut(pending.removeFirst()) }
        if pendingStart == nil {
            pendingStart = DriftEstimate.Departure(
                index: point.index, series: judgedSeries, size: Int64(nearest: size), firings: 0, cause: cause)
        }
        pendingStart?.firings += 1
        pending.append(point)
    }

    /// Whether the pending firings have settled at a level of their own.
    private mutating func judgePending(threshold: Double) {
        let newLevel = median(pending)
        guard let origin, let slope, var departure = pendingStart,
            pending.allSatisfy({ abs($0.residual(from: origin, slope: slope) - newLevel) <= threshold })
        else { return }
        departure.index = pending.first?.index ?? departure.index
        departure.size = Int64(nearest: newLevel - level)
        departure.firings = 0
        count(departure: (pendingStart?.firings ?? 0) - Int64(pending.count))
        if keptInSegment < 3 {
            leftOut += keptInSegment
            kept -= keptInSegment
            blocks.expelSegment()
            exact = exactBefore
        } else if departure.cause != .ownWork {
            openSegment()
            candidates.append(Candidate(departure: departure, segment: blocks.segment))
            if candidates.count > Self.mostCandidates { joinSmallest() }
        }
        level = newLevel
        levels.removeAll()
        residuals.removeAll()
        lastKept = nil
        for point in pending { keep(LagRun(point), residual: self.residual(point)) }
        pending.removeAll(keepingCapacity: true)
        pendingStart = nil
    }

    private mutating func openSegment() {
        blocks.beginSegment()
        exact.beginSegment()
        exactBefore = exact
        keptInSegment = 0
        lastKept = nil
        levels.removeAll()
        residuals.removeAll()
    }

    private mutating func keep(_ run: LagRun, residual: Double) {
        if let lastKept, let slope {
            largestChange = max(largestChange, abs(run.first.residual(from: lastKept, slope: slope)))
        }
        lastKept = run.last
        kept += run.count
        keptInSegment += run.count
        blocks.keep(run)
        exact.add(run)
        guard run.count == 1 else { return }
        levels.append(run.first)
        residuals.append(abs(residual))
        residualSquares += residual * residual
        residualMagnitudes += abs(residual)
    }

    private mutating func renewLevel() {
        if residuals.count >= 16 {
            scratch.removeAll(keepingCapacity: true)
            scratch.append(contentsOf: residuals.values)
            scatter = max(resolution, 1.4826 * scratch.sortedMiddle)
        }
        level = median(levels.values)
    }

    private mutating func median(_ points: some Sequence<LagPoint>) -> Double {
        guard let origin, let slope else { return 0 }
        scratch.removeAll(keepingCapacity: true)
        for point in points { scratch.append(point.residual(from: origin, slope: slope)) }
        return scratch.sortedMiddle
    }

    private mutating func refit() {
        nextRefit *= 2
        guard let better = blocks.meanSlope else { return }
        slope = better
        level = median(levels.values)
    }

    private mutating func leaveOut(_ point: LagPoint) {
        leftOut += 1
        blocks.leaveOut(point)
    }

    /// The pending firings were an episode.
    private mutating func dropPending() {
        guard let departure = pendingStart else { return }
        for point in pending { leaveOut(point) }
        pending.removeAll(keepingCapacity: true)
        count(departure: departure.firings)
        pendingStart = nil
    }

    private mutating func count(departure length: Int64) {
        let (first, second, third) = longestDepartures
        if length > first {
            longestDepartures = (length, first, second)
        } else if length > second {
            longestDepartures = (first, length, second)
        } else {
            longestDepartures.2 = max(third, length)
        }
    }

    private mutating func joinSmallest() {
        guard
            let smallest = candidates.indices.min(by: {
                candidates[$0].departure.size.magnitude < candidates[$1].departure.size.magnitude
            })
        else { return }
        join(candidates.remove(at: smallest))
    }

    private mutating func join(_ candidate: Candidate) {
        blocks.join(candidate.segment)
        exact.fail()
    }
}

// Long runs.
extension DriftSeries {
    /// How many firings of a run stay within the threshold about the level.
    private func calmLength(of run: LagRun) -> Int64 {
        let (start, threshold) = (residual(run.first), threshold)
        guard abs(start) <= threshold else { return 0 }
        let step = residual(run[1]) - start
        guard abs(residual(run.last)) > threshold else { return run.count }
        return min(run.count, Int64(nearest: ((threshold - (step < 0 ? -start : start)) / abs(step)).rounded(.down)))
    }

    private mutating func keepLong(_ run: LagRun) {
        let start = residual(run.first)
        let end = residual(run.last)
        let tail = min(run.count, Int64(Self.residualLength))
        keep(run, residual: start)
        seen += run.count
        let size = Double(run.count)
        residualSquares += size * (start * start + start * end + end * end) / 3
        residualMagnitudes += size * (abs(start) + abs(end)) / 2
        for place in (run.count - tail)..<run.count {
            residuals.append(abs(residual(run[place])))
            levels.append(run[place])
        }
        renewLevel()
        guard seen >= nextRefit else { return }
        while nextRefit * 2 <= seen { nextRefit *= 2 }
        refit()
    }
}

// The end.
extension DriftSeries {
    /// Judges what is still open: a short series, the last departure, and which candidates are steps.
    ///
    /// - Parameter keepsOwnWork: whether a last departure by the timer's own work counts as its drift.
    mutating func finish(keepsOwnWork: Bool) {
        if slope == nil, gathered.count < Self.provisional { patience = 4 }
        if slope == nil, gathered.count < 8 {
            estimate()
            scatter = .infinity
            level = 0
        }
        settle()
        if keepsOwnWork, let departure = pendingStart, departure.cause == .ownWork {
            for point in pending { keep(LagRun(point), residual: 0) }
            (pending, pendingStart) = ([], nil)
        }
        notBack = pendingStart
        dropPending()
        if takesNothingOut {
            blocks.takeAllBack()
            for candidate in candidates where candidate.departure.cause != .systemSleep { join(candidate) }
            candidates.removeAll { $0.departure.cause != .systemSleep }
            (kept, leftOut, notBack) = (kept + leftOut, 0, nil)
            exact.fail()
        } else {
            judgeCandidates()
        }
    }

    /// Departures that make up so much of the series are how it is.
    private var takesNothingOut: Bool {
        let (first, second, third) = longestDepartures
        return 4 * (leftOut - first - second - third) > seen || 10 * leftOut > 8 * seen
    }

    /// Steps are the largest candidates, few and four times larger than all other changes.
    private mutating func judgeCandidates() {
        let sizes = candidates.filter { $0.departure.cause != .systemSleep }.map { Double($0.departure.size.magnitude) }
            .sorted(by: >)
        let most = min(sizes.count, Int(max(1, seen / 30)))
        let found = (0...most).last { count in
            guard count > 0 else { return true }
            let next = count < sizes.count ? sizes[count] : 0
            return sizes[count - 1] >= max(leastStep, 4 * max(next, largestChange))
        }
        let least = found.flatMap { $0 > 0 ? sizes[$0 - 1] : nil } ?? .infinity
        func isStep(_ candidate: Candidate) -> Bool {
            candidate.departure.cause == .systemSleep || Double(candidate.departure.size.magnitude) >= least
        }
        for candidate in candidates where !isStep(candidate) { join(candidate) }
        candidates.removeAll { !isStep($0) }
    }
}

/// The last so many values, in no certain order.
private struct Ring<Value: Sendable>: Sendable {
    private(set) var values: [Value] = []
    private let capacity: Int
    private var next = 0

    init(capacity: Int) { self.capacity = capacity }

    var count: Int { values.count }

    mutating func append(_ value: Value) {
        if values.count < capacity {
            if values.isEmpty { values.reserveCapacity(capacity) }
            values.append(value)
        } else {
            values[next] = value
            next = next + 1 == capacity ? 0 : next + 1
        }
    }

    mutating func removeAll() {
        values.removeAll(keepingCapacity: true)
        next = 0
    }
}
