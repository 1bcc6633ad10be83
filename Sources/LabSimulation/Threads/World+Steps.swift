import LabExactTime
import LabRecording
import LabScenarioModel
import LabScenarioProgram

extension World {
    mutating func execute(_ instruction: Instruction, in frame: StepsFrame, on thread: ThreadID) -> Flow {
        let step = instruction.step
        switch instruction.op {
        case .work(let amount):
            let amount = kernel.dice.time(amount, in: program, for: frame.owner)
            return work(amount, step: step, owner: frame.owner, on: thread)
        case .sleep(let duration):
            let duration = kernel.dice.time(duration, in: program, for: frame.owner)
            return occupy(thread, for: duration, .sleep, step: step, owner: frame.owner)
        case .taskSleep(let time, let rest):
            let time = kernel.dice.time(time, in: program, for: frame.owner)
            if frame.timer.exists, case .task(let task) = timers.details[frame.timer].slot {
                mechanisms.tasks[task].sleep(for: time, then: rest)
                break
            }
            // Another mechanism has the task's place, whose thread has to wait.
            if rest.exists { pushSteps(rest, owner: frame.owner, timer: frame.timer, on: thread) }
            return occupy(thread, for: time, .sleep, step: step, owner: frame.owner)
        case .log(let template): return log(template, in: frame, step: step, on: thread)
        case .performOnThread(let block, let modes, let target, let waits):
            return performOnThread(
                frame.made(block), modes: modes, target: target, waits: waits, step: step, on: thread)
        case .repeating(let count, let list, let until):
            guard list.exists else { break }
            let first = StepsFrame(list: list, owner: frame.owner, timer: frame.timer, firing: frame.firing)
            threads[thread].push(.repeating(first, count: count, until: until))
        case .count(let counter, let amount, let sets):
            kernel.counters[counter] = sets ? amount : kernel.counters[counter].adding(saturating: amount)
            signal(counter)
        // Timers
        case .create(let part): make(part, step: step, on: thread)
        case .add(let part, let modes, let target):
            add(part, modes: modes, thread: target.exists ? target : thread, in: frame, on: thread, step: step)
        case .invalidate(.source(let source)): invalidate(source: SourceID(source), on: thread)
        case .invalidate(.observer(let observer)): invalidate(observer: ObserverID(observer))
        case .invalidate(let part): forEachMade(part, in: frame) { $0.end(timer: $1, on: thread, step: step) }
        case .fire(let timer):
            for instance in program.instances(of: timer).reversed() {
                fireManually(named(instance, in: frame), on: thread)
            }
        case .setFireDate(let timer, let date):
            for instance in program.instances(of: timer) {
                setFireDate(named(instance, in: frame), to: date, on: thread, step: step)
            }
        case .suspend(.queue(let queue)): suspend(queue: QueueID(queue), step: step)
        case .suspend(let part): forEachSource(of: part, in: frame) { $0.tell($1, .suspended, step: step, on: thread) }
        case .resume(.queue(let queue)): resume(queue: QueueID(queue), step: step, on: thread)
        case .resume(let part):
            forEachSource(of: part, in: frame) { $0.tell($1, .resumed, step: step, on: thread) }
            forEachMade(part, in: frame) { $0.pause($1, false, step: step, on: thread) }
        case .activate(let part):
            forEachSource(of: part, in: frame) { $0.tell($1, .activated, on: thread) }
        case .cancel(.thread(let target)): cancel(thread: ThreadID(target), step: step, on: thread)
        case .cancel(let part): forEachMade(part, in: frame) { $0.end(timer: $1, on: thread, step: step) }
        case .pause(let timer): forEachMade(.timer(timer), in: frame) { $0.pause($1, true, step: step, on: thread) }
        case .setTolerance(let timer, let tolerance):
            forEachMade(.timer(timer), in: frame) { $0.set(tolerance: tolerance, of: $1) }
        case .setRate(let timer, let rate):
            ask(for: rate, timer: timer)
            forEachMade(.timer(timer), in: frame) { $0.followDisplay($1) }
        case .reschedule(let timer, let start, let interval, let leeway):
            forEachSource(of: .timer(timer), in: frame) { world, source in
                let start = world.kernel.clock.reading(of: start, on: world.dispatch.sources[source].clock)
                world.tell(source, .configured(start: start, interval: interval, leeway: leeway), on: thread)
            }
        // Run loops
        case .run(let run): beginRun(run, step: step, on: thread)
        case .stopLoop(let target): stopLoop(of: target.exists ? target : thread, calledOn: thread, step: step)
        case .wakeLoop(let target): wakeLoop(of: target.exists ? target : thread)
        case .performBlock(let block, let modes, let target, let wakes):
            enqueue(
                block: frame.made(block), modes: modes, target: target.exists ? target : thread,
                wakes: wakes, on: thread, step: step)
        case .dumpLoop(let target, let template):
            // Asking for the current run loop makes it; a look at another thread's does not.
            if !target.exists { _ = loop(of: thread) }
            dumpLoop(of: target.exists ? target : thread, template: template, on: thread)
        case .addCommonMode(let mode, let target): addCommonMode(mode, loop: loop(of: target.exists ? target : thread))
        case .signal(let source): receiveInput(source: source)
        // Later
        case .performAfter(let request): performAfter(request, in: frame, on: thread)
        case .cancelPerform(let target, let selector):
            cancelPerforms(target: target, selector: selector, step: step, on: thread)
        case .performDirectly(let made):
            let block = frame.made(made)
            call(block, node: objects.makeBlock(block, on: &threads[thread], &kernel), on: thread)
        case .async(let queue, let made):
            let block = frame.made(made)
            enqueue(
                .block(block, node: objects.makeBlock(block, on: &threads[thread], &kernel), isDelayed: false),
                on: queue)
        case .sync(let queue, let block):
            return sync(frame.made(block), queue: queue, step: step, on: thread)
        case .waitFor(let counter): return wait(for: counter, step: step, on: thread)
        case .asyncAfter(let delay, let queue, let clock, let block):
            let delay = kernel.dice.time(delay, in: program, for: program.blocks[block].entity)
            noteDelay(delay, of: block, by: frame.owner, step: step, on: thread)
            dispatchAfter(delay, block: frame.made(block), queue: queue, clock: clock, on: thread)
        // Objects
        case .release(let part): objects.release(part, on: &threads[thread], &kernel)
        case .overRelease(let object): objects.overRelease(object, step: step, on: &threads[thread], &kernel)
        case .push(let object): objects.push(object, step: step, on: &threads[thread], &kernel)
        case .pop(let object): objects.pop(object, on: &threads[thread], &kernel)
        case .assign(let owner, let property, let part, let isWeak):
            objects.assign(part, to: property, of: owner, isWeak: isWeak, step: step, on: &threads[thread], &kernel)
        case .isKindOf(let object, let className):
            objects.askKind(of: object, className: className, step: step, on: &threads[thread], &kernel)
        case .respondsTo(let object, let selector):
            objects.askResponse(of: object, selector: selector, step: step, on: &threads[thread], &kernel)
        case .message(let receiver, let selector, let list):
            var body = StepsFrame(list: list, owner: frame.owner, timer: frame.timer)
            if frame.timer.exists { body.firing = timers[frame.timer].fired }
            let isTargetGone = objects.message(
                receiver, selector: selector, body: body, step: step, on: &threads[thread], &kernel)
            if isTargetGone, frame.timer.exists { end(timer: frame.timer, on: thread, step: step) }
        // Threads and the system
        case .start(let target):
            guard threads[target].status == .unborn else { break }
            kernel.agenda.push(.threadStart(target), at: kernel.now, priority: .thread)
        case .exit: exitThread(thread)
        case .beginBackgroundTask(let counter, let expiration):
            beginBackgroundTask(counter, expiration: frame.made(expiration), step: step)
        case .endBackgroundTask(let counter): endBackgroundTask(counter, step: step)
        case .system(.sleep(let duration)): sleepSystem(duration, step: step)
        case .system(.background): enterBackground(step: step, on: thread)
        case .system(.foreground): enterForeground()
        case .system(.setWallClock(let jump)): setWallClock(by: jump, step: step)
        case .system(.setRefresh(let rate)): setRefresh(rate, step: step)
        }
        return .proceed
    }

