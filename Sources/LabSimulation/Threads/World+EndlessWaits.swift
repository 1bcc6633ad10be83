import LabRecording
import LabScenarioProgram

/// Waits that last to the end of the run, for something that can no longer happen.
extension World {
    /// Records the threads that at the end wait for something that can no longer happen. `cancel()` only sets a flag,
    /// and wakes no run loop (NSThread documentation: cancel).
    mutating func remarkEndlessWaits() {
        let stuck = stuckPlaces
        for thread in threads.ids where threads[thread].status != .ended {
            let frames = threads[thread].frames
            let place = frames.lastIndex { if case .run = $0 { true } else { false } }
            if let place, case .run(let call) = frames[place], call.deadline == .max {
                if threads[thread].isCancelled {
                    remark(.cancelledInRunCall, about: threads[thread].entity, on: thread, step: call.step)
                } else if isKept(by: call, at: place, on: thread) {
                    remark(.keptByRunCall, about: threads[thread].entity, on: thread, step: call.step)
                }
            }
            if let place, case .run(let call) = frames[place] { remarkHeldBlock(by: call, at: place, on: thread) }
            guard let wait = threads[thread].wait, stuck.contains(threads[thread].entity) else { continue }
            let awaited: EntityID
            switch wait.on {
            case .queue(let queue): awaited = dispatch.queues[queue].entity
            case .thread(let other): awaited = threads[other].entity
            case .counter(let counter):
                let holder = holder(inCircleOf: thread, stuck)
                let (isOwn, isSignalled) = signals(of: counter, from: thread)
                // A lock that nobody gives back is never taken.
                guard holder != nil || isMissed(thread) || isOwn && !isSignalled else { continue }
                let owed = dispatch.queues.ids.compactMap { block(of: $0, signalling: counter) }.first
                awaited = owed ?? holder ?? (isSignalled ? threads[thread].entity : process)
            }
            remark(.waitsForever, about: awaited, on: thread, step: wait.step)
        }
    }

    /// True if a run call keeps away the steps after it, or the question for a condition that holds by now.
    private func isKept(by call: RunFrame, at place: Int, on thread: ThreadID) -> Bool {
        let outer = threads[thread].frames.prefix(place)
        if case .repeating(let turn, _, let until)? = outer.dropLast().last, until.exists,
            isMet(until, in: turn, on: thread)
        {
            return true
        }
        // If it waits for input, the steps come after that.
        let endsByInput = call.method == .once || call.method == .inMode && call.returnsAfterSource
        guard !endsByInput || loops[threads[thread].loop].sources.isEmpty, case .steps(let rest)? = outer.last
        else { return false }
        return rest.next < program.lists[rest.list].count
    }

    /// Remarks a block of the main queue that waits for a run call without an end in another block of that queue. The
    /// queue is not reentrant (CFRunLoop.c: __CFRunLoopRun looks for __CFTSDKeyIsInGCDMainQ).
    private mutating func remarkHeldBlock(by call: RunFrame, at place: Int, on thread: ThreadID) {
        let outer = threads[thread].frames.prefix(place)
        guard let drain = outer.lastIndex(where: { if case .mainDrain = $0 { true } else { false } }),
            call.deadline == .max
                || outer[drain...].contains(where: { if case .repeating = $0 { true } else { false } }),
            let block = dispatch.queues[.main].blocks.first
        else { return }
        remark(.heldByRunCall, about: program.blocks[block.plan].entity, on: thread, step: call.step)
    }

    private func block(of queue: QueueID, signalling counter: Int) -> EntityID? {
        dispatch.queues[queue].blocks.map { program.blocks[$0.plan] }.first { block in
            block.list.exists && program.lists[block.list].contains { $0.verb == .count && $0.counter == counter }
        }?.entity
    }

    /// The stuck thread or queue that has what a thread awaits, in a circle of such waits. Locks that are taken in
    /// different orders make one.
    private func holder(inCircleOf thread: ThreadID, _ stuck: Set<EntityID>) -> EntityID? {
        func awaited(by thread: ThreadID) -> Int? {
            if case .counter(let counter)? = threads[thread].wait?.on { counter } else { nil }
        }
        func holder(for waiter: ThreadID) -> ThreadID? {
            threads.ids.first { other in
                let left = threads[other].frames.compactMap { frame in
                    if case .steps(let rest) = frame { program.lists[rest.list].dropFirst(Int(rest.next)) } else { nil }
                }
                return stuck.contains(threads[other].entity) && awaited(by: other) != awaited(by: waiter)
                    && left.joined().contains { $0.verb == .count && $0.counter == awaited(by: waiter) }
            }
        }
        guard let first = holder(for: thread) else { return nil }
        var (last, met) = (first, Set([first]))
        while last != thread, let next = holder(for: last), met.insert(next).inserted { last = next }
        let queue = dispatch.queues.ids.first { dispatch.queues[$0].server == first }
        return last != thread ? nil : queue.map { dispatch.queues[$0].entity } ?? threads[first].entity
    }

