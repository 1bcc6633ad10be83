import LabRecording
import LabScenarioModel
import LabScenarioProgram

/// The members of a run loop beside timers: observers, blocks, sources, events.
extension World {
    // MARK: Observers

    /// Calls the observers of an activity in their order (CFRunLoop.c: __CFRunLoopDoObservers).
    mutating func callObservers(_ activity: ObserverPlan.Activity, mode: ModeID, loop: LoopID, on thread: ThreadID) {
        guard !loops[loop].observers.isEmpty else { return }
        let calls = loops[loop].observers.compactMap { index -> Call? in
            let observer = members.observers[index]
            guard observer.isValid, !observer.isFiring, plan.observers[index.index].activities.contains(activity)
            else { return nil }
            if loops[loop].contains(observer.modes, in: mode) { return .observer(index, activity) }
            members.observers[index].missedSince = observer.missedSince ?? kernel.now
            return nil
        }
        threads[thread].pushBatch(calls)
    }

    mutating func beginObserver(_ index: ObserverID, _ activity: ObserverPlan.Activity, on thread: ThreadID) {
        let observer = members.observers[index]
        guard observer.isValid, !observer.isFiring else { return }
        members.observers[index].isFiring = true
        if let since = observer.missedSince {
            keepIfLate(observer.entity, since: Arrival(time: since, order: 0), on: thread)
            members.observers[index].missedSince = nil
        }
        if !plan.observers[index.index].repeats { invalidate(observer: index) }
        begin(
            Callout(kind: .observer(index), entity: observer.entity), program.observers[index].list,
            firing: activity.number, on: thread)
    }

    mutating func invalidate(observer index: ObserverID) {
        guard members.observers[index].isValid else { return }
        members.observers[index].isValid = false
        let loop = members.observers[index].loop
        if loop.exists { loops[loop].observers.removeAll { $0 == index } }
    }

    /// Observers stay sorted by order; equal ones in order of insertion.
    mutating func add(observer index: ObserverID, modes: ModeSet, loop: LoopID, on thread: ThreadID, step: Int32 = -1) {
        guard members.observers[index].isValid else {
            return remark(.addedInvalidTimer, about: members.observers[index].entity, on: thread, step: step)
        }
        let current = members.observers[index].loop
        if current == loop { return members.observers[index].modes.formUnion(modes) }
        guard !current.exists else {
            return remark(.addedToSecondLoop, about: members.observers[index].entity, on: thread, step: step)
        }
        members.observers[index].modes = modes
        members.observers[index].loop = loop
        let order = plan.observers[index.index].order
        let place = loops[loop].observers.firstIndex { plan.observers[$0.index].order > order }
        loops[loop].observers.insert(index, at: place ?? loops[loop].observers.count)
    }

    // MARK: Sources

    mutating func add(source index: SourceID, modes: ModeSet, loop: LoopID, on thread: ThreadID, step: Int32 = -1) {
        guard members.sources[index].isValid else {
            return remark(.addedInvalidTimer, about: members.sources[index].entity, on: thread, step: step)
        }
        let added = place(index, in: modes, of: loop)
        record(.added, entity: members.sources[index].entity, in: added, on: thread)
        if members.sources[index].hasMessage { wakeIfWaiting(loop) }
    }

    /// Adds a source to modes of a run loop, by its order, and returns the new modes. It may be in several run loops.
    mutating func place(_ index: SourceID, in modes: ModeSet, of loop: LoopID) -> ModeSet {
        let before = loops[loop].resolved(members.sources[index].modes(in: loop))
        let added = loops[loop].resolved(modes).subtracting(before)
        if members.sources[index].place(in: modes, of: loop) { loops[loop].insert(index, members) }
        list(index, in: added, of: loop)
        return added
    }

    /// Lists a source with a message in modes, by its places there.
    mutating func list(_ index: SourceID, in modes: ModeSet, of loop: LoopID) {
        guard members.sources[index].hasMessage else { return }
        for mode in modes { loops[loop].sourcePorts.list(index, in: mode, members, of: loop) }
    }

    mutating func invalidate(source index: SourceID, on thread: ThreadID) {
        guard members.sources[index].isValid else { return }
        members.sources[index].isValid = false
        for placement in members.sources[index].placements { loops[placement.loop].remove(index) }
        record(.invalidated, entity: members.sources[index].entity, on: thread)
    }

    /// A message for a source1, which wakes its loop, or a signal for a source0, which does not.
    mutating func receiveInput(source index: SourceID) {
        guard members.sources[index].isValid else { return }
        let isPort = members.sources[index].isPort
        let arrival = kernel.nextArrival()
        let isFirst = members.sources[index].receive(arrival, limit: isPort ? .max : 1)
        for (loop, modes) in members.sources[index].placements {
            if isPort {
                let new = members.sources[index].places.list(in: loops[loop].resolved(modes), of: loop, arrival)
                list(index, in: new, of: loop)
            } else if isFirst {
                loops[loop].signalled.append((index, arrival))
            }
        }
        // Of several waiting loops, the last one to which it was added looks first (measured on Linux).
        if isPort { for (loop, _) in members.sources[index].placements.reversed() { wakeIfWaiting(loop) } }
    }

    /// A pass serves a message of a port; with more messages the port moves to the tail of the lists.
    mutating func serve(_ source: SourceID, in mode: ModeID, of loop: LoopID) {
        let arrival = kernel.nextArrival()
        members.sources[source].serve(in: mode, of: loop, arrival)
        for (loop, modes) in members.sources[source].placements where members.sources[source].hasMessage {
            for mode in loops[loop].resolved(modes) where members.sources[source].since(in: mode, of: loop) == arrival {
                list(source, in: ModeSet(mode: mode), of: loop)
            }
        }
    }

