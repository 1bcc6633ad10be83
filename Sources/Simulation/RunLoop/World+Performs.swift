import ExactTime
import Recording
import ScenarioModel

/// `performSelector:withObject:afterDelay:`: a one-shot timer of the current run loop (semantics 3).
extension World {
    /// A delay that is not positive becomes 0.1 ms (GS:NSRunLoop.m: performSelector:withObject:afterDelay:).
    private func performDelay(_ delay: Int64) -> Int64 { delay > 0 ? delay : World.shortestInterval }

    // MARK: Requests of steps

    /// Asks the current run loop; the receiver is kept until it is done or cancelled.
    mutating func performAfter(_ request: Int, in frame: StepsFrame, on thread: Int) {
        let wanted = program.performs[request]
        let made = instance(of: wanted.block, in: frame)
        let block = blockPlan(made)
        let entity = EntityID(Int(block.entity))
        let timer = freePerforms.popLast().map { Int($0) } ?? timers.count
        var state = TimerState(entity: entity)
        state.list = block.list
        state.due = sum(now, performDelay(wanted.delay))
        var detail = TimerDetail(plan: -1, kind: .perform)
        detail.modes = wanted.modes
        detail.block = made
        detail.node = graph.add(.timer, index: Int32(timer), entity: entity.index)
        if timer == timers.count {
            timers.append(state)
            details.append(detail)
        } else {
            timers[timer] = state
            details[timer] = detail
        }
        recorder.append(record(.created, entity: entity, on: thread))
        makeReceiver(of: timer, block, on: thread)
        setGrid(timer, due: state.due)
        add(timer, modes: wanted.modes, loop: loop(of: thread), on: thread)
    }

    private mutating func makeReceiver(of timer: Int, _ block: BlockPlan, on thread: Int) {
        guard block.target >= 0 else { return }
        makeIfMissing(Int(block.target), on: thread)
        details[timer].selector = recorder.text(program.names[Int(block.selector)])
        details[timer].target = -1
        guard let receiver = readable(Int(block.target)) else { return }
        details[timer].target = receiver
        details[timer].keepsContext = true
        retain(receiver, from: details[timer].node, label: labels.receiver, on: thread)
    }

    /// The timer of a request is gone: another request may take its place.
    mutating func freePerform(_ timer: Int) {
        if details[timer].plan < 0, !timers[timer].isFiring { freePerforms.append(Int32(timer)) }
    }

    // MARK: Timers made of requests

    mutating func makePerform(_ timer: Int, index: Int, on thread: Int) {
        let planned = plan.timers[index]
        let delay = delay(of: planned.delay ?? details[timer].interval)
        details[timer].node = graph.add(.timer, index: Int32(timer), entity: timers[timer].entity.index)
        timers[timer].isValid = true
        timers[timer].due = sum(now, performDelay(delay))
        recorder.append(record(.created, entity: timers[timer].entity, on: thread))
        makeContext(of: timer, callback: planned.callback, on: thread)
        setGrid(timer, due: timers[timer].due)
        add(timer, modes: details[timer].modes, loop: loop(of: thread), on: thread)
        settle(.timer(index), node: details[timer].node, holders: planned.heldBy, on: thread)
    }

    /// At the end of its callback a re-posting perform asks again, counted from then; false when it does not.
    mutating func performAgain(_ timer: Int) -> Bool {
        let index = Int(details[timer].plan)
        guard details[timer].kind == .perform, index >= 0, plan.timers[index].repeats else { return false }
        let due = sum(now, performDelay(delay(of: details[timer].interval)))
        timers[timer].due = due
        setGrid(timer, due: due)
        arm(timer, due: due)
        return true
    }

    // MARK: Cancelling

    /// `cancelPreviousPerformRequestsWithTarget:selector:object:`: in the current run loop only, all that match.
    mutating func cancelPerforms(target: Int32, selector: Int32, step: Int32, on thread: Int) {
        let loop = threads[thread].loop
        guard loop >= 0 else { return }
        for timer in timers.indices
        where timers[timer].loop == loop && timers[timer].isValid && details[timer].kind == .perform
            && matches(timer, target: target, selector: selector)
        {
            invalidate(timer, on: thread, step: step)
        }
    }

    private func matches(_ timer: Int, target: Int32, selector: Int32) -> Bool {
        let receiver: Int32
        let name: String
        if details[timer].plan >= 0 {
            let callback = plan.timers[Int(details[timer].plan)].callback
            receiver = callback.target.map { Int32($0.object) } ?? -1
            name = callback.selector
        } else {
            let block = blockPlan(details[timer].block)
            receiver = block.target
            name = program.names[Int(block.selector)]
        }
        return (target < 0 || receiver == target) && (selector < 0 || name == program.names[Int(selector)])
    }
}
