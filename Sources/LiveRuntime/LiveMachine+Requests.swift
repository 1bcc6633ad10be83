import Dispatch
import ScenarioModel
import ScenarioProgram

/// A `performSelector:onThread:` request that waits.
struct LiveRequest {
    var block: BlockID
    var subject: FiringSubject?
    /// The common set filled in.
    var modes: [ModeName]
    var done: DispatchSemaphore
}

/// The requests that wait for one thread, behind one source0 as on Darwin: all of a mode are run in one go, in order.
struct LiveRequests {
    var input: LiveInput
    var waiting: [LiveRequest]
}

extension LiveMachine {
    /// A call when it is this very thread and is waited for; else a source0, which comes after those of the scenario.
    func performOnThread(
        _ block: BlockID, _ scope: Scope, thread: Int, modes: [ModeName], waits: Bool, step: Int64,
        on context: ThreadContext
    ) {
        if waits, thread == context.index { return callOut(block, about: scope.subject, on: context) }
        guard let loop = loop(of: thread) else {
            return remark(.performedOnEndedThread, about: entity(ofThread: thread, context), on: context, step: step)
        }
        let resolved = self.resolved(modes)
        let request = LiveRequest(
            block: block, subject: scope.subject, modes: resolved, done: DispatchSemaphore(value: 0))
        let input = guarded {
            let known = requests[thread]?.input
            let input = known ?? LiveInput(order: .max, takesMessages: false) { self.runRequests(of: thread) }
            requests[thread, default: LiveRequests(input: input, waiting: [])].waiting.append(request)
            if known == nil { inputs.append(input) }
            return input
        }
        for mode in resolved { input.add(to: loop, mode: modeNames.native(mode)) }
        input.signal()
        loop.wake()
        guard waits else { return }
        while !isOver, request.done.wait(timeout: .now() + .milliseconds(50)) == .timedOut {}
    }

    /// Takes all requests of the mode that the loop runs in; the source stays in the modes of the others.
    private func runRequests(of thread: Int) {
        let context = context
        guard let mode = context.modes.last else { return }
        let (taken, input, isEmpty): ([LiveRequest], LiveInput?, Bool) = guarded {
            guard var known = requests[thread] else { return ([], nil, true) }
            let taken = known.waiting.filter { $0.modes.contains(mode) }
            known.waiting.removeAll { $0.modes.contains(mode) }
            requests[thread] = known.waiting.isEmpty ? nil : known
            return (taken, known.input, known.waiting.isEmpty)
        }
        if isEmpty {
            input?.invalidate()
        } else if let loop = loop(of: thread) {
            input?.remove(from: loop, mode: modeNames.native(mode))
            input?.signal()
        }
        for request in taken {
            callOut(request.block, about: request.subject, on: context)
            request.done.signal()
        }
    }
}
