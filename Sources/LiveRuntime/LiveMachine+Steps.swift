import ExactTime
import Foundation
import Recording
import ScenarioModel

extension LiveMachine {
    /// Runs steps on the calling thread, until the run is over or the thread leaves.
    func run(_ steps: [LiveStep], _ scope: Scope, on context: ThreadContext) {
        for step in steps {
            if context.isLeaving || isOver { return }
            if let condition = step.condition, !holds(condition, scope) { continue }
            perform(step, scope, on: context)
        }
    }

    private func holds(_ condition: Condition, _ scope: Scope) -> Bool {
        switch condition {
        case .fired(nil, let comparison):
            return scope.subject.map { comparison.holds(for: $0.firing) } ?? false
        case .fired(.some(let timer), let comparison):
            return guarded { comparison.holds(for: timers[timer].reduce(0) { $0 + $1.fired }) }
        case .cancelled(.thread(let thread)): return guarded { threads[thread].isCancelled }
        case .cancelled(.timer(let timer)): return guarded { timers[timer].allSatisfy { !$0.isValid } }
        case .cancelled: return false
        case .gone(.timer(let timer)):
            return guarded { timers[timer].allSatisfy { $0.timer == nil && $0.source == nil } }
        case .gone: return false
        case .valid(let timer): return guarded { timers[timer].contains(where: \.isValid) }
        case .not(let inner): return !holds(inner, scope)
        }
    }

    private func perform(_ step: LiveStep, _ scope: Scope, on context: ThreadContext) {
        switch step.action {
        case .work(let amount): occupy(self.amount(of: amount, by: scope.owner), step, scope, on: context)
        case .sleep(let duration): sleep(duration, step, scope, on: context)
        case .log(let text): log(text, step, scope, on: context)
        case .repeating(let count, _, let until):
            var inner = scope
            inner.turn = 0
            while inner.turn < count, !isOver, !context.isLeaving {
                if let until, holds(until, inner) { break }
                run(step.inner, inner, on: context)
                inner.turn += 1
            }
        case .create(let part): make(part, on: context)
        case .add(let part, let modes, let thread):
            add(part, modes: modes, thread: thread ?? context.index, step: step, on: context)
        case .invalidate(let part): invalidate(part, step: step.number, on: context)
        case .fire(let timer): for timer in timers[timer] { fireByHand(timer, on: context) }
        case .setFireDate(let timer, let date): for timer in timers[timer] { setFireDate(timer, date, on: context) }
        case .suspend(let part): suspend(part, on: context)
        case .resume(let part): resume(part, on: context)
        case .activate(let part): activate(part, on: context)
        case .cancel(let part): cancel(part, step: step.number, on: context)
        case .reschedule(let timer, let start, let interval, let leeway):
            for timer in timers[timer] {
                reschedule(timer, start: start, interval: interval, leeway: leeway, on: context)
            }
        case .runLoop(let call): runLoop(call, step: step.number, on: context)
        case .stopLoop(let thread): stopLoop(of: thread ?? context.index, step: step.number, on: context)
        case .wakeLoop(let thread): loop(of: thread ?? context.index)?.wake()
        case .performBlock(let modes, let thread, let wakes, _):
            performBlock(step, scope, modes: modes, thread: thread ?? context.index, wakes: wakes)
        case .addCommonMode(let mode, let thread):
            loop(of: thread ?? context.index)?.addCommonMode(modeNames.native(mode))
        case .signal(let source): guarded { sources[source] }?.signal()
        case .perform(let plan): perform(plan, step, scope, on: context)
        case .cancelPerform(let target, let selector): cancelPerform(target, selector, on: context)
        case .async(let queue, _, _): async(step, scope, queue: queue)
        case .asyncAfter(let delay, let queue, let clock, _, _):
            asyncAfter(step, scope, delay, queue: queue, clock: clock)
        case .release(let part): release(part)
        case .start(let thread): startThread(thread)
        case .exit: context.isLeaving = true
        case .pause, .dumpLoop, .assign, .overRelease, .push, .pop, .isKindOf, .respondsTo, .message, .systemSleep,
            .background, .foreground, .setWallClock:
            // Refused before the run, or without an effect that could be seen.
            return
        }
    }