    // MARK: Verbs for several kinds of part

    /// The timer that a name means: in its own callback the one that fires, elsewhere the latest that was made.
    func named(_ instance: TimerID, in frame: StepsFrame) -> TimerID {
        frame.timer.exists && objects.contexts[frame.timer].instance == instance
            ? frame.timer : objects.latest[instance]
    }

    /// Does something to each instance of a timer that has been made.
    private mutating func forEachMade(
        _ part: PartReference, in frame: StepsFrame, _ body: (inout World, TimerID) -> Void
    ) {
        guard case .timer(let index) = part else { return }
        for instance in program.instances(of: index) {
            let timer = named(instance, in: frame)
            if objects.contexts[timer].node.exists { body(&self, timer) }
        }
    }

    private mutating func forEachSource(
        of part: PartReference, in frame: StepsFrame, _ body: (inout World, DispatchSourceID) -> Void
    ) {
        forEachMade(part, in: frame) { world, timer in
            let source = world.timers.details[timer].source
            if source.exists { body(&world, source) }
        }
    }

    private mutating func add(
        _ part: PartReference, modes: ModeSet, thread target: ThreadID, in frame: StepsFrame, on thread: ThreadID,
        step: Int32
    ) {
        let loop = loop(of: target)
        switch part {
        case .timer(let index):
            for instance in program.instances(of: index) {
                let timer = named(instance, in: frame)
                guard objects.contexts[timer].node.exists, objects.graph.isReadableWeakly(objects.contexts[timer].node)
                else {
                    remark(.messagedNil, about: timers[timer].entity, on: thread, step: step)
                    continue
                }
                if case .link = timers.details[timer].slot {
                    add(link: timer, modes: modes, loop: loop, on: thread, step: step)
                } else {
                    add(timer, modes: modes, loop: loop, on: thread, step: step)
                }
            }
        case .source(let index): add(source: SourceID(index), modes: modes, loop: loop, on: thread, step: step)
        case .observer(let index): add(observer: ObserverID(index), modes: modes, loop: loop, on: thread, step: step)
        case .object, .thread, .queue, .event: break
        }
    }

