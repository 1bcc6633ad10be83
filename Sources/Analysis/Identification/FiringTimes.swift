import ExactTime
import Recording

/// When a timer fired, as far as it can be compared: what its evenness is judged by.
public struct FiringTimes: Sendable, Equatable {
    /// ns, ascending.
    public var times: [Int64]
    /// Indices of the firings before which the clock or the grid changed, ascending.
    public var breaks: [Int]
    /// ns, positive.
    public var interval: Rational

    /// - Parameter interval: the one that was asked for, ns; nil is returned unless it is positive.
    public init?(times: [Int64], breaks: [Int] = [], interval: Rational) {
        guard interval > .zero else { return nil }
        self.times = times
        self.breaks = breaks
        self.interval = interval
    }
}

extension TimerStatistics {
    /// The firings of a timer, those called by hand left out; nil for what has no interval.
    func firingTimes(of timer: EntityID) -> FiringTimes? {
        let index = Int(timer.index)
        guard entities.indices.contains(index), let traits = entities[index].timer, let interval = traits.interval
        else { return nil }
        let history = history(of: index)
        var times: [Int64] = []
        var breaks: [Int] = []
        var fired: Int64 = 0
        var grids = history.grids.dropFirst()
        for run in history.runs {
            for start in run.starts {
                fired += 1
                if run.isByHand { continue }
                var isNewGrid = false
                while let grid = grids.first, grid.firingsBefore < fired {
                    grids.removeFirst()
                    isNewGrid = !traits.isRelative
                }
                if isNewGrid, !times.isEmpty { breaks.append(times.count) }
                times.append(start)
            }
        }
        return FiringTimes(times: times, breaks: breaks, interval: interval)
    }
}

/// Successive firings between two breaks: how many intervals lie between each two, and what is left over.
struct FiringSpan {
    /// Whole intervals, rounded to the nearest, at least 0.
    var multiples: [Int64] = []
    /// What the distance is longer, ns.
    var deviations: [Int64] = []
}

extension FiringTimes {
    var spans: [FiringSpan] {
        var spans: [FiringSpan] = []
        var current = FiringSpan()
        var nextBreak = 0
        for index in times.indices.dropFirst() {
            if nextBreak < breaks.count, breaks[nextBreak] == index {
                nextBreak += 1
                if !current.multiples.isEmpty { spans.append(current) }
                current = FiringSpan()
                continue
            }
            let (distance, overflow) = times[index].subtractingReportingOverflow(times[index - 1])
            let step = overflow ? Int64.max : max(0, distance)
            let multiple = interval.nearestMultiple(to: step)
            current.multiples.append(multiple)
            current.deviations.append(step &- (interval.scaled(multiple) ?? step))
        }
        if !current.multiples.isEmpty { spans.append(current) }
        return spans
    }
}

extension Rational {
    /// How many of this positive fraction come nearest to a whole number.
    fileprivate func nearestMultiple(to value: Int64) -> Int64 {
        let twice = Int128(2) * Int128(value) * Int128(denominator) + Int128(numerator)
        return Int64(clamping: twice / (2 * Int128(numerator)))
    }
}
