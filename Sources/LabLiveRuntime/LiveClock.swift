import Dispatch
import Foundation
import Synchronization

/// The host's uptime clock, counted from the start of a run, and its readings as dates.
struct LiveClock {
    let start: UInt64
    /// The same instant as seconds since the reference date.
    let startDate: TimeInterval

    init() {
        // Each reading of the wall clock is between two of the uptime clock; the narrowest of a few counts.
        var best: (width: UInt64, start: UInt64, date: TimeInterval) = (.max, 0, 0)
        for _ in 0..<8 {
            let before = DispatchTime.now().uptimeNanoseconds
            let date = Date().timeIntervalSinceReferenceDate
            let after = DispatchTime.now().uptimeNanoseconds
            if after - before < best.width { best = (after - before, before + (after - before) / 2, date) }
        }
        start = best.start
        startDate = best.date
    }

    var now: Int64 { Int64(clamping: DispatchTime.now().uptimeNanoseconds) - Int64(clamping: start) }

    func date(_ instant: Int64) -> Date { Date(timeIntervalSinceReferenceDate: startDate + Double(instant) / 1e9) }

    /// ns since the start; clamped.
    func instant(_ date: Date) -> Int64 {
        let seconds = (date.timeIntervalSinceReferenceDate - startDate) * 1e9
        guard seconds.isFinite, seconds.magnitude < 9e18 else { return seconds > 0 ? .max : .min }
        return Int64(seconds.rounded())
    }

    func deadline(_ instant: Int64) -> DispatchTime {
        let (sum, overflow) = Int64(clamping: start).addingReportingOverflow(instant)
        guard !overflow else { return .distantFuture }
        return DispatchTime(uptimeNanoseconds: UInt64(max(1, sum)))
    }

    func wallDeadline(_ instant: Int64) -> DispatchWallTime {
        let seconds = (startDate + Double(instant) / 1e9) + Date.timeIntervalBetween1970AndReferenceDate
        let whole = seconds.rounded(.down)
        guard whole.magnitude < 1e12 else { return .distantFuture }
        return DispatchWallTime(timespec: .init(tv_sec: Int(whole), tv_nsec: Int((seconds - whole) * 1e9)))
    }

    func wait(until instant: Int64) { HostLoop.wait(until: UInt64(clamping: Int64(clamping: start) + max(0, instant))) }
}

/// A thread that wakes up every few milliseconds and records its largest lateness.
final class StallWatch: Sendable {
    private let longest = Atomic<Int64>(0)
    private let isDone = Atomic<Bool>(false)

    init(clock: LiveClock) {
        Thread.detachNewThread { [self] in
            while !isDone.load(ordering: .relaxed) {
                let target = clock.now + 2_000_000
                clock.wait(until: target)
                let late = clock.now - target
                if late > longest.load(ordering: .relaxed) { longest.store(late, ordering: .relaxed) }
            }
        }
    }

    /// ns.
    func stop() -> Int64 {
        isDone.store(true, ordering: .relaxed)
        return longest.load(ordering: .relaxed)
    }
}
