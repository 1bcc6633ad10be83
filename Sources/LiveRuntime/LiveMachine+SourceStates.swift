import Dispatch
import Recording
import ScenarioModel

/// Suspending, resuming, cancelling and letting go of what libdispatch serves.
extension LiveMachine {
    private func eachSource(
        of part: PartReference, _ scope: Scope, _ body: (LiveTimer, any DispatchSourceTimer) -> Void
    ) {
        guard case .timer(let index) = part else { return }
        for timer in timers[index, scope.subject] { if let source = timer.source { body(timer, source) } }
    }

    func suspend(_ part: PartReference, _ scope: Scope, on context: ThreadContext) {
        if case .queue(let queue) = part { queues.suspend(queue) }
        eachSource(of: part, scope) { timer, source in
            timer.suspend()
            record(.suspended, timer.entity, on: context, extra: -1)
            source.suspend()
        }
    }

    func resume(_ part: PartReference, _ scope: Scope, on context: ThreadContext) {
        if case .queue(let queue) = part { queues.resume(queue) }
        eachSource(of: part, scope) { timer, source in
            timer.resume()
            record(.resumed, timer.entity, on: context)
            source.resume()
        }
    }

    func activate(_ part: PartReference, _ scope: Scope, on context: ThreadContext) {
        eachSource(of: part, scope) { timer, source in
            if timer.activate() { record(.resumed, timer.entity, on: context) }
            source.activate()
        }
    }

    func cancelTimer(_ timer: LiveTimer, step: Int64, on context: ThreadContext) {
        guard timer.cancel() else { return }
        guard timer.kind.row.home != .runLoop else { return invalidateTimer(timer, step: step, on: context) }
        timer.expire()
        record(.cancelled, timer.entity, on: context, extra: timer.kind == .gcd ? step : 0)
        record(.gridEnded, timer.entity, on: context)
        timer.handle?.cancel()
    }

    /// Drops the scenario's own reference to a source, which ends it, or the process, as libdispatch has it.
    func release(_ part: PartReference) {
        guard case .timer(let index) = part else { return }
        for timer in timers[index] { timer.release() }
    }
}
