import ExactTime
import Recording
import ScenarioModel
import ScenarioProgram

/// `Task.sleep` in a loop and `AsyncTimerSequence` (README: sleeps).
extension World {
    mutating func makeTask(_ timer: TimerID, index: Int, on thread: ThreadID) {
        let planned = plan.timers[index]
        makeQueueTimer(timer, index: index, queue: QueueID(planned.queue ?? 0), on: thread)
        let slot = mechanisms.tasks.nextID
        timers.details[timer].slot = .task(slot)
        let deadline = dispatch.deadlines.make(for: .task(slot), entity: timers[timer].entity, clock: planned.clock)
        mechanisms.tasks.append(
            SleepingTask(
                timer: timer, deadline: deadline, queue: QueueID(planned.queue ?? 0),
                isAbsolute: planned.kind == .asyncTimer || planned.isAbsolute))
        enqueue(.task(slot), on: QueueID(planned.queue ?? 0))
    }

    /// The executor has come to the task's job.
    mutating func beginJob(of task: TaskID, on thread: ThreadID) {
        let timer = mechanisms.tasks[task].timer
        guard timers[timer].isValid else {
            finish(task: task, on: thread)
            return
        }
        if case .unstarted = mechanisms.tasks[task].phase {
            start(task: task, on: thread)
        } else {
            mechanisms.tasks[task].phase = .working
            fireFromQueue(timer, kind: .task(task), on: thread)
        }
    }

    mutating func endJob(of task: TaskID, _ callout: Callout, on thread: ThreadID) {
        let timer = callout.timer
        recordReturn(callout, on: thread)
        if timers[timer].isValid, plan.timers[timers.details[timer].plan].repeats {
            mechanisms.tasks[task].index += 1
            sleep(task: task)
        } else {
            finish(task: task, on: thread)
        }
        releaseHolds(of: thread, downTo: callout.holdMark)
    }

    private func plannedTimer(_ timer: TimerID) -> TimerPlan { plan.timers[timers.details[timer].plan] }

    private func clock(ofTask task: TaskID) -> TimerClock {
        dispatch.deadlines.clock(of: mechanisms.tasks[task].deadline)
    }

    /// The grid of a sequence starts at its first `next()` (AsyncTimerSequence.swift: Iterator.next).
    private mutating func start(task: TaskID, on thread: ThreadID) {
        let timer = mechanisms.tasks[task].timer
        let planned = plannedTimer(timer)
        let first = CreationRules.delay(of: planned.delay ?? timers.details[timer].interval)
        if mechanisms.tasks[task].isAbsolute {
            let (interval, isRaised) = CreationRules.gridInterval(planned, timers.details[timer].interval)
            if isRaised { remark(.intervalRaised, about: timers[timer].entity, on: thread) }
            mechanisms.tasks[task].grid = Grid(
                anchor: kernel.clock.reading(of: clock(ofTask: task)).adding(saturating: first), interval: interval)
            sleep(task: task)
        } else {
            sleep(task: task, for: first)
        }
    }

    private mutating func sleep(task: TaskID) {
        let timer = mechanisms.tasks[task].timer
        guard mechanisms.tasks[task].isAbsolute else {
            sleep(task: task, for: CreationRules.delay(of: timers.details[timer].interval))
            return
        }
        let clock = clock(ofTask: task)
        let target = mechanisms.tasks[task].grid.point(mechanisms.tasks[task].index) ?? .max
        let instant = kernel.clock.recordingTime(of: target, on: clock)
        timers.details[timer].awaited = instant
        let offset = kernel.clock.recordingTime(of: 0, on: clock)
        if mechanisms.tasks[task].recordedOffset != offset {
            mechanisms.tasks[task].recordedOffset = offset
            let number = kernel.recorder.interval(mechanisms.tasks[task].grid.interval)
            record(.gridSet, entity: timers[timer].entity, on: .none, value: instant, extra: number)
        }
        sleep(task: task, until: target)
    }

    private mutating func sleep(task: TaskID, for duration: Int64) {
        let clock = clock(ofTask: task)
        let target = kernel.clock.reading(of: clock).adding(saturating: duration)
        announce(mechanisms.tasks[task].timer, at: kernel.clock.recordingTime(of: target, on: clock))
        sleep(task: task, until: target)
    }

    /// A deadline that has passed puts the job back into the queue at once.
    private mutating func sleep(task: TaskID, until target: Int64) {
        let timer = mechanisms.tasks[task].timer
        let clock = clock(ofTask: task)
        let left = Int64(clamping: Int128(target) - Int128(kernel.clock.reading(of: clock)))
        timers[timer].due = kernel.clock.uptime(of: target, on: clock)
        guard left > 0 else {
            mechanisms.tasks[task].phase = .ready
            enqueue(.task(task), on: mechanisms.tasks[task].queue)
            return
        }
        mechanisms.tasks[task].phase = .asleep
        dispatch.deadlines.arm(
            mechanisms.tasks[task].deadline, target: target,
            leeway: CreationRules.leeway(of: plan.timers[timers.details[timer].plan], sleeping: left), &kernel)
    }

    mutating func elapse(task: TaskID) {
        mechanisms.tasks[task].phase = .ready
        enqueue(.task(task), on: mechanisms.tasks[task].queue)
    }

