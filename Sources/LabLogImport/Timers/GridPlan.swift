import LabExactTime

/// The point of the grid that each line of a timer served.
///
/// Firings are computed on demand: of millions of lines only their times are kept.
package struct GridPlan: Sequence {
    package struct Firing {
        /// ns since 1970.
        package var time: Int64
        /// The first point that it serves, ns since 1970; later than `time` for an early line.
        package var due: Int64
        /// The number of points that it serves: none if there are more lines than points.
        package var points: Int64
        /// The last point that it serves, ns since 1970.
        var own: Int64
        /// True if passed points are delivered late one after the other, and this line is one of them.
        var isMadeUp = false
        /// The anchor if the grid starts again at this line; nil if it continues.
        package var newAnchor: Int64?
    }

    private let times: [Int64]
    /// The interval, ns; nil if it is unknown.
    let interval: Rational?
    /// True if each firing is due one interval after the one before, as for a timer that is scheduled again each time.
    let isRelative: Bool
    /// Indices of the lines with which a grid begins.
    package let segments: [Int]
    /// The anchors of these grids, ns since 1970.
    private var anchors: [Int64] = []

    /// - Parameters:
    ///   - usualMultiple: the usual number of intervals from one line to the next. The first callback, which has no line
    ///     before it, counts as equally long.
    ///   - segments: the starts of grids, if they are already known.
    package init(
        _ timer: LoggedTimer, interval: Rational?, isRelative: Bool = false, usualMultiple: Int64 = 1,
        segments known: [Int]? = nil
    ) {
        (times, self.isRelative) = (timer.times, isRelative)
        self.interval = interval.flatMap { $0 > .zero ? $0 : nil }
        guard let interval = self.interval, !isRelative else {
            segments = times.isEmpty ? [] : [0] + (self.interval == nil ? [] : timer.breaks)
            return
        }
        segments = known ?? GridFit.segments(of: timer, interval: interval)
        let back = interval.floorMultiple(Swift.max(1, usualMultiple) - 1) ?? 0
        for (first, end) in zip(segments, segments.dropFirst() + [times.count]) {
            let fitting = GridFit.anchor(times[first..<end], interval)
            // A first callback lasts for a day at most.
            anchors.append(fitting - Swift.min(back, 86_400_000_000_000))
        }
    }

    /// The earliest instant at which a grid begins, ns since 1970; nil without a line.
    var earliest: Int64? { (times.prefix(1) + anchors).min() }

    package func makeIterator() -> Iterator { Iterator(self) }

    package struct Iterator: IteratorProtocol {
        private let plan: GridPlan
        private var index = 0
        private var segment = 0
        private var grid = Grid(anchor: 0, interval: nil)
        /// The first point that no line has served.
        private var open: Int64 = 0

        fileprivate init(_ plan: GridPlan) { self.plan = plan }

        package mutating func next() -> Firing? {
            guard index < plan.times.count else { return nil }
            defer { index += 1 }
            let time = plan.times[index]
            let isFirst = segment < plan.segments.count && plan.segments[segment] == index
            if isFirst { segment += 1 }
            let step = plan.interval.map { $0.scaled(1) ?? 0 }
            guard let step, !plan.isRelative else {
                let due = isFirst ? time : step.map(plan.times[index - 1].adding(saturating:)) ?? time
                return Firing(time: time, due: due, points: 1, own: due, newAnchor: due)
            }
            if isFirst { (grid, open) = (Grid(anchor: plan.anchors[segment - 1], interval: plan.interval), 0) }
            let anchor = isFirst ? grid.anchor : nil
            let early = step / 4
            let reached = grid.firstIndex(after: time) - 1
            if reached < open, grid.firstIndex(after: time.adding(saturating: early)) <= open {
                return Firing(time: time, due: time, points: 0, own: time, isMadeUp: true, newAnchor: anchor)
            }
            let last = lastServed(reached, early)
            defer { open = last + 1 }
            return Firing(
                time: time, due: grid.point(open) ?? time, points: last - open + 1, own: grid.point(last) ?? time,
                isMadeUp: last < reached, newAnchor: anchor)
        }

        /// The last point that a line serves; the next lines keep the points that they need.
        private func lastServed(_ reached: Int64, _ early: Int64) -> Int64 {
            var last = reached
            let end = segment < plan.segments.count ? plan.segments[segment] : plan.times.count
            let most = Int(clamping: Swift.min(4096, Swift.max(0, reached - open)))
            for (ahead, time) in plan.times[index..<end].dropFirst().prefix(most).enumerated() {
                let latest = grid.firstIndex(after: time.adding(saturating: early)) - 2 - Int64(ahead)
                if latest >= reached { break }
                last = Swift.min(last, latest)
            }
            return Swift.max(last, open)
        }
    }
}

