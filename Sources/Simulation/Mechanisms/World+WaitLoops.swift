import ExactTime
import Recording
import ScenarioModel
import ScenarioProgram

/// `mach_wait_until` and `Thread.sleep` in a loop (semantics 6).
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
        settle(.timer(index), node: timers.details[timer].node, holders: planned.heldBy, on: thread)

        var loop = WaitLoop(timer: timer, isAbsolute: planned.kind == .machWait)
        let (interval, isRaised) = CreationRules.gridInterval(planned, timers.details[timer].interval)
        if isRaised, loop.isAbsolute { remark(.intervalRaised, about: timers[timer].entity, on: thread) }
        loop.grid = Grid(
            anchor: kernel.now.adding(
                saturating: CreationRules.delay(of: planned.delay ?? timers.details[timer].interval)),
            interval: interval)
        mechanisms.waitLoops.append(loop)
        threads[thread].frames.append(.waitLoop(slot, phase: .wait))
    }

    mutating func continueWaitLoop(_ slot: WaitLoopID, phase: WaitLoop.Phase, at top: Int, on thread: ThreadID) -> Flow
    {
        let timer = mechanisms.waitLoops[slot].timer
        guard kernel.chargeBudget() else { return .blocked }
        guard timers[timer].isValid else {
            threads[thread].frames.removeLast()
            finishQueueTimer(timer, on: thread)
            return .proceed
        }
        switch phase {
        case .wait:
            threads[thread].frames[top] = .waitLoop(slot, phase: .work)
            return awaitRound(of: slot, on: thread)
        case .work:
            threads[thread].frames[top] = .waitLoop(slot, phase: .wait)
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
