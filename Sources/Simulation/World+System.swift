import Recording

/// What the system does to the whole app: sleep, background, the wall clock.
extension World {
    private var process: EntityID { EntityID(0) }

    mutating func performSystemSteps(of event: Int) {
        let list = Int(events[event].list)
        for index in program.lists[list].indices { performSystem(program.lists[list][index].op) }
    }

    mutating func performSystem(_ op: Op) {
        switch op {
        case .systemSleep(let duration): sleepSystem(duration)
        case .background: enterBackground()
        case .foreground: enterForeground()
        case .setWallClock(let jump):
            setWallClock(by: jump)
        default: break
        }
    }

    /// The uptime clock stands still, the continuous and the wall clock go on (xnu: clock.c).
    private mutating func sleepSystem(_ duration: Int64) {
        recorder.append(record(.systemSlept, entity: process, on: -1, value: sum(time, duration)))
        // The end of time is the end of sleep.
        sleepOffset = sum(now, sum(sleepOffset, duration)) - now
        end = max(now, end - duration)
        queue.skipContinuous(duration, now: now)
        requestWakeUpsAnew()
    }

    /// Wall-clock deadlines are evaluated anew (event_kevent.c: calendar change); nothing else notices.
    private mutating func setWallClock(by jump: Int64) {
        wallJump = sum(wallJump, jump)
        wallSetAt = time
        recorder.append(record(.wallClockSet, entity: process, on: -1, value: jump))
        moveWallGrids()
        requestWakeUpsAnew()
    }

    /// A suspended app executes nothing, while the uptime clock goes on (semantics 2.8).
    private mutating func enterBackground() {
        recorder.append(record(.enteredBackground, entity: process, on: -1))
        isInBackground = true
        guard !plan.device.keptAlive, !isFrozen else { return }
        isFrozen = true
        frozenAt = now
    }

    private mutating func enterForeground() {
        recorder.append(record(.enteredForeground, entity: process, on: -1))
        isInBackground = false
        guard isFrozen else { return }
        isFrozen = false
        for thread in threads.indices where threads[thread].status == .busy {
            guard case .busy(.work, _, _) = threads[thread].frames.last, threads[thread].wakeTime > frozenAt else {
                continue
            }
            // What was left of the work is still to be done.
            block(thread, until: sum(threads[thread].wakeTime, now - frozenAt), as: .busy)
        }
        let waiting = deferred
        deferred = []
        for occurrence in waiting {
            if case .resume = occurrence {
                queue.push(occurrence, at: now, priority: .thread)
            } else {
                queue.push(occurrence, at: now)
            }
        }
    }
}