package enum GridFit {
    /// The anchor, at most an interval before the first time, that puts the times as shortly as possible after points.
    ///
    /// It is the grid on which no line is early, unless one line is far from all others.
    static func anchor(_ times: ArraySlice<Int64>, _ interval: Rational) -> Int64 {
        guard let first = times.first, let length = interval.scaled(1), length > 0 else { return times.first ?? 0 }
        let grid = Grid(anchor: first, interval: interval)
        // The distance of each time from the point before it, on a grid through the first time.
        var phases = times.map { min(grid.offset(of: $0), length - 1) }
        phases.sort()
        // With the anchor at phase j, the times before it wait a whole interval minus their distance.
        var best = (cost: Int128.max, phase: Int64(0))
        for (place, phase) in phases.enumerated() where place == 0 || phases[place - 1] != phase {
            let cost = Int128(length) * Int128(place) - Int128(phase) * Int128(phases.count)
            if cost < best.cost { best = (cost, phase) }
        }
        return best.phase == 0 ? first : first - (length - best.phase)
    }

    /// The indices at which a new grid begins: the first line, a line where the clock was set, or a change of phase after
    /// a gap or, with many lines on both sides, without one: the clock was set by less than an interval.
    package static func segments(of timer: LoggedTimer, interval: Rational) -> [Int] {
        guard !timer.times.isEmpty else { return [] }
        guard let length = interval.scaled(1), length > 0 else { return [0] + timer.breaks }
        let breaks = Set(timer.breaks)
        let uneven = max(length / 20, 6 * usualUnevenness(timer.times, length))
        var segments = [0]
        for index in timer.times.indices.dropFirst() {
            if breaks.contains(index) {
                segments.append(index)
                continue
            }
            let gap = timer.times[index] - timer.times[index - 1]
            let rest = gap % length
            let isGap = gap / 5 >= length
            guard isGap || min(rest, length - rest) > uneven else { continue }
            let start = segments.last ?? 0
            let reach = isGap ? window : 4 * window
            let before = timer.times[max(start, index - reach)..<index]
            let after = timer.times[index..<min(timer.times.count, index + reach)]
            guard isGap || min(before.count, after.count) >= window else { continue }
            if changesPhase(before, after, interval, length) { segments.append(index) }
        }
        return segments
    }

    private static let window = 16

    /// The median distance of a step from whole intervals, of some steps throughout the log.
    private static func usualUnevenness(_ times: [Int64], _ length: Int64) -> Int64 {
        let places = stride(from: 1, to: times.count, by: max(1, times.count / 1000))
        let rests = places.map { place in
            let rest = (times[place] - times[place - 1]) % length
            return min(rest, length - rest)
        }.sorted()
        return rests.isEmpty ? 0 : min(rests[rests.count / 2], length / 6)
    }

    private static func changesPhase(
        _ before: ArraySlice<Int64>, _ after: ArraySlice<Int64>, _ interval: Rational, _ length: Int64
    ) -> Bool {
        guard before.count >= 3, after.count >= 3, let first = before.first else { return false }
        func isSteady(_ times: ArraySlice<Int64>) -> Bool {
            zip(times, times.dropFirst()).allSatisfy { ($1 - $0) < 5 * length }
        }
        guard isSteady(before), isSteady(after) else { return false }
        let grid = Grid(anchor: first - length / 2, interval: interval)
        let (left, right) = (before.map(grid.offset(of:)).sorted(), after.map(grid.offset(of:)).sorted())
        let (low, high) = (left[left.count / 2], right[right.count / 2])
        var distance = abs(high - low)
        distance = min(distance, length - distance)
        let spread = max(left[left.count - 1] - left[0], right[right.count - 1] - right[0])
        return distance > max(3 * spread, length / 50) && spread < length / 4
    }
}
