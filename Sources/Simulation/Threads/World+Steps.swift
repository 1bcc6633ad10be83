import Recording
import ScenarioModel

/// Performing one instruction.
extension World {
    mutating func perform(_ instruction: Instruction, in frame: StepsFrame, on thread: Int) -> Flow {
        let step = instruction.step
        switch instruction.op {
        case .work(let duration):
            return occupy(thread, for: worked(duration, by: frame.owner), .work, step: step, owner: frame.owner)
        case .loop(let turns):
            let cost = plan.device.loopCost.scaled(turns) ?? .max
            return occupy(thread, for: worked(cost, by: frame.owner), .work, step: step, owner: frame.owner)
        case .drawnWork(let table):
            let amount = draw(program.tables[Int(table)], for: frame.owner, purpose: .amount)
            return occupy(thread, for: worked(amount, by: frame.owner), .work, step: step, owner: frame.owner)
        case .sleep(let duration):
            return occupy(thread, for: duration, .sleep, step: step, owner: frame.owner)
        case .log(let template):
            return log(Int(template), in: frame, step: step, on: thread)
        case .repeating(let count, let list, let until):
            guard list >= 0 else { return .proceed }
            threads[thread].frames.append(
                .repeating(
                    RepeatFrame(
                        list: list, turn: 0, count: count, until: until, owner: frame.owner, timer: frame.timer,
                        firing: frame.firing)))
            return .proceed
        case .create, .add, .invalidate, .fire, .setFireDate, .suspend, .resume, .activate, .cancel, .pause,
            .reschedule:
            performOnTimer(instruction.op, step: step, on: thread)
            return .proceed
        case .run, .stopLoop, .wakeLoop, .performBlock, .dumpLoop, .addCommonMode, .signal:
            performOnLoop(instruction.op, in: frame, step: step, on: thread)
            return .proceed
        case .performAfter, .performOnThread, .performDirectly, .cancelPerform, .async, .asyncAfter:
            return performLater(instruction.op, in: frame, step: step, on: thread)
        case .assign, .release, .overRelease, .push, .pop, .isKindOf, .respondsTo, .message:
            performOnObject(instruction.op, step: step, in: frame, on: thread)
            return .proceed
        case .start(let target):
            startLater(Int(target))
            return .proceed
        case .exit:
            exitThread(thread)
            return .proceed
        case .systemSleep, .background, .foreground, .setWallClock:
            performSystem(instruction.op)
            return .proceed
        }
    }

    // MARK: Work

    /// Keeps the thread busy, or blocked, for a while.
    private mutating func occupy(
        _ thread: Int, for duration: Int64, _ kind: BusyKind, step: Int32, owner: EntityID
    ) -> Flow {
        guard duration > 0 else { return .proceed }
        recorder.append(
            record(kind == .work ? .workBegan : .sleepBegan, entity: owner, on: thread, value: Int64(step)))
        threads[thread].frames.append(.busy(kind: kind, step: step, owner: owner))
        let until = sum(now, duration)
        if canPass(to: until) {
            now = until
            threads[thread].wakeTime = until
            return .proceed
        }
        block(thread, until: until, as: .busy)
        return .blocked
    }

    /// An amount of work times the device's factor, drawn anew each time.
    private mutating func worked(_ amount: Int64, by owner: EntityID) -> Int64 {
        guard amount > 0 else { return amount }
        var total = amount
        if let factors = plan.device.workFactor {
            let factor = draw(factors, for: owner, purpose: .work)
            total = Int64(clamping: (Int128(amount) * Int128(factor) + 500_000_000) / 1_000_000_000)
        }
        if let rampUp = plan.device.rampUp {
            total = sum(total, max(0, draw(rampUp, for: owner, purpose: .rampUp)))
        }
        return total
    }

    private mutating func draw(_ table: QuantileTable, for owner: EntityID, purpose: DrawPurpose) -> Int64 {
        let index = Int(max(0, owner.index))
        drawCounts[index] += 1
        // Work, ramp and amount have streams of their own, so one count serves them all.
        return table.value(at: random.draw(key: entityKeys[index], purpose: purpose, index: drawCounts[index]))
    }

    // MARK: Log

    private mutating func log(_ template: Int, in frame: StepsFrame, step: Int32, on thread: Int) -> Flow {
        let start = recorder.arguments.count
        let fields = program.fields[template]
        for field in fields { recorder.arguments.append(value(of: field, in: frame, on: thread)) }
        recorder.append(
            record(
                .logged, entity: frame.owner, on: thread, value: Int64(template),
                extra: fields.isEmpty ? -1 : Int64(start)))
        return occupy(thread, for: plan.device.logCost, .work, step: step, owner: frame.owner)
    }

    private func value(of field: LogField, in frame: StepsFrame, on thread: Int) -> Int64 {
        let fired = frame.firing
        return switch field {
        case .firing(let fromZero): fromZero ? fired - 1 : fired
        case .countdown(let from, _): sum(from, -max(0, fired - 1))
        case .turn: frame.turn
        case .thread: Int64(threads[thread].entity.index)
        case .data: frame.timer >= 0 && hasSource(Int(frame.timer)) ? data(of: Int(frame.timer)) : 0
        case .timestamp, .targetTimestamp, .frameDuration:
            frame.timer >= 0 ? property(field, ofLink: Int(frame.timer)) : 0
        case .isValid(let timer): timers[Int(firstTimerInstance[timer])].isValid ? 1 : 0
        case .fireDate(let timer): fireDate(of: Int(firstTimerInstance[timer]))
        case .now: time
        case .answer: threads[thread].answer
        case .ticks: Int64(clamping: Int128(now) * 3 / 125)
        case .mode:
            threads[thread].loop >= 0
                ? Int64(loops[Int(threads[thread].loop)].modeStack.last.map { modeEntities[Int($0)].index } ?? -1) : -1
        }
    }

    /// The next fire date, the date of the latest firing of an invalid timer (NSTimer documentation: fireDate).
    private func fireDate(of timer: Int) -> Int64 {
        timers[timer].isValid ? sum(timers[timer].due, timers[timer].armedOffset) : details[timer].lastFired
    }
}
