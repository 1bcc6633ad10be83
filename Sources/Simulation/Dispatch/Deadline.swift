import Recording
import ScenarioModel

/// An instant that libdispatch watches for a source, a delayed block or a sleeping task (event.c: dispatch_timer_source_refs_s).
struct Deadline {
    /// Whom it concerns.
    enum Client {
        case source(Int32)
        case delayed(Int32)
        case task(Int32)
        /// Free for the next one.
        case nobody
    }

    var client: Client
    var entity: EntityID
    /// Among the lines of the world: one for each clock and class.
    var line: Int
    /// On the line's clock, ns.
    var target: Int64 = .max
    /// How much later than the target the wake-up may come, ns.
    var leeway: Int64 = 0
    /// Bears the heap entry that counts; 0: not armed.
    var sequence: UInt32 = 0
    /// Decides among targets of one instant: the order of creation.
    var number: Int64 = 0
    /// How often it has elapsed.
    var elapsed: Int64 = 0
}

/// The deadlines of one clock and class, which share their wake-ups (event.c: _dispatch_timers_run).
struct DeadlineLine {
    let clock: TimerClock
    let isStrict: Bool
    /// Targets on the line's clock.
    var heap = TimerHeap()
    var staleEntries = 0
    var hasLeeway = false
    /// The instant, on the uptime axis, for which a wake-up is asked; `Int64.max`: none.
    var wakeTime: Int64 = .max
    /// What is due later than this, on the line's clock, has no say in that wake-up; `Int64.max`: everything has.
    var windowEnd: Int64 = .max
    /// Stale wake-ups bear older tickets.
    var ticket: UInt32 = 0

    /// What libdispatch leaves at least between the last target of a shared wake-up and the deadline, ns
    /// (event.c: _dispatch_kevent_coalescing_window).
    var window: Int64 { isStrict ? 2_000_000 : 150_000_000 }

    static let all = TimerClock.allCases.flatMap { clock in
        [false, true].map { DeadlineLine(clock: clock, isStrict: $0) }
    }

    static func number(clock: TimerClock, isStrict: Bool) -> Int {
        all.firstIndex { $0.clock == clock && $0.isStrict == isStrict } ?? 0
    }
}
