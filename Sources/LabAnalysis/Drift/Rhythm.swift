/// Separates departures from rhythm in a timer's calls.
///
/// The first 32 calls give a provisional slope and scatter. A call within ten times the scatter of the level of the
/// last nine is kept. One call back on the level ends a departure, which is left out: an *episode*. Eight calls in a
/// row at a level of their own are the candidate of a *step* and open a segment. The end tells which candidates are
/// steps: they are far larger than all other changes.
struct Rhythm {
    private typealias Candidate = (step: DriftEstimate.Departure, segment: Int32)

    private let points: [LagPoint]
    private let resolution: Double
    /// The segment of each point so far, as its complement if the point is left out.
    private var labels: [Int32] = []
    private var segment: Int32 = 0
    private var series = 0
    /// ns an index.
    private var slope = 0.0
    /// ns, as are the scatter and all distances.
    private var level = 0.0
    private var scatter = 0.0
    /// The last kept calls of this segment, and their distances from the level then.
    private var recent: [LagPoint] = []
    private var distances: [Double] = []
    private var kept = 0
    private var distance = 0.0
    /// The largest change of lag, without the slope, from one kept call to the next.
    private var largestChange = 0.0
    private var departure: DriftEstimate.Departure?
    private var lengths: [Int64] = []
    /// The number of calls at one level that make a step.
    private let stepLength: Int
    private var candidates: [Candidate] = []
    /// Segments of candidates that are not steps; they belong to the segment before.
    private var joined: Set<Int32> = []

    private(set) var leftOut: Int64 = 0
    /// The departure that had not ended at the end.
    private(set) var notBack: DriftEstimate.Departure?
    /// Departures that stayed, in order.
    var steps: [DriftEstimate.Departure] { candidates.map(\.step) }
    var meanDistance: Double { distance / Double(max(1, kept)) }

    /// The kept calls, those between two steps or changes of the schedule together.
    var segments: [[LagPoint]] {
        guard segment > 0 || labels.contains(where: { $0 < 0 }) else { return points.isEmpty ? [] : [points] }
        var segments: [[LagPoint]] = []
        var last: Int32?
        for (point, label) in zip(points, labels) where label >= 0 {
            if last == nil || label != last && !joined.contains(label) { segments.append([]) }
            last = label
            segments[segments.count - 1].append(point)
        }
        return segments
    }

    /// - Parameters: - starts: the first point of each series. - resolution: the unit of stamps, ns. - leastStep: the
    ///   least step, ns; smaller changes of level are just wandering lateness.
    init(of points: [LagPoint], starts: [Int], resolution: Int64, leastStep: Double) {
        (self.points, self.resolution) = (points, Double(resolution))
        // Among fewer than eight calls a departure cannot be distinguished from drift.
        stepLength = points.count < 8 ? .max : points.count < 32 ? 4 : 8
        // Calls on one line have no departures.
        let line = LagLines(points.count < 3 ? [] : [points], resolution: resolution, meanDistance: 0)
        if starts.count == 1, line.exactSlope != nil { return }
        let isStart = Set(starts)
        let early = points.indices.prefix(32).dropFirst().filter { !isStart.contains($0) }
            .map { (points[$0 - 1], points[$0]) }
        slope = early.map { Double($1.lag - $0.lag) / Double($1.index - $0.index) }.middle()
        scatter = max(
            self.resolution, 1.4826 * early.map { [slope] in abs($1.residual(from: $0, slope: slope)) }.middle())
        labels.reserveCapacity(points.count)
        for (number, (start, end)) in zip(starts, starts.dropFirst() + [points.count]).enumerated() where start < end {
            leaveOut()
            if start > 0 { segment += 1 }
            series = number
            begin(at: points[start..<min(end, start + 9)])
            for place in start..<end { judge(points[place]) }
        }
        notBack = departure
        leaveOut()
        var least = Double.infinity
        // Departures that make up so much of the series are its rhythm.
        if 4 * (leftOut - lengths.sorted().suffix(3).reduce(0, +)) > points.count || 10 * leftOut > 8 * points.count {
            for place in labels.indices where labels[place] < 0 { labels[place] = ~labels[place] }
            (leftOut, notBack) = (0, nil)
        } else {
            // Steps are the largest candidates, few and four times larger than all other changes.
            let sizes = candidates.map { Double($0.step.size.magnitude) }.sorted(by: >)
            let last = sizes.indices.prefix(max(1, points.count / 30)).last { place in
                sizes[place] >= max(leastStep, 4 * max(place + 1 < sizes.count ? sizes[place + 1] : 0, largestChange))
            }
            if let last { least = sizes[last] }
        }
        joined = Set(candidates.filter { Double($0.step.size.magnitude) < least }.map(\.segment))
        candidates.removeAll { joined.contains($0.segment) }
    }

