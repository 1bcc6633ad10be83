import LabCatalogue
import LabRecording
import LabScenarioModel
import LabScenarioProgram

/// Making and ending timers, for each mechanism.
extension World {
    mutating func makeTimer(_ instance: TimerID, step: Int32, on thread: ThreadID) {
        var timer = objects.latest[instance]
        if objects.contexts[timer].node.exists {
            // The items of a cancelled timer in a queue still run, and must not count as the new timer's.
            if timers[timer].isValid || timers.details[timer].isCancelled || timer != instance {
                guard let new = remake(timer, step: step, on: thread) else { return }
                timer = new
            } else {
                objects.contexts[timer].number += 1
            }
        }
        switch timers.details[timer].kind {
        case .nstimer, .combine: makeRunLoopTimer(timer, on: thread)
        case .gcd: makeDispatchSource(timer, on: thread)
        case .displayLink: makeDisplayLink(timer, on: thread)
        case .perform: makePerform(timer, on: thread)
        case .after: makeDelayedTimer(timer, on: thread)
        case .taskSleep, .asyncTimer: makeTask(timer, on: thread)
        case .machWait, .threadSleep: makeWaitLoop(timer, on: thread)
        }
    }

    /// The plan of a timer that is not a perform request's. A call that is not inlined would copy the world.
    @inline(__always) func planned(_ timer: TimerID) -> TimerPlan { plan.timers[timers.details[timer].plan] }

    /// The code that made a timer runs again while that timer is valid: it makes a second timer. A loop that sleeps is
    /// the whole body of its thread, so there is only one.
    private mutating func remake(_ timer: TimerID, step: Int32, on thread: ThreadID) -> TimerID? {
        let (details, context) = (timers.details[timer], objects.contexts[timer])
        if case .waitLoop = details.slot { return nil }
        guard timers.remakes < Ceiling.remakes else {
            kernel.budget.end(.full)
            return nil
        }
        if details.isCancelled || !timers[timer].isValid {
            // It was ended before another one is made, which is correct.
        } else if isSubscription(timer), !plan.isInSet(timer: details.plan) {
            // The subscription's variable gets a new value, and cancels the old one (Combine: AnyCancellable).
            end(timer: timer, on: thread, step: step)
        } else if objects.graph.isReadableWeakly(context.node), !objects.isOfEarlier(context.node) {
            remark(.remade, about: timers[timer].entity, on: thread, step: step)
        }
        let entity = kernel.append(copyOf: program.entities.timers[context.instance], number: Int(context.number) + 1)
        let new = timers.remake(context.instance, entity: entity, plan, program)
        objects.remake(context.instance, as: new)
        return new
    }

    /// True for a subscription, which its AnyCancellable keeps and not the run loop. It is cancelled with the last
    /// reference (Combine: AnyCancellable, "automatically calls cancel() when deinitialized").
    func isSubscription(_ timer: TimerID) -> Bool { timers.details[timer].kind == .combine }

    mutating func end(timer: TimerID, on thread: ThreadID, step: Int32 = -1) {
        guard objects.contexts[timer].node.exists else { return }
        let isValid = timers[timer].isValid
        switch timers.details[timer].slot {
        case .none: return invalidate(timer, on: thread, step: step)
        case .link: return invalidate(link: timer, on: thread, step: step)
        case .waitLoop:
            if isValid { recordCancellation(of: timer, on: thread) }
            return
        case .source(let source): notify(source, .cancelled, on: thread)
        case .task(let task): notify(task, .cancelled, on: thread)
        case .delayed: if isValid { recordCancellation(of: timer, on: thread) }
        }
        if isValid { timers.details[timer].isCancelled = true }
    }

    mutating func beginMaking(_ timer: TimerID, on thread: ThreadID) {
        objects.contexts[timer].node = objects.graph.insert(.timer, index: timer.raw, entity: timers[timer].entity)
        // The callback that makes it again is the old timer's.
        (timers[timer].isValid, timers[timer].isFiring) = (true, false)
        record(.created, entity: timers[timer].entity, on: thread)
        objects.makeContext(of: timer, planned(timer), on: &threads[thread], &kernel)
    }

