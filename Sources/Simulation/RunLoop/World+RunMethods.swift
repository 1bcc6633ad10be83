import Recording
import ScenarioModel

extension World {
    /// The thread's run loop, made on first use (CFRunLoop.c: _CFRunLoopGet0).
    mutating func loop(of thread: Int) -> Int {
        if threads[thread].loop >= 0 { return Int(threads[thread].loop) }
        let number = loops.count
        let node = graph.add(.root, index: Int32(number), entity: threads[thread].entity.index)
        loops.append(LoopState(thread: Int32(thread), node: node, commonModes: initialCommonModes))
        threads[thread].loop = Int32(number)
        recorder.append(record(.loopCreated, entity: threads[thread].entity, on: thread))
        return number
    }

    /// Calls a run method of the current run loop.
    mutating func beginRun(_ op: RunOp, step: Int32, on thread: Int) {
        let loop = loop(of: thread)
        if op.isCommon || (op.kind != .forever && op.kind != .until && op.kind != .nested && isEmpty(op.mode, loop)) {
            // CFRunLoop.c: CFRunLoopRunSpecific; RunLoop.swift: run(mode:before:)
            remark(
                op.isCommon ? .ranCommonModes : .ranEmptyMode, about: threads[thread].entity, on: thread, step: step)
            finishRun(kind: op.kind, result: .finished, succeeded: false, step: step, on: thread)
            return
        }
        let deadline = op.until.map { uptime(of: $0) } ?? sum(now, op.duration)
        pushRun(
            RunFrame(
                kind: op.kind, mode: op.mode, deadline: deadline, returnsAfterSource: op.returnsAfterSource, step: step),
            on: thread)
    }

    /// Starts the next activation of a run method, or returns from it.
    mutating func continueRun(_ frame: RunFrame, at top: Int, on thread: Int) -> Flow {
        guard spend() else { return .blocked }
        let loop = loop(of: thread)
        var next = frame
        if frame.hasRun { next.lastResult = threads[thread].lastRunResult }
        guard shouldRun(next, loop: loop) else {
            threads[thread].frames.remove(at: top)
            leaveRun(next, on: thread)
            return .proceed
        }
        next.hasRun = true
        threads[thread].frames[top] = .run(next)
        beginActivation(of: next, loop: loop, on: thread)
        return .proceed
    }

    private func shouldRun(_ frame: RunFrame, loop: Int) -> Bool {
        switch frame.kind {
        case .app:
            // The loop of an app's main thread never runs dry (semantics 1.7).
            return true
        case .forever:
            return !isEmpty(frame.mode, loop)
        case .until:
            return !isEmpty(frame.mode, loop) && (!frame.hasRun || frame.deadline > now)
        case .nested:
            return frame.deadline > now
        case .once, .inMode:
            return !frame.hasRun
        }
    }

    private mutating func leaveRun(_ frame: RunFrame, on thread: Int) {
        switch frame.kind {
        case .app: return
        case .once:
            finishRun(kind: .once, result: frame.lastResult, succeeded: true, step: frame.step, on: thread)
        case .forever, .until, .inMode, .nested:
            if !frame.hasRun, frame.kind == .forever || frame.kind == .until {
                remark(.ranEmptyMode, about: threads[thread].entity, on: thread, step: frame.step)
            }
            finishRun(kind: frame.kind, result: frame.lastResult, succeeded: true, step: frame.step, on: thread)
        }
    }

    private mutating func finishRun(
        kind: RunFrame.Kind, result: RunResult, succeeded: Bool, step: Int32, on thread: Int
    ) {
        let value =
            switch kind {
            case .once: Int64(succeeded ? 1 : 0)
            case .inMode: result.rawValue
            case .app, .forever, .until, .nested: Int64(0)
            }
        threads[thread].answer = value
        recorder.append(
            record(.runReturned, entity: threads[thread].entity, on: thread, value: value, extra: Int64(step)))
    }

