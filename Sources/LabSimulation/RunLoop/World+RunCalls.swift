import LabRecording
import LabScenarioModel
import LabScenarioProgram

extension World {
    /// The thread's run loop, made on first use (CFRunLoop.c: _CFRunLoopGet0).
    mutating func loop(of thread: ThreadID) -> LoopID {
        if threads[thread].loop.exists { return threads[thread].loop }
        let number = loops.nextID
        let modes = ModeSet(bits: 1 << UInt64(program.modes.names.count) - 1)
        let node = objects.graph.insert(.root, index: number.raw, entity: threads[thread].entity)
        loops.append(
            RunLoop(
                thread: thread, node: node, commonModes: program.commonModes,
                servesEvents: thread == .main
                    && plan.events.indices.contains { plan.events[$0].thread == 0 && !program.isSystem(EventID($0)) },
                ports: Ports(modes: modes), timers: TimerGroups(plan.device.choices.wakeInWindow),
                sourcePorts: SourcePorts(modes: modes)))
        threads[thread].loop = number
        record(.loopCreated, entity: threads[thread].entity, on: thread)
        return number
    }

    mutating func begin(_ call: RunCall, mode: ModeID, step: Int32, on thread: ThreadID) {
        let (loop, method, isCommon) = (loop(of: thread), call.method, call.mode == .common)
        if isCommon || (method == .once || method == .inMode) && isEmpty(mode, loop) {
            // CFRunLoop.c: CFRunLoopRunSpecific; RunLoop.swift: run(mode:before:)
            remark(isCommon ? .ranCommonModes : .ranEmptyMode, about: threads[thread].entity, on: thread, step: step)
            return finishRun(method, result: .finished, succeeded: false, step: step, on: thread)
        }
        let deadline =
            call.until.map { kernel.clock.reading(of: $0, on: .uptime) } ?? kernel.now.adding(saturating: call.duration)
        threads[thread].push(
            .run(
                RunFrame(
                    method: method, mode: mode, deadline: deadline, returnsAfterSource: call.returnsAfterSource,
                    step: step)))
    }

    /// Starts the next activation of a run method, or returns from it.
    mutating func continueRun(_ frame: RunFrame, on thread: ThreadID) -> Flow {
        guard kernel.chargeBudget() else { return .blocked }
        let loop = loop(of: thread)
        var next = frame
        guard next.goesOn(now: kernel.now, isEmpty: isEmpty(next.mode, loop)) else {
            threads[thread].pop()
            leaveRun(next, on: thread)
            return .proceed
        }
        if next.hasRun, threads[thread].lastRunResult == .stopped {
            remark(.stoppedInVain, about: threads[thread].entity, on: thread, step: loops[loop].lastStop)
        }
        next.hasRun = true
        threads[thread].replaceTop(with: .run(next))
        beginActivation(of: next, loop: loop, on: thread)
        return .proceed
    }

    private mutating func leaveRun(_ frame: RunFrame, on thread: ThreadID) {
        guard frame.method != .app else { return }
        if !frame.hasRun, frame.method == .forever || frame.method == .until {
            remark(.ranEmptyMode, about: threads[thread].entity, on: thread, step: frame.step)
        }
        let result = frame.hasRun ? threads[thread].lastRunResult : .finished
        finishRun(frame.method, result: result, succeeded: true, step: frame.step, on: thread)
    }

    private mutating func finishRun(
        _ method: RunMethod, result: RunResult, succeeded: Bool, step: Int32, on thread: ThreadID
    ) {
        let value: Int64 =
            switch method {
            case .once: succeeded ? 1 : 0
            case .inMode: result.rawValue
            case .app, .forever, .until, .nested: 0
            }
        threads[thread].answer = value
        record(.runReturned, entity: threads[thread].entity, on: thread, value: value, extra: Int64(step))
    }

    private mutating func beginActivation(of frame: RunFrame, loop: LoopID, on thread: ThreadID) {
        let activation = RunLoopPass(
            mode: frame.mode, time: frame.deadline == .max ? .max : max(frame.deadline, kernel.now) - kernel.now,
            returnsAfterSource: frame.returnsAfterSource || frame.method == .forever || frame.method == .until,
            // Objects that the app autoreleased before its loop ran are in the pool that the loop drains first.
            poolMark: frame.method == .app ? 0 : threads[thread].pool.count)
        // Until now wake-ups counted for the activation around this one; from here on they count for this one.
        if heedsWakeUps(thread) {
            loops[loop].takeLimits(before: kernel.now)
        } else {
            loops[loop].dropLimits(until: kernel.now)
        }
        loops[loop].beginActivation(
            RunLoop.Level(
                mode: frame.mode, frame: threads[thread].frames.count, hasHiddenItem: frame.method == .nested))
        record(
            .activationBegan, entity: threads[thread].entity, on: thread,
            value: Int64(program.entities.modes[frame.mode].index), extra: Int64(frame.step))
        threads[thread].push(.activation(activation))
    }

