import LabRecording
import LabScenarioModel
import LabScenarioProgram

extension World {
    mutating func execute(_ instruction: Instruction, in frame: StepsFrame, on thread: ThreadID) -> Flow {
        let step = instruction.step
        /// The thread whose run loop a step names.
        var target: ThreadID { instruction.thread.exists ? instruction.thread : thread }
        var made: BlockRef { frame.made(instruction.block) }
        switch instruction.verb {
        case .work, .loop:
            return work(time(of: instruction, for: frame.owner), step: step, owner: frame.owner, on: thread)
        case .sleep:
            let duration = time(of: instruction, for: frame.owner)
            if instruction.flag {
                if frame.timer.exists, case .task(let task) = timers.details[frame.timer].slot {
                    mechanisms.tasks[task].sleep(for: duration, then: instruction.list)
                    break
                }
                // If another mechanism replaces the task, its thread has to wait.
                if instruction.list.exists {
                    pushSteps(instruction.list, owner: frame.owner, timer: frame.timer, on: thread)
                }
            }
            return occupy(thread, for: duration, isWork: false, step: step, owner: frame.owner)
        case .log: return log(instruction.template, in: frame, step: step, on: thread)
        case .repeating:
            guard instruction.list.exists else { break }
            let first = StepsFrame(
                list: instruction.list, owner: frame.owner, timer: frame.timer, receiver: frame.receiver,
                firing: frame.firing)
            threads[thread].push(.repeating(first, count: instruction.number, until: instruction.until))
        case .count:
            let counter = instruction.counter
            kernel.counters[counter] =
                instruction.flag
                ? instruction.number : kernel.counters[counter].adding(saturating: instruction.number)
            signal(counter)
        // Timers
        case .create: if let part = instruction.part { make(part, step: step, on: thread) }
        case .add: add(instruction, loop: loop(of: target), in: frame, on: thread)
        case .invalidate, .cancel:
            switch instruction.part {
            case .source?: invalidate(source: instruction.source, on: thread)
            case .observer(let observer)?: invalidate(observer: ObserverID(observer))
            case .thread(let target)?: cancel(thread: ThreadID(target), step: step, on: thread)
            case let part: forEachMade(part, in: frame) { $0.end(timer: $1, on: thread, step: step) }
            }
        case .fire:
            for instance in instances(of: instruction).reversed() {
                let timer = named(instance, in: frame)
                if timer.exists { fireManually(timer, on: thread, step: step) }
            }
        case .setFireDate:
            guard let date = program.steps[Int(step)].date else { break }
            for instance in instances(of: instruction) {
                let timer = named(instance, in: frame)
                if timer.exists { setFireDate(timer, to: date, on: thread, step: step) }
            }
        case .suspend:
            if case .queue(let queue)? = instruction.part { suspend(queue: QueueID(queue), step: step) }
            forEachSource(of: instruction.part, in: frame) { $0.notify($1, .suspended, step: step, on: thread) }
        case .resume:
            if case .queue(let queue)? = instruction.part { resume(queue: QueueID(queue), step: step, on: thread) }
            forEachSource(of: instruction.part, in: frame) { $0.notify($1, .resumed, step: step, on: thread) }
            forEachMade(instruction.part, in: frame) { $0.pause($1, false, step: step, on: thread) }
        case .activate:
            forEachSource(of: instruction.part, in: frame) { world, source in
                if world.dispatch.sources[source].isActive { world.noteStart(of: source, step: step, on: thread) }
                world.notify(source, .activated, on: thread)
            }
        case .pause: forEachMade(instruction.part, in: frame) { $0.pause($1, true, step: step, on: thread) }
        case .setTolerance:
            forEachMade(instruction.part, in: frame) { $0.set(tolerance: instruction.fixedTime, of: $1) }
        case .setRate:
            guard case .timer(let timer)? = instruction.part, let frames = program.steps[Int(step)].frames else {
                break
            }
            ask(for: frames, timer: timer)
            forEachMade(.timer(timer), in: frame) { $0.followDisplay($1) }
        case .reschedule:
            guard let date = program.steps[Int(step)].date else { break }
            let interval = program.steps[Int(step)].interval
            forEachSource(of: instruction.part, in: frame) { world, source in
                world.noteStart(of: source, step: step, on: thread)
                let start = world.kernel.clock.reading(of: date, on: world.dispatch.sources[source].clock)
                world.notify(
                    source, .configured(start: start, interval: interval, leeway: instruction.fixedTime), on: thread)
            }
        // Run loops
        case .runLoop, .mode:
            if let call = program.steps[Int(step)].call { begin(call, mode: instruction.mode, step: step, on: thread) }
        case .stopLoop: stopLoop(of: target, calledOn: thread, step: step)
        case .wakeLoop: wakeLoop(of: target)
        case .performBlock: enqueue(block: made, by: instruction, target: target, on: thread)
        case .dumpLoop:
            // A thread's first use makes its run loop; a look at another thread's does not.
            if !instruction.thread.exists { _ = loop(of: thread) }
            dumpLoop(of: target, template: instruction.template, on: thread)
        case .addCommonMode: addCommonMode(instruction.mode, loop: loop(of: target))
        case .signal: receiveInput(source: instruction.source)
        // Later
        case .perform:
            if instruction.thread.exists { return performOnThread(made, instruction, on: thread) }
            if instruction.time != nil {
                noteDelay(instruction.fixedTime, of: instruction.block, by: frame.owner, step: step, on: thread)
                performAfter(instruction, in: frame, on: thread)
            } else {
                call(made, node: objects.makeBlock(made, on: &threads[thread], &kernel), on: thread)
            }
        case .cancelPerform: cancelPerforms(instruction, on: thread)
        case .async:
            let node = objects.makeBlock(made, on: &threads[thread], &kernel)
            enqueue(.block(made, node: node, isDelayed: false), on: instruction.queue)
        case .sync: return sync(made, queue: instruction.queue, step: step, on: thread)
        case .waitFor: return wait(for: instruction.counter, step: step, on: thread)
        case .asyncAfter:
            let delay = time(of: instruction, for: program.blocks[instruction.block].entity)
            noteDelay(delay, of: instruction.block, by: frame.owner, step: step, on: thread)
            dispatchAfter(delay, block: made, queue: instruction.queue, clock: instruction.clock, on: thread)
        // Objects
        case .release: if let part = instruction.part { objects.release(part, on: &threads[thread], &kernel) }
        case .overRelease: objects.overRelease(instruction.object, step: step, on: &threads[thread], &kernel)
        case .push: objects.push(instruction.object, step: step, on: &threads[thread], &kernel)
        case .pop: objects.pop(instruction.object, on: &threads[thread], &kernel)
        case .assign: objects.assign(instruction, on: &threads[thread], &kernel)
        case .isKindOf, .respondsTo: objects.ask(instruction, on: &threads[thread], &kernel)
        case .message:
            guard let receiver = instruction.part else { break }
            var body = StepsFrame(
                list: instruction.list, owner: frame.owner, timer: frame.timer, receiver: frame.receiver)
            if frame.timer.exists { body.firing = timers[frame.timer].fired }
            let isTargetGone = objects.message(
                objects.node(of: receiver, seenBy: objects.receiver(of: frame)), selector: instruction.name, body: body,
                step: step, on: &threads[thread], &kernel)
            if isTargetGone, frame.timer.exists { end(timer: frame.timer, on: thread, step: step) }
        // Threads and the system
        case .start:
            guard case .thread(let index)? = instruction.part, threads[ThreadID(index)].status == .unborn else { break }
            kernel.agenda.push(.threadStart(ThreadID(index)), at: kernel.now, priority: .thread)
        case .exit: exitThread(thread)
        case .beginBackgroundTask: beginBackgroundTask(instruction.counter, expiration: made, step: step)
        case .endBackgroundTask: endBackgroundTask(instruction.counter, step: step)
        case .systemSleep: sleepSystem(instruction.fixedTime, step: step)
        case .background: enterBackground(step: step, on: thread)
        case .foreground: enterForeground()
        case .setWallClock: setWallClock(by: instruction.fixedTime, step: step)
        case .setRefresh:
            if let rate = program.steps[Int(step)].refresh { setRefresh(rate, step: step) }
        }
        return .proceed
    }

