import LabScenarioModel
import LabScenarioProgram

extension LiveMachine {
    func startThread(_ index: Int) { threads.start(index, name: plan.threads[index].id) { [self] in runThread(index) } }

    func runThread(_ index: Int) {
        let context = threads.run(index)
        if index == 0, plan.events.contains(where: { $0.thread == 0 }) { inbox(of: 0, receiving: nil) }
        for part in plan.partsMade(atStartOf: index) { make(part, on: context) }
        if let body = program.bodies[index] {
            run(body, Scope(owner: context.entity, subject: nil), on: context)
            runWaitingLoops(of: index, on: context)
            leave(context)
        } else {
            _ = threads.loop(of: index)
            run(.default, until: plan.duration, step: -1, on: context)
        }
    }

    private func leave(_ context: ThreadContext) {
        for timer in timers.all where timer.kind == .gcd {
            let planned = plan.timers[timer.plan]
            guard planned.heldBy == [.local], planned.thread == context.index else { continue }
            for latest in timers[timer.plan] { latest.release() }
        }
        threads.end(context)
    }

    // MARK: Making

    func make(_ part: PartReference, step: Int64 = -1, on context: ThreadContext) {
        switch part {
        case .timer(let index):
            for timer in timers[index] { make(timer, step: step, on: context) }
        case .observer(let index): addObserver(index, modes: plan.observers[index].modes, thread: context.index)
        case .source(let index): addSource(index, modes: plan.sources[index].modes, thread: context.index)
        case .object, .thread, .queue, .event: break
        }
    }

    private func make(_ earlier: LiveTimer, step: Int64, on context: ThreadContext) {
        let isPending = earlier.isCancelled && [.gcd, .after, .taskSleep].contains(earlier.kind)
        // Its variable gets a new value, which releases it.
        if isPending, earlier.kind == .gcd { earlier.release() }
        let timer =
            isPending ? timers.remake(earlier) : earlier.isValid ? remake(earlier, step: step, on: context) : earlier
        guard let timer else { return }
        let planned = plan.timers[timer.plan]
        let delay = CreationRules.delay(of: planned.delay ?? planned.interval(ofCopy: timer.copy))
        record(.created, timer.entity, on: context)
        switch timer.kind {
        case .nstimer: makeRunLoopTimer(timer, on: context)
        case .perform: perform(after: delay, timer: timer, modes: planned.modes, on: context)
        case .gcd: makeSource(timer, on: context)
        case .after: startAfter(timer, delay: delay)
        case .combine: makePublisher(timer, on: context)
        case .taskSleep: startTask(timer)
        case .machWait, .threadSleep: timer.begin()
        case .displayLink, .asyncTimer: break
        }
    }

    /// The code that made a timer runs again while that timer is valid. It replaces the value of its variable: a source
    /// is released, and a subscription is cancelled (Combine: AnyCancellable).
    private func remake(_ timer: LiveTimer, step: Int64, on context: ThreadContext) -> LiveTimer? {
        switch timer.kind {
        case .machWait, .threadSleep, .displayLink, .asyncTimer: return nil
        case .combine: cancelTimer(timer, step: step, on: context)
        case .gcd where !isCapturedByItself(timer):
            timer.release()
            record(.gridEnded, timer.entity, on: context)
        case .nstimer, .perform, .gcd, .after, .taskSleep: remark(.remade, about: timer.entity, on: context, step: step)
        }
        return timers.remake(timer)
    }
}
