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
        let targets = edges.filter { objects.graph.edges[$0].label == Labels[.target] }
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
        if thread == .main { kernel.budget.end(.exited) }
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

    // MARK: Waits: `dispatch_sync`, semaphores and locks, `waitUntilDone`

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
    func server(of queue: QueueID) -> ThreadID {
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
}
