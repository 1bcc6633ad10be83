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
                if loops[loop].isStopped { loops[loop].ports.takeLimits(before: kernel.now) }
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
                activation.phase = handled ? .sourcesDone : .beforeWaiting
            case .sourcesDone:
                // What the last one of them came to counts (CFRunLoop.c: __CFRunLoopDoSources0).
                activation.handledSource = !threads[thread].hasSkippedLastCall
                activation.phase = activation.handledSource ? .blocksAfterSources : .beforeWaiting
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
            loops[loop].ports.takeLimits(before: kernel.now)
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
        let sleeps = !activation.polls && !activation.handledSource
        if loops[loop].ports.isWaiting {
            loops[loop].ports.isWaiting = false
        } else {
            let isMainReady = isMainQueueReady(activation)
            loops[loop].ports.beginWait(isMainQueueReady: isMainReady, kernel.nextArrival())
        }
        if sleeps { fastForward(&activation, loop: loop, on: thread) }
        while kernel.budget.ending == nil {
            loops[loop].ports.takeLimits(before: kernel.now)
            activation.port = takePort(activation, loop: loop)
            if activation.port == .none {
                loops[loop].ports.takeLimits(before: kernel.now.adding(saturating: 1))
                activation.port = takePort(activation, loop: loop)
            }
            guard activation.port == .none, sleeps else { break }
            let wakeTime = min(timerWakeUp(in: activation.mode, loop: loop), loops[loop].ports.nextLimit)
            guard kernel.canPass(to: wakeTime) else {
                loops[loop].ports.isWaiting = true
                block(thread, until: wakeTime, as: .waiting)
                return false
            }
            kernel.clock.advance(to: wakeTime)
        }
        activation.phase = .afterWaiting
        return true
    }

    /// Fires plain timers one after the other, as long as nothing else can happen.
    private mutating func fastForward(_ activation: inout Activation, loop: LoopID, on thread: ThreadID) {
        guard loops[loop].isQuiet, loops[loop].ports.wakeUp == nil, !loops[loop].ports.isLeftOver(activation.mode),
            !kernel.dice.hasWakeUpLatency, dispatch.queues[.main].isEmpty, kernel.budget.ending == nil
        else { return }
        let limit = min(kernel.agenda.nextTime, kernel.clock.end, activation.deadline, loops[loop].ports.nextLimit)
        let hasFired = loops[loop].timers.fastForward(
            in: activation.mode, until: limit, thread: threads[thread].entity, program, &timers, &kernel)
        // Then this is a later pass than the first.
        if hasFired { activation.prefersTimers = false }
    }

    /// Takes the one port that a pass takes; which, where several are ready, is the kernel's choice (`port_order`).
    private mutating func takePort(_ activation: Activation, loop: LoopID) -> Ports.Port {
        let mode = activation.mode
        var ready = loops[loop].ports.ready(
            timer: expiry(in: mode, loop: loop), hasMainQueue: isMainQueueReady(activation),
            hasEvents: loops[loop].hasEvent(in: mode))
        for placement in loops[loop].sources
        where members.sources[placement.source].hasMessage && loops[loop].contains(placement.modes, in: mode) {
            ready.sources.append((placement.source, members.sources[placement.source].since))
        }
        let (dice, entity) = (kernel.dice, threads[loops[loop].thread].entity)
        return loops[loop].ports.take(
            ready, in: mode, plan.device.choices.portOrder, prefersTimers: activation.prefersTimers
        ) { dice.draw(entity, .order, index: $0) }
    }

    private mutating func handle(_ activation: inout Activation, loop: LoopID, on thread: ThreadID) {
        switch activation.port {
        case .none, .wakeUp:
            break
        case .timer:
            fireTimers(in: activation.mode, loop: loop, on: thread)
        case .mainQueue:
            activation.handledSource = true
            activation.servedMainQueue = true
            threads[thread].mainDrains += 1
            threads[thread].push(
                .mainDrain(remaining: dispatch.queues[.main].count, poolMark: threads[thread].pool.count))
        case .source1(let source):
            guard members.sources[source].isValid else { return }
            activation.handledSource = true
            members.sources[source].take(kernel.nextArrival())
            let state = members.sources[source]
            if state.link.exists {
                fireFrame(of: state.link, on: thread)
                return
            }
            beginCallout(entity: state.entity, list: state.list, on: thread)
        case .event:
            activation.handledSource = true
            let event = loops[loop].ports.takeEvent(kernel.nextArrival())
            beginCallout(entity: program.entities.events[event], list: program.events[event], on: thread)
        }
    }

    /// The five tests at the end of a pass, in their order.
    private mutating func decide(_ activation: inout Activation, loop: LoopID) {
        loops[loop].ports.dropLimits(until: kernel.now)
        if activation.handledSource, activation.returnsAfterSource {
            activation.result = .handledSource
        } else if activation.deadline <= kernel.now {
            activation.result = .timedOut
        } else if loops[loop].isStopped {
            activation.result = .stopped
        } else if isEmpty(activation.mode, loop) {
            activation.result = .finished
        } else {
            activation.phase = .beforeTimers
            return
        }
        activation.phase = .exit
    }

}
