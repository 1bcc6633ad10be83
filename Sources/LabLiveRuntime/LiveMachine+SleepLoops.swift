import Foundation
import LabExactTime
import LabScenarioProgram

/// Loops that wait: `mach-wait` and `thread-sleep` on a thread of their own, `task-sleep` in a task.
extension LiveMachine {
    /// The due instant of a round of such a loop, ns, if any.
    ///
    /// On a grid, late rounds start at once until they have caught up. Otherwise the round is a pause after the callback
    /// before, so that work and overshoot add up.
    private func due(ofRound round: Int64, of timer: LiveTimer, onGrid: Bool) -> Int64? {
        let planned = plan.timers[timer.plan]
        guard round == 0 || planned.repeats else { return nil }
        let interval = planned.interval(ofCopy: timer.copy)
        let pause = CreationRules.delay(of: round == 0 ? planned.delay ?? interval : interval)
        if onGrid, round > 0 { return timer.grid.point(round) }
        let grid = Grid(
            anchor: clock.now.adding(saturating: pause),
            interval: onGrid ? CreationRules.gridInterval(planned, interval).interval : nil)
        follow(grid, timer)
        return grid.anchor
    }

    // MARK: Threads

    func runWaitingLoops(of index: Int, on context: ThreadContext) {
        for timer in timers.all where plan.timers[timer.plan].thread == index {
            guard timer.kind == .machWait || timer.kind == .threadSleep else { continue }
            var round: Int64 = 0
            while canGoOn(context), timer.isValid,
                let due = due(ofRound: round, of: timer, onGrid: timer.kind == .machWait)
            {
                wait(of: timer, until: due)
                guard canGoOn(context), timer.isValid else { break }
                callBack(timer, on: context) { _ in (due, 1) }
                round += 1
            }
        }
    }

    /// Sleeps until an absolute deadline, or by `Thread.sleep(forTimeInterval:)`, in one call, since each further
    /// wake-up would add lateness. A run that ends earlier leaves the thread behind, without further effect.
    private func wait(of timer: LiveTimer, until due: Int64) {
        let due = min(due, plan.duration)
        guard timer.kind == .threadSleep else { return clock.wait(until: due) }
        let rest = due - clock.now
        if rest > 0 { Thread.sleep(forTimeInterval: Double(rest) / 1e9) }
    }

    // MARK: Tasks

    /// On the main actor unless the scenario names another queue.
    func startTask(_ timer: LiveTimer) {
        let isOnMain = plan.timers[timer.plan].queue.map { plan.queues[$0].kind == .main } ?? true
        timer.begin()
        let task =
            isOnMain
            ? Task { @MainActor in await self.sleepInTask(timer) } : Task.detached { await self.sleepInTask(timer) }
        timer.keep(.task(task))
    }

    private nonisolated(nonsending) func sleepInTask(_ timer: LiveTimer) async {
        let planned = plan.timers[timer.plan]
        let start = ContinuousClock.now - .nanoseconds(clock.now)
        // Nil: the system's own choice.
        let tolerance: Duration? = planned.isToleranceSet ? .nanoseconds(planned.tolerance) : nil
        var round: Int64 = 0
        while !isOver, !(planned.repeats && Task.isCancelled),
            let due = due(ofRound: round, of: timer, onGrid: planned.isAbsolute)
        {
            let pause = max(0, due - clock.now)
            let window = CreationRules.leeway(of: planned, sleeping: pause)
            let shift = pause > 0 ? Duration.nanoseconds(kernel.host.shift(in: window)) : .zero
            do {
                if planned.isAbsolute {
                    let deadline = start + .nanoseconds(due) + shift
                    try await Task.sleep(until: deadline, tolerance: tolerance, clock: .continuous)
                } else {
                    try await Task.sleep(for: .nanoseconds(pause) + shift, tolerance: tolerance)
                }
            } catch  where !planned.isCalledOnceMore { return } catch {}
            let isLast = Task.isCancelled
            guard !isOver, timer.isValid || isLast && planned.isCalledOnceMore else { return }
            callBack(timer, on: context) { now in (isLast ? min(due, now) : due, 1) }
            while let (time, rest) = timer.pause(nil) {
                do {
                    try await Task.sleep(for: .nanoseconds(time), tolerance: tolerance)
                } catch  where !planned.swallowsCancellation { return } catch {}
                callOut(timer.entity, rest, about: (timer, timer.fired), on: context)
            }
            if isLast { return }
            round += 1
        }
        timer.expire()
        recorder.append(.gridEnded, entity: timer.entity, thread: .none)
    }
}
