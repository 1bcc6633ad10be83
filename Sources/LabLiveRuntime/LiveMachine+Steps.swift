import Foundation
import LabExactTime
import LabRecording
import LabScenarioModel
import LabScenarioProgram

/// The callout that a step list belongs to.
struct Scope {
    var owner: EntityID
    var subject: FiringSubject?
    /// The activity for which the observer with these steps was called.
    var activity: Int64 = -1
    /// The turn of the innermost `repeat`.
    var turn: Int64 = 0
}

extension LiveMachine {
    /// Runs steps on the calling thread, until the run is over or the thread leaves.
    func run(_ list: ListID, _ scope: Scope, on context: ThreadContext) {
        guard list.exists else { return }
        for instruction in program.lists[list] {
            if context.isLeaving || isOver { return }
            let condition = instruction.condition
            guard !condition.exists || holds(program.conditions[condition], scope, on: context) else { continue }
            perform(instruction.op, step: Int64(instruction.step), scope, on: context)
        }
    }

    private func count(_ counter: Int) -> Int64 { counters.withLock { $0[counter] } }

    private func holds(_ condition: Condition, _ scope: Scope, on context: ThreadContext) -> Bool {
        func fired(_ timer: Int?) -> Int64? {
            guard let timer else { return scope.subject?.timer.fired }
            return timers[timer, scope.subject].reduce(0) { $0 + $1.fired }
        }
        return switch condition {
        case .fired(let timer, let comparison): fired(timer).map { comparison.holds(for: $0) } ?? false
        case .every(let timer, let count): fired(timer).map { $0 % count == 0 } ?? false
        case .since(let instant): clock.now >= instant
        case .answered(let comparison): comparison.holds(for: context.answer)
        case .counted(let counter, let comparison): comparison.holds(for: count(counter))
        case .cancelled(.thread(let thread)): threads.isCancelled(thread)
        case .cancelled(.timer(let timer)): timers[timer, scope.subject].allSatisfy { !$0.isValid }
        case .gone(.timer(let timer)): timers[timer].allSatisfy(\.isGone)
        case .cancelled, .gone: false
        case .valid(let timer): timers[timer, scope.subject].contains(where: \.isValid)
        case .not(let opposite): !holds(opposite, scope, on: context)
        }
    }

    private func perform(_ op: Op, step: Int64, _ scope: Scope, on context: ThreadContext) {
        func index(_ thread: ThreadID) -> Int { thread.exists ? thread.index : context.index }
        switch op {
        case .work(let time): occupy(kernel.time(time, in: program, for: scope.owner), step, scope, on: context)
        case .sleep(let time): sleep(kernel.time(time, in: program, for: scope.owner), step, scope, on: context)
        case .log(let template): log(template, scope, on: context)
        case .repeating(let count, let list, let until):
            var inner = scope
            inner.turn = 0
            while inner.turn < count, !isOver, !context.isLeaving {
                if until.exists, holds(program.conditions[until], inner, on: context) { break }
                run(list, inner, on: context)
                inner.turn += 1
            }
        case .count(let counter, let amount, let sets):
            counters.withLock { $0[counter] = sets ? amount : $0[counter].adding(saturating: amount) }
        case .create(let part): make(part, step: step, on: context)
        case .add(let part, let modes, let thread):
            add(part, modes: program.modes.names(of: modes), thread: index(thread), step: step, scope, on: context)
        case .invalidate(let part): invalidate(part, step: step, scope, on: context)
        case .fire(let timer): for timer in timers[timer, scope.subject] { fireManually(timer, on: context) }
        case .setFireDate(let timer, let date):
            for timer in timers[timer, scope.subject] { setFireDate(timer, date, on: context, step: step) }
        case .suspend(let part): suspend(part, scope, on: context)
        case .resume(let part): resume(part, scope, on: context)
        case .activate(let part): activate(part, scope, on: context)
        case .cancel(let part): cancel(part, step: step, scope, on: context)
        case .setTolerance(let timer, let tolerance):
            for timer in timers[timer, scope.subject] { timer.set(tolerance: tolerance) }
        case .taskSleep(let time, let rest):
            let time = kernel.time(time, in: program, for: scope.owner)
            guard scope.subject?.timer.kind != .taskSleep else {
                scope.subject?.timer.pause((time, rest))
                return
            }
            sleep(time, step, scope, on: context)
            run(rest, scope, on: context)
        case .reschedule(let timer, let start, let interval, let leeway):
            for timer in timers[timer, scope.subject] {
                reschedule(timer, start: start, interval: interval, leeway: leeway, on: context)
            }
        case .run(let call): runLoop(call, step: step, on: context)
        case .stopLoop(let thread): threads.loop(of: index(thread))?.stop()
        case .wakeLoop(let thread): threads.loop(of: index(thread))?.wake()
        case .performBlock(let block, let modes, let thread, let wakes):
            performBlock(block, scope, modes: program.modes.names(of: modes), thread: index(thread), wakes: wakes)
        case .addCommonMode(let mode, let thread):
            threads.loop(of: index(thread))?.addCommonMode(modeNames.native(program.modes.names[mode]))
        case .signal(let source): members.source(source.index)?.signal()
        case .performAfter(let request): perform(program.performs[request], scope, on: context)
        case .performOnThread(let block, let modes, let thread, let waits):
            performOnThread(
                block, scope, thread: thread.index, modes: program.modes.names(of: modes), waits: waits, step: step,
                on: context)
        case .performDirectly(let block): callOut(block, about: scope.subject, on: context)
        case .cancelPerform(let target, let selector): cancelPerform(target, selector, on: context)
        case .async(let queue, let block): async(block, scope, queue: queue)
        case .asyncAfter(let delay, let queue, let clock, let block):
            let delay = kernel.time(delay, in: program, for: program.blocks[block].entity)
            asyncAfter(block, scope, delay, queue: queue, clock: clock)
        case .release(let part): release(part)
        case .start(let thread): startThread(thread.index)
        case .exit: context.isLeaving = true
        case .sync, .waitFor, .pause, .setRate, .dumpLoop, .assign, .overRelease, .push, .pop, .isKindOf, .respondsTo,
            .message,
            .beginBackgroundTask, .endBackgroundTask, .system:
            // Refused before the run, or without an effect that could be seen.
            return
        }
    }

