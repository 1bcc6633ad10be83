import Recording
import ScenarioModel
import ScenarioProgram

extension World {
    /// Takes an activation through its pass until it calls out, blocks or returns (CFRunLoop.c: __CFRunLoopRun).
    mutating func advance(_ activation: inout Activation, at top: Int, on thread: ThreadID) -> Flow {
        let loop = threads[thread].loop
        let depth = threads[thread].frames.count
        while kernel.budget.ending == nil {
            switch activation.phase {
            case .entry:
                activation.phase = .begin
                callObservers(.entry, mode: activation.mode, loop: loop, on: thread)
            case .begin:
                activation.servesMainQueue = servesMainQueue(in: activation.mode, loop: loop)
                activation.result = loops[loop].isStopped ? .stopped : .running
                activation.phase = loops[loop].isStopped ? .exit : .beforeTimers
                if loops[loop].isStopped { loops[loop].takeLimits(until: kernel.now) }
            case .beforeTimers:
                guard kernel.chargeBudget() else { return .blocked }
                activation.handledSource = false
                activation.port = .none
                if loops[loop].isQuiet {
                    activation.phase = .beforeWaiting
                } else {
                    activation.phase = .beforeSources
                    callObservers(.beforeTimers, mode: activation.mode, loop: loop, on: thread)
                }
            case .beforeSources:
                activation.phase = .firstBlocks
                callObservers(.beforeSources, mode: activation.mode, loop: loop, on: thread)
            case .firstBlocks:
                activation.phase = .sources0
                runBlocks(mode: activation.mode, loop: loop, on: thread)
            case .sources0:
                let handled = runSources0(
                    mode: activation.mode, onlyFirst: activation.returnsAfterSource, loop: loop, on: thread)
                activation.handledSource = handled
                activation.phase = handled ? .blocksAfterSources : .beforeWaiting
            case .blocksAfterSources:
                activation.phase = .beforeWaiting
                runBlocks(mode: activation.mode, loop: loop, on: thread)
            case .beforeWaiting:
                prepareWait(&activation, loop: loop, on: thread)
            case .drainPool:
                // UIKit's own observer comes last and drains the pool (README: autorelease pools).
                activation.phase = .wait
                if thread == .main { drainPool(of: thread, downTo: activation.poolMark) }
            case .wait:
                guard wait(&activation, loop: loop, on: thread) else {
                    threads[thread].replaceFrame(at: top, with: .activation(activation))
                    return .blocked
                }
            case .afterWaiting:
                activation.phase = .handle
                if !activation.polls, !activation.handledSource {
                    callObservers(.afterWaiting, mode: activation.mode, loop: loop, on: thread)
                }
            case .handle:
                activation.phase = .lastBlocks
                handle(&activation, loop: loop, on: thread)
            case .lastBlocks:
                activation.phase = .decide
                if !loops[loop].blocks.isEmpty { runBlocks(mode: activation.mode, loop: loop, on: thread) }
            case .decide:
                decide(&activation, loop: loop)
            case .exit:
                activation.phase = .done
                callObservers(.exit, mode: activation.mode, loop: loop, on: thread)
            case .done:
                activation.phase = .drained
                drainPool(of: thread, downTo: activation.poolMark)
            case .drained:
                endActivation(activation, at: top, on: thread)
                return .proceed
            }
            if threads[thread].frames.count != depth {
                threads[thread].replaceFrame(at: top, with: .activation(activation))
                return .proceed
            }
        }
        return .blocked
    }

    /// Whether an activation in this mode that begins now serves the main dispatch queue (README: main queue).
    private func servesMainQueue(in mode: ModeID, loop: LoopID) -> Bool {
        loops[loop].thread == .main && threads[.main].mainDrains == 0 && loops[loop].commonModes.contains(mode)
    }

    private func isMainQueueReady(_ activation: Activation) -> Bool {
        activation.servesMainQueue && dispatch.queues[.main].isReady
    }

    private mutating func prepareWait(_ activation: inout Activation, loop: LoopID, on thread: ThreadID) {
        activation.prefersTimers = activation.servedMainQueue
        if !activation.servedMainQueue, isMainQueueReady(activation) {
            loops[loop].takeLimits(until: kernel.now)
            activation.port = .mainQueue
            activation.phase = .handle
            return
        }
        activation.servedMainQueue = false
        guard !activation.polls, !activation.handledSource else {
            activation.phase = .wait
            return
        }
        activation.phase = .drainPool
        callObservers(.beforeWaiting, mode: activation.mode, loop: loop, on: thread)
    }

    /// Waits for one port; false when the thread goes to sleep.
    private mutating func wait(_ activation: inout Activation, loop: LoopID, on thread: ThreadID) -> Bool {
        loops[loop].isWaiting = false
        let sleeps = !activation.polls && !activation.handledSource
        if sleeps { fastForward(&activation, loop: loop, on: thread) }
        while kernel.budget.ending == nil {
            loops[loop].takeLimits(until: kernel.now)
            activation.port = readyPort(activation, loop: loop)
            if case .none = activation.port {
                let isWoken = loops[loop].isWakePending || activation.deadline <= kernel.now || loops[loop].isStopped
                if isWoken || !sleeps { break }
                let wakeTime = min(
                    timerWakeUp(in: activation.mode, loop: loop), activation.deadline, loops[loop].nextOuterLimit)
                guard kernel.canPass(to: wakeTime) else {
                    loops[loop].isWaiting = true
                    block(thread, until: wakeTime, as: .waiting)
                    return false
                }
                kernel.clock.advance(to: wakeTime)
            } else {
                break
            }
        }
        loops[loop].takeWake()
        activation.phase = .afterWaiting
        return true
    }

