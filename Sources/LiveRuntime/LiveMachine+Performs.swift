import Foundation
import Recording
import ScenarioModel

/// `performSelector:withObject:afterDelay:`, as one-shot timers of the run loop.
extension LiveMachine {
    /// A delay that is not positive is raised to 0.1 ms (NSRunLoop.m: performSelector:withObject:afterDelay:).
    func perform(after delay: Int64, timer: LiveTimer, modes: [ModeName], on context: ThreadContext) {
        let due = sum(clock.now, max(delay, 100_000))
        _ = makeTimer(timer, due: due, interval: nil)
        recorder.appendGrid(timer.entity, anchor: due, interval: nil)
        add(timer, modes: modes, thread: context.index, step: -1, on: context)
    }

    /// A `perform` timer that repeats asks again at the end of its callback.
    func repost(_ timer: LiveTimer, on context: ThreadContext) {
        guarded { performs.removeAll { $0.timer === timer } }
        guard timer.kind == .perform, timer.plan >= 0, !isOver else { return }
        let planned = plan.timers[timer.plan]
        guard planned.repeats, guarded({ !timer.isCancelled }) else { return }
        perform(
            after: planned.interval?.scaled(1) ?? 0, timer: timer, modes: planned.modes, on: context)
    }

    func perform(_ planned: PerformPlan, _ step: LiveStep, _ scope: Scope, on context: ThreadContext) {
        switch planned.delivery {
        case .after(let delay, let modes):
            let timer = LiveTimer(
                plan: -1, entity: step.entity, kind: .perform, steps: step.inner, subject: scope.subject)
            guarded {
                performs.append(
                    PendingPerform(
                        timer: timer, target: planned.target, selector: planned.selector, thread: context.index))
            }
            perform(after: delay, timer: timer, modes: modes, on: context)
        case .onThread(let thread, let modes, let waits):
            performOnThread(step, scope, thread: thread, modes: modes, waits: waits, on: context)
        case .direct:
            callOut(step, about: scope.subject, on: context)
        }
    }

    /// Only requests of the current thread's run loop are found (cancelPreviousPerformRequestsWithTarget:).
    func cancelPerform(_ target: Int?, _ selector: String?, on context: ThreadContext) {
        let found: [PendingPerform] = guarded {
            let found = performs.filter {
                $0.thread == context.index && $0.target == target && (selector == nil || $0.selector == selector)
            }
            performs.removeAll { one in found.contains { $0.timer === one.timer } }
            return found
        }
        for one in found { invalidateTimer(one.timer, step: -1, on: context) }
    }
}
