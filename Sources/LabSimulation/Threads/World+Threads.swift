import LabRecording
import LabScenarioProgram

/// The start and the end of threads.
extension World {
    // MARK: Blocking

    /// Blocks a thread until `instant`, unless something happens before.
    mutating func block(thread: ThreadID, until instant: Int64, as status: SimulatedThread.Status) {
        threads[thread].status = status
        threads[thread].ticket &+= 1
        threads[thread].wakeTime = instant
        guard instant < .max else { return }
        kernel.agenda.push(
            .resume(thread: thread, ticket: threads[thread].ticket), at: max(kernel.now, instant), priority: .thread)
    }

    mutating func wake(_ thread: ThreadID) {
        guard threads[thread].wakeTime > kernel.now || threads[thread].status == .idle else { return }
        block(thread: thread, until: kernel.now, as: threads[thread].status)
    }

    /// Advances the clock for a thread, or blocks it if something else can happen before `instant`.
    mutating func pass(to instant: Int64, on thread: ThreadID) -> Flow {
        guard kernel.canPass(to: instant) else {
            block(thread: thread, until: instant, as: .busy)
            return .blocked
        }
        kernel.clock.advance(to: instant)
        threads[thread].wakeTime = instant
        return .proceed
    }

    // MARK: Threads

    mutating func startThread(_ thread: ThreadID) {
        guard threads[thread].status == .unborn else { return }
        threads[thread].status = .running
        record(.threadStarted, entity: threads[thread].entity, on: thread)
        let index = threads[thread].plan
        threads[thread].restart(with: .body)
        if let steps = program.bodies[index] {
            pushSteps(steps, owner: threads[thread].entity, on: thread)
        } else {
            threads[thread].push(
                .run(RunFrame(method: .app, mode: ModeID(0), deadline: .max, returnsAfterSource: false, step: -1)))
        }
        if let target = plan.threads[index].target.map({ ObjectID($0) }) { retain(target, by: thread) }
        makeParts(of: thread)
        execute(thread)
    }

    /// `[NSThread exit]`: the frames stay, and their references are never released.
    ///
    /// Source: NSThread documentation, exit ("it does not give your thread a chance to clean up any resources it
    /// allocated"); measured.
    mutating func exitThread(_ thread: ThreadID) {
        for frame in threads[thread].frames {
            if case .callout(let callout) = frame, callout.waiter.exists { wake(callout.waiter) }
        }
        threads[thread].abandonEverything()
        let loop = threads[thread].loop
        if loop.exists { loops[loop].abandonActivations() }
    }

    /// The references that a thread releases at its end: its locals unless it was asked to exit, its pools, its target.
    private mutating func takeReferences(of thread: ThreadID) -> [Reference] {
        let edges = objects.graph.edges(from: threads[thread].node)
        let targets = edges.filter { objects.graph.edges[$0].label == objects.labels[.target] }
        let pooled = Set(threads[thread].pool)
        var references: [Reference] = []
        if !threads[thread].hasExited {
            references += edges.reversed().filter { !pooled.contains($0) && !targets.contains($0) }.map { .edge($0) }
        }
        references += threads[thread].takePool(downTo: 0).map { .edge($0) }
        references += targets.map { .edge($0) }
        _ = threads[thread].takeFunctionLocals(from: 0)
        return references
    }

    /// The body is done: pools, locals and the target are released, and the run loop is destroyed with its timers.
    mutating func leaveBody(of thread: ThreadID) -> Flow {
        let references = takeReferences(of: thread)
        if !references.isEmpty {
            objects.drop(references, on: &threads[thread])
            return .proceed
        }
        if detachLoop(of: thread) { return .proceed }
        threads[thread].clearFrames()
        threads[thread].status = .ended
        threads[thread].ticket &+= 1
        record(.threadEnded, entity: threads[thread].entity, on: thread)
        return .blocked
    }

    /// Timers of a destroyed loop stay valid and never fire (CFRunLoop.c: __CFFinalizeRunLoop), and its waiting work is
    /// never done. Returns true if anything was released.
    private mutating func detachLoop(of thread: ThreadID) -> Bool {
        let loop = threads[thread].loop
        guard loop.exists else { return false }
        threads[thread].loop = .none
        var references = detachLinks(of: loop, on: thread)
        for timer in timers.ids where timers[timer].loop == loop {
            loops[loop].timers.leave(timer, &timers)
            timers[timer].loop = .none
            references += objects.takeLoopEdge(of: timer)
        }
        let rest = loops[loop].takeEverything()
        for source in rest.sources { members.sources[source].leave(loop) }
        for work in rest.unserved(in: threads[thread].entity, program) {
            record(.remarked, entity: work.entity, on: thread, value: Remark.neverServed.rawValue, extra: work.step)
        }
        for observer in rest.observers { members.observers[observer].loop = .none }
        for request in rest.performs where request.waiter.exists {
            remark(.performedOnEndedThread, about: threads[thread].entity, on: request.waiter)
            raiseThreadExited(step: threads[request.waiter].wait?.step ?? -1, waiter: request.waiter)
        }
        references += (rest.blocks.map(\.node) + rest.performs.map(\.node)).filter(\.exists).map { .hold($0) }
        objects.drop(references, on: &threads[thread])
        return !references.isEmpty
    }
}