    /// Fires plain timers one after the other, as long as nothing else can happen.
    private mutating func fastForward(_ activation: inout Activation, loop: LoopID, on thread: ThreadID) {
        guard loops[loop].isQuiet, !loops[loop].isWakePending, !loops[loop].isStopped, !kernel.dice.hasWakeUpLatency,
            dispatch.queues[.main].isEmpty, kernel.budget.ending == nil
        else { return }
        let limit = min(kernel.agenda.nextTime, kernel.clock.end, activation.deadline, loops[loop].nextOuterLimit)
        let hasFired = loops[loop].timers.fastForward(
            in: activation.mode, until: limit, thread: threads[thread].entity, program, &timers, &kernel)
        // Then this is a later pass than the first.
        if hasFired { activation.prefersTimers = false }
    }

    /// The one port that a pass takes now; which, where several are ready, is the kernel's choice (`port_order`).
    private mutating func readyPort(_ activation: Activation, loop: LoopID) -> Activation.Port {
        let isTimerDue =
            loops[loop].timers.earliestDue(in: activation.mode) <= kernel.now
            || loops[loop].hasExpiredTimer(in: activation.mode)
        let isMainReady = isMainQueueReady(activation)
        let source = loops[loop].isQuiet ? Activation.Port.none : readySource(activation.mode, loop: loop)
        let hasSource = if case .none = source { false } else { true }
        switch plan.device.choices.portOrder {
        case .shuffled:
            return drawnPort(activation, isTimerDue: isTimerDue, isMainReady: isMainReady, loop: loop)
        case .alternating:
            if isMainReady, !activation.prefersTimers { return .mainQueue }
            if isTimerDue { return .timer }
            if hasSource { return source }
        case .timersFirst:
            if isTimerDue { return .timer }
            if hasSource { return source }
        case .sourcesFirst:
            if hasSource { return source }
            if isTimerDue { return .timer }
        }
        return isMainReady ? .mainQueue : .none
    }

    /// One of the ready ports, drawn anew for each pass that has a choice; the port on which a wake-up waits is one of them.
    private mutating func drawnPort(
        _ activation: Activation, isTimerDue: Bool, isMainReady: Bool, loop: LoopID
    ) -> Activation.Port {
        let ready = readySources(activation.mode, loop: loop)
        let others = (isTimerDue ? 1 : 0) + (isMainReady ? 1 : 0)
        var drawn: UInt32 = 0
        if ready.count + others + (loops[loop].isWakePending ? 1 : 0) > 1 {
            drawn = draw(of: loop)
            loops[loop].countPortDraw()
        }
        // A coin for the wake-up, one for the sources, and between them which of the sources it is.
        if loops[loop].isWakePending, drawn >> 31 == 1 { return .none }
        let source = ready.isEmpty ? Activation.Port.none : ready[Int(drawn >> 1) % ready.count]
        if !ready.isEmpty, drawn & 1 == 1 { return source }
        if isMainReady, !activation.prefersTimers { return .mainQueue }
        if isTimerDue { return .timer }
        return !ready.isEmpty ? source : isMainReady ? .mainQueue : .none
    }

    private func draw(of loop: LoopID) -> UInt32 {
        let entity = threads[loops[loop].thread].entity
        return kernel.dice.draw(entity, .order, index: loops[loop].portDraws)
    }

    private func readySource(_ mode: ModeID, loop: LoopID) -> Activation.Port {
        for source in loops[loop].sources where isReady(source, mode, loop: loop) { return .source1(source) }
        return loops[loop].hasEvent(in: mode) ? .event : .none
    }

    private func readySources(_ mode: ModeID, loop: LoopID) -> [Activation.Port] {
        let ready = loops[loop].sources.filter { isReady($0, mode, loop: loop) }.map { Activation.Port.source1($0) }
        return loops[loop].hasEvent(in: mode) ? ready + [.event] : ready
    }

    private func isReady(_ source: SourceID, _ mode: ModeID, loop: LoopID) -> Bool {
        members.sources[source].pending > 0 && members.sources[source].isPort
            && loops[loop].contains(members.sources[source].modes, in: mode)
    }

    private mutating func handle(_ activation: inout Activation, loop: LoopID, on thread: ThreadID) {
        switch activation.port {
        case .none:
            break
        case .timer:
            loops[loop].takeExpiredTimers(in: ModeSet(mode: activation.mode))
            fireTimers(in: activation.mode, loop: loop, on: thread)
        case .mainQueue:
            activation.handledSource = true
            activation.servedMainQueue = true
            threads[thread].mainDrains += 1
            threads[thread].push(
                .mainDrain(remaining: dispatch.queues[.main].count, poolMark: threads[thread].pool.count))
        case .source1(let source):
            activation.handledSource = true
            members.sources[source].pending -= 1
            let state = members.sources[source]
            if state.link.exists {
                fireFrame(of: state.link, on: thread)
                return
            }
            beginCallout(entity: state.entity, list: state.list, on: thread)
        case .event:
            activation.handledSource = true
            let event = loops[loop].takeEvent()
            beginCallout(entity: program.entities.events[event], list: program.events[event], on: thread)
        }
    }

    /// The five tests at the end of a pass, in their order.
    private mutating func decide(_ activation: inout Activation, loop: LoopID) {
        loops[loop].dropLimits(until: kernel.now)
        if activation.handledSource, activation.returnsAfterSource {
            activation.result = .handledSource
        } else if activation.deadline <= kernel.now {
            activation.result = .timedOut
        } else if loops[loop].isStopped {
            activation.result = .stopped
        } else if !activation.hasHiddenItem, isEmpty(activation.mode, loop) {
            activation.result = .finished
        } else {
            activation.phase = .beforeTimers
            return
        }
        activation.phase = .exit
    }

}
