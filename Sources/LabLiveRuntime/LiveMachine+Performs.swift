import Dispatch
import LabScenarioModel
import LabScenarioProgram
import Synchronization

final class PendingPerforms: Sendable {
    typealias Request = (timer: LiveTimer, target: ObjectID, selector: NameID, thread: Int)

    private let requests = Mutex<[Request]>([])

    func append(_ request: Request) { requests.withLock { $0.append(request) } }

    @discardableResult func remove(where isWanted: (Request) -> Bool) -> [Request] {
        requests.withLock { requests in
            defer { requests.removeAll(where: isWanted) }
            return requests.filter(isWanted)
        }
    }
}

/// `performSelector:withObject:afterDelay:` and its like.
extension LiveMachine {
    /// A delay that is not positive is raised to 0.1 ms (NSRunLoop.m: performSelector:withObject:afterDelay:).
    func perform(after delay: Int64, timer: LiveTimer, modes: [ModeName], on context: ThreadContext) {
        guard threads.loop(of: context.index) != nil else { return }
        let delay = CreationRules.performDelay(delay)
        let due = clock.now.adding(saturating: delay)
        let request = HostPerform(after: Double(delay) / 1e9, in: modeNames.foundation(modes)) { [weak self] in
            // A timer that another thread has cancelled may still fire: a request belongs to its own thread.
            if timer.isValid { self?.fire(timer) }
        }
        begin(timer, .request(request), due: due, interval: nil)
        _ = join(timer, modes: resolved(modes), home: context.entity)
    }

    /// A repeating `perform` timer posts itself again at the end of its callback.
    func repost(_ timer: LiveTimer, on context: ThreadContext) {
        performs.remove { $0.timer === timer }
        guard timer.kind == .perform, timer.plan >= 0, !isOver else { return }
        let planned = plan.timers[timer.plan]
        guard planned.repeats, !timer.isCancelled else { return }
        perform(after: CreationRules.delay(of: planned.interval), timer: timer, modes: planned.modes, on: context)
    }

    func performLater(_ instruction: Instruction, _ scope: Scope, on context: ThreadContext) {
        let block = program.blocks[instruction.block]
        let timer = LiveTimer(plan: -1, entity: block.entity, kind: .perform, list: block.list, subject: scope.subject)
        performs.append((timer, block.target, block.selector, context.index))
        perform(after: instruction.fixedTime, timer: timer, modes: modes(of: instruction), on: context)
    }

    /// Only requests of the current thread's run loop are found (cancelPreviousPerformRequestsWithTarget:).
    func cancelPerform(_ target: ObjectID, _ selector: NameID, on context: ThreadContext) {
        let found = performs.remove {
            $0.thread == context.index && $0.target == target && (!selector.exists || $0.selector == selector)
        }
        for one in found { invalidateTimer(one.timer, step: -1, on: context) }
    }

    // MARK: On another thread

    /// `performSelector:onThread:`: a direct call if it is this thread and the caller waits; else a request that its
    /// loop serves.
    func performOnThread(_ instruction: Instruction, _ scope: Scope, on context: ThreadContext) {
        let (block, subject, waits) = (instruction.block, scope.subject, instruction.flag)
        let (thread, step) = (instruction.thread.index, Int64(instruction.step))
        if waits, thread == context.index { return callOut(block, about: subject, on: context) }
        guard let loop = threads.loop(of: thread) else {
            if waits, !isOver { raiseThreadExited(step, on: context) }
            return remark(.performedOnEndedThread, about: threads.entity(of: thread, context), on: context, step: step)
        }
        let done = DispatchSemaphore(value: 0)
        loop.requests.add(to: loop, in: modeNames.foundation(resolved(modes(of: instruction)))) {
            self.callOut(block, about: subject, on: self.context)
            done.signal()
        }
        // The wait also ends with the run: the thread may never run its loop again.
        while waits, !isOver, done.wait(timeout: .now() + .milliseconds(50)) == .timedOut {
            if threads.hasEnded(thread), !isOver { raiseThreadExited(step, on: context) }
        }
    }

    /// Ends the run: a caller never continues without the perform that it waits for (NSThreadPerformAdditions).
    private func raiseThreadExited(_ step: Int64, on context: ThreadContext) {
        recorder.crash("target thread exited while waiting for the perform", step: step, thread: context.entity)
        threads.stopLoops()
    }
}
