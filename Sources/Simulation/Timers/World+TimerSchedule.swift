import ExactTime
import Recording
import ScenarioModel
import ScenarioProgram

/// When run loop timers are due, and who is next.
extension World {
    /// The earliest fire date in a mode, firing timers left out; `Int64.max` when there is none.
    @inline(__always)
    func earliestDue(in mode: ModeID, loop: LoopID) -> Int64 {
        var earliest = Int64.max
        for group in loops[loop].groups where group.modes.contains(mode) {
            if let first = group.queue.first, first.due < earliest { earliest = first.due }
        }
        return earliest
    }

    /// When the kernel wakes the loop for its timers in this mode (CFRunLoop.c: __CFArmNextTimerInMode).
    mutating func timerWakeUp(in mode: ModeID, loop: LoopID) -> Int64 {
        let soft = earliestDue(in: mode, loop: loop)
        guard soft < .max else { return .max }
        let due = loops[loop].hasTolerance ? wakeInWindow(from: soft, mode: mode, loop: loop) : soft
        guard kernel.dice.hasWakeUpLatency else { return due }
        return due.adding(saturating: wakeUpLatency(in: mode, loop: loop, due: soft))
    }

    /// The instant inside the tolerance window at which the loop wakes up (`wake_in_window`).
    private func wakeInWindow(from soft: Int64, mode: ModeID, loop: LoopID) -> Int64 {
        var hard = Int64.max
        var shared = soft
        for entry in liveEntries(in: mode, loop: loop, by: .max) {
            guard entry.due <= hard else { break }
            hard = min(hard, entry.due.adding(saturating: timers.details[entry.timer].tolerance))
        }
        for entry in liveEntries(in: mode, loop: loop, by: hard) { shared = max(shared, entry.due) }
        return switch plan.device.choices.wakeInWindow {
        case .earliest: soft
        case .shared: shared
        case .latest: hard
        }
    }

    /// The live entries of a mode due by `limit`, in firing order.
    func liveEntries(in mode: ModeID, loop: LoopID, by limit: Int64) -> [TimerQueue.Entry] {
        var found: [TimerQueue.Entry] = []
        for (index, group) in loops[loop].groups.enumerated() where group.modes.contains(mode) {
            found += group.queue.due(by: limit).filter { timers[$0.timer].owns($0, inGroup: index) }
        }
        return found.sorted { $0 < $1 }
    }

    private func wakeUpLatency(in mode: ModeID, loop: LoopID, due: Int64) -> Int64 {
        guard let first = liveEntries(in: mode, loop: loop, by: due).first else { return 0 }
        let timer = timers[first.timer]
        return kernel.dice.wakeUpLatency(of: timer.entity, index: timer.fired)
    }

    // MARK: In and out of the heap

    /// Sets a timer's fire date and puts it in the heap of its modes.
    mutating func arm(_ timer: TimerID, due: Int64) {
        disarm(timer)
        timers[timer].due = due
        if timers[timer].armedOffset != kernel.sleepOffset { moveGrid(timer, due: due) }
        guard due < .max, timers[timer].loop.exists, timers[timer].isValid else { return }
        loops[timers[timer].loop].groups[timers[timer].group].queue.push(entry(for: timer))
        rearmSleeper(loop: timers[timer].loop)
    }

    /// A heap entry that makes the timer's older ones stale.
    @inline(__always)
    mutating func entry(for timer: TimerID) -> TimerQueue.Entry {
        let sequence = kernel.nextArming()
        timers[timer].sequence = sequence
        return TimerQueue.Entry(due: timers[timer].due, sequence: sequence, timer: timer)
    }

    /// Takes a timer out of the running without taking it out of its modes.
    mutating func disarm(_ timer: TimerID) {
        guard timers[timer].sequence != 0 else { return }
        timers[timer].sequence = 0
        let (loop, group) = (timers[timer].loop, timers[timer].group)
        guard loop.exists else { return }
        loops[loop].groups[group].staleEntries += 1
        dropStale(group: group, loop: loop)
    }

