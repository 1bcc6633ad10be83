import Dispatch
import Foundation
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
            guard canGoOn(context) else { return }
            let condition = instruction.condition
            guard !condition.exists || holds(program.conditions[condition], scope, on: context) else { continue }
            perform(instruction, scope, on: context)
        }
    }

    func modes(of instruction: Instruction) -> [ModeName] { program.modes.names(of: instruction.modes) }

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

    private func perform(_ instruction: Instruction, _ scope: Scope, on context: ThreadContext) {
        let step = Int64(instruction.step)
        let block = instruction.block
        let thread = instruction.thread.exists ? instruction.thread.index : context.index
        func time(for entity: EntityID) -> Int64 {
            instruction.time.map { kernel.time($0, in: program, for: entity) } ?? 0
        }
        switch instruction.verb {
        case .work, .loop: spend(time(for: scope.owner), step, scope, on: context)
        case .sleep:
            let time = time(for: scope.owner)
            if instruction.flag, let timer = scope.subject?.timer, timer.kind == .taskSleep {
                timer.pause((time, instruction.list))
                return
            }
            spend(time, asleep: true, step, scope, on: context)
            run(instruction.list, scope, on: context)
        case .log: log(instruction.template, scope, on: context)
        case .repeating:
            var inner = scope
            inner.turn = 0
            while inner.turn < instruction.number, canGoOn(context) {
                let until = instruction.until
                if until.exists, holds(program.conditions[until], inner, on: context) { break }
                run(instruction.list, inner, on: context)
                inner.turn += 1
            }
        case .count:
            let (counter, amount) = (instruction.counter, instruction.number)
            counters.withLock { $0[counter] = instruction.flag ? amount : $0[counter].adding(saturating: amount) }
        case .addCommonMode:
            threads.loop(of: thread)?.addCommonMode(modeNames.native(program.modes.names[instruction.mode]))
        case .runLoop, .mode:
            if let call = program.steps[Int(step)].call { runLoop(call, step: step, on: context) }
        case .stopLoop: threads.loop(of: thread)?.stop()
        case .wakeLoop: threads.loop(of: thread)?.wake()
        case .performBlock:
            guard let loop = threads.loop(of: thread) else { return }
            loop.perform(in: modeNames.foundation(modes(of: instruction)), later(block, scope))
            if instruction.flag { loop.wake() }
        case .perform where instruction.thread.exists: performOnThread(instruction, scope, on: context)
        case .perform where instruction.time == nil: callOut(block, about: scope.subject, on: context)
        case .perform: performLater(instruction, scope, on: context)
        case .cancelPerform: cancelPerform(instruction.object, instruction.name, on: context)
        case .async: queues[instruction.queue.index].async(execute: later(block, scope))
        case .asyncAfter:
            let delay = time(for: program.blocks[block].entity)
            after(delay, queue: instruction.queue.index, clock: instruction.clock, later(block, scope))
        case .signal: members.source(instruction.source.index)?.signal()
        case .exit: context.isLeaving = true
        case .create: if let part = instruction.part { make(part, step: step, on: context) }
        case .add, .invalidate, .suspend, .resume, .activate, .cancel, .release, .start, .fire, .setFireDate,
            .setTolerance, .reschedule:
            perform(instruction, thread: thread, scope, on: context)
        case .sync, .waitFor, .pause, .setRate, .dumpLoop, .assign, .overRelease, .push, .pop, .isKindOf, .respondsTo,
            .message, .systemSleep, .background, .foreground, .beginBackgroundTask, .endBackgroundTask, .setWallClock,
            .setRefresh:
            // Refused before the run, or without a visible effect.
            return
        }
    }

    /// Performs a step on the part that it names.
    private func perform(_ instruction: Instruction, thread: Int, _ scope: Scope, on context: ThreadContext) {
        switch (instruction.part, instruction.verb) {
        case (.timer(let index), .release): for timer in timers[index] { timer.release() }
        case (.timer(let index), _):
            for timer in timers[index, scope.subject] { perform(instruction, timer, thread: thread, on: context) }
        case (.source(let index), .add): addSource(index, modes: modes(of: instruction), thread: thread)
        case (.source(let index), .invalidate):
            members.source(index)?.invalidate()
            record(.invalidated, program.entities.sources[SourceID(index)], on: context)
        case (.observer(let index), .add): addObserver(index, modes: modes(of: instruction), thread: thread)
        case (.observer(let index), .invalidate): members.invalidateObserver(index)
        case (.queue(let index), .suspend): queues.suspend(index)
        case (.queue(let index), .resume): queues.resume(index)
        case (.thread(let index), .start): startThread(index)
        case (.thread(let index), .cancel):
            threads.cancel(index)
            let entity = threads.entity(of: index, context)
            record(.threadCancelled, entity, on: context, extra: Int64(instruction.step))
        case _: return
        }
    }

    /// Performs a step on one instance of a timer.
    private func perform(_ instruction: Instruction, _ timer: LiveTimer, thread: Int, on context: ThreadContext) {
        let step = Int64(instruction.step)
        let planned = program.steps[Int(step)]
        switch (instruction.verb, timer.source) {
        case (.add, _): add(timer, modes: modes(of: instruction), thread: thread, step: step, on: context)
        case (.fire, _): fireManually(timer, on: context, step: step)
        case (.setTolerance, _): timer.set(tolerance: instruction.fixedTime)
        case (.setFireDate, _): if let date = planned.date { setFireDate(timer, date, on: context, step: step) }
        case (.invalidate, _) where timer.kind == .nstimer: invalidateTimer(timer, step: step, on: context)
        case (.invalidate, _), (.cancel, _): cancelTimer(timer, step: step, on: context)
        case (.suspend, let source?):
            timer.suspend()
            record(.suspended, timer.entity, on: context, extra: -1)
            source.suspend()
        case (.resume, let source?):
            timer.resume()
            record(.resumed, timer.entity, on: context)
            source.resume()
        case (.activate, let source?):
            if timer.activate() { record(.resumed, timer.entity, on: context) }
            source.activate()
        case (_, let source?):
            guard let date = planned.date, !timer.isCancelled else { return }
            let start = date.instant(now: clock.now)
            schedule(timer, source, start: start, interval: planned.interval, leeway: instruction.fixedTime)
        case (_, nil): return
        }
    }

    /// Keeps this thread busy or asleep; the host's own variation replaces the device's work factor.
    private func spend(
        _ duration: Int64, asleep: Bool = false, _ step: Int64, _ scope: Scope, on context: ThreadContext
    ) {
        let began: Record.Kind = asleep ? .sleepBegan : .workBegan
        guard duration > 0, let start = recorder.append(began, entity: scope.owner, thread: context.entity, value: step)
        else { return }
        let end = start.adding(saturating: duration)
        if asleep { kernel.block(until: end) } else { kernel.work(until: end) }
        record(asleep ? .sleepEnded : .workEnded, scope.owner, on: context, value: step)
    }

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
