import Recording
import ScenarioModel

/// The verbs that change what a timer or queue is allowed to do, each by the rules of its mechanism.
extension World {
    /// Suspends, resumes, activates, cancels or pauses.
    mutating func changeState(_ op: Op, of part: PartReference, step: Int32, on thread: Int) {
        switch (op, part) {
        case (.suspend, .queue(let queue)): suspend(queue: queue)
        case (.resume, .queue(let queue)): resume(queue: queue, step: step, on: thread)
        case (_, .timer(let index)):
            for instance in instances(of: index) where details[instance].node >= 0 {
                changeState(op, ofTimer: instance, step: step, on: thread)
            }
        default: break
        }
    }

    private mutating func changeState(_ op: Op, ofTimer timer: Int, step: Int32, on thread: Int) {
        let slot = Int(details[timer].slot)
        switch (op, details[timer].kind) {
        case (.suspend, .gcd): suspend(source: slot, on: thread)
        case (.resume, .gcd): resume(source: slot, step: step, on: thread)
        case (.activate, .gcd): activate(source: slot, on: thread)
        case (.pause, .displayLink): pause(link: timer, true, on: thread)
        case (.resume, .displayLink): pause(link: timer, false, on: thread)
        case (.cancel, _): end(timer: timer, on: thread, step: step)
        default: break
        }
    }

    /// Ends a timer in the way of its mechanism: it is invalidated or cancelled.
    mutating func end(timer: Int, on thread: Int, step: Int32 = -1) {
        let slot = Int(details[timer].slot)
        guard details[timer].node >= 0 else { return }
        switch details[timer].kind {
        case .nstimer, .combine, .perform: invalidate(timer, on: thread, step: step)
        case .displayLink: invalidate(link: timer, on: thread, step: step)
        case .gcd: cancel(source: slot, on: thread)
        case .taskSleep, .asyncTimer: cancel(task: slot, on: thread)
        case .after, .machWait, .threadSleep: cancel(delayed: timer, on: thread)
        }
    }

    /// Whether the timer is a dispatch source that has been made.
    func hasSource(_ timer: Int) -> Bool { details[timer].kind == .gcd && details[timer].slot >= 0 }
}