    /// A signalled source0 runs; its signal is cleared when it begins.
    mutating func beginSource(_ source: SourceID, on thread: ThreadID) {
        keepIfLate(members.sources[source].entity, since: members.sources[source].since, on: thread)
        members.sources[source].clear()
        begin(Callout(entity: members.sources[source].entity), program.sources[source].list, on: thread)
    }

    /// True for a wait that is longer than 0.1 s, which users notice.
    private func isLate(_ since: Arrival) -> Bool { kernel.now - since.time > 100_000_000 }

    /// Keeps a long wait for a run loop.
    mutating func keepIfLate(_ entity: EntityID, since: Arrival, step: Int32 = -1, on thread: ThreadID) {
        guard isLate(since) else { return }
        var work = PendingWork(entity: entity, thread: threads[thread].entity, step: Int64(step))
        work.wait = (kernel.time - (kernel.now - since.time))..<kernel.time
        kernel.recorder.keep(late: work)
    }

    // MARK: Blocks

    /// Keeps the long wait of the main queue's first block.
    mutating func keepLateBlock(on thread: ThreadID) {
        let since = Arrival(time: dispatch.mainQueueWaits, order: 0)
        guard isLate(since), let block = dispatch.queues[.main].blocks.first else { return }
        keepLate([RunLoop.Pending(modes: .none, block: block, node: .none, since: since)], on: thread)
    }

    /// Keeps the long waits among blocks and requests.
    mutating func keepLate(_ items: [RunLoop.Pending], on thread: ThreadID) {
        for item in items {
            let block = program.blocks[item.block.plan]
            keepIfLate(block.entity, since: item.since, step: block.step, on: thread)
        }
    }

    /// Runs the blocks that the mode has now; blocks that they enqueue wait (CFRunLoop.c: __CFRunLoopDoBlocks).
    mutating func runBlocks(mode: ModeID, loop: LoopID, on thread: ThreadID) {
        let (ready, others) = loops[loop].takeBlocks(of: mode)
        // Blocks of other modes are out of the queue while the batch runs, so a nested run does not see them.
        if !others.isEmpty { threads[thread].pushHeldBlocks(others) }
        keepLate(ready, on: thread)
        threads[thread].pushBatch(ready.map { .block($0.block, node: $0.node, waiter: .none) })
    }

    /// `CFRunLoopPerformBlock`: does not wake the loop.
    mutating func enqueue(block: BlockRef, by instruction: Instruction, target: ThreadID, on thread: ThreadID) {
        let loop = loop(of: target)
        let node = objects.makeBlock(block, on: &threads[thread], &kernel)
        let since = Arrival(time: kernel.now, order: 0)
        loops[loop].blocks.append(RunLoop.Pending(modes: instruction.modes, block: block, node: node, since: since))
        if instruction.flag {
            wakeLoop(of: target)
        } else if loops[loop].ports.isWaiting {
            remark(.blockDoesNotWake, about: program.blocks[block.plan].entity, on: thread, step: instruction.step)
        }
    }

    // MARK: Events

    /// An event arrives: the system handles its own, a thread's run loop gets the rest as a source1 in the common modes.
    mutating func deliver(event: EventID, turn: Int64) {
        let planned = plan.events[event.index]
        if let next = planned.instant(ofTurn: turn + 1, seed: plan.seed), next < plan.duration {
            kernel.agenda.push(
                .event(event, turn: turn + 1), at: max(kernel.now, next - kernel.sleepOffset), isContinuous: true)
        }
        if program.isSystem(event) {
            let frame = StepsFrame(list: program.events[event], owner: EntityID(0))
            for instruction in program.lists[frame.list] where isMet(instruction.condition, in: frame, on: .main) {
                _ = execute(instruction, in: frame, on: .none)
            }
            return
        }
        if isReturning(event) { enterForeground() }
        let thread = ThreadID(planned.thread)
        guard threads[thread].status != .ended else {
            return remark(.neverServed, about: program.entities.events[event], on: .none)
        }
        let loop = loop(of: thread)
        loops[loop].ports.receive(event, in: loops[loop].commonModes, kernel.nextArrival())
        wakeIfWaiting(loop)
    }

    /// A port of the loop has become ready: a sleeping thread looks at it.
    mutating func wakeIfWaiting(_ loop: LoopID) {
        let thread = loops[loop].thread
        if loops[loop].ports.isWaiting, threads[thread].status == .waiting { wake(thread) }
    }

    /// A mode joins the common set and gets all common items (CFRunLoop.c: CFRunLoopAddCommonMode).
    mutating func addCommonMode(_ mode: ModeID, loop: LoopID) {
        guard !loops[loop].commonModes.contains(mode) else { return }
        loops[loop].addCommonMode(mode)
        let newMember = Int64(program.entities.modes[mode].index)
        let thread = loops[loop].thread
        for timer in timers.ids
        where timers[timer].loop == loop && timers.details[timer].modes.isCommon
            && !timers.details[timer].modes.contains(mode)
        {
            record(.added, entity: timers[timer].entity, on: thread, value: newMember)
            move(timer, to: loops[loop].resolved(timers.details[timer].modes), loop: loop)
        }
        for source in loops[loop].sources {
            let modes = members.sources[source].modes(in: loop)
            guard modes.isCommon, !modes.contains(mode) else { continue }
            record(.added, entity: members.sources[source].entity, on: thread, value: newMember)
            list(source, in: ModeSet(mode: mode), of: loop)
        }
        wakeIfWaiting(loop)
    }
}
