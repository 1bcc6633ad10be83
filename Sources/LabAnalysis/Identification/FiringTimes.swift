import LabExactTime

/// The comparable firings of a timer, by which its evenness is judged.
package struct FiringTimes: Sendable, Equatable {
    /// ns, ascending.
    package var times: [Int64]
    /// Indices of the firings before which the clock or the grid changed, ascending.
    package var breaks: [Int]
    /// ns, positive.
    package var interval: Rational

    /// - Parameter interval: the requested interval, ns; the result is nil unless it is positive.
    package init?(times: [Int64], breaks: [Int] = [], interval: Rational) {
        guard interval > .zero else { return nil }
        self.times = times
        self.breaks = breaks
        self.interval = interval
    }

    /// The steps of each row of firings without a break, ns.
    var rows: [[Int64]] {
        zip([0] + breaks, breaks + [times.count]).filter { $1 - $0 > 1 }.map { start, end in
            (start + 1..<end).map { max(0, times[$0].subtracting(saturating: times[$0 - 1])) }
        }
    }

    /// True if there are more firings than points of any grid in the time from first to last.
    var hasMoreThanPoints: Bool {
        guard let first = times.first, let last = times.last, breaks.isEmpty else { return false }
        // A clock may be 500 ppm off, and the first firing may have been an interval late.
        return Double(times.count - 2) * interval.approximation > Double(last - first) * 1.000_5
    }
}
