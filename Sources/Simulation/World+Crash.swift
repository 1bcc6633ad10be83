import Recording
import ScenarioProgram

/// How a simulated process comes to a bad end.
extension World {
    /// Records why the process dies, and about whom, and ends the run; nothing happens after the first crash.
    mutating func crash(_ reason: String, about entity: EntityID = EntityID(0), step: Int32, on thread: ThreadID) {
        guard kernel.budget.ending == nil else { return }
        let text = kernel.recorder.text(reason)
        record(.crashed, entity: entity, on: thread, value: text, extra: Int64(step))
        kernel.budget.end(.crashed)
    }
}

extension World {
    /// The step that a thread is at, in its innermost list of steps; -1: none.
    func currentStep(of thread: ThreadID) -> Int32 {
        for frame in threads[thread].frames.reversed() {
            guard case .steps(let steps) = frame, steps.next > 0 else { continue }
            return program.lists[steps.list][Int(steps.next) - 1].step
        }
        return -1
    }
}
