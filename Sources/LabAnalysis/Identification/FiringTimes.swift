import LabExactTime
import LabRecording

/// When a timer fired, as far as it can be compared: what its evenness is judged by.
package struct FiringTimes: Sendable, Equatable {
    /// ns, ascending.
    package var times: [Int64]
    /// Indices of the firings before which the clock or the grid changed, ascending.
    package var breaks: [Int]
    /// ns, positive.
    package var interval: Rational

    /// - Parameter interval: the one that was asked for, ns; nil is returned unless it is positive.
    package init?(times: [Int64], breaks: [Int] = [], interval: Rational) {
        guard interval > .zero else { return nil }
        self.times = times
        self.breaks = breaks
        self.interval = interval
    }
}

extension TimerStatistics {
    /// The firings of a timer, manual ones left out; nil for what has no interval.
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

/// Successive firings between two breaks; what lies between two is worked out where it is asked for.
struct FiringSpan {
    fileprivate let times: ArraySlice<Int64>
    fileprivate let interval: Rational

    var count: Int { times.count - 1 }

    /// How many whole intervals lie between a firing and the next, rounded to the nearest, and what is left over, ns.
    func distance(_ index: Int) -> (multiple: Int64, deviation: Int64) {
        let place = times.startIndex + index
        let (distance, overflow) = times[place + 1].subtractingReportingOverflow(times[place])
        let step = overflow ? Int64.max : max(0, distance)
        let multiple = interval.nearestMultiple(to: step)
        return (multiple, step &- (interval.scaled(multiple) ?? step))
    }

    var distances: some Sequence<(multiple: Int64, deviation: Int64)> { (0..<count).lazy.map(distance) }
}

extension FiringTimes {
    var spans: [FiringSpan] {
        zip([0] + breaks, breaks + [times.count]).filter { $1 - $0 > 1 }.map {
            FiringSpan(times: times[$0..<$1], interval: interval)
        }
    }
}

extension Rational {
    /// How many of this positive fraction come nearest to a whole number.
    fileprivate func nearestMultiple(to value: Int64) -> Int64 {
        if isWhole {
            let (multiple, rest) = value.quotientAndRemainder(dividingBy: numerator)
            return rest >= numerator - rest ? multiple + 1 : multiple
        }
        let twice = Int128(2) * Int128(value) * Int128(denominator) + Int128(numerator)
        return Int64(clamping: twice / (2 * Int128(numerator)))
    }
}
