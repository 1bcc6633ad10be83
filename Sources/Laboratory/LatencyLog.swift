import ExactTime
import LogImport

/// A timer's real log, to be replayed as wake-up latencies.
struct LatencyLog {
    /// From due to the line, in order, ns.
    var latencies: [Int64] = []
    /// When the first point was due, ns since 1970.
    var firstDue: Int64?
    var process = ""
    var pid: Int64 = 0
    var thread: Int64 = 0
    var utcOffset = 0

    /// Reads the timer with the most lines.
    ///
    /// A timer is due at the first point of its grid after its latest line, so a line that left out points is as late as
    /// the first of them, and the same timer prints the same log again.
    ///
    /// - Parameter isRelative: whether the timer that replays it is armed anew after each callback.
    init(_ log: LogReading, interval: Int64, isRelative: Bool = false) {
        guard interval > 0, let timer = log.timers.max(by: { $0.times.count < $1.times.count }) else { return }
        defer { describe(log, timer) }
        if isRelative {
            firstDue = timer.times.first
            latencies = [0] + zip(timer.times.dropFirst(), timer.times).map { max(0, $0 - $1 - interval) }
            return
        }
        let length = Rational(whole: interval)
        let anchor = GridPlan(timer, TimerReading(interval: length)).first { _ in true }?.due ?? timer.times.first ?? 0
        let grid = Grid(anchor: anchor, interval: length)
        var next = anchor
        for time in timer.times {
            latencies.append(max(0, time - next))
            next = grid.point(grid.firstIndex(after: max(time, next))) ?? .max
        }
        firstDue = anchor
    }

    private mutating func describe(_ log: LogReading, _ timer: LoggedTimer) {
        process = timer.process
        pid = timer.pid
        thread = timer.threads.first.flatMap { log.threads.indices.contains(Int($0)) ? log.threads[Int($0)] : nil } ?? 0
        utcOffset = log.utcOffset
    }
}
