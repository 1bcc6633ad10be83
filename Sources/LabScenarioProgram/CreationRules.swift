import LabExactTime
import LabRecording
import LabScenarioModel

/// The rules of the creation APIs, which turn a scenario's numbers into a timer's, for both runtimes.
package enum CreationRules {
    /// NSTimer uses 0.1 ms for a repeating timer whose interval is not positive (NSTimer documentation); a
    /// `performSelector:afterDelay:` does so with its delay (GNUstep, NSRunLoop.m: performSelector:withObject:afterDelay:).
    static let shortestInterval: Int64 = 100_000

    /// The first due point and the interval of a run loop timer.
    package struct RunLoopTimer {
        /// ns on the clock that `now` was read on.
        package var due: Int64
        /// The interval; nil: a one-shot.
        public var interval: Rational?
        /// True if the interval was not positive.
        package var isIntervalRaised: Bool
        /// ns.
        public var tolerance: Int64
        /// True if the tolerance was more than half the interval (CFRunLoop.c: CFRunLoopTimerSetTolerance).
        package var isToleranceCut: Bool
    }

    /// A timer of a run loop that is made now.
    package static func runLoopTimer(_ plan: TimerPlan, copy: Int, now: Int64) -> RunLoopTimer {
        var interval = plan.interval(ofCopy: copy)
        let isRaised = plan.repeats && (interval ?? .zero) <= .zero
        if isRaised { interval = Rational(whole: shortestInterval) }
        let wait = plan.fireDate.map { max(0, $0) } ?? delay(of: plan.delay ?? interval)
        let wanted = tolerance(of: plan)
        let kept = plan.repeats ? interval : nil
        let allowed = tolerance(wanted, interval: kept)
        return RunLoopTimer(
            due: now.adding(saturating: wait), interval: kept, isIntervalRaised: isRaised, tolerance: allowed,
            isToleranceCut: allowed < wanted)
    }

    /// The tolerance that the creating call passes on, ns: `Timer.publish` drops its own (Publishers+Timer.swift of the Swift
    /// overlay: publish(every:tolerance:on:in:options:) makes its publisher without it).
    static func tolerance(of plan: TimerPlan) -> Int64 { plan.kind == .combine ? 0 : plan.tolerance }

    /// The tolerance that a run loop timer gets, ns: at most half the interval (CFRunLoop.c: CFRunLoopTimerSetTolerance).
    package static func tolerance(_ wanted: Int64, interval: Rational?) -> Int64 {
        max(0, min(wanted, interval.map { nanoseconds($0) / 2 } ?? .max))
    }

    /// A time as ns, `Int64.max` for one that is too long.
    package static func nanoseconds(_ time: Rational?) -> Int64 { (time ?? .zero).scaled(1) ?? .max }

    /// A delay as ns, not before now.
    package static func delay(of time: Rational?) -> Int64 { max(0, nanoseconds(time)) }

    /// The delay of a perform request.
    package static func performDelay(_ delay: Int64) -> Int64 { delay > 0 ? delay : shortestInterval }

    /// The interval of a wait for points of a grid, at least 1 ns, and true if it had to be raised.
    package static func gridInterval(_ plan: TimerPlan, _ interval: Rational?) -> (interval: Rational?, isRaised: Bool)
    {
        guard plan.repeats else { return (nil, false) }
        let wanted = interval ?? .zero
        return wanted <= .zero ? (Rational(whole: 1), true) : (wanted, false)
    }

    /// `dispatch_after`'s leeway: a tenth of the delay, at least 1 ms, at most 60 s (source.c: _dispatch_after).
    package static func leeway(ofDelay delay: Int64) -> Int64 { min(max(delay / 10, 1_000_000), 60_000_000_000) }

    /// The leeway of a sleep of some length, ns: the tolerance if one is set, even 0, else the default one.
    /// (TaskSleep.swift: the runtime asks Dispatch for a tenth.)
    package static func leeway(of plan: TimerPlan, sleeping delay: Int64) -> Int64 {
        plan.isToleranceSet ? plan.tolerance : leeway(ofDelay: delay)
    }

    /// The default leeway of a timer, ns; 0 if its mechanism has none or the scenario sets a tolerance.
    static func defaultLeeway(of plan: TimerPlan, copy: Int) -> Int64 {
        guard plan.kind.row.hasDefaultLeeway, !plan.isToleranceSet else { return 0 }
        return leeway(ofDelay: delay(of: plan.interval(ofCopy: copy) ?? plan.delay))
    }
}

extension EventPlan {
    /// The instant of the event's n-th occurrence, ns after the start, if any.
    package func instant(ofTurn turn: Int64, seed: UInt64) -> Int64? {
        let first = drawnAt.map { $0.value(at: Dice.draw(seed, Fingerprint.hash(id), .instant, index: 0)) } ?? at
        guard turn > 0 else { return first }
        guard let offset = every?.floorMultiple(turn) else { return nil }
        let instant = first.adding(saturating: offset)
        return instant < until ?? .max ? instant : nil
    }
}

extension FireDate {
    /// The date on a clock that shows `now` and is `offset` behind the time since the start; the wall clock shows `wall`.
    package func instant(now: Int64, offset: Int64 = 0, wall: Int64? = nil) -> Int64 {
        switch self {
        case .at(let instant): instant.adding(saturating: -offset)
        case .after(let duration): now.adding(saturating: duration)
        case .next(let every, let past):
            now.adding(saturating: every - (((wall ?? now) - past) % every + every) % every)
        case .shown(let instant): now.adding(saturating: instant.subtracting(saturating: wall ?? now))
        case .distantFuture: .max
        case .distantPast: now
        }
    }
}