    // MARK: Work

    /// Keeps the processor busy on this thread.
    private func occupy(_ duration: Int64, _ step: LiveStep, _ scope: Scope, on context: ThreadContext) {
        guard duration > 0,
            let began = recorder.append(
                .workBegan, entity: scope.owner, thread: context.entity, value: step.number)
        else { return }
        let until = sum(began, duration)
        while clock.now < until, !isOver {}
        let overrun = clock.now - until
        if overrun > 0 { overruns.add(overrun, ordering: .relaxed) }
        record(.workEnded, scope.owner, on: context, value: step.number)
    }

    /// Blocks this thread, in slices, so that an interruption is noticed.
    private func sleep(_ duration: Int64, _ step: LiveStep, _ scope: Scope, on context: ThreadContext) {
        guard duration > 0,
            let began = recorder.append(
                .sleepBegan, entity: scope.owner, thread: context.entity, value: step.number)
        else { return }
        block(until: began.addingReportingOverflow(duration).partialValue)
        record(.sleepEnded, scope.owner, on: context, value: step.number)
    }

    /// Blocks the calling thread until an instant or the end of the run.
    func block(until instant: Int64) {
        let target = instant < 0 ? plan.duration : min(instant, plan.duration)
        while !isOver {
            let now = clock.now
            guard now < target else { return }
            clock.wait(until: min(target, now + 100_000_000))
        }
    }

    /// The host's own variation takes the place of the device's work factor.
    private func amount(of work: WorkAmount, by owner: EntityID) -> Int64 {
        switch work {
        case .duration(let duration): duration
        case .turns(let turns): plan.device.loopCost.scaled(turns) ?? .max
        case .drawn(let table): draw(table, for: owner)
        }
    }

    /// Draws as the simulation does, so that both sides do the same work.
    private func draw(_ table: QuantileTable, for owner: EntityID) -> Int64 {
        let index = Int(max(0, owner.index))
        let count = guarded {
            drawCounts[index] += 1
            return drawCounts[index]
        }
        let key = Fingerprint.hash(layout.entities[index].name)
        let stream = Fingerprint.mix(plan.seed ^ Fingerprint.mix(key ^ 0x414D_4F55))
        return table.value(
            at: UInt32(truncatingIfNeeded: Fingerprint.mix(stream &+ UInt64(bitPattern: count)) >> 32))
    }

    // MARK: Log

    private func log(_ text: LogTextPlan, _ step: LiveStep, _ scope: Scope, on context: ThreadContext) {
        let arguments = text.pieces.compactMap { piece -> Int64? in
            guard case .field(let field) = piece else { return nil }
            return value(of: field, scope, on: context)
        }
        recorder.appendLog(step.template, owner: scope.owner, thread: context.entity, arguments: arguments)
    }

    private func value(of field: LogField, _ scope: Scope, on context: ThreadContext) -> Int64 {
        let fired = scope.subject?.firing ?? 0
        return switch field {
        case .firing(let fromZero): fromZero ? fired - 1 : fired
        case .countdown(let from, _): from - max(0, fired - 1)
        case .turn: scope.turn
        case .thread: Int64(context.entity.index)
        case .data: guarded { scope.subject?.timer.data ?? 0 }
        case .timestamp, .targetTimestamp, .frameDuration: 0
        case .isValid(let timer): guarded { timers[timer].first?.isValid ?? false } ? 1 : 0
        case .fireDate(let timer): fireDate(of: timer)
        case .now: clock.now
        case .answer: context.answer
        case .ticks: Int64(clamping: Int128(clock.now) * 3 / 125)
        case .mode: Int64(context.modes.last.map { modeEntity($0).index } ?? -1)
        }
    }

    /// The date of the latest firing of an invalid timer, as NSTimer's documentation has it; Foundation on Linux says 2001.
    private func fireDate(of timer: Int) -> Int64 {
        guard let first = timers[timer].first else { return .max }
        let (made, lastFired) = guarded { (first.timer, first.lastFired) }
        return made.map { clock.instant($0.fireDate) } ?? lastFired
    }
}