    /// Gives a timer its owners, except the run loop, queue or thread that serves it.
    mutating func attachOwners(to timer: TimerID, on thread: ThreadID) {
        let index = timers.details[timer].plan
        objects.attachOwners(
            .timer(index), node: objects.contexts[timer].node, holders: plan.timers[index].heldBy, on: &threads[thread],
            &kernel)
    }

    /// Gives it the owner that serves it: its run loop, queue or thread.
    mutating func keep(_ timer: TimerID, by holder: NodeID, _ label: Labels, on thread: ThreadID) {
        objects.contexts[timer].loopEdge = objects.retain(
            objects.contexts[timer].node, from: holder, label: Labels[label], on: &threads[thread], &kernel)
    }

    /// Libdispatch, the runtime or a thread retains the timer's block.
    private mutating func makeBlock(_ timer: TimerID, keptBy holder: NodeID, on thread: ThreadID) {
        beginMaking(timer, on: thread)
        keep(timer, by: holder, .block, on: thread)
        attachOwners(to: timer, on: thread)
    }

    private mutating func fireAwaited(_ timer: TimerID, on thread: ThreadID) {
        guard countFiring(of: timer, due: timers.details[timer].awaited, on: thread) else { return }
        pushCallout(.awaited, timer: timer, on: thread)
    }

    /// The callback of a timer without a run loop has returned.
    mutating func goOn(_ timer: TimerID, on thread: ThreadID) {
        switch timers.details[timer].slot {
        case .none: return
        case .source(let source): notify(source, .handlerReturned, on: thread)
        case .link(let link): notify(link, .returned, on: thread)
        case .task(let task): notify(task, .returned, on: thread)
        case .delayed(let slot): endDelayed(slot, timer, on: thread)
        case .waitLoop(let slot):
            mechanisms.waitLoops[slot].rounds.endRound()
            if !timers.details[timer].repeats { recordEnd(of: timer, on: thread) }
        }
    }

    /// Records a firing of a timer without a run loop, and the number of its points; false if the budget allows none.
    mutating func countFiring(of timer: TimerID, due: Int64, data: Int64 = 1, on thread: ThreadID) -> Bool {
        guard kernel.budget.countFiring() else { return false }
        record(.fired, entity: timers[timer].entity, on: thread, value: due, extra: data)
        timers[timer].fired += 1
        return true
    }

    /// `DispatchWorkItem.cancel`: a block that has not begun does nothing, but it is retained until it is due.
    private mutating func recordCancellation(of timer: TimerID, on thread: ThreadID) {
        record(.cancelled, entity: timers[timer].entity, on: thread)
        recordEnd(of: timer, on: thread)
    }

    private mutating func recordEnd(of timer: TimerID, on thread: ThreadID) {
        guard timers[timer].isValid else { return }
        timers[timer].isValid = false
        record(.gridEnded, entity: timers[timer].entity, on: thread)
    }

    // MARK: Delayed blocks

    /// `dispatch_after`: enqueues a block at once, or when it is due (source.c: _dispatch_after).
    mutating func dispatchAfter(_ delay: Int64, block: BlockRef, queue: QueueID, clock: TimerClock, on thread: ThreadID)
    {
        let node = objects.makeBlock(block, on: &threads[thread], &kernel)
        guard delay > 0 else { return enqueue(.block(block, node: node, isDelayed: false), on: queue) }
        let slot = makeDelayed(
            DelayedBlock(item: .block(block, node: node, isDelayed: true), queue: queue),
            entity: program.blocks[block.plan].entity, clock: clock)
        dispatch.deadlines.arm(
            mechanisms.delayed[slot].deadline, target: kernel.clock.reading(of: clock).adding(saturating: delay),
            leeway: CreationRules.leeway(ofDelay: delay), &kernel)
    }