    /// True if the steps that a thread is in signal a counter, and if any others do.
    private func signals(of counter: Int, from thread: ThreadID) -> (own: Bool, others: Bool) {
        let own = threads[thread].frames.compactMap { if case .steps(let rest) = $0 { rest.list } else { nil } }
        let lists = program.lists.ids.filter { list in
            program.lists[list].contains { $0.verb == .count && $0.counter == counter }
        }
        return (lists.contains(where: own.contains), !lists.allSatisfy(own.contains))
    }

    /// True if a thread that waits for a signal has anything else to call, as main always has. A worker may just wait for
    /// its next job.
    private func isMissed(_ thread: ThreadID) -> Bool {
        if thread == .main { return true }
        return threads[thread].frames.contains { frame in
            if case .activation = frame { return true }
            if case .callout(let callout) = frame { return callout.timer.exists }
            guard case .queueWorker(let id) = frame, dispatch.queues[id].kind == .serial else { return false }
            let queue = dispatch.queues[id]
            return !queue.items.isEmpty || program.timers.indices.contains { program.home(ofTimer: $0) == queue.entity }
        }
    }

    /// The waiting threads and unserved queues that only another of them could set going.
    private var stuckPlaces: Set<EntityID> {
        let waiting = threads.ids.filter { threads[$0].wait != nil }
        guard !waiting.isEmpty else { return [] }
        var stuck = Set(waiting.map { threads[$0].entity } + dispatch.queues.rows.map(\.entity))
        var count = 0
        while stuck.count != count {
            count = stuck.count
            let (signalled, resumed) = prospects(stuck)
            let hasPool = threads.rows.contains { $0.plan < 0 && !stuck.contains($0.entity) }
            for queue in dispatch.queues.ids where !dispatch.queues[queue].isSuspended || resumed.contains(queue) {
                let server = server(of: queue)
                let isServed =
                    server.exists
                    ? !stuck.contains(threads[server].entity) : hasPool || dispatch.queues[queue].kind == .serial
                if isServed { stuck.remove(dispatch.queues[queue].entity) }
            }
            for thread in waiting {
                let canEnd =
                    switch threads[thread].wait?.on {
                    case nil: true
                    case .queue(let queue): !stuck.contains(dispatch.queues[queue].entity)
                    case .thread(let thread): !stuck.contains(threads[thread].entity)
                    case .counter(let counter): signalled.contains(counter)
                    }
                if canEnd { stuck.remove(threads[thread].entity) }
            }
        }
        return stuck
    }

    /// The counters that may still be signalled, and the queues that may be resumed, by anything but what is stuck: by
    /// the rest of a thread's steps, by what waits for its turn or time, or by a callback.
    private func prospects(_ stuck: Set<EntityID>) -> (signalled: Set<Int>, resumed: Set<QueueID>) {
        var (signalled, resumed) = (Set<Int>(), Set<QueueID>())
        var (seen, lists) = (Set<ListID>(), [ListID]())
        func reach(_ list: ListID, of entity: EntityID = .none) {
            let home = entity.exists ? program.entities.all[Int(entity.index)].home : entity
            if list.exists, !stuck.contains(home), seen.insert(list).inserted { lists.append(list) }
        }
        func reach(_ block: BlockID) { reach(program.blocks[block].list, of: program.blocks[block].entity) }
        func reach(_ steps: some Sequence<Instruction>) {
            for step in steps {
                if step.verb == .count { signalled.insert(step.counter) }
                if step.verb == .resume, case .queue(let queue)? = step.part { resumed.insert(QueueID(queue)) }
                reach(step.list)
                if step.block.exists { reach(step.block) }
            }
        }
        for thread in threads.rows where thread.status != .ended && !stuck.contains(thread.entity) {
            if thread.status == .unborn, thread.plan >= 0, let body = program.bodies[thread.plan] { reach(body) }
            if thread.loop.exists { for block in loops[thread.loop].waitingBlocks { reach(block.plan) } }
            for case .steps(let rest) in thread.frames { reach(program.lists[rest.list].dropFirst(Int(rest.next))) }
            for case .repeating(let rest, _, _) in thread.frames { reach(rest.list) }
        }
        for block in dispatch.queues.rows.map(\.blocks).joined() { reach(block.plan) }
        for delayed in mechanisms.delayed.rows where dispatch.deadlines.isArmed(delayed.deadline) {
            if case .block(let block, _, _) = delayed.item { reach(block.plan) }
        }
        for timer in program.timers.indices {
            reach(program.timers[timer].callback, of: program.entities.timers[program.instance(of: timer)])
        }
        let (sources, observers) = (program.entities.sources.rows, program.entities.observers.rows)
        for (item, entity) in zip(program.sources.rows + program.observers.rows, sources + observers) {
            reach(item.list, of: entity)
        }
        for (index, event) in plan.events.enumerated() {
            let loop = threads[ThreadID(event.thread)].loop
            // All others have happened.
            let isToCome =
                event.at > kernel.now || event.every != nil || kernel.app.isFrozen
                || loop.exists && loops[loop].ports.inbox.contains(EventID(index))
            if isToCome, !stuck.contains(threads[ThreadID(event.thread)].entity) {
                reach(program.events[EventID(index)])
            }
        }
        while let list = lists.popLast() { reach(program.lists[list]) }
        return (signalled, resumed)
    }
}