    mutating func endActivation(_ activation: RunLoopPass, on thread: ThreadID) {
        let loop = threads[thread].loop
        loops[loop].dropLimits(until: kernel.now)
        loops[loop].endActivation()
        threads[thread].lastRunResult = activation.result
        threads[thread].pop()
        record(
            .activationEnded, entity: threads[thread].entity, on: thread,
            value: Int64(program.entities.modes[activation.mode].index), extra: activation.result.rawValue)
    }

    @inline(__always) func isEmpty(_ mode: ModeID, _ loop: LoopID) -> Bool {
        loops[loop].isEmpty(mode, isDraining: threads[.main].mainDrains > 0, members, id: loop)
    }

    /// Stops the innermost activation of a thread's run loop (CFRunLoop.c: CFRunLoopStop).
    mutating func stopLoop(of thread: ThreadID, calledOn caller: ThreadID, step: Int32) {
        let loop = threads[thread].loop
        guard loop.exists, loops[loop].stop(step: step) else {
            return remark(.stoppedIdleLoop, about: threads[thread].entity, on: caller, step: step)
        }
        wakeLoop(of: thread)
    }

    /// Wakes the run loop if it is waiting; otherwise its next wait returns immediately. Ignored in the handling half of a
    /// pass, since the loop looks anyway, and while it does not run (CFRunLoop.c: CFRunLoopWakeUp).
    mutating func wakeLoop(of thread: ThreadID) {
        let loop = threads[thread].loop
        guard loop.exists, heedsWakeUps(thread) else { return }
        loops[loop].ports.requestWakeUp(kernel.nextArrival())
        if loops[loop].ports.isWaiting { wake(thread) }
    }

    private func heedsWakeUps(_ thread: ThreadID) -> Bool {
        guard let place = loops[threads[thread].loop].levels.last?.frame,
            case .activation(let innermost) = threads[thread].frames[place]
        else { return false }
        return innermost.heedsWakeUps
    }

    mutating func dumpLoop(of thread: ThreadID, template: TemplateID, on caller: ThreadID) {
        let (entity, loop) = (threads[thread].entity, threads[thread].loop)
        let number = kernel.recorder.keep(loop.exists ? dump(of: loop) : LoopDump(thread: entity))
        record(.dumped, entity: entity, on: caller, value: number)
        record(
            .logged, entity: entity, on: caller, value: Int64(template.raw),
            extra: Int64(kernel.recorder.trace.arguments.count))
        kernel.recorder.keep(argument: number)
    }

    /// The contents of a run loop for its description.
    private func dump(of id: LoopID) -> LoopDump {
        let (loop, modes) = (loops[id], program.entities.modes)
        let own = timers.ids.filter { timers[$0].loop == id }
            .sorted { (timers[$0].due, timers[$0].rank) < (timers[$1].due, timers[$1].rank) }
        let sources = loop.sources.map { (modes: members.sources[$0].modes(in: id), state: members.sources[$0]) }
        let observers = loop.observers.map { members.observers[$0] }
        var present = loop.commonModes
        for group in loop.timers.groups where group.count > 0 { present.formUnion(group.modes) }
        for item in sources.map(\.modes) + observers.map(\.modes) { present.formUnion(loop.resolved(item)) }
        var dump = LoopDump(thread: threads[loop.thread].entity)
        dump.exists = true
        dump.currentMode = loop.currentMode.map { modes[$0] } ?? .none
        dump.commonModes = loop.commonModes.map { modes[$0] }
        dump.commonItems =
            own.filter { timers.details[$0].modes.isCommon }.map { timers[$0].entity }
            + sources.filter(\.modes.isCommon).map(\.state.entity) + observers.filter(\.modes.isCommon).map(\.entity)
        dump.blockCount = loop.blocks.count
        dump.modes = present.map { mode in
            let inMode = sources.filter { loop.contains($0.modes, in: mode) }
            let requests = loop.performs.filter { loop.contains($0.modes, in: mode) }
            return LoopDump.Mode(
                name: modes[mode],
                timers: own.filter { loop.contains(timers.details[$0].modes, in: mode) }.map { description(of: $0) },
                sources0: inMode.filter { !$0.state.isPort }.map(\.state.entity)
                    + requests.map { program.blocks[$0.block.plan].entity },
                sources1: inMode.filter(\.state.isPort).map(\.state.entity),
                observers: observers.filter { loop.contains($0.modes, in: mode) }.map(\.entity))
        }
        return dump
    }

    private func description(of timer: TimerID) -> LoopDump.Timer {
        let state = timers[timer]
        return LoopDump.Timer(
            entity: state.entity, isValid: state.isValid, isFiring: state.isFiring,
            nextFireDate: state.due.adding(saturating: state.armedOffset), tolerance: timers.details[timer].tolerance)
    }
}