    private mutating func beginActivation(of frame: RunFrame, loop: Int, on thread: Int) {
        // A deadline that has passed asks for exactly one pass that does not sleep.
        let polls = frame.deadline <= now
        let activation = Activation(
            mode: frame.mode, deadline: frame.deadline,
            returnsAfterSource: frame.returnsAfterSource || frame.kind == .forever || frame.kind == .until,
            polls: polls, hasHiddenItem: frame.kind == .nested, step: frame.step,
            // What the app autoreleased before its loop ran is in the pool that the loop drains first.
            poolMark: frame.kind == .app ? 0 : threads[thread].pool.count)
        // So far the activation around this one has heard wake-ups, or not; from here on this one does.
        if heedsWakeUps(thread) { loops[loop].takeLimits(until: now) } else { loops[loop].dropLimits(until: now) }
        loops[loop].modeStack.append(frame.mode)
        loops[loop].limits.append(polls ? .max : frame.deadline)
        loops[loop].stopFlags.append(false)
        loops[loop].activationFrames.append(Int32(threads[thread].frames.count))
        recorder.append(
            record(
                .activationBegan, entity: threads[thread].entity, on: thread,
                value: Int64(modeEntities[Int(frame.mode)].index), extra: Int64(frame.step)))
        threads[thread].frames.append(.activation(activation))
    }

    /// The innermost activation has returned.
    mutating func endActivation(_ activation: Activation, at top: Int, on thread: Int) {
        let loop = Int(threads[thread].loop)
        loops[loop].modeStack.removeLast()
        loops[loop].dropLimits(until: now)
        loops[loop].limits.removeLast()
        loops[loop].stopFlags.removeLast()
        loops[loop].activationFrames.removeLast()
        threads[thread].lastRunResult = activation.result
        threads[thread].frames.remove(at: top)
        recorder.append(
            record(
                .activationEnded, entity: threads[thread].entity, on: thread,
                value: Int64(modeEntities[Int(activation.mode)].index), extra: activation.result.rawValue))
    }

    /// Whether nothing that counts is in the mode (CFRunLoop.c: __CFRunLoopModeIsEmpty); observers do not count.
    func isEmpty(_ mode: Int8, _ loop: Int) -> Bool {
        let state = loops[loop]
        let thread = Int(state.thread)
        if thread == 0, state.commonModes.contains(mode), threads[thread].mainDrains == 0 { return false }
        let common = state.commonModes
        return !state.groups.contains { $0.count > 0 && $0.modes.contains(mode) }
            && !state.blocks.contains { $0.modes.resolved(common: common).contains(mode) }
            && !state.performs.contains { $0.modes.resolved(common: common).contains(mode) }
            && !state.sources.contains { sources[Int($0)].modes.resolved(common: common).contains(mode) }
            && (state.inbox.isEmpty || !common.contains(mode))
    }

    /// Stops the innermost activation of a thread's run loop (CFRunLoop.c: CFRunLoopStop).
    mutating func stopLoop(of thread: Int, calledOn caller: Int, step: Int32) {
        let loop = Int(threads[thread].loop)
        guard loop >= 0, !loops[loop].stopFlags.isEmpty else {
            remark(.stoppedIdleLoop, about: threads[thread].entity, on: caller, step: step)
            return
        }
        loops[loop].stopFlags[loops[loop].stopFlags.count - 1] = true
        wakeLoop(of: thread)
    }

    /// Has a sleeping run loop make a pass, and one that is about to sleep not sleep; ignored in the handling half of a
    /// pass, since the loop looks anyway, and while it does not run (CFRunLoop.c: CFRunLoopWakeUp).
    mutating func wakeLoop(of thread: Int) {
        let loop = Int(threads[thread].loop)
        guard loop >= 0, heedsWakeUps(thread) else { return }
        loops[loop].isWakePending = true
        if loops[loop].isWaiting { wake(thread) }
    }

    private func heedsWakeUps(_ thread: Int) -> Bool {
        guard let place = loops[Int(threads[thread].loop)].activationFrames.last,
            case .activation(let innermost) = threads[thread].frames[Int(place)]
        else { return false }
        return innermost.heedsWakeUps
    }

    // MARK: Dates

    /// A date on the uptime axis.
    func uptime(of date: FireDate) -> Int64 {
        switch date {
        case .at(let instant): sum(instant, -sleepOffset)
        case .after(let duration): sum(now, duration)
        case .distantFuture: .max
        case .distantPast: now
        }
    }

    /// A sum that stays at the end of time.
    @inline(__always)
    func sum(_ instant: Int64, _ duration: Int64) -> Int64 {
        let (sum, overflow) = instant.addingReportingOverflow(duration)
        return overflow ? (duration > 0 ? .max : .min) : sum
    }
}