    /// Keeps the first entry of a heap live, and stale ones in the minority.
    mutating func dropStale(group: Int, loop: LoopID) {
        while let first = loops[loop].groups[group].queue.first, !timers[first.timer].owns(first, inGroup: group) {
            loops[loop].groups[group].queue.popFirst()
            loops[loop].groups[group].staleEntries -= 1
        }
        let stale = loops[loop].groups[group].staleEntries
        guard stale > 64, stale * 2 > loops[loop].groups[group].queue.count else { return }
        let states = timers
        loops[loop].groups[group].queue.compact { states[$0.timer].owns($0, inGroup: group) }
        loops[loop].groups[group].staleEntries = 0
    }

    /// Takes the entry of a timer that fires out of its heap.
    mutating func takeFromHeap(_ timer: TimerID) {
        let (loop, group) = (timers[timer].loop, timers[timer].group)
        timers[timer].sequence = 0
        loops[loop].groups[group].staleEntries += 1
        dropStale(group: group, loop: loop)
    }

    /// A sleeping loop whose timers have changed waits for the new earliest one.
    mutating func rearmSleeper(loop: LoopID) {
        let thread = loops[loop].thread
        guard loops[loop].isWaiting, threads[thread].status == .waiting,
            let top = threads[thread].frames.last, case .activation(let activation) = top
        else { return }
        let wakeTime = min(
            timerWakeUp(in: activation.mode, loop: loop), activation.deadline, loops[loop].nextOuterLimit)
        if wakeTime != threads[thread].wakeTime, threads[thread].wakeTime > kernel.now {
            block(thread, until: wakeTime, as: .waiting)
        }
    }

    // MARK: The grid

    /// The next point of the timer's grid strictly after now (CFRunLoop.c: __CFRunLoopDoTimer); `Int64.max`: none.
    @inline(__always)
    mutating func nextGridPoint(of timer: TimerID) -> Int64 {
        let interval = timers[timer].interval
        guard interval > 0 else { return interval == 0 ? .max : nextExactPoint(of: timer) }
        let next = timers[timer].due &+ interval
        if next > kernel.now { return next }
        let behind = kernel.now - timers[timer].due
        let (steps, _) = behind.quotientAndRemainder(dividingBy: interval)
        return timers[timer].due.adding(saturating: (steps + 1).multipliedReportingOverflow(by: interval).partialValue)
    }

    private mutating func nextExactPoint(of timer: TimerID) -> Int64 {
        let grid = Grid(anchor: timers.details[timer].gridAnchor, interval: timers.details[timer].interval)
        let index = max(timers.details[timer].gridIndex + 1, grid.firstIndex(after: kernel.now))
        timers.details[timer].gridIndex = index
        return grid.point(index) ?? .max
    }

    /// How many grid points a firing now stands for: its own and those that passed since.
    @inline(__always)
    func servedPoints(of timer: TimerID) -> Int64 {
        let behind = kernel.now &- timers[timer].due
        let interval = timers[timer].interval
        if behind == 0 || interval == 0 { return 1 }
        if interval > 0 { return behind / interval + 1 }
        let grid = Grid(anchor: timers.details[timer].gridAnchor, interval: timers.details[timer].interval)
        return max(1, grid.firstIndex(after: kernel.now) - timers.details[timer].gridIndex)
    }

    /// Starts a grid at a fire date and says so in the recording.
    mutating func setGrid(_ timer: TimerID, due: Int64) {
        timers.details[timer].gridAnchor = due
        timers.details[timer].gridIndex = 0
        timers[timer].armedOffset = kernel.sleepOffset
        guard due < .max else {
            record(.gridEnded, entity: timers[timer].entity, on: .none)
            return
        }
        let interval = timers[timer].interval == 0 ? nil : timers.details[timer].interval
        let number = kernel.recorder.interval(interval)
        record(
            .gridSet, entity: timers[timer].entity, on: .none, value: due.adding(saturating: kernel.sleepOffset),
            extra: number)
    }

    /// The system has slept since the timer was armed: its grid stands later by that now.
    private mutating func moveGrid(_ timer: TimerID, due: Int64) {
        timers[timer].armedOffset = kernel.sleepOffset
        guard due < .max, timers[timer].interval != 0 else { return }
        let number = kernel.recorder.interval(timers.details[timer].interval)
        record(
            .gridSet, entity: timers[timer].entity, on: .none, value: due.adding(saturating: kernel.sleepOffset),
            extra: number)
    }
}
