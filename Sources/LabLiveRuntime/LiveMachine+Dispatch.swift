import Dispatch
import Foundation
import LabCatalogue
import LabExactTime
import LabRecording
import LabScenarioModel
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
        if isOver || context.isLeaving { stopCurrentLoop() }
    }

    func async(_ block: BlockID, _ scope: Scope, queue: QueueID) {
        let subject = scope.subject
        queues[queue.index].async { self.callOut(block, about: subject, on: self.context) }
    }

    func asyncAfter(_ block: BlockID, _ scope: Scope, _ delay: Int64, queue: QueueID, clock: TimerClock) {
        guard delay > 0 else { return async(block, scope, queue: queue) }
        let subject = scope.subject
        after(delay, queue: queue.index, clock: clock) { self.callOut(block, about: subject, on: self.context) }
    }

    private func after(_ delay: Int64, queue: Int, clock: TimerClock, _ body: @escaping @Sendable () -> Void) {
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
        callBack(timer, served: 1, due: timer.grid.anchor, on: context)
        let planned = plan.timers[timer.plan]
        guard !isOver, planned.repeats, !timer.isCancelled else {
            timer.expire()
            recorder.append(.gridEnded, entity: timer.entity, thread: context.entity)
            return
        }
        startAfter(timer, delay: CreationRules.delay(of: planned.interval))
    }

    func callBack(_ timer: LiveTimer, served: Int64, due: Int64, on context: ThreadContext) {
        guard let began = recorder.appendFiring(timer.entity, thread: context.entity, make: { _ in (due, served) })
        else { return }
        let firing = timer.beginFiring(at: began, served: served)
        let subject = FiringSubject(timer: timer, firing: firing)
        run(timer.list, Scope(owner: timer.entity, subject: subject), on: context)
        record(.returned, timer.entity, on: context)
        if isOver || context.isLeaving { stopCurrentLoop() }
    }

    // MARK: Timer sources

    func makeSource(_ timer: LiveTimer, copy: Int, on context: ThreadContext) {
        let planned = plan.timers[timer.plan]
        let source = DispatchSource.makeTimerSource(
            flags: planned.isStrict ? .strict : [], queue: queues[planned.queue ?? 0])
        let interval = planned.interval(ofCopy: copy)
        let delay = (planned.delay ?? interval ?? .zero).scaled(1) ?? .max
        timer.begin(.source(source))
        schedule(
            timer, source, start: clock.now.adding(saturating: delay), interval: planned.repeats ? interval : nil,
            leeway: planned.tolerance)
        nonisolated(unsafe) let captured = isCapturedByItself(timer) ? source : nil
        let known = WeakSource(source)
        source.setEventHandler { [self] in withExtendedLifetime(captured) { handle(timer, known) } }
        let cancel = program.timers[timer.plan].cancel
        if cancel.exists {
            source.setCancelHandler { [self] in
                callOut(timer.entity, cancel, on: self.context)
            }
        }
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
        callBack(timer, served: data, due: timer.takePoints(data) ?? clock.now, on: context)
    }

    /// `schedule`: a new grid; an interval of 0 becomes 1 ns (source.c: _dispatch_timer_config_create).
    private func schedule(
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

    func reschedule(
        _ timer: LiveTimer, start: FireDate, interval: Rational?, leeway: Int64, on context: ThreadContext
    ) {
        guard let source = timer.source, !timer.isCancelled else { return }
        schedule(timer, source, start: start.instant(now: clock.now), interval: interval, leeway: leeway)
    }
}

/// Suspending, resuming, cancelling and releasing timers of libdispatch.
extension LiveMachine {
    private func eachSource(
        of part: PartReference, _ scope: Scope, _ body: (LiveTimer, any DispatchSourceTimer) -> Void
    ) {
        guard case .timer(let index) = part else { return }
        for timer in timers[index, scope.subject] { if let source = timer.source { body(timer, source) } }
    }

    func suspend(_ part: PartReference, _ scope: Scope, on context: ThreadContext) {
        if case .queue(let queue) = part { queues.suspend(queue) }
        eachSource(of: part, scope) { timer, source in
            timer.suspend()
            record(.suspended, timer.entity, on: context, extra: -1)
            source.suspend()
        }
    }

    func resume(_ part: PartReference, _ scope: Scope, on context: ThreadContext) {
        if case .queue(let queue) = part { queues.resume(queue) }
        eachSource(of: part, scope) { timer, source in
            timer.resume()
            record(.resumed, timer.entity, on: context)
            source.resume()
        }
    }

    func activate(_ part: PartReference, _ scope: Scope, on context: ThreadContext) {
        eachSource(of: part, scope) { timer, source in
            if timer.activate() { record(.resumed, timer.entity, on: context) }
            source.activate()
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

    /// Drops the scenario's own reference to a source, which ends the source or, by libdispatch's rules, the process.
    func release(_ part: PartReference) {
        guard case .timer(let index) = part else { return }
        for timer in timers[index] { timer.release() }
    }
}

/// A source seen from inside its own handler, where it is alive.
final class WeakSource: @unchecked Sendable {
    private weak var source: AnyObject?

    init(_ source: any DispatchSourceTimer) { self.source = source as AnyObject }

    /// `dispatch_source_get_data`; nil if the source is gone.
    var data: Int64? { (source as? any DispatchSourceTimer).map { Int64(clamping: $0.data) } }
}
