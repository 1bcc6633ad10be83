import ExactTime
import Recording
import ScenarioModel

/// A block that `dispatch_after` keeps until it is due, or a timer that is made of such blocks.
struct DelayedBlock {
    /// -1 for a timer.
    var block: Int32
    var node: Int32
    var queue: Int32
    var deadline: Int32
    /// The timer; -1 for a block.
    var timer: Int32 = -1
}

/// `dispatch_after` (source.c: _dispatch_after).
extension World {
    /// A tenth of the delay, at least 1 ms, at most 60 s.
    static func leewayOfDelay(_ delay: Int64) -> Int64 { min(max(delay / 10, 1_000_000), 60_000_000_000) }

    /// Enqueues a block at once, or when it is due.
    mutating func after(_ delay: Int64, block: Int32, queue target: Int, clock: TimerClock, on thread: Int) {
        let node = makeBlock(block, on: thread)
        guard delay > 0 else {
            enqueue(.block(block, node: node, isDelayed: false), on: target)
            return
        }
        let entity = EntityID(Int(blockPlan(block).entity))
        let slot = makeDelayed(
            DelayedBlock(block: block, node: node, queue: Int32(target), deadline: -1), entity: entity, clock: clock)
        arm(
            deadline: delayedBlocks[slot].deadline, target: sum(reading(of: clock), delay),
            leeway: World.leewayOfDelay(delay))
    }

    private mutating func makeDelayed(_ delayed: DelayedBlock, entity: EntityID, clock: TimerClock) -> Int {
        let slot = freeDelayedBlocks.popLast().map { Int($0) } ?? delayedBlocks.count
        if slot == delayedBlocks.count { delayedBlocks.append(delayed) } else { delayedBlocks[slot] = delayed }
        delayedBlocks[slot].deadline = makeDeadline(for: .delayed(Int32(slot)), entity: entity, clock: clock)
        return slot
    }

    private mutating func freeDelayed(_ slot: Int) {
        freeDeadline(delayedBlocks[slot].deadline)
        freeDelayedBlocks.append(Int32(slot))
    }

    mutating func elapse(delayed slot: Int) {
        let delayed = delayedBlocks[slot]
        if delayed.timer >= 0 {
            enqueue(.delayedTimer(delayed.timer, isDelayed: true), on: Int(delayed.queue))
        } else {
            freeDelayed(slot)
            enqueue(.block(delayed.block, node: delayed.node, isDelayed: true), on: Int(delayed.queue))
        }
    }

    // MARK: Timers made of delayed blocks

    mutating func makeDelayedTimer(_ timer: Int, index: Int, on thread: Int) {
        let planned = plan.timers[index]
        makeQueueTimer(timer, index: index, queue: planned.queue ?? 0, on: thread)
        let slot = makeDelayed(
            DelayedBlock(block: -1, node: -1, queue: Int32(planned.queue ?? 0), deadline: -1, timer: Int32(timer)),
            entity: timers[timer].entity, clock: planned.clock)
        details[timer].slot = Int32(slot)
        post(timer, delay: delay(of: planned.delay ?? details[timer].interval), on: thread)
    }

    /// What every timer on a queue begins with: libdispatch, or the runtime, keeps it until it is done.
    mutating func makeQueueTimer(_ timer: Int, index: Int, queue: Int, on thread: Int) {
        details[timer].node = graph.add(.timer, index: Int32(timer), entity: timers[timer].entity.index)
        timers[timer].isValid = true
        recorder.append(record(.created, entity: timers[timer].entity, on: thread))
        makeContext(of: timer, callback: plan.timers[index].callback, on: thread)
        details[timer].loopEdge = retain(
            details[timer].node, from: node(ofQueue: queue), label: labels.block, on: thread)
        settle(.timer(index), node: details[timer].node, holders: plan.timers[index].heldBy, on: thread)
    }

