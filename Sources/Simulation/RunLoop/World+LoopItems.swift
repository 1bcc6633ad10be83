import Recording
import ScenarioModel

/// What a run loop serves beside timers: observers, blocks, sources, events.
extension World {
    // MARK: Observers

    /// Calls the observers of an activity in their order (CFRunLoop.c: __CFRunLoopDoObservers).
    mutating func callObservers(_ activity: ObserverPlan.Activity, mode: Int8, loop: Int, on thread: Int) {
        guard !loops[loop].observers.isEmpty else { return }
        let common = loops[loop].commonModes
        let calls = loops[loop].observers.compactMap { index -> Call? in
            let observer = observers[Int(index)]
            guard observer.isValid, !observer.isFiring, observer.modes.resolved(common: common).contains(mode),
                plan.observers[Int(observer.plan)].activities.contains(activity)
            else { return nil }
            return Call(kind: .observer, index: index)
        }
        pushBatch(calls, on: thread)
    }

    mutating func beginObserver(_ index: Int, on thread: Int) {
        let observer = observers[index]
        guard observer.isValid, !observer.isFiring else { return }
        observers[index].isFiring = true
        if !plan.observers[Int(observer.plan)].repeats { invalidate(observer: index) }
        recorder.append(record(.calloutBegan, entity: observer.entity, on: thread, value: -1))
        threads[thread].frames.append(
            .callout(
                Callout(kind: .observer(Int32(index)), entity: observer.entity, began: now)))
        pushSteps(observer.list, owner: observer.entity, on: thread)
    }

    mutating func invalidate(observer index: Int) {
        guard observers[index].isValid else { return }
        observers[index].isValid = false
        let loop = Int(observers[index].loop)
        if loop >= 0 { loops[loop].observers.removeAll { $0 == Int32(index) } }
    }

    /// Observers stay sorted by order; equal ones in order of insertion.
    mutating func add(observer index: Int, modes: ModeSet, loop: Int, on thread: Int, step: Int32 = -1) {
        guard observers[index].isValid else {
            remark(.addedInvalidTimer, about: observers[index].entity, on: thread, step: step)
            return
        }
        guard observers[index].loop < 0 else {
            if observers[index].loop == Int32(loop) {
                observers[index].modes.formUnion(modes)
            } else {
                remark(.addedToSecondLoop, about: observers[index].entity, on: thread, step: step)
            }
            return
        }
        observers[index].modes = modes
        observers[index].loop = Int32(loop)
        let order = plan.observers[index].order
        let place = loops[loop].observers.firstIndex { plan.observers[Int($0)].order > order }
        loops[loop].observers.insert(Int32(index), at: place ?? loops[loop].observers.count)
    }

    // MARK: Sources

    mutating func add(source index: Int, modes: ModeSet, loop: Int, on thread: Int, step: Int32 = -1) {
        guard sources[index].isValid else {
            remark(.addedInvalidTimer, about: sources[index].entity, on: thread, step: step)
            return
        }
        let common = loops[loop].commonModes
        let before = sources[index].loop < 0 ? ModeSet.none : sources[index].modes.resolved(common: common)
        guard sources[index].loop < 0 || sources[index].loop == Int32(loop) else {
            remark(.addedToSecondLoop, about: sources[index].entity, on: thread, step: step)
            return
        }
        sources[index].modes = sources[index].loop < 0 ? modes : sources[index].modes.union(modes)
        for mode in sources[index].modes.resolved(common: common).modes where !before.contains(mode) {
            recorder.append(
                record(
                    .added, entity: sources[index].entity, on: thread,
                    value: Int64(modeEntities[Int(mode)].index)))
        }
        if sources[index].isPort, sources[index].pending > 0 { pokeSleeper(loop: loop) }
        guard sources[index].loop < 0 else { return }
        sources[index].loop = Int32(loop)
        let order = sources[index].order
        let place = loops[loop].sources.firstIndex { sources[Int($0)].order > order }
        loops[loop].sources.insert(Int32(index), at: place ?? loops[loop].sources.count)
    }

    mutating func invalidate(source index: Int, on thread: Int) {
        guard sources[index].isValid else { return }
        sources[index].isValid = false
        let loop = Int(sources[index].loop)
        if loop >= 0 { loops[loop].sources.removeAll { $0 == Int32(index) } }
        recorder.append(record(.invalidated, entity: sources[index].entity, on: thread))
    }

    /// A message for a source1, which wakes its loop, or a signal for a source0, which does not.
    mutating func receiveInput(source index: Int) {
        guard sources[index].isValid else { return }
        if sources[index].isPort {
            sources[index].pending += 1
            if sources[index].loop >= 0 { pokeSleeper(loop: Int(sources[index].loop)) }
        } else {
            sources[index].pending = 1
        }
    }

