import ExactTime
import Recording
import ScenarioModel

/// `mach_wait_until` and `Thread.sleep` in a loop (semantics 6).
extension World {
    /// The thread that makes the loop is in it from now on.
    mutating func makeWaitLoop(_ timer: Int, index: Int, on thread: Int) {
        let planned = plan.timers[index]
        details[timer].slot = Int32(waitLoops.count)
        details[timer].node = graph.add(.timer, index: Int32(timer), entity: timers[timer].entity.index)
        timers[timer].isValid = true
        recorder.append(record(.created, entity: timers[timer].entity, on: thread))
        makeContext(of: timer, callback: planned.callback, on: thread)
        details[timer].loopEdge = retain(
            details[timer].node, from: threads[thread].node, label: labels.block, on: thread)
        settle(.timer(index), node: details[timer].node, holders: planned.heldBy, on: thread)

        var loop = WaitLoop(timer: Int32(timer), isAbsolute: planned.kind == .machWait)
        var interval = planned.repeats ? details[timer].interval ?? .zero : nil
        if let wanted = interval, wanted <= .zero {
            interval = Rational(whole: 1)
            if loop.isAbsolute { remark(.intervalRaised, about: timers[timer].entity, on: thread) }
        }
        loop.grid = Grid(anchor: sum(now, delay(of: planned.delay ?? details[timer].interval)), interval: interval)
        waitLoops.append(loop)
        threads[thread].frames.append(.waitLoop(details[timer].slot, phase: .wait))
    }

    mutating func continueWaitLoop(_ slot: Int32, phase: WaitLoop.Phase, at top: Int, on thread: Int) -> Flow {
        let timer = Int(waitLoops[Int(slot)].timer)
        guard spend() else { return .blocked }
        guard timers[timer].isValid else {
            threads[thread].frames.removeLast()
            finishQueueTimer(timer, on: thread)
            return .proceed
        }
        switch phase {
        case .wait:
            threads[thread].frames[top] = .waitLoop(slot, phase: .work)
            return awaitRound(of: Int(slot), on: thread)
        case .work:
            threads[thread].frames[top] = .waitLoop(slot, phase: .wait)
            fireFromQueue(timer, kind: .waitLoop(slot), on: thread)
            return .proceed
        }
    }

    /// A deadline that has passed is no reason to wait: rounds that were missed come in a burst.
    private mutating func awaitRound(of slot: Int, on thread: Int) -> Flow {
        let timer = Int(waitLoops[slot].timer)
        let target = nextRound(of: slot)
        timers[timer].due = target
        guard target > now else { return .proceed }
        let latency =
            hasWakeUpLatency ? wakeUpLatency(of: timers[timer].entity, index: timers[timer].fired) : 0
        let wakeTime = sum(target, latency)
        if canPass(to: wakeTime) {
            now = wakeTime
            threads[thread].wakeTime = wakeTime
            return .proceed
        }
        block(thread, until: wakeTime, as: .busy)
        return .blocked
    }

    /// When the loop wants to go on, on the uptime axis; recorded.
    private mutating func nextRound(of slot: Int) -> Int64 {
        let loop = waitLoops[slot]
        let timer = Int(loop.timer)
        guard loop.isAbsolute else {
            let target = loop.round == 0 ? loop.grid.anchor : sum(now, delay(of: details[timer].interval))
            announce(timer, at: sum(target, sleepOffset))
            return target
        }
        let target = loop.grid.point(loop.round) ?? .max
        if loop.recordedOffset != sleepOffset, target < .max {
            waitLoops[slot].recordedOffset = sleepOffset
            let number = recorder.interval(loop.grid.interval)
            recorder.append(
                record(
                    .gridSet, entity: timers[timer].entity, on: -1, value: sum(target, sleepOffset), extra: number))
        }
        details[timer].awaited = sum(target, waitLoops[slot].recordedOffset ?? 0)
        return target
    }

    mutating func endRound(of slot: Int, _ callout: Callout, on thread: Int) {
        let timer = Int(callout.timer)
        recordReturn(callout, on: thread)
        waitLoops[slot].round += 1
        if timers[timer].isValid, !plan.timers[Int(details[timer].plan)].repeats {
            timers[timer].isValid = false
            recorder.append(record(.gridEnded, entity: timers[timer].entity, on: thread))
        }
        releaseHolds(of: thread, downTo: callout.holdMark)
    }
}