    /// Remarks that an event submits a block again while an earlier one, of another time, still waits.
    mutating func noteDelay(_ delay: Int64, of block: BlockID, by owner: EntityID, step: Int32, on thread: ThreadID) {
        guard kernel.recorder.trace.entities[Int(owner.index)].kind == .event else { return }
        let request = program.blocks[block].request
        let last = mechanisms.handedOver[request]
        if let last, last.at < kernel.now, last.due > kernel.now {
            remark(.remade, about: program.blocks[last.block].entity, on: thread, step: step)
        }
        mechanisms.handedOver[request] = (block, kernel.now, max(last?.due ?? 0, kernel.now.adding(saturating: delay)))
    }

    private mutating func makeDelayed(_ delayed: DelayedBlock, entity: EntityID, clock: TimerClock) -> DelayedID {
        let slot = mechanisms.delayed.insert(delayed, reusing: &mechanisms.freeDelayed)
        mechanisms.delayed[slot].deadline = dispatch.deadlines.make(for: .delayed(slot), entity: entity, clock: clock)
        return slot
    }

    private mutating func freeDelayed(_ slot: DelayedID) {
        dispatch.deadlines.free(mechanisms.delayed[slot].deadline, &kernel)
        mechanisms.freeDelayed.append(slot)
    }

    mutating func elapse(delayed slot: DelayedID) {
        let delayed = mechanisms.delayed[slot]
        if delayed.rounds == nil { freeDelayed(slot) }
        enqueue(delayed.item, on: delayed.queue)
    }

    private mutating func makeDelayedTimer(_ timer: TimerID, on thread: ThreadID) {
        let planned = planned(timer)
        let queue = QueueID(planned.queue ?? 0)
        makeBlock(timer, keptBy: dispatch.node(of: queue, in: &objects.graph), on: thread)
        var rounds = Rounds(planned, interval: timers.details[timer].interval)
        rounds.start(kernel.clock)
        let slot = makeDelayed(
            DelayedBlock(item: .delayedTimer(timer, isDelayed: true), queue: queue, rounds: rounds),
            entity: timers[timer].entity, clock: planned.clock)
        timers.details[timer].slot = .delayed(slot)
        post(timer)
    }

    private mutating func post(_ timer: TimerID) {
        let slot = timers.details[timer].delayed
        guard let next = mechanisms.delayed[slot].rounds?.next(kernel.clock) else { return }
        let delayed = mechanisms.delayed[slot]
        let clock = dispatch.deadlines.clock(of: delayed.deadline)
        timers.announce(next, of: timer, on: clock, &kernel)
        let delay = next.target - kernel.clock.reading(of: clock)
        guard delay > 0 else { return enqueue(.delayedTimer(timer, isDelayed: false), on: delayed.queue) }
        dispatch.deadlines.renumber(delayed.deadline)
        dispatch.deadlines.arm(
            delayed.deadline, target: next.target, leeway: CreationRules.leeway(ofDelay: delay), &kernel)
    }

    mutating func beginDelayed(_ timer: TimerID, on thread: ThreadID) {
        guard timers[timer].isValid else { return finishDelayed(timer, on: thread) }
        fireAwaited(timer, on: thread)
    }

    private mutating func endDelayed(_ slot: DelayedID, _ timer: TimerID, on thread: ThreadID) {
        guard timers[timer].isValid, timers.details[timer].repeats else { return finishDelayed(timer, on: thread) }
        mechanisms.delayed[slot].rounds?.endRound()
        post(timer)
    }

    /// The last block has run or was dropped, and the queue releases it. Any other holder of the work item retains its
    /// captures, run or cancelled (Block.swift: DispatchWorkItem; measured).
    private mutating func finishDelayed(_ timer: TimerID, on thread: ThreadID) {
        freeDelayed(timers.details[timer].delayed)
        recordEnd(of: timer, on: thread)
        timers[timer].due = .max
        objects.drop(objects.takeLoopEdge(of: timer), on: &threads[thread])
    }

    // MARK: Tasks