    /// Runs the signalled source0s, or the first of them; whether there was any (CFRunLoop.c: __CFRunLoopDoSources0).
    mutating func runSources0(mode: Int8, onlyFirst: Bool, loop: Int, on thread: Int) -> Bool {
        let common = loops[loop].commonModes
        var calls: [Call] = []
        for index in loops[loop].sources where !sources[Int(index)].isPort && sources[Int(index)].pending > 0 {
            guard sources[Int(index)].modes.resolved(common: common).contains(mode) else { continue }
            calls.append(
                Call(kind: .source, index: index, list: sources[Int(index)].list, entity: sources[Int(index)].entity))
            if onlyFirst { break }
        }
        if calls.isEmpty || !onlyFirst { calls += takePerforms(mode: mode, loop: loop) }
        pushBatch(calls, on: thread)
        return !calls.isEmpty
    }

    /// A signalled source0 is run unless the one before it has invalidated it; its signal is gone when it begins.
    mutating func beginSource(_ call: Call, on thread: Int) {
        let source = Int(call.index)
        guard sources[source].isValid, sources[source].pending > 0 else { return }
        sources[source].pending = 0
        beginCallout(entity: call.entity, list: call.list, step: -1, node: -1, on: thread)
    }

    /// All requests of `performSelector:onThread:` that wait for this mode: one source0 runs them in order.
    private mutating func takePerforms(mode: Int8, loop: Int) -> [Call] {
        let common = loops[loop].commonModes
        let ready = loops[loop].performs.filter { $0.modes.resolved(common: common).contains(mode) }
        guard !ready.isEmpty else { return [] }
        loops[loop].performs.removeAll { $0.modes.resolved(common: common).contains(mode) }
        return ready.map { request in
            call(.perform, block: request.block, node: request.node, waiter: request.waiter)
        }
    }

    private func call(_ kind: Call.Kind, block: Int32, node: Int32, waiter: Int32 = -1) -> Call {
        let plan = blockPlan(block)
        return Call(
            kind: kind, index: block, list: plan.list, entity: EntityID(Int(plan.entity)), node: node, step: plan.step,
            waiter: waiter)
    }

    // MARK: Blocks

    /// Runs the blocks that are enqueued for the mode now; those that they enqueue wait (CFRunLoop.c: __CFRunLoopDoBlocks).
    mutating func runBlocks(mode: Int8, loop: Int, on thread: Int) {
        guard !loops[loop].blocks.isEmpty else { return }
        let common = loops[loop].commonModes
        var ready: [Call] = []
        var waiting: [LoopState.PendingBlock] = []
        for block in loops[loop].blocks {
            if block.modes.resolved(common: common).contains(mode) {
                ready.append(call(.block, block: block.block, node: block.node))
            } else {
                waiting.append(block)
            }
        }
        loops[loop].blocks = []
        // Those of other modes are out of the queue as long as the batch runs; a nested run does not see them.
        if ready.isEmpty {
            loops[loop].blocks = waiting
        } else if !waiting.isEmpty {
            threads[thread].frames.append(.heldBlocks(waiting))
        }
        pushBatch(ready, on: thread)
    }

    /// `CFRunLoopPerformBlock`: does not wake the loop.
    mutating func enqueue(block: Int32, modes: ModeSet, target: Int, wakes: Bool, on thread: Int, step: Int32) {
        let loop = loop(of: target)
        let node = makeBlock(block, on: thread)
        loops[loop].blocks.append(LoopState.PendingBlock(modes: modes, block: block, node: node))
        if wakes {
            wakeLoop(of: target)
        } else if loops[loop].isWaiting {
            remark(.blockDoesNotWake, about: EntityID(Int(blockPlan(block).entity)), on: thread, step: step)
        }
    }

    // MARK: Events

    /// An event arrives: the system handles its own, a thread's run loop gets the rest as a source1 in the common modes.
    mutating func deliver(event: Int, turn: Int64) {
        repeatEvent(event, turn: turn)
        if isSystemEvent(event) {
            performSystemSteps(of: event)
            return
        }
        let thread = plan.events[event].thread
        guard threads[thread].status != .ended else { return }
        let loop = loop(of: thread)
        loops[loop].inbox.append(Int32(event))
        pokeSleeper(loop: loop)
    }

    private mutating func repeatEvent(_ event: Int, turn: Int64) {
        guard let every = plan.events[event].every, let offset = every.floorMultiple(turn + 1) else { return }
        let instant = sum(plan.events[event].at, offset)
        guard instant < plan.events[event].until ?? .max, instant < plan.duration else { return }
        queue.push(.event(Int32(event), turn: turn + 1), at: max(now, instant - sleepOffset), isContinuous: true)
    }

    /// A port of the loop has become ready: a sleeping thread looks at it.
    mutating func pokeSleeper(loop: Int) {
        let thread = Int(loops[loop].thread)
        if loops[loop].isWaiting, threads[thread].status == .waiting { wake(thread) }
    }
}
