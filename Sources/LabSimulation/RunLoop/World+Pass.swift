import LabScenarioProgram

extension World {
    /// Takes an activation through its pass until it calls out, blocks or returns (CFRunLoop.c: __CFRunLoopRun).
    mutating func advance(_ pass: inout RunLoopPass, on thread: ThreadID) -> Flow {
        let loop = threads[thread].loop
        let top = threads[thread].top
        while kernel.budget.ending == nil {
            switch pass.next() {
            case .begin:
                let isStopped = loops[loop].isStopped
                if isStopped { loops[loop].takeLimits(before: kernel.now) }
                // README: main queue.
                let servesMainQueue =
                    thread == .main && threads[.main].mainDrains == 0 && loops[loop].commonModes.contains(pass.mode)
                pass.begin(servesMainQueue: servesMainQueue, isStopped: isStopped, now: kernel.now)
                loops[loop].limitActivation(to: pass.limit)
            case .beginPass:
                guard kernel.chargeBudget() else { return .blocked }
                pass.beginPass(isQuiet: loops[loop].isQuiet)
            case .observe(let activity): callObservers(activity, mode: pass.mode, loop: loop, on: thread)
            case .runBlocks:
                if !loops[loop].blocks.isEmpty { runBlocks(mode: pass.mode, loop: loop, on: thread) }
            case .runSources0(let onlyFirst):
                keepLate(loops[loop].performs.filter { loops[loop].contains($0.modes, in: pass.mode) }, on: thread)
                let calls = loops[loop].takeSources0(of: pass.mode, onlyFirst: onlyFirst, members, id: loop)
                threads[thread].pushBatch(calls)
                pass.ranSources0(any: !calls.isEmpty)
            case .judgeSources0: pass.calledSources0(isLastSkipped: threads[thread].hasSkippedLastCall)
            case .pollMainQueue:
                if pass.pollMainQueue(isReady: isMainQueueReady(pass)) { loops[loop].takeLimits(before: kernel.now) }
            case .drainPool(let isAtExit):
                if isAtExit || thread == .main { objects.drainPool(downTo: pass.poolMark, on: &threads[thread]) }
            case .wait(let sleeps):
                guard wait(&pass, sleeps: sleeps, loop: loop, on: thread) else {
                    threads[thread].replaceFrame(at: top, with: .activation(pass))
                    return .blocked
                }
            case .handle(let port): handle(port, &pass, loop: loop, on: thread)
            case .decide:
                loops[loop].dropLimits(until: kernel.now)
                let mode = pass.mode
                pass.decide(now: kernel.now, isStopped: loops[loop].isStopped, isEmpty: isEmpty(mode, loop))
            case .end:
                endActivation(pass, on: thread)
                return .proceed
            }
            if threads[thread].top != top {
                threads[thread].replaceFrame(at: top, with: .activation(pass))
                return .proceed
            }
        }
        return .blocked
    }

    @inline(__always) private func isMainQueueReady(_ pass: RunLoopPass) -> Bool {
        pass.servesMainQueue && dispatch.queues[.main].isReady
    }

    /// Waits for one port; false when the thread goes to sleep.
    private mutating func wait(_ pass: inout RunLoopPass, sleeps: Bool, loop: LoopID, on thread: ThreadID) -> Bool {
        if loops[loop].ports.isWaiting {
            loops[loop].ports.isWaiting = false
        } else {
            loops[loop].ports.beginWait(isMainQueueReady: isMainQueueReady(pass), kernel.nextArrival())
        }
        var port = Ports.Port.none
        if sleeps, fastForward(&pass, loop: loop, on: thread) { port = .timer }
        while port == .none, kernel.budget.ending == nil {
            loops[loop].takeLimits(before: kernel.now)
            port = takePort(pass, loop: loop)
            if port == .none, loops[loop].nextLimit <= kernel.now {
                loops[loop].takeLimits(before: kernel.now.adding(saturating: 1))
                port = takePort(pass, loop: loop)
            }
            guard port == .none, sleeps else { break }
            let wakeTime = min(timerWakeUp(in: pass.mode, loop: loop), loops[loop].nextLimit)
            guard kernel.canPass(to: wakeTime) else {
                loops[loop].ports.isWaiting = true
                block(thread: thread, until: wakeTime, as: .waiting)
                return false
            }
            kernel.clock.advance(to: wakeTime)
        }
        pass.woke(by: port)
        return true
    }