/// Threads that wait for one another: `dispatch_sync`, semaphores and locks, `waitUntilDone`.
extension World {
    mutating func wait(_ wait: ThreadWait, on thread: ThreadID) -> Flow {
        block(thread: thread, until: .max, as: .busy)
        threads[thread].wait = wait
        return .blocked
    }

    /// `dispatch_sync` (queue.c: _dispatch_barrier_sync_f): at once on this thread where the queue is free.
    mutating func sync(_ block: BlockRef, queue: QueueID, step: Int32, on thread: ThreadID) -> Flow {
        guard server(of: queue) != thread else {
            crash(
                "BUG IN CLIENT OF LIBDISPATCH: dispatch_sync called on queue already owned by current thread",
                about: dispatch.queues[queue].entity, step: step, on: thread)
            return .blocked
        }
        let node = objects.makeBlock(block, on: &threads[thread], &kernel)
        let state = dispatch.queues[queue]
        guard
            state.isSuspended || state.kind == .main
                || (state.kind == .serial && (state.server.exists || !state.items.isEmpty))
        else {
            if state.kind == .serial { dispatch.queues[queue].server = thread }
            call(block, node: node, queue: state.kind == .serial ? queue : .none, on: thread)
            return .proceed
        }
        enqueue(.awaitedBlock(block, node: node, waiter: thread), on: queue)
        return wait(ThreadWait(on: .queue(queue), step: step), on: thread)
    }

    /// The thread that runs a serial queue's blocks at the moment; none: no thread, or any.
    private func server(of queue: QueueID) -> ThreadID {
        dispatch.queues[queue].kind == .main ? .main : dispatch.queues[queue].server
    }

    /// A semaphore's wait (semaphore.c: dispatch_semaphore_wait).
    mutating func wait(for counter: Int, step: Int32, on thread: ThreadID) -> Flow {
        guard kernel.counters[counter] <= 0 else {
            kernel.counters[counter] -= 1
            return .proceed
        }
        kernel.waiters[counter, default: Queue()].append(thread)
        return wait(ThreadWait(on: .counter(counter), step: step), on: thread)
    }