    private mutating func node(ofQueue queue: Int) -> Int32 {
        if queues[queue].node < 0 {
            queues[queue].node = graph.add(.root, index: Int32(queue), entity: queues[queue].entity.index)
        }
        return queues[queue].node
    }

    /// A delay as ns, not before now.
    func delay(of interval: Rational?) -> Int64 { max(0, (interval ?? .zero).scaled(1) ?? .max) }

    private mutating func post(_ timer: Int, delay: Int64, on thread: Int) {
        let delayed = delayedBlocks[Int(details[timer].slot)]
        let clock = lines[deadlines[Int(delayed.deadline)].line].clock
        let target = sum(reading(of: clock), delay)
        announce(timer, at: recordingTime(of: target, on: clock))
        timers[timer].due = uptime(of: target, on: clock)
        guard delay > 0 else {
            enqueue(.delayedTimer(Int32(timer), isDelayed: false), on: Int(delayed.queue))
            return
        }
        deadlineNumber += 1
        deadlines[Int(delayed.deadline)].number = deadlineNumber
        arm(deadline: delayed.deadline, target: target, leeway: World.leewayOfDelay(delay))
    }

    /// Says in the recording when a timer without a grid is due next.
    mutating func announce(_ timer: Int, at instant: Int64) {
        details[timer].awaited = instant
        recorder.append(record(.gridSet, entity: timers[timer].entity, on: -1, value: instant, extra: -1))
    }

    mutating func beginDelayed(_ timer: Int, on thread: Int) {
        guard timers[timer].isValid else {
            finishDelayed(timer, on: thread)
            return
        }
        fireFromQueue(timer, kind: .delayedTimer, on: thread)
    }

    /// Records a firing of what is awaited and calls back.
    mutating func fireFromQueue(_ timer: Int, kind: Callout.Kind, on thread: Int) {
        guard countFiring() else { return }
        recorder.append(
            record(.fired, entity: timers[timer].entity, on: thread, value: details[timer].awaited, extra: 1))
        timers[timer].fired += 1
        pushCallout(kind, timer: timer, drainsPool: false, on: thread)
    }

    mutating func endDelayed(_ callout: Callout, on thread: Int) {
        let timer = Int(callout.timer)
        recordReturn(callout, on: thread)
        if timers[timer].isValid, details[timer].plan >= 0, plan.timers[Int(details[timer].plan)].repeats {
            post(timer, delay: delay(of: details[timer].interval), on: thread)
        } else {
            finishDelayed(timer, on: thread)
        }
        releaseHolds(of: thread, downTo: callout.holdMark)
    }

    /// The last block has run, or comes to nothing: the queue lets it go. Whoever else holds the work item keeps what it
    /// captures, run or cancelled (Block.swift: DispatchWorkItem; measured).
    private mutating func finishDelayed(_ timer: Int, on thread: Int) {
        freeDelayed(Int(details[timer].slot))
        endQueueTimer(timer, on: thread)
        let edge = details[timer].loopEdge
        details[timer].loopEdge = -1
        if edge >= 0 { drop(.edge(edge), on: thread) }
    }

    mutating func finishQueueTimer(_ timer: Int, on thread: Int) {
        endQueueTimer(timer, on: thread)
        releaseContext(of: timer, on: thread)
    }

    private mutating func endQueueTimer(_ timer: Int, on thread: Int) {
        if timers[timer].isValid {
            timers[timer].isValid = false
            recorder.append(record(.gridEnded, entity: timers[timer].entity, on: thread))
        }
        timers[timer].due = .max
    }

    /// `DispatchWorkItem.cancel`: a block that has not begun will do nothing; it is kept until it is due.
    mutating func cancel(delayed timer: Int, on thread: Int) {
        guard timers[timer].isValid else { return }
        timers[timer].isValid = false
        recorder.append(record(.cancelled, entity: timers[timer].entity, on: thread))
        recorder.append(record(.gridEnded, entity: timers[timer].entity, on: thread))
    }
}