    /// A segment begins at the level of its first calls.
    private mutating func begin(at first: ArraySlice<LagPoint>) {
        level = middle(of: first)
        recent.removeAll(keepingCapacity: true)
        distances.removeAll(keepingCapacity: true)
    }

    private mutating func judge(_ point: LagPoint) {
        let threshold = 10 * scatter * (1 + 24 / Double(max(32, labels.count + 1)))
        let distance = distance(of: point)
        if stepLength == .max || abs(distance) <= threshold {
            leaveOut()
            labels.append(segment)
            keep(point, at: distance)
        } else {
            labels.append(~segment)
            departure = departure ?? .init(index: point.index, series: series, size: Int64(nearest: distance))
            departure?.firings += 1
            if let away = departure?.firings, away >= stepLength { judgeStep(threshold) }
        }
        // From 128 calls on, with every doubling, the slope is that of all kept calls.
        if labels.count >= 128, labels.count & (labels.count - 1) == 0 {
            let kept = zip(points, labels).lazy.filter { $1 >= 0 }.map { [first = points[0]] in
                FitPoint(meanOf: [$0], from: first, segment: Int($1))
            }
            slope = WanderingLevelFit.commonSlope(of: kept) ?? slope
            level = middle(of: recent.suffix(9))
        }
    }

    private mutating func keep(_ point: LagPoint, at place: Double) {
        if let last = recent.last { largestChange = max(largestChange, abs(point.residual(from: last, slope: slope))) }
        if recent.count == 128 {
            recent.removeFirst(64)
            distances.removeFirst(64)
        }
        recent.append(point)
        distances.append(abs(place))
        distance += abs(place)
        kept += 1
        // A median of every sixteenth call is enough, but for the first ones.
        guard kept <= 32 || kept & 15 == 0 else { return }
        if distances.count >= 16 { scatter = max(resolution, 1.4826 * Array(distances.suffix(63)).middle()) }
        level = middle(of: recent.suffix(9))
    }

    /// Checks if the last calls, away from the level, have settled at one of their own.
    private mutating func judgeStep(_ threshold: Double) {
        let places = (labels.count - stepLength)..<labels.count
        let size = middle(of: points[places]) - level
        guard points[places].allSatisfy({ abs(distance(of: $0) - size) <= threshold }) else { return }
        departure?.firings -= Int64(stepLength)
        leaveOut()
        segment += 1
        let step = DriftEstimate.Departure(
            index: points[places.lowerBound].index, series: series, size: Int64(nearest: size))
        candidates.append((step, segment))
        begin(at: points[places])
        for place in places {
            labels[place] = segment
            keep(points[place], at: distance(of: points[place]))
        }
    }

    /// A departure that is over was an episode.
    private mutating func leaveOut() {
        guard let departure else { return }
        leftOut += departure.firings
        lengths.append(departure.firings)
        self.departure = nil
    }

    private func distance(of point: LagPoint) -> Double { point.residual(from: points[0], slope: slope) - level }

    private func middle(of points: ArraySlice<LagPoint>) -> Double {
        points.map { $0.residual(from: self.points[0], slope: slope) }.middle()
    }
}
