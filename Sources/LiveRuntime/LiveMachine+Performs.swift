import Recording
import ScenarioModel
import ScenarioProgram

/// `performSelector:withObject:afterDelay:`.
extension LiveMachine {
    /// A delay that is not positive is raised to 0.1 ms (NSRunLoop.m: performSelector:withObject:afterDelay:).
    func perform(after delay: Int64, timer: LiveTimer, modes: [ModeName], on context: ThreadContext) {
        guard loop(of: context.index) != nil else { return }
        let delay = CreationRules.performDelay(delay)
        begin(timer, due: clock.now.adding(saturating: delay), interval: nil) {
            $0.request = HostPerform(after: Double(delay) / 1e9, in: self.modeNames.foundation(modes)) { [weak self] in
                self?.fire(timer)
            }
        }
        _ = join(timer, modes: resolved(modes), home: context.entity)
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

    func perform(_ request: PerformRequest, _ scope: Scope, on context: ThreadContext) {
        let block = program.blocks[request.block]
        let timer = LiveTimer(
            plan: -1, entity: block.entity, kind: .perform, list: block.list, subject: scope.subject)
        guarded {
            performs.append(
                PendingPerform(timer: timer, target: block.target, selector: block.selector, thread: context.index))
        }
        perform(after: request.delay, timer: timer, modes: program.modes.names(of: request.modes), on: context)
    }

    /// Only requests of the current thread's run loop are found (cancelPreviousPerformRequestsWithTarget:).
    func cancelPerform(_ target: ObjectID, _ selector: NameID, on context: ThreadContext) {
        let found: [PendingPerform] = guarded {
            let found = performs.filter {
                $0.thread == context.index && $0.target == target && (!selector.exists || $0.selector == selector)
            }
            performs.removeAll { one in found.contains { $0.timer === one.timer } }
            return found
        }
        for one in found { invalidateTimer(one.timer, step: -1, on: context) }
    }
}