    /// The time of a step, drawn for an entity if it is a table, ns.
    private mutating func time(of instruction: Instruction, for entity: EntityID) -> Int64 {
        instruction.time.map { kernel.dice.time($0, in: program, for: entity) } ?? 0
    }

    private func instances(of instruction: Instruction) -> IDRange<TimerPlan> {
        if case .timer(let index)? = instruction.part { program.instances(of: index) } else { IDRange(0..<0) }
    }

    // MARK: Verbs for several kinds of part

    /// The timer to which a name refers: the firing one in its own callback, elsewhere the latest that was made. In code of
    /// an earlier object it is the one in its variable; none: that is nil.
    func named(_ instance: TimerID, in frame: StepsFrame) -> TimerID {
        if frame.timer.exists, objects.contexts[frame.timer].instance == instance { return frame.timer }
        return objects.earlier.isEmpty
            ? objects.latest[instance]
            : objects.timer(instance, .timer(timers.details[instance].plan), of: objects.receiver(of: frame))
    }

    /// The state of the timer to which a name refers; nil: its variable is nil.
    func state(of instance: TimerID, in frame: StepsFrame) -> TimerState? {
        let timer = named(instance, in: frame)
        return timer.exists ? timers[timer] : nil
    }

    /// Calls a closure for each existing instance of a timer.
    private mutating func forEachMade(
        _ part: PartReference?, in frame: StepsFrame, _ body: (inout World, TimerID) -> Void
    ) {
        guard case .timer(let index)? = part else { return }
        for instance in program.instances(of: index) {
            let timer = named(instance, in: frame)
            if timer.exists, objects.contexts[timer].node.exists { body(&self, timer) }
        }
    }

