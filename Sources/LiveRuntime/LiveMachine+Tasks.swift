import ExactTime
import Foundation
import Recording
import ScenarioModel
import ScenarioProgram

/// `Task.sleep` in a loop, on the main actor unless the scenario names another queue.
extension LiveMachine {
    func startTask(_ timer: LiveTimer, delay: Int64, interval: Rational?) {
        let planned = plan.timers[timer.plan]
        let isOnMain = planned.queue.map { plan.queues[$0].kind == .main } ?? true
        let repeating = planned.repeats ? interval ?? .zero : nil
        guarded {
            timer.isMade = true
            timer.isValid = true
            timer.task =
                isOnMain
                ? Task { @MainActor in await self.sleepInTask(timer, delay: delay, interval: repeating) }
                : Task.detached { await self.sleepInTask(timer, delay: delay, interval: repeating) }
        }
    }

    private nonisolated(nonsending) func sleepInTask(_ timer: LiveTimer, delay: Int64, interval: Rational?) async {
        if plan.timers[timer.plan].isAbsolute {
            await sleepOnGrid(timer, delay: delay, interval: interval)
        } else {
            await sleepForDurations(timer, delay: delay, interval: interval)
        }
        guarded { timer.isValid = false }
        recorder.append(.gridEnded, entity: timer.entity, thread: .none)
    }

    /// Relative: work and overshoot add up.
    private nonisolated(nonsending) func sleepForDurations(
        _ timer: LiveTimer, delay: Int64, interval: Rational?
    ) async {
        var rest: Int64? = max(0, delay)
        while let duration = rest, !isOver {
            let due = clock.now.adding(saturating: duration)
            recorder.appendGrid(timer.entity, anchor: due, interval: nil)
            let (later, tolerance) = window(of: timer, sleeping: duration)
            do { try await Task.sleep(for: .nanoseconds(duration) + later, tolerance: tolerance) } catch { return }
            guard !isOver, guarded({ timer.isValid }) else { return }
            callBack(timer, served: 1, due: due, on: context)
            rest = interval.map { max(0, $0.scaled(1) ?? .max) }
        }
    }

    /// Absolute: deadlines on a grid; those that have passed are slept until in no time, one after the other.
    private nonisolated(nonsending) func sleepOnGrid(_ timer: LiveTimer, delay: Int64, interval: Rational?) async {
        let start = ContinuousClock.now - .nanoseconds(clock.now)
        let step = CreationRules.gridInterval(plan.timers[timer.plan], interval).interval
        let grid = Grid(anchor: clock.now.adding(saturating: max(0, delay)), interval: step)
        recorder.appendGrid(timer.entity, anchor: grid.anchor, interval: step)
        var index: Int64 = 0
        while let due = grid.point(index), !isOver {
            let (later, tolerance) = window(of: timer, sleeping: due - clock.now)
            let deadline = start + .nanoseconds(due) + later
            do { try await Task.sleep(until: deadline, tolerance: tolerance, clock: .continuous) } catch { return }
            guard !isOver, guarded({ timer.isValid }) else { return }
            callBack(timer, served: 1, due: due, on: context)
            index += 1
        }
    }

    /// The tolerance of a sleep, nil for the system's own choice, and how much longer the sleep is asked for.
    private func window(of timer: LiveTimer, sleeping duration: Int64) -> (later: Duration, tolerance: Duration?) {
        let tolerance = plan.timers[timer.plan].tolerance
        let leeway = duration > 0 ? CreationRules.leeway(ofDelay: duration) : 0
        return (
            .nanoseconds(host.shift(in: tolerance > 0 ? tolerance : leeway)),
            tolerance > 0 ? .nanoseconds(tolerance) : nil
        )
    }
}
