import Recording
import ScenarioProgram

/// What the system does to the whole app: sleep, background, the wall clock.
extension World {
    private var process: EntityID { EntityID(0) }

    /// The uptime clock stands still, the continuous and the wall clock go on (xnu: clock.c).
    mutating func sleepSystem(_ duration: Int64) {
        record(.systemSlept, entity: process, on: .none, value: kernel.time.adding(saturating: duration))
        kernel.clock.sleep(duration)
        kernel.agenda.skipContinuous(duration, now: kernel.now)
        dispatch.deadlines.requestWakeUpsAnew(&kernel)
    }

    /// Wall-clock deadlines are evaluated anew (event_kevent.c: calendar change); nothing else notices.
    mutating func setWallClock(by jump: Int64) {
        kernel.clock.setWall(by: jump)
        record(.wallClockSet, entity: process, on: .none, value: jump)
        moveWallGrids()
        dispatch.deadlines.requestWakeUpsAnew(&kernel)
    }

    /// A suspended app executes nothing, while the uptime clock goes on (UIKit documentation: Managing your app's life cycle).
    mutating func enterBackground() {
        record(.enteredBackground, entity: process, on: .none)
        kernel.app.enterBackground(keptAlive: plan.device.keptAlive, now: kernel.now)
    }

    mutating func enterForeground() {
        record(.enteredForeground, entity: process, on: .none)
        let wasFrozen = kernel.app.isFrozen
        kernel.app.enterForeground()
        guard wasFrozen else { return }
        let frozenAt = kernel.app.frozenAt
        for thread in threads.ids where threads[thread].status == .busy {
            guard case .busy(.work, _, _) = threads[thread].frames.last, threads[thread].wakeTime > frozenAt else {
                continue
            }
            // What was left of the work is still to be done.
            block(
                thread, until: threads[thread].wakeTime.adding(saturating: kernel.now - frozenAt), as: .busy)
        }
        for occurrence in kernel.app.takeDeferred() {
            if case .resume = occurrence {
                kernel.agenda.push(occurrence, at: kernel.now, priority: .thread)
            } else {
                kernel.agenda.push(occurrence, at: kernel.now)
            }
        }
    }
}
