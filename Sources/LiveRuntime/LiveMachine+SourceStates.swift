import Dispatch
import Foundation
import Recording
import ScenarioModel

/// Suspending, resuming, cancelling and letting go of what libdispatch serves.
extension LiveMachine {
    func suspend(_ part: PartReference, on context: ThreadContext) {
        switch part {
        case .queue(let queue):
            guarded { suspensions[queue] += 1 }
            queues[queue].suspend()
        case .timer(let index):
            for timer in timers[index] {
                guard let source = guarded({ timer.source }) else { continue }
                guarded { timer.suspensions += 1 }
                record(.suspended, timer.entity, on: context)
                source.suspend()
            }
        default: break
        }
    }

    func resume(_ part: PartReference, on context: ThreadContext) {
        switch part {
        case .queue(let queue):
            guard guarded({ suspensions[queue] > 0 }) else { return }
            guarded { suspensions[queue] -= 1 }
            queues[queue].resume()
        case .timer(let index):
            for timer in timers[index] {
                guard let source = guarded({ timer.source }) else { continue }
                guarded {
                    if timer.isActive { timer.suspensions -= 1 } else { timer.isActive = true }
                }
                record(.resumed, timer.entity, on: context)
                source.resume()
            }
        default: break
        }
    }

    func activate(_ part: PartReference, on context: ThreadContext) {
        guard case .timer(let index) = part else { return }
        for timer in timers[index] {
            guard let source = guarded({ timer.source }) else { continue }
            if guarded({ !timer.isActive }) { record(.resumed, timer.entity, on: context) }
            guarded { timer.isActive = true }
            source.activate()
        }
    }

    func cancelTimer(_ timer: LiveTimer, step: Int64, on context: ThreadContext) {
        guard guarded({ timer.isMade && !timer.isCancelled }) else { return }
        switch timer.kind {
        case .gcd:
            guarded {
                timer.isCancelled = true
                timer.isValid = false
            }
            record(.cancelled, timer.entity, on: context, extra: step)
            record(.gridEnded, timer.entity, on: context)
            guarded { timer.source }?.cancel()
        case .nstimer, .perform, .displayLink, .combine:
            invalidateTimer(timer, step: step, on: context)
            guarded { timer.isCancelled = true }
        case .after, .machWait, .threadSleep, .taskSleep, .asyncTimer:
            guarded {
                timer.isCancelled = true
                timer.isValid = false
            }
            record(.cancelled, timer.entity, on: context, extra: step)
            record(.gridEnded, timer.entity, on: context)
            guarded { timer.task }?.cancel()
        }
    }

    /// Drops the scenario's own reference to a source, which ends it, or the process, as libdispatch has it.
    func release(_ part: PartReference) {
        guard case .timer(let index) = part else { return }
        for timer in timers[index] {
            let source = guarded {
                let source = timer.source
                timer.source = nil
                return source
            }
            withExtendedLifetime(source) {}
        }
    }
}