    private mutating func forEachSource(
        of part: PartReference?, in frame: StepsFrame, _ body: (inout World, DispatchSourceID) -> Void
    ) {
        forEachMade(part, in: frame) { world, timer in
            let source = world.timers.details[timer].source
            if source.exists { body(&world, source) }
        }
    }

    private mutating func add(_ instruction: Instruction, loop: LoopID, in frame: StepsFrame, on thread: ThreadID) {
        let (modes, step) = (instruction.modes, instruction.step)
        switch instruction.part {
        case .timer?:
            for instance in instances(of: instruction) {
                let timer = named(instance, in: frame)
                guard timer.exists, objects.hasBeen(timer) else {
                    remark(.messagedNil, about: timers[instance].entity, on: thread, step: step)
                    continue
                }
                if case .link = timers.details[timer].slot {
                    add(link: timer, modes: modes, loop: loop, on: thread, step: step)
                } else {
                    add(timer, modes: modes, loop: loop, on: thread, step: step)
                }
            }
        case .source?: add(source: instruction.source, modes: modes, loop: loop, on: thread, step: step)
        case .observer(let index)?: add(observer: ObserverID(index), modes: modes, loop: loop, on: thread, step: step)
        case .object?, .thread?, .queue?, .event?, nil: break
        }
    }

    private mutating func cancel(thread target: ThreadID, step: Int32, on thread: ThreadID) {
        guard !plan.threads[target.index].isDetached else {
            // The code has no reference with which to cancel it.
            return remark(.messagedNil, about: threads[target].entity, on: thread, step: step)
        }
        threads[target].isCancelled = true
        record(.threadCancelled, entity: threads[target].entity, on: thread, extra: Int64(step))
    }

    // MARK: Work

    /// Keeps the thread busy for the device's time of an amount of work.
    mutating func work(_ amount: Int64, step: Int32, owner: EntityID, on thread: ThreadID) -> Flow {
        let work = kernel.work(amount, by: owner)
        return occupy(thread, for: work.time, step: step, owner: owner, rampUp: work.rampUp)
    }

    private mutating func occupy(
        _ thread: ThreadID, for duration: Int64, isWork: Bool = true, step: Int32, owner: EntityID, rampUp: Int64 = 0
    ) -> Flow {
        guard duration > 0 else { return .proceed }
        record(
            isWork ? .workBegan : .sleepBegan, entity: owner, on: thread, value: Int64(step), extra: rampUp)
        threads[thread].push(.busy(isWork: isWork, step: step, owner: owner))
        return pass(to: kernel.now.adding(saturating: duration), on: thread)
    }

    // MARK: Log

    private mutating func log(_ template: TemplateID, in frame: StepsFrame, step: Int32, on thread: ThreadID) -> Flow {
        let start = kernel.recorder.trace.arguments.count
        let fields = program.fields[template]
        for field in fields { kernel.recorder.keep(argument: value(of: field, in: frame, on: thread)) }
        record(
            .logged, entity: frame.owner, on: thread, value: Int64(template.raw),
            extra: fields.isEmpty ? -1 : Int64(start))
        return occupy(thread, for: plan.device.logCost, step: step, owner: frame.owner)
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
        case .isValid(let timer): state(of: program.instance(of: timer), in: frame)?.isValid == true ? 1 : 0
        case .fireDate(let timer): timers.fireDate(of: named(program.instance(of: timer), in: frame))
        // The time of `Date`, which follows a clock that is set (CFDate.c: CFAbsoluteTimeGetCurrent).
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

    /// `dispatch_source_get_data`; 0 for any other timer.
    private func data(of timer: TimerID) -> Int64 {
        guard timer.exists, case .source(let source) = timers.details[timer].slot else { return 0 }
        return dispatch.sources[source].data
    }
}
