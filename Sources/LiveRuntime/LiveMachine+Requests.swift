import Dispatch
import ScenarioModel
import ScenarioProgram

/// `performSelector:onThread:`.
extension LiveMachine {
    /// A call when it is this very thread and is waited for; else a request that its loop serves.
    func performOnThread(
        _ block: BlockID, _ scope: Scope, thread: Int, modes: [ModeName], waits: Bool, step: Int64,
        on context: ThreadContext
    ) {
        let subject = scope.subject
        if waits, thread == context.index { return callOut(block, about: subject, on: context) }
        guard let loop = loop(of: thread) else {
            return remark(.performedOnEndedThread, about: entity(ofThread: thread, context), on: context, step: step)
        }
        let done = DispatchSemaphore(value: 0)
        loop.requests.add(to: loop, in: modeNames.foundation(resolved(modes))) {
            self.callOut(block, about: subject, on: self.context)
            done.signal()
        }
        // The end of the run is waited for as well: the thread may never run its loop again.
        while waits, !isOver, done.wait(timeout: .now() + .milliseconds(50)) == .timedOut {}
    }
}