    private mutating func cancel(thread target: ThreadID, step: Int32, on thread: ThreadID) {
        guard !plan.threads[target.index].isDetached else {
            // The code has no reference to cancel it by.
            remark(.messagedNil, about: threads[target].entity, on: thread, step: step)
            return
        }
        threads[target].isCancelled = true
        record(.threadCancelled, entity: threads[target].entity, on: thread, extra: Int64(step))
    }

    // MARK: Work

    /// Keeps the thread busy with what the device makes of an amount of work.
    mutating func work(_ amount: Int64, step: Int32, owner: EntityID, on thread: ThreadID) -> Flow {
        let work = kernel.work(amount, by: owner, plan.device)
        return occupy(thread, for: work.time, .work, step: step, owner: owner, rampUp: work.rampUp)
    }

    private mutating func occupy(
        _ thread: ThreadID, for duration: Int64, _ kind: BusyKind, step: Int32, owner: EntityID, rampUp: Int64 = 0
    ) -> Flow {
        guard duration > 0 else { return .proceed }
        record(
            kind == .work ? .workBegan : .sleepBegan, entity: owner, on: thread, value: Int64(step), extra: rampUp)
        threads[thread].push(.busy(kind: kind, step: step, owner: owner))
        return pass(to: kernel.now.adding(saturating: duration), on: thread)
    }

    // MARK: Log

    private mutating func log(_ template: TemplateID, in frame: StepsFrame, step: Int32, on thread: ThreadID) -> Flow {
        let start = kernel.recorder.arguments.count
        let fields = program.fields[template]
        for field in fields { kernel.recorder.keep(argument: value(of: field, in: frame, on: thread)) }
        record(
            .logged, entity: frame.owner, on: thread, value: Int64(template.raw),
            extra: fields.isEmpty ? -1 : Int64(start))
        return occupy(thread, for: plan.device.logCost, .work, step: step, owner: frame.owner)
    }

    private func value(of field: LogField, in frame: StepsFrame, on thread: ThreadID) -> Int64 {
        let fired = frame.firing
        return switch field {
        case .firing(let fromZero): fromZero ? fired - 1 : fired
        case .countdown(let from, _): from.adding(saturating: -max(0, fired - 1))
        case .turn: frame.turn
        case .activity: fired
        case .thread: Int64(threads[thread].entity.index)
        case .data: data(of: frame.timer)
        case .timestamp, .targetTimestamp, .frameDuration: property(field, ofLink: frame.timer)
        case .isValid(let timer): timers[named(program.instance(of: timer), in: frame)].isValid ? 1 : 0
        case .fireDate(let timer): timers.fireDate(of: named(program.instance(of: timer), in: frame))
        // As `Date` has it, which follows a clock that is set (CFDate.c: CFAbsoluteTimeGetCurrent).
        case .now: kernel.clock.reading(of: .wall)
        case .answer: threads[thread].answer
        case .counter(let counter): kernel.counters[counter]
        case .ticks: LogField.ticks(kernel.now)
        case .remaining(let end): LogField.seconds(until: end, from: kernel.clock.reading(of: .wall))
        case .linkDuration(let timer): property(.frameDuration, ofLink: named(program.instance(of: timer), in: frame))
        case .mode:
            threads[thread].loop.exists
                ? Int64(loops[threads[thread].loop].currentMode.map { program.entities.modes[$0].index } ?? -1) : -1
        }
    }

    /// `dispatch_source_get_data`; 0 for what is no source.
    private func data(of timer: TimerID) -> Int64 {
        guard timer.exists, case .source(let source) = timers.details[timer].slot else { return 0 }
        return dispatch.sources[source].data
    }
}
