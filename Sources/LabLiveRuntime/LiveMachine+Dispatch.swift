import Dispatch
import Foundation
import LabCatalogue
import LabExactTime
import LabRecording
import LabScenarioProgram

extension LiveMachine {
    // MARK: Blocks

    func callOut(_ block: BlockID, about subject: FiringSubject?, on context: ThreadContext) {
        let plan = program.blocks[block]
        callOut(plan.entity, plan.list, step: Int64(plan.step), about: subject, on: context)
    }

    func callOut(
        _ entity: EntityID, _ list: ListID, step: Int64 = -1, about subject: FiringSubject? = nil,
        activity: Int64 = -1, on context: ThreadContext
    ) {
        guard !isOver else { return }
        let origin = subject.map { BlockOrigin(timer: $0.timer.entity, firing: $0.firing) }
        record(.calloutBegan, entity, on: context, value: step, extra: origin?.rawValue ?? 0)
        run(list, Scope(owner: entity, subject: subject, activity: activity), on: context)
        record(.calloutEnded, entity, on: context)
        if !canGoOn(context) { stopCurrentLoop() }
    }

    /// A block of steps, to be called later on any thread.
    func later(_ block: BlockID, _ scope: Scope) -> @Sendable () -> Void {
        { [subject = scope.subject] in self.callOut(block, about: subject, on: self.context) }
    }

    func after(_ delay: Int64, queue: Int, clock: TimerClock, _ body: @escaping @Sendable () -> Void) {
        guard delay > 0 else {
            queues[queue].async(execute: body)
            return
        }
        let due = self.clock.now.adding(saturating: delay)
            .adding(saturating: kernel.host.shift(in: CreationRules.leeway(ofDelay: delay)))
        switch clock {
        case .wall: queues[queue].asyncAfter(wallDeadline: self.clock.wallDeadline(due), execute: body)
        // Without system sleep the continuous clock and the uptime clock are one.
        case .uptime, .continuous: queues[queue].asyncAfter(deadline: self.clock.deadline(due), execute: body)
        }
    }

    // MARK: dispatch_after as a timer

    func startAfter(_ timer: LiveTimer, delay: Int64) {
        let planned = plan.timers[timer.plan]
        begin(timer, due: clock.now.adding(saturating: delay), interval: nil)
        after(delay, queue: planned.queue ?? 0, clock: planned.clock) { self.fireAfter(timer) }
    }

    private func fireAfter(_ timer: LiveTimer) {
        let context = context
        guard !isOver, !timer.isCancelled else { return }
        callBack(timer, on: context) { _ in (timer.grid.anchor, 1) }
        let planned = plan.timers[timer.plan]
        guard !isOver, planned.repeats, !timer.isCancelled else {
            timer.expire()
            record(.gridEnded, timer.entity, on: context)
            return
        }
        startAfter(timer, delay: CreationRules.delay(of: planned.interval))
    }

    /// Runs a timer's steps as a firing; false if the run is over.
    ///
    /// - Parameter points: the due point and the number of points that it serves, for its instant.
    @discardableResult func callBack(
        _ timer: LiveTimer, isManual: Bool = false, on context: ThreadContext, points: (Int64) -> (Int64, Int64)
    ) -> Bool {
        let began = recorder.appendFiring(timer.entity, thread: context.entity, make: points)
        guard let began else { return false }
        let firing = timer.beginFiring(at: began, isManual: isManual)
        let subject = timer.subject ?? (timer, firing)
        run(timer.list, Scope(owner: timer.entity, subject: subject), on: context)
        record(.returned, timer.entity, on: context)
        if !canGoOn(context) { stopCurrentLoop() }
        return true
    }

    // MARK: Timer sources

    func makeSource(_ timer: LiveTimer, on context: ThreadContext) {
        let planned = plan.timers[timer.plan]
        let source = DispatchSource.makeTimerSource(
            flags: planned.isStrict ? .strict : [], queue: queues[planned.queue ?? 0])
        let interval = planned.interval(ofCopy: timer.copy)
        let delay = (planned.delay ?? interval ?? .zero).scaled(1) ?? .max
        timer.begin(.source(source))
        schedule(
            timer, source, start: clock.now.adding(saturating: delay), interval: planned.repeats ? interval : nil,
            leeway: planned.tolerance)
        nonisolated(unsafe) let captured = isCapturedByItself(timer) ? source : nil
        let known = WeakSource(source)
        source.setEventHandler { [self] in withExtendedLifetime(captured) { handle(timer, known) } }
        let cancel = program.timers[timer.plan].cancel
        if cancel.exists { source.setCancelHandler { [self] in callOut(timer.entity, cancel, on: self.context) } }
        if planned.startsActive {
            timer.resume()
            source.resume()
        } else {
            record(.suspended, timer.entity, on: context, extra: -1)
        }
    }

    /// The handler retains the source only if the scenario's block captures it strongly.
    func isCapturedByItself(_ timer: LiveTimer) -> Bool {
        plan.timers[timer.plan].callback.captures.contains { !$0.isWeak && $0.part == .timer(timer.plan) }
    }

    private func handle(_ timer: LiveTimer, _ source: WeakSource) {
        let context = context
        guard !isOver, let data = source.data else { return }
        callBack(timer, on: context) { now in (timer.takePoints(data) ?? now, data) }
    }

    /// `schedule`: a new grid; an interval of 0 becomes 1 ns (source.c: _dispatch_timer_config_create).
    func schedule(
        _ timer: LiveTimer, _ source: any DispatchSourceTimer, start: Int64, interval: Rational?, leeway: Int64
    ) {
        let whole = interval.flatMap { $0 < .zero ? nil : $0.floorMultiple(1) }.map { max(1, $0) }
        let repeating = whole.map { DispatchTimeInterval.nanoseconds(Int(clamping: $0)) } ?? .never
        let slack = DispatchTimeInterval.nanoseconds(Int(clamping: max(0, leeway)))
        follow(Grid(anchor: start, interval: whole.map { Rational(whole: $0) }), timer)
        let planned = plan.timers[timer.plan]
        // At most half the interval (source.c: _dispatch_timer_config_create).
        let window = planned.isStrict ? 0 : min(leeway, (whole ?? .max) / 2)
        let first = start.adding(saturating: kernel.host.shift(in: window))
        if planned.clock == .wall {
            source.schedule(wallDeadline: clock.wallDeadline(first), repeating: repeating, leeway: slack)
        } else {
            source.schedule(deadline: clock.deadline(first), repeating: repeating, leeway: slack)
        }
    }

    func cancelTimer(_ timer: LiveTimer, step: Int64, on context: ThreadContext) {
        guard timer.cancel() else { return }
        guard timer.kind.row.home != .runLoop else { return invalidateTimer(timer, step: step, on: context) }
        timer.expire()
        record(.cancelled, timer.entity, on: context, extra: timer.kind == .gcd ? step : 0)
        record(.gridEnded, timer.entity, on: context)
        timer.handle?.cancel()
    }
}

/// A source seen from inside its own handler, where it is alive.
final class WeakSource: @unchecked Sendable {
    private weak var source: AnyObject?

    init(_ source: any DispatchSourceTimer) { self.source = source as AnyObject }

    /// `dispatch_source_get_data`; nil if the source is gone.
    var data: Int64? { (source as? any DispatchSourceTimer).map { Int64(clamping: $0.data) } }
}
