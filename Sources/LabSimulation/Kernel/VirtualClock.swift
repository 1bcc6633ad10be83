import LabCatalogue
import LabScenarioModel

/// The uptime clock, and the two clocks that also run in system sleep; all show 0 at the start.
struct VirtualClock {
    /// ns on the uptime axis (`mach_absolute_time`); the recording's time is this plus `sleepOffset`.
    private(set) var now: Int64 = 0
    private(set) var sleepOffset: Int64 = 0
    private(set) var wallJump: Int64 = 0
    /// The same instant in the recording's time.
    private(set) var wallSetAt: Int64 = 0
    /// The end of the run on the uptime axis; comes nearer while the system sleeps.
    private(set) var end: Int64

    /// ns after the recording's start.
    @inline(__always) var time: Int64 { now &+ sleepOffset }

    @inline(__always) mutating func advance(to instant: Int64) { now = instant }

    /// Moves the end to after an instant of the recording's time.
    mutating func end(behind instant: Int64) { end = max(now, instant.adding(saturating: 1 - sleepOffset)) }

    /// The uptime clock stops, the others run (xnu: clock.c).
    mutating func sleep(_ duration: Int64) {
        // The end of time is the end of sleep.
        sleepOffset = now.adding(saturating: sleepOffset.adding(saturating: duration)) - now
        end = max(now, end - duration)
    }

    mutating func setWall(by jump: Int64) {
        wallJump = wallJump.adding(saturating: jump)
        wallSetAt = time
    }

    /// The lead of a clock over the recording's time, ns.
    private func lead(of clock: TimerClock) -> Int128 {
        switch clock {
        case .uptime: -Int128(sleepOffset)
        case .continuous: 0
        case .wall: Int128(wallJump)
        }
    }

    func reading(of clock: TimerClock) -> Int64 { Int64(clamping: Int128(time) + lead(of: clock)) }

    /// The instant on the uptime axis at which a clock shows `instant`, unless the system sleeps or the clock is set.
    func uptime(of instant: Int64, on clock: TimerClock) -> Int64 {
        guard instant < .max else { return .max }
        return Int64(clamping: Int128(instant) - lead(of: clock) - Int128(sleepOffset))
    }

    /// The recording's time at which a clock shows `instant`, unless the system sleeps or the clock is set.
    func recordingTime(of instant: Int64, on clock: TimerClock) -> Int64 {
        Int64(clamping: Int128(instant) - lead(of: clock))
    }

    func reading(of date: FireDate, on clock: TimerClock) -> Int64 {
        date.instant(now: reading(of: clock), offset: Int64(clamping: -lead(of: clock)), wall: reading(of: .wall))
    }
}
