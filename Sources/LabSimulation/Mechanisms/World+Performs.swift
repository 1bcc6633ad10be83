import LabScenarioModel
import LabScenarioProgram

/// `performSelector:withObject:afterDelay:`: a one-shot timer of the current run loop (NSObject documentation:
/// performSelector:withObject:afterDelay:).
extension World {
    // MARK: Requests of steps

    /// Adds a request to the current run loop, which retains the receiver until it is performed or cancelled.
    mutating func performAfter(_ instruction: Instruction, in frame: StepsFrame, on thread: ThreadID) {
        let made = frame.made(instruction.block)
        let block = program.blocks[made.plan]
        let entity = block.entity
        let timer = mechanisms.freePerforms.popLast() ?? timers.nextID
        var state = TimerState(entity: entity)
        state.list = block.list
        state.due = kernel.now.adding(saturating: CreationRules.performDelay(instruction.fixedTime))
        var detail = TimerDetail(plan: -1, kind: .perform)
        detail.modes = instruction.modes
        detail.block = made
        let context = TimerContext(node: objects.graph.insert(.timer, index: timer.raw, entity: entity))
        if timer == timers.nextID {
            timers.append(state, detail)
            objects.contexts.append(context)
        } else {
            timers[timer] = state
            timers.details[timer] = detail
            objects.contexts[timer] = context
        }
        record(.created, entity: entity, on: thread)
        if block.target.exists {
            objects.makeTarget(
                of: timer, TargetPlan(object: block.target.index), .receiver, selector: program.names[block.selector],
                on: &threads[thread], &kernel)
            objects.contexts[timer].keepsContext = objects.contexts[timer].target.exists
        }
        timers.setGrid(of: timer, due: state.due, &kernel)
        add(timer, modes: instruction.modes, loop: loop(of: thread), on: thread)
    }

    // MARK: Timers made of requests

    mutating func makePerform(_ timer: TimerID, on thread: ThreadID) {
        let delay = CreationRules.delay(of: planned(timer).delay ?? timers.details[timer].interval)
        beginMaking(timer, on: thread)
        timers[timer].due = kernel.now.adding(saturating: CreationRules.performDelay(delay))
        timers.setGrid(of: timer, due: timers[timer].due, &kernel)
        add(timer, modes: timers.details[timer].modes, loop: loop(of: thread), on: thread)
        attachOwners(to: timer, on: thread)
    }

    /// A perform that repeats posts itself again at the end of its callback, and counts from then; false: it does not.
    mutating func performAgain(_ timer: TimerID) -> Bool {
        let index = timers.details[timer].plan
        guard timers.details[timer].kind == .perform, index >= 0, plan.timers[index].repeats else { return false }
        let due = kernel.now.adding(
            saturating: CreationRules.performDelay(CreationRules.delay(of: timers.details[timer].interval)))
        timers[timer].due = due
        timers.setGrid(of: timer, due: due, &kernel)
        arm(timer, due: due)
        return true
    }

    // MARK: Cancelling

    /// `cancelPreviousPerformRequestsWithTarget:selector:object:`: in the current run loop only, all that match.
    mutating func cancelPerforms(_ instruction: Instruction, on thread: ThreadID) {
        let loop = threads[thread].loop
        guard loop.exists else { return }
        for timer in timers.ids
        where timers[timer].loop == loop && timers[timer].isValid && timers.details[timer].kind == .perform
            && matches(timer, target: instruction.object, selector: instruction.name)
        {
            invalidate(timer, on: thread, step: instruction.step)
            if timers.details[timer].plan < 0 {
                mechanisms.handedOver[program.blocks[timers.details[timer].block.plan].request] = nil
            }
        }
    }

    private func matches(_ timer: TimerID, target: ObjectID, selector: NameID) -> Bool {
        let receiver: ObjectID
        let name: String
        if timers.details[timer].plan >= 0 {
            let callback = plan.timers[timers.details[timer].plan].callback
            receiver = ObjectID(optional: callback.target?.object)
            name = callback.selector
        } else {
            let block = program.blocks[timers.details[timer].block.plan]
            receiver = block.target
            name = program.names[block.selector]
        }
        return (!target.exists || receiver == target) && (!selector.exists || name == program.names[selector])
    }

    /// A source0 of the other thread's loop, or a direct call if it is this thread and the caller waits.
    mutating func performOnThread(_ block: BlockRef, _ instruction: Instruction, on thread: ThreadID) -> Flow {
        let (target, waits, step) = (instruction.thread, instruction.flag, instruction.step)
        guard threads[target].status != .ended else {
            remark(.performedOnEndedThread, about: threads[target].entity, on: thread, step: step)
            guard waits else { return .proceed }
            raiseThreadExited(step: step, waiter: thread)
            return .blocked
        }
        let node = objects.makeBlock(block, on: &threads[thread], &kernel)
        if waits, target == thread {
            call(block, node: node, on: thread)
            return .proceed
        }
        let loop = loop(of: target)
        loops[loop].request(
            RunLoop.Pending(
                modes: instruction.modes, block: block, node: node, waiter: waits ? thread : .none,
                since: kernel.nextArrival()))
        wakeLoop(of: target)
        guard waits else { return .proceed }
        return wait(.init(on: .thread(target), step: step), on: thread)
    }

    /// A caller that waits for a perform never continues without it (Foundation: NSThreadPerformAdditions).
    mutating func raiseThreadExited(step: Int32, waiter: ThreadID) {
        kernel.raise(
            "*** -[NSObject performSelector:onThread:withObject:waitUntilDone:modes:]: target thread exited while waiting "
                + "for the perform", "NSDestinationInvalidException", step: step, thread: threads[waiter].entity)
    }
}