    // MARK: Work

    /// Keeps the processor busy on this thread; the host's own variation takes the place of the device's work factor.
    private func occupy(_ duration: Int64, _ step: Int64, _ scope: Scope, on context: ThreadContext) {
        guard duration > 0,
            let began = recorder.append(.workBegan, entity: scope.owner, thread: context.entity, value: step)
        else { return }
        kernel.work(until: began.adding(saturating: duration))
        record(.workEnded, scope.owner, on: context, value: step)
    }

    private func sleep(_ duration: Int64, _ step: Int64, _ scope: Scope, on context: ThreadContext) {
        guard duration > 0,
            let began = recorder.append(.sleepBegan, entity: scope.owner, thread: context.entity, value: step)
        else { return }
        kernel.block(until: began.addingReportingOverflow(duration).partialValue)
        record(.sleepEnded, scope.owner, on: context, value: step)
    }

    // MARK: Log

    private func log(_ template: TemplateID, _ scope: Scope, on context: ThreadContext) {
        let arguments = program.fields[template].map { value(of: $0, scope, on: context) }
        recorder.appendLog(Int64(template.raw), owner: scope.owner, thread: context.entity, arguments: arguments)
    }

    private func value(of field: LogField, _ scope: Scope, on context: ThreadContext) -> Int64 {
        let fired = scope.subject?.firing ?? 0
        return switch field {
        case .firing(let fromZero): fromZero ? fired - 1 : fired
        case .countdown(let from, _): from - max(0, fired - 1)
        case .turn: scope.turn
        case .activity: scope.activity
        case .thread: Int64(context.entity.index)
        case .data: scope.subject?.timer.data ?? 0
        case .timestamp, .targetTimestamp, .frameDuration, .linkDuration: 0
        case .isValid(let timer): timers[timer, scope.subject].first?.isValid ?? false ? 1 : 0
        case .fireDate(let timer): fireDate(of: timers[timer, scope.subject].first)
        case .now: clock.now
        case .remaining(let end): LogField.seconds(until: end, from: clock.now)
        case .answer: context.answer
        case .counter(let counter): count(counter)
        case .ticks: LogField.ticks(clock.now)
        case .mode: Int64(context.modes.last.map { modeEntity($0).index } ?? -1)
        }
    }

    /// The fire date; for an invalid timer the last date at which it fired, as NSTimer's documentation says.
    private func fireDate(of timer: LiveTimer?) -> Int64 {
        guard let timer else { return .max }
        let date = timer.timer?.fireDate ?? timer.latest.flatMap { HostLoop.lastDate(of: $0) }
        return date.map { clock.instant($0) } ?? timer.lastFired
    }
}
