import ExactTime
import Recording
import ScenarioModel
import ScenarioProgram

/// `dispatch_after` (source.c: _dispatch_after).
extension World {
    /// Enqueues a block at once, or when it is due.
    mutating func after(_ delay: Int64, block: BlockRef, queue target: QueueID, clock: TimerClock, on thread: ThreadID)
    {
        let node = makeBlock(block, on: thread)
        guard delay > 0 else {
            enqueue(.block(block, node: node, isDelayed: false), on: target)
            return
        }
        let entity = program.blocks[block.plan].entity
        let slot = makeDelayed(
            DelayedBlock(block: block, node: node, queue: target, deadline: .none), entity: entity, clock: clock)
        dispatch.deadlines.arm(
            mechanisms.delayed[slot].deadline, target: kernel.clock.reading(of: clock).adding(saturating: delay),
            leeway: CreationRules.leeway(ofDelay: delay), &kernel)
    }

    private mutating func makeDelayed(_ delayed: DelayedBlock, entity: EntityID, clock: TimerClock) -> DelayedID {
        let slot = mechanisms.add(delayed)
        let deadline = dispatch.deadlines.make(for: .delayed(slot), entity: entity, clock: clock)
        mechanisms.setDeadline(deadline, of: slot)
        return slot
    }

    private mutating func freeDelayed(_ slot: DelayedID) {
        dispatch.deadlines.free(mechanisms.delayed[slot].deadline, &kernel)
        mechanisms.free(slot)
    }

    mutating func elapse(delayed slot: DelayedID) {
        let delayed = mechanisms.delayed[slot]
        if delayed.timer.exists {
            enqueue(.delayedTimer(delayed.timer, isDelayed: true), on: delayed.queue)
        } else {
            freeDelayed(slot)
            enqueue(.block(delayed.block, node: delayed.node, isDelayed: true), on: delayed.queue)
        }
    }

    // MARK: Timers made of delayed blocks

    mutating func makeDelayedTimer(_ timer: TimerID, index: Int, on thread: ThreadID) {
        let planned = plan.timers[index]
        makeQueueTimer(timer, index: index, queue: QueueID(planned.queue ?? 0), on: thread)
        let slot = makeDelayed(
            DelayedBlock(block: .none, node: .none, queue: QueueID(planned.queue ?? 0), deadline: .none, timer: timer),
            entity: timers[timer].entity, clock: planned.clock)
        timers.details[timer].slot = .delayed(slot)
        post(timer, delay: CreationRules.delay(of: planned.delay ?? timers.details[timer].interval), on: thread)
    }

    /// What every timer on a queue begins with: libdispatch, or the runtime, keeps it until it is done.
    mutating func makeQueueTimer(_ timer: TimerID, index: Int, queue: QueueID, on thread: ThreadID) {
        timers.details[timer].node = objects.graph.add(.timer, index: timer.raw, entity: timers[timer].entity)
        timers[timer].isValid = true
        record(.created, entity: timers[timer].entity, on: thread)
        makeContext(of: timer, callback: plan.timers[index].callback, on: thread)
        timers.details[timer].loopEdge = retain(
            timers.details[timer].node, from: node(ofQueue: queue), label: objects.labels.block, on: thread)
        attachOwners(.timer(index), node: timers.details[timer].node, holders: plan.timers[index].heldBy, on: thread)
    }

    private mutating func node(ofQueue queue: QueueID) -> NodeID {
        if !dispatch.queues[queue].node.exists {
            dispatch.queues[queue].node = objects.graph.add(
                .root, index: queue.raw, entity: dispatch.queues[queue].entity)
        }
        return dispatch.queues[queue].node
    }

    private mutating func post(_ timer: TimerID, delay: Int64, on thread: ThreadID) {
        let delayed = mechanisms.delayed[timers.details[timer].delayed]
        let clock = dispatch.deadlines.clock(of: delayed.deadline)
        let target = kernel.clock.reading(of: clock).adding(saturating: delay)
        announce(timer, at: kernel.clock.recordingTime(of: target, on: clock))
        timers[timer].due = kernel.clock.uptime(of: target, on: clock)
        guard delay > 0 else {
            enqueue(.delayedTimer(timer, isDelayed: false), on: delayed.queue)
            return
        }
        dispatch.deadlines.renumber(delayed.deadline)
        dispatch.deadlines.arm(delayed.deadline, target: target, leeway: CreationRules.leeway(ofDelay: delay), &kernel)
    }

    /// Records when a timer without a grid is due next.
    mutating func announce(_ timer: TimerID, at instant: Int64) {
        timers.details[timer].awaited = instant
        record(.gridSet, entity: timers[timer].entity, on: .none, value: instant, extra: -1)
    }

    mutating func beginDelayed(_ timer: TimerID, on thread: ThreadID) {
        guard timers[timer].isValid else {
            finishDelayed(timer, on: thread)
            return
        }
        fireFromQueue(timer, kind: .delayedTimer, on: thread)
    }

    /// Records a firing of what is awaited and calls back.
    mutating func fireFromQueue(_ timer: TimerID, kind: Callout.Kind, on thread: ThreadID) {
        guard kernel.budget.countFiring() else { return }
        record(.fired, entity: timers[timer].entity, on: thread, value: timers.details[timer].awaited, extra: 1)
        timers[timer].fired += 1
        pushCallout(kind, timer: timer, drainsPool: false, on: thread)
    }

    mutating func endDelayed(_ callout: Callout, on thread: ThreadID) {
        let timer = callout.timer
        recordReturn(callout, on: thread)
        if timers[timer].isValid, timers.details[timer].plan >= 0, plan.timers[timers.details[timer].plan].repeats {
            post(timer, delay: CreationRules.delay(of: timers.details[timer].interval), on: thread)
        } else {
            finishDelayed(timer, on: thread)
        }
        releaseHolds(of: thread, downTo: callout.holdMark)
    }

    /// The last block has run, or comes to nothing: the queue lets it go. Whoever else holds the work item keeps what it
    /// captures, run or cancelled (Block.swift: DispatchWorkItem; measured).
    private mutating func finishDelayed(_ timer: TimerID, on thread: ThreadID) {
        freeDelayed(timers.details[timer].delayed)
        endQueueTimer(timer, on: thread)
        let edge = timers.details[timer].loopEdge
        timers.details[timer].loopEdge = .none
        if edge.exists { drop(.edge(edge), on: thread) }
    }

    mutating func finishQueueTimer(_ timer: TimerID, on thread: ThreadID) {
        endQueueTimer(timer, on: thread)
        releaseContext(of: timer, on: thread)
    }

    private mutating func endQueueTimer(_ timer: TimerID, on thread: ThreadID) {
        if timers[timer].isValid {
            timers[timer].isValid = false
            record(.gridEnded, entity: timers[timer].entity, on: thread)
        }
        timers[timer].due = .max
    }

    /// `DispatchWorkItem.cancel`: a block that has not begun will do nothing; it is kept until it is due.
    mutating func cancel(delayed timer: TimerID, on thread: ThreadID) {
        guard timers[timer].isValid else { return }
        timers[timer].isValid = false
        record(.cancelled, entity: timers[timer].entity, on: thread)
        record(.gridEnded, entity: timers[timer].entity, on: thread)
    }
}
