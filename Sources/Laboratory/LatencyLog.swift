import ExactTime
import LogImport

/// The latencies of a timer's real log, to be replayed as wake-up latencies.
enum LatencyLog {
    /// How far each line of the log's most frequent timer lies behind the latest point of its grid, ns, in order.
    ///
    /// - Parameters:
    ///   - path: the log; it may be larger than memory.
    ///   - interval: the timer's, ns.
    /// - Throws: `InputFault`.
    static func latencies(path: String, typed: String, interval: Int64) throws(InputFault) -> [Int64] {
        var reader = LogReader()
        try InputFile.stream(path, typed: typed) {
            reader.feed($0)
            return true
        }
        let timers = reader.finish().timers
        guard interval > 0, var timer = timers.first else { return [] }
        for other in timers where other.times.count > timer.times.count { timer = other }
        let step = Rational(whole: interval)
        return GridPlan(timer, TimerReading(interval: step)).firings.map { firing in
            let missed = step.floorMultiple(max(0, firing.points - 1)) ?? 0
            return max(0, firing.time - firing.due - missed)
        }
    }
}
