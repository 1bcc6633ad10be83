import Recording

/// How a simulated process comes to a bad end.
extension World {
    /// Records why the process dies, and about whom, and ends the run; nothing happens after the first crash.
    mutating func crash(_ reason: String, about entity: EntityID = EntityID(0), step: Int32, on thread: Int) {
        guard ending == nil else { return }
        let text = recorder.text(reason)
        recorder.append(record(.crashed, entity: entity, on: thread, value: text, extra: Int64(step)))
        ending = .crashed
    }
}

extension World {
    /// The step that a thread is at, in its innermost list of steps; -1: none.
    func currentStep(of thread: Int) -> Int32 {
        for frame in threads[thread].frames.reversed() {
            guard case .steps(let steps) = frame, steps.next > 0 else { continue }
            return program.lists[Int(steps.list)][Int(steps.next) - 1].step
        }
        return -1
    }
}