    /// A sleeping task is woken by its cancellation at once and ends on its executor (TaskSleepDuration.swift).
    mutating func cancel(task: TaskID, on thread: ThreadID) {
        let timer = mechanisms.tasks[task].timer
        guard timers[timer].isValid else { return }
        timers[timer].isValid = false
        record(.cancelled, entity: timers[timer].entity, on: thread)
        record(.gridEnded, entity: timers[timer].entity, on: thread)
        dispatch.deadlines.disarm(mechanisms.tasks[task].deadline, &kernel)
        if case .asleep = mechanisms.tasks[task].phase { elapse(task: task) }
    }

    private mutating func finish(task: TaskID, on thread: ThreadID) {
        dispatch.deadlines.free(mechanisms.tasks[task].deadline, &kernel)
        finishQueueTimer(mechanisms.tasks[task].timer, on: thread)
    }
}

/// `mach_wait_until` and `Thread.sleep` in a loop (README: sleeps).
extension World {
    /// The thread that makes the loop is in it from now on.
    mutating func makeWaitLoop(_ timer: TimerID, index: Int, on thread: ThreadID) {
        let planned = plan.timers[index]
        let slot = mechanisms.waitLoops.nextID
        timers.details[timer].slot = .waitLoop(slot)
        timers.details[timer].node = objects.graph.add(.timer, index: timer.raw, entity: timers[timer].entity)
        timers[timer].isValid = true
        record(.created, entity: timers[timer].entity, on: thread)
        makeContext(of: timer, callback: planned.callback, on: thread)
        timers.details[timer].loopEdge = retain(
            timers.details[timer].node, from: threads[thread].node, label: objects.labels.block, on: thread)
        attachOwners(.timer(index), node: timers.details[timer].node, holders: planned.heldBy, on: thread)

        var loop = WaitLoop(timer: timer, isAbsolute: planned.kind == .machWait)
        let (interval, isRaised) = CreationRules.gridInterval(planned, timers.details[timer].interval)
        if isRaised, loop.isAbsolute { remark(.intervalRaised, about: timers[timer].entity, on: thread) }
        loop.grid = Grid(
            anchor: kernel.now.adding(
                saturating: CreationRules.delay(of: planned.delay ?? timers.details[timer].interval)),
            interval: interval)
        mechanisms.waitLoops.append(loop)
        threads[thread].push(.waitLoop(slot, phase: .wait))
    }

    mutating func continueWaitLoop(_ slot: WaitLoopID, phase: WaitLoop.Phase, at top: Int, on thread: ThreadID) -> Flow
    {
        let timer = mechanisms.waitLoops[slot].timer
        guard kernel.chargeBudget() else { return .blocked }
        guard timers[timer].isValid else {
            threads[thread].pop()
            finishQueueTimer(timer, on: thread)
            return .proceed
        }
        switch phase {
        case .wait:
            threads[thread].replaceFrame(at: top, with: .waitLoop(slot, phase: .work))
            return awaitRound(of: slot, on: thread)
        case .work:
            threads[thread].replaceFrame(at: top, with: .waitLoop(slot, phase: .wait))
            fireFromQueue(timer, kind: .waitLoop(slot), on: thread)
            return .proceed
        }
    }

    /// A deadline that has passed is no reason to wait: rounds that were missed come in a burst.
    private mutating func awaitRound(of slot: WaitLoopID, on thread: ThreadID) -> Flow {
        let timer = mechanisms.waitLoops[slot].timer
        let target = nextRound(of: slot)
        timers[timer].due = target
        guard target > kernel.now else { return .proceed }
        let latency =
            kernel.dice.hasWakeUpLatency
            ? kernel.dice.wakeUpLatency(of: timers[timer].entity, index: timers[timer].fired) : 0
        let wakeTime = target.adding(saturating: latency)
        if kernel.canPass(to: wakeTime) {
            kernel.clock.advance(to: wakeTime)
            threads[thread].wakeTime = wakeTime
            return .proceed
        }
        block(thread, until: wakeTime, as: .busy)
        return .blocked
    }

    /// When the loop wants to go on, on the uptime axis; recorded.
    private mutating func nextRound(of slot: WaitLoopID) -> Int64 {
        let loop = mechanisms.waitLoops[slot]
        let timer = loop.timer
        guard loop.isAbsolute else {
            let target =
                loop.round == 0
                ? loop.grid.anchor
                : kernel.now.adding(saturating: CreationRules.delay(of: timers.details[timer].interval))
            announce(timer, at: target.adding(saturating: kernel.sleepOffset))
            return target
        }
        let target = loop.grid.point(loop.round) ?? .max
        if loop.recordedOffset != kernel.sleepOffset, target < .max {
            mechanisms.waitLoops[slot].recordedOffset = kernel.sleepOffset
            let number = kernel.recorder.interval(loop.grid.interval)
            record(
                .gridSet, entity: timers[timer].entity, on: .none, value: target.adding(saturating: kernel.sleepOffset),
                extra: number)
        }
        timers.details[timer].awaited = target.adding(saturating: mechanisms.waitLoops[slot].recordedOffset ?? 0)
        return target
    }

    mutating func endRound(of slot: WaitLoopID, _ callout: Callout, on thread: ThreadID) {
        let timer = callout.timer
        recordReturn(callout, on: thread)
        mechanisms.waitLoops[slot].round += 1
        if timers[timer].isValid, !plan.timers[timers.details[timer].plan].repeats {
            timers[timer].isValid = false
            record(.gridEnded, entity: timers[timer].entity, on: thread)
        }
        releaseHolds(of: thread, downTo: callout.holdMark)
    }
}