    /// Fires plain timers in a row, as long as nothing else can happen. Returns true if it ends inside a batch whose
    /// kernel timer's message has been served.
    private mutating func fastForward(_ pass: inout RunLoopPass, loop: LoopID, on thread: ThreadID) -> Bool {
        guard loops[loop].isQuiet, !loops[loop].ports.hasWakeUp, !loops[loop].ports.isLeftOver(pass.mode),
            loops[loop].ports.pinnedInstant(of: pass.mode) == nil, dispatch.queues[.main].items.isEmpty,
            kernel.budget.ending == nil, !kernel.app.isFrozen
        else { return false }
        let limit = min(kernel.agenda.nextTime, kernel.clock.end, pass.deadline, loops[loop].nextLimit)
        guard
            loops[loop].fastForward(
                in: pass.mode, until: limit, thread: threads[thread].entity, program, &timers, &kernel)
        else { return false }
        pass.hasFastForwarded()
        return !loops[loop].timers.firedInBatch.isEmpty
    }

    /// Serves the one port of a pass; among several ready ports the kernel chooses (`port_order`).
    private mutating func takePort(_ pass: RunLoopPass, loop: LoopID) -> Ports.Port {
        let mode = pass.mode
        var ready = loops[loop].ports.ready(
            in: mode, timer: loops[loop].expiry(in: mode, now: kernel.now), hasMainQueue: isMainQueueReady(pass),
            hasEvents: loops[loop].hasEvent(in: mode))
        let order = plan.device.choices.portOrder
        if !loops[loop].sources.isEmpty {
            if let first = loops[loop].sourcePorts.first(in: mode, members, of: loop) {
                ready.source = first
                if order != .arrival { ready.sources = readySources(in: mode, loop) }
            }
            loops[loop].sourcePorts.look(in: mode, before: ready.earliest.since, &members, of: loop)
        }
        let entity = threads[loops[loop].thread].entity
        return loops[loop].ports.serve(ready, in: mode, order, prefersTimers: pass.prefersTimers) {
            kernel.dice.draw(entity, .order, index: $0)
        }
    }

    /// All ports of a mode with a message, in the order of their sources.
    private func readySources(in mode: ModeID, _ loop: LoopID) -> [SourceID] {
        loops[loop].sources.filter {
            members.sources[$0].hasMessage && loops[loop].contains(members.sources[$0].modes(in: loop), in: mode)
        }
    }

    private mutating func handle(_ port: Ports.Port, _ pass: inout RunLoopPass, loop: LoopID, on thread: ThreadID) {
        switch port {
        case .none, .wakeUp: break
        case .timer: fireTimers(in: pass.mode, loop: loop, on: thread)
        case .mainQueue:
            keepLateBlock(on: thread)
            threads[thread].mainDrains += 1
            threads[thread].push(
                .mainDrain(remaining: dispatch.queues[.main].items.count, poolMark: threads[thread].pool.count))
        case .source1(let source):
            guard members.sources[source].isValid else { return }
            pass.handledSource()
            let (entity, since) = (members.sources[source].entity, members.sources[source].since)
            serve(source, in: pass.mode, of: loop)
            let link = members.sources[source].link
            guard !link.exists else { return notify(link, .taken, on: thread) }
            keepIfLate(entity, since: since, on: thread)
            begin(Callout(entity: members.sources[source].entity), program.sources[source].list, on: thread)
        case .event:
            let event = loops[loop].ports.takeEvent(in: pass.mode, kernel.nextArrival())
            begin(Callout(entity: program.entities.events[event]), program.events[event], on: thread)
        }
    }
}