    private mutating func makeTask(_ timer: TimerID, on thread: ThreadID) {
        let planned = planned(timer)
        let queue = QueueID(planned.queue ?? 0)
        makeBlock(timer, keptBy: dispatch.node(of: queue, in: &objects.graph), on: thread)
        let task = mechanisms.tasks.nextID
        timers.details[timer].slot = .task(task)
        let deadline = dispatch.deadlines.make(for: .task(task), entity: timers[timer].entity, clock: planned.clock)
        let rounds = Rounds(planned, interval: timers.details[timer].interval)
        mechanisms.tasks.append(
            SleepingTask(timer: timer, deadline: deadline, queue: queue, plan: planned, rounds: rounds))
        enqueue(.task(task), on: queue)
    }

    mutating func notify(_ task: TaskID, _ event: SleepingTask.Event, on thread: ThreadID) {
        let actions = mechanisms.tasks[task].handle(event, kernel.clock)
        // By field: the whole task, with its plan, is too large to copy for each event.
        let (timer, deadline) = (mechanisms.tasks[task].timer, mechanisms.tasks[task].deadline)
        for action in actions {
            switch action {
            case .comment(let found): remark(found, about: timers[timer].entity, on: thread)
            case .awaits(let next): timers.announce(next, of: timer, on: mechanisms.tasks[task].clock, &kernel)
            case .arm(let target, let leeway): dispatch.deadlines.arm(deadline, target: target, leeway: leeway, &kernel)
            case .disarm: dispatch.deadlines.disarm(deadline, &kernel)
            case .enqueue: enqueue(.task(task), on: mechanisms.tasks[task].queue)
            case .fire: fireAwaited(timer, on: thread)
            case .goOn(let list):
                begin(Callout(kind: .restOfTask, entity: timers[timer].entity, timer: timer), list, on: thread)
            case .endGrid: record(.gridEnded, entity: timers[timer].entity, on: thread)
            case .recordCancellation: recordCancellation(of: timer, on: thread)
            case .finish:
                dispatch.deadlines.free(deadline, &kernel)
                finish(timer, on: thread)
            }
        }
    }

    private mutating func finish(_ timer: TimerID, on thread: ThreadID) {
        recordEnd(of: timer, on: thread)
        timers[timer].due = .max
        objects.releaseContext(of: timer, on: &threads[thread])
    }

    // MARK: Loops that wait

    /// The thread that makes the loop runs it from now on.
    private mutating func makeWaitLoop(_ timer: TimerID, on thread: ThreadID) {
        makeBlock(timer, keptBy: threads[thread].node, on: thread)
        var rounds = Rounds(planned(timer), interval: timers.details[timer].interval)
        if rounds.isIntervalRaised { remark(.intervalRaised, about: timers[timer].entity, on: thread) }
        rounds.start(kernel.clock)
        let slot = mechanisms.waitLoops.append((timer, rounds))
        timers.details[timer].slot = .waitLoop(slot)
        threads[thread].push(.waitLoop(slot, isWaiting: true))
    }

    mutating func continueWaitLoop(_ slot: WaitLoopID, isWaiting: Bool, on thread: ThreadID) -> Flow {
        let timer = mechanisms.waitLoops[slot].timer
        guard kernel.chargeBudget() else { return .blocked }
        guard timers[timer].isValid else {
            threads[thread].pop()
            finish(timer, on: thread)
            return .proceed
        }
        guard isWaiting else {
            threads[thread].replaceTop(with: .waitLoop(slot, isWaiting: true))
            fireAwaited(timer, on: thread)
            return .proceed
        }
        threads[thread].replaceTop(with: .waitLoop(slot, isWaiting: false))
        let next = mechanisms.waitLoops[slot].rounds.next(kernel.clock)
        timers.announce(next, of: timer, on: .uptime, &kernel)
        // A deadline that has passed needs no wait: missed rounds come in a burst.
        guard next.target > kernel.now else { return .proceed }
        let wakeTime = kernel.dice.delayed(next.target, entity: timers[timer].entity, index: timers[timer].fired)
        return pass(to: wakeTime, on: thread)
    }
}