    /// A semaphore's signal: the thread that has waited longest continues.
    mutating func signal(_ counter: Int) {
        while kernel.counters[counter] > 0, kernel.waiters[counter]?.isEmpty == false {
            kernel.counters[counter] -= 1
            if let thread = kernel.waiters[counter]?.removeFirst() { wake(thread) }
        }
    }

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
                } else if case .steps(let rest)? = frames.prefix(place).last, rest.next < program.lists[rest.list].count
                {
                    remark(.keptByRunCall, about: threads[thread].entity, on: thread, step: call.step)
                }
            }
            if let place, case .run(let call) = frames[place] { remarkHeldBlock(by: call, at: place, on: thread) }
            guard let wait = threads[thread].wait, stuck.contains(threads[thread].entity) else { continue }
            switch wait.on {
            case .queue(let queue):
                remark(.waitsForever, about: dispatch.queues[queue].entity, on: thread, step: wait.step)
            case .thread(let other):
                remark(.waitsForever, about: threads[other].entity, on: thread, step: wait.step)
            case .counter(let counter):
                guard isMissed(thread) else { continue }
                let owed = dispatch.queues.ids.compactMap { block(of: $0, signalling: counter) }.first
                remark(.waitsForever, about: owed ?? threads[thread].entity, on: thread, step: wait.step)
            }
        }
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

    /// The first waiting block of a queue that signals a counter.
    private func block(of queue: QueueID, signalling counter: Int) -> EntityID? {
        dispatch.queues[queue].blocks.map { program.blocks[$0.plan] }.first { block in
            block.list.exists
                && program.lists[block.list].contains { $0.verb == .count && $0.counter == counter }
        }?.entity
    }

    /// True if a thread that waits for a signal has anything else to call. A worker may just wait for its next job.
    private func isMissed(_ thread: ThreadID) -> Bool {
        threads[thread].frames.contains { frame in
            if case .activation = frame { return true }
            if case .callout(let callout) = frame { return callout.timer.exists }
            guard case .queueWorker(let id) = frame, dispatch.queues[id].kind == .serial else { return false }
            let queue = dispatch.queues[id]
            return !queue.items.isEmpty || program.timers.indices.contains { program.home(ofTimer: $0) == queue.entity }
        }
    }

    /// The threads that wait, and the queues that are not served, for something that only another of them could do: all
    /// of them but those that anything else can set going.
    private var stuckPlaces: Set<EntityID> {
        let waiting = threads.ids.filter { threads[$0].wait != nil }
        guard !waiting.isEmpty else { return [] }
        var stuck = Set(waiting.map { threads[$0].entity } + dispatch.queues.rows.map(\.entity))
        var count = 0
        while stuck.count != count {
            count = stuck.count
            for queue in dispatch.queues.ids where canServe(queue, stuck) {
                stuck.remove(dispatch.queues[queue].entity)
            }
            for thread in waiting where canEnd(threads[thread].wait, stuck) { stuck.remove(threads[thread].entity) }
        }
        return stuck
    }

    private func canServe(_ queue: QueueID, _ stuck: Set<EntityID>) -> Bool {
        let server = dispatch.queues[queue].kind == .main ? .main : dispatch.queues[queue].server
        let isServed =
            server.exists
            ? !stuck.contains(threads[server].entity)
            : threads.ids.contains { threads[$0].plan < 0 && !stuck.contains(threads[$0].entity) }
        guard isServed, dispatch.queues[queue].isSuspended else { return isServed }
        return canRun(stuck) { step in
            if step.verb == .resume, case .queue(let other)? = step.part { QueueID(other) == queue } else { false }
        }
    }

    private func canEnd(_ wait: ThreadWait?, _ stuck: Set<EntityID>) -> Bool {
        switch wait?.on {
        case nil: true
        case .queue(let queue): !stuck.contains(dispatch.queues[queue].entity)
        case .thread(let thread): !stuck.contains(threads[thread].entity)
        case .counter(let counter): canRun(stuck) { $0.verb == .count && $0.counter == counter }
        }
    }

    /// True if anything but a stuck thread or queue may still run such a step: the rest of what a thread does,
    /// something that waits for its turn or its time, or a callback.
    private func canRun(_ stuck: Set<EntityID>, _ isMeant: (Instruction) -> Bool) -> Bool {
        /// The lists with such a step, or with one that makes a block with it.
        var lists: Set<ListID> = []
        func leads(_ step: Instruction) -> Bool {
            if isMeant(step) || lists.contains(step.list) { return true }
            guard step.block.exists, lists.contains(program.blocks[step.block].list) else { return false }
            return step.queue.exists
                ? !stuck.contains(dispatch.queues[step.queue].entity)
                : !step.thread.exists || !stuck.contains(threads[step.thread].entity)
        }
        var known = -1
        while known < lists.count {
            known = lists.count
            for list in program.lists.ids where program.lists[list].contains(where: leads) { lists.insert(list) }
        }
        if lists.isEmpty { return false }
        func calls(_ list: ListID, of entity: EntityID) -> Bool {
            lists.contains(list) && !stuck.contains(program.entities.all[Int(entity.index)].home)
        }
        func isCalled(_ block: BlockRef) -> Bool {
            calls(program.blocks[block.plan].list, of: program.blocks[block.plan].entity)
        }
        let isRunning = threads.ids.contains { thread in
            guard !stuck.contains(threads[thread].entity), threads[thread].status != .ended else { return false }
            let loop = threads[thread].loop
            let waiting = loop.exists ? loops[loop].waitingBlocks : []
            let isAsked = waiting.contains { lists.contains(program.blocks[$0.plan].list) }
            let isUnborn = threads[thread].status == .unborn && threads[thread].plan >= 0
            if isUnborn, let body = program.bodies[threads[thread].plan] { return lists.contains(body) }
            return isAsked
                || threads[thread].frames.contains { frame in
                    if case .steps(let rest) = frame {
                        program.lists[rest.list].dropFirst(Int(rest.next)).contains(where: leads)
                    } else if case .repeating(let rest, _, _) = frame {
                        lists.contains(rest.list)
                    } else {
                        false
                    }
                }
        }
        let isQueued = dispatch.queues.rows.contains { $0.blocks.contains(where: isCalled) }
        let isLater = mechanisms.delayed.rows.contains { delayed in
            guard dispatch.deadlines.isArmed(delayed.deadline), case .block(let block, _, _) = delayed.item else {
                return false
            }
            return isCalled(block)
        }
        let ticks = program.timers.indices.contains { timer in
            calls(program.timers[timer].callback, of: program.entities.timers[program.instance(of: timer)])
        }
        let isMember =
            zip(program.sources.rows, program.entities.sources.rows).contains { calls($0.list, of: $1) }
            || zip(program.observers.rows, program.entities.observers.rows).contains { calls($0.list, of: $1) }
        let happens = plan.events.indices.contains { index in
            let (event, thread) = (EventID(index), ThreadID(plan.events[index].thread))
            let loop = threads[thread].loop
            // All others have happened.
            let isToCome =
                plan.events[index].at > kernel.now || plan.events[index].every != nil || kernel.app.isFrozen
                || loop.exists && loops[loop].ports.inbox.contains(event)
            return isToCome && lists.contains(program.events[event]) && !stuck.contains(threads[thread].entity)
        }
        return isRunning || isQueued || isLater || ticks || isMember || happens
    }
}
