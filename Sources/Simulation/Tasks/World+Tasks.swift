import ExactTime
import Recording
import ScenarioModel

/// `Task.sleep` in a loop and `AsyncTimerSequence` (semantics 6).
extension World {
    mutating func makeTask(_ timer: Int, index: Int, on thread: Int) {
        let planned = plan.timers[index]
        makeQueueTimer(timer, index: index, queue: planned.queue ?? 0, on: thread)
        let slot = Int32(tasks.count)
        details[timer].slot = slot
        let deadline = makeDeadline(for: .task(slot), entity: timers[timer].entity, clock: planned.clock)
        tasks.append(
            SleepingTask(
                timer: Int32(timer), deadline: deadline, queue: Int32(planned.queue ?? 0),
                isAbsolute: planned.kind == .asyncTimer || planned.isAbsolute))
        enqueue(.task(slot), on: planned.queue ?? 0)
    }

    /// The executor has come to the task's job.
    mutating func beginJob(of task: Int, on thread: Int) {
        let timer = Int(tasks[task].timer)
        guard timers[timer].isValid else {
            finish(task: task, on: thread)
            return
        }
        if case .unstarted = tasks[task].phase {
            start(task: task, on: thread)
        } else {
            tasks[task].phase = .working
            fireFromQueue(timer, kind: .task(Int32(task)), on: thread)
        }
    }

    mutating func endJob(of task: Int, _ callout: Callout, on thread: Int) {
        let timer = Int(callout.timer)
        recordReturn(callout, on: thread)
        if timers[timer].isValid, plan.timers[Int(details[timer].plan)].repeats {
            tasks[task].index += 1
            sleep(task: task)
        } else {
            finish(task: task, on: thread)
        }
        releaseHolds(of: thread, downTo: callout.holdMark)
    }

    private func plannedTimer(_ timer: Int) -> TimerPlan { plan.timers[Int(details[timer].plan)] }

    private func clock(ofTask task: Int) -> TimerClock { lines[deadlines[Int(tasks[task].deadline)].line].clock }

    /// The grid of a sequence starts at its first `next()` (AsyncTimerSequence.swift: Iterator.next).
    private mutating func start(task: Int, on thread: Int) {
        let timer = Int(tasks[task].timer)
        let planned = plannedTimer(timer)
        let first = delay(of: planned.delay ?? details[timer].interval)
        if tasks[task].isAbsolute {
            var interval = planned.repeats ? details[timer].interval ?? .zero : nil
            if let wanted = interval, wanted <= .zero {
                interval = Rational(whole: 1)
                remark(.intervalRaised, about: timers[timer].entity, on: thread)
            }
            tasks[task].grid = Grid(anchor: sum(reading(of: clock(ofTask: task)), first), interval: interval)
            sleep(task: task)
        } else {
            sleep(task: task, for: first)
        }
    }

    private mutating func sleep(task: Int) {
        let timer = Int(tasks[task].timer)
        guard tasks[task].isAbsolute else {
            sleep(task: task, for: delay(of: details[timer].interval))
            return
        }
        let clock = clock(ofTask: task)
        let target = tasks[task].grid.point(tasks[task].index) ?? .max
        let instant = recordingTime(of: target, on: clock)
        details[timer].awaited = instant
        let offset = recordingTime(of: 0, on: clock)
        if tasks[task].recordedOffset != offset {
            tasks[task].recordedOffset = offset
            let number = recorder.interval(tasks[task].grid.interval)
            recorder.append(
                record(.gridSet, entity: timers[timer].entity, on: -1, value: instant, extra: number))
        }
        sleep(task: task, until: target)
    }

    private mutating func sleep(task: Int, for duration: Int64) {
        let clock = clock(ofTask: task)
        let target = sum(reading(of: clock), duration)
        announce(Int(tasks[task].timer), at: recordingTime(of: target, on: clock))
        sleep(task: task, until: target)
    }

    /// A deadline that has passed puts the job back into the queue at once.
    private mutating func sleep(task: Int, until target: Int64) {
        let timer = Int(tasks[task].timer)
        let clock = clock(ofTask: task)
        let left = Int64(clamping: Int128(target) - Int128(reading(of: clock)))
        timers[timer].due = uptime(of: target, on: clock)
        guard left > 0 else {
            tasks[task].phase = .ready
            enqueue(.task(Int32(task)), on: Int(tasks[task].queue))
            return
        }
        tasks[task].phase = .asleep
        let tolerance = plan.timers[Int(details[timer].plan)].tolerance
        arm(
            deadline: tasks[task].deadline, target: target,
            leeway: tolerance > 0 ? tolerance : World.leewayOfDelay(left))
    }

    mutating func elapse(task: Int) {
        tasks[task].phase = .ready
        enqueue(.task(Int32(task)), on: Int(tasks[task].queue))
    }

    /// A sleeping task is woken by its cancellation at once and ends on its executor (TaskSleepDuration.swift).
    mutating func cancel(task: Int, on thread: Int) {
        let timer = Int(tasks[task].timer)
        guard timers[timer].isValid else { return }
        timers[timer].isValid = false
        recorder.append(record(.cancelled, entity: timers[timer].entity, on: thread))
        recorder.append(record(.gridEnded, entity: timers[timer].entity, on: thread))
        disarm(deadline: tasks[task].deadline)
        if case .asleep = tasks[task].phase { elapse(task: task) }
    }

    private mutating func finish(task: Int, on thread: Int) {
        freeDeadline(tasks[task].deadline)
        finishQueueTimer(Int(tasks[task].timer), on: thread)
    }
}
