import LabScenarioProgram

/// Dispatch queues: FIFO order, pool threads, and the main queue that its run loop drains.
extension World {
    mutating func enqueue(_ item: WorkItem, on queue: QueueID) {
        dispatch.queues[queue].items.append(item)
        if dispatch.queues[queue].kind == .main {
            if dispatch.queues[.main].items.count == 1 { dispatch.mainQueueWaits = kernel.now }
            signalMainQueue()
        } else if dispatch.queues[queue].needsServer {
            if let thread = dispatch.takeIdleThread(for: queue) { assign(thread, to: queue) }
            dispatch.awaitServer(of: queue)
        }
    }

    private mutating func assign(_ thread: ThreadID, to queue: QueueID) {
        if dispatch.queues[queue].kind == .serial { dispatch.queues[queue].server = thread }
        if threads[thread].frames.isEmpty, threads[thread].ticket == 0 {
            record(.threadStarted, entity: threads[thread].entity, on: thread)
        }
        threads[thread].restart(with: .queueWorker(queue: queue))
        block(thread: thread, until: kernel.now, as: .busy)
    }

    mutating func serve(queue: QueueID, on thread: ThreadID) -> Flow {
        guard kernel.chargeBudget() else { return .blocked }
        guard dispatch.queues[queue].isReady else {
            // One autorelease pool covers everything that the thread runs (queue.c: _dispatch_root_queue_drain).
            guard threads[thread].pool.isEmpty else {
                objects.drainPool(downTo: 0, on: &threads[thread])
                return .proceed
            }
            if dispatch.queues[queue].kind == .serial { dispatch.queues[queue].server = .none }
            threads[thread].clearFrames()
            threads[thread].status = .idle
            threads[thread].wakeTime = .max
            dispatch.becomesIdle(thread)
            serveWaitingQueues()
            return .blocked
        }
        begin(dispatch.queues[queue].items.removeFirst(), on: thread)
        return .proceed
    }

    /// - Parameter isOver: true if all threads of the pool are held beyond this instant: a serial queue gets another one.
    mutating func serveWaitingQueues(isOver: Bool = false) {
        // A concurrent queue gets one more thread at a time.
        var waiting: [QueueID] = []
        if isOver { dispatch.isShort = false }
        while isOver || dispatch.hasIdleThread, let queue = dispatch.takeWaitingQueue() {
            let isSerial = dispatch.queues[queue].kind == .serial
            let thread = dispatch.takeIdleThread(for: queue) ?? (isSerial && isOver ? makeOvercommitThread() : nil)
            if let thread { assign(thread, to: queue) }
            if !isSerial || thread == nil { waiting.append(queue) }
        }
        for queue in waiting { dispatch.awaitServer(of: queue) }
    }

    /// Runs the blocks that were in the queue when the drain began; blocks that they enqueue wait (queue.c:
    /// _dispatch_main_queue_drain).
    mutating func drainMainQueue(remaining: Int, poolMark: Int, on thread: ThreadID) {
        guard remaining > 0, dispatch.queues[.main].isReady, kernel.chargeBudget() else {
            // The run loop has an autorelease pool for the whole drain (CFRunLoop.c: __CFRunLoopRun), its blocks have none.
            if threads[thread].pool.count > poolMark {
                threads[thread].replaceTop(with: .mainDrain(remaining: 0, poolMark: poolMark))
                return objects.drainPool(downTo: poolMark, on: &threads[thread])
            }
            threads[thread].mainDrains -= 1
            return threads[thread].pop()
        }
        threads[thread].replaceTop(with: .mainDrain(remaining: remaining - 1, poolMark: poolMark))
        let item = dispatch.queues[.main].items.removeFirst()
        // What is left came during the drain.
        if remaining == 1 { dispatch.mainQueueWaits = kernel.now }
        // The source of a delay passes its queue once more to be released (source.c: _dispatch_source_invoke2). On the
        // main queue a run call that returns after a source then returns; on other queues it has no effect.
        if item.wasDelayed { enqueue(.usedDelay, on: .main) }
        begin(item, on: thread)
    }

    private mutating func begin(_ item: WorkItem, on thread: ThreadID) {
        switch item {
        case .block(let block, let node, _): call(block, node: node, on: thread)
        case .awaitedBlock(let block, let node, let waiter): call(block, node: node, waiter: waiter, on: thread)
        case .source(let source, let item): notify(source, .dequeued(item), on: thread)
        case .usedDelay: break
        case .delayedTimer(let timer, _): beginDelayed(timer, on: thread)
        case .task(let task): notify(task, .dequeued, on: thread)
        case .host(let call): begin(hostCall: call, on: thread)
        }
    }

    mutating func suspend(queue: QueueID, step: Int32) {
        dispatch.queues[queue].suspensions += 1
        record(.suspended, entity: dispatch.queues[queue].entity, on: .none, extra: Int64(step))
    }

    mutating func resume(queue: QueueID, step: Int32, on thread: ThreadID) {
        guard dispatch.queues[queue].isSuspended else {
            return crash(DispatchSource.overResume, about: dispatch.queues[queue].entity, step: step, on: thread)
        }
        dispatch.queues[queue].suspensions -= 1
        record(.resumed, entity: dispatch.queues[queue].entity, on: .none)
        guard dispatch.queues[queue].isReady else { return }
        if dispatch.queues[queue].kind == .main {
            signalMainQueue()
        } else {
            dispatch.awaitServer(of: queue)
            serveWaitingQueues()
        }
    }

    /// A message for the main queue's port, which wakes the main thread's run loop.
    private mutating func signalMainQueue() {
        let loop = threads[.main].loop
        guard loop.exists else { return }
        loops[loop].ports.receiveMainQueue(kernel.nextArrival())
        wakeIfWaiting(loop)
    }

    // MARK: Deadlines

    /// The wake-up of the deadlines of one clock and class: all whose target has passed elapse.
    mutating func elapse(line: Int, ticket: UInt32) {
        for deadline in dispatch.deadlines.beginElapsing(line: line, ticket: ticket, &kernel) {
            switch dispatch.deadlines.elapse(deadline) {
            case .source(let source): notify(source, .expired, on: .none)
            case .delayed(let block): elapse(delayed: block)
            case .task(let task): notify(task, .elapsed, on: .none)
            case .host(let call): enqueue(.host(call), on: hostCalls[call].queue)
            case .free: break
            }
        }
        dispatch.deadlines.endElapsing(&kernel)
    }

    // MARK: Dispatch timer sources, whose actions the world performs

    mutating func makeDispatchSource(_ timer: TimerID, on thread: ThreadID) {
        let planned = planned(timer)
        let source = dispatch.sources.nextID
        timers.details[timer].slot = .source(source)
        beginMaking(timer, on: thread)
        let deadline = dispatch.deadlines.make(
            for: .source(source), entity: timers[timer].entity, clock: planned.clock, isStrict: planned.isStrict)
        dispatch.sources.append(
            DispatchSource(timer: timer, deadline: deadline, queue: QueueID(planned.queue ?? 0), clock: planned.clock))
        let delay = CreationRules.nanoseconds(planned.delay ?? timers.details[timer].interval)
        notify(
            source,
            .configured(
                start: kernel.clock.reading(of: planned.clock).adding(saturating: delay),
                interval: planned.repeats ? timers.details[timer].interval : nil, leeway: planned.tolerance),
            on: thread)
        if planned.startsActive {
            notify(source, .activated, on: thread)
        } else {
            record(.suspended, entity: timers[timer].entity, on: thread, extra: -1)
        }
        objects.attachOwners(
            toSource: .timer(timers.details[timer].plan), node: objects.contexts[timer].node,
            holders: planned.heldBy, on: &threads[thread], &kernel)
    }

    /// Remarks that a cancelled source is started again.
    mutating func noteStart(of source: DispatchSourceID, step: Int32, on thread: ThreadID) {
        guard dispatch.sources[source].isCancelled else { return }
        remark(.startedInvalidTimer, about: timers[dispatch.sources[source].timer].entity, on: thread, step: step)
    }

    mutating func notify(
        _ source: DispatchSourceID, _ event: DispatchSource.Event, step: Int32 = -1, on thread: ThreadID
    ) {
        var actions: [DispatchSource.Action] = []
        swap(&actions, &dispatch.actions)
        dispatch.sources[source].handle(event, kernel.clock, &actions)
        for action in actions where kernel.budget.ending == nil { perform(action, of: source, step: step, on: thread) }
        actions.removeAll(keepingCapacity: true)
        swap(&actions, &dispatch.actions)
    }

    private mutating func perform(
        _ action: DispatchSource.Action, of source: DispatchSourceID, step: Int32, on thread: ThreadID
    ) {
        let timer = dispatch.sources[source].timer
        let deadline = dispatch.sources[source].deadline
        let (entity, node) = (timers[timer].entity, objects.contexts[timer].node)
        switch action {
        case .report(let kind): record(kind, entity: entity, on: thread, extra: kind == .suspended ? Int64(step) : 0)
        case .comment(let found): remark(found, about: entity, on: thread)
        case .setGrid(let due, let interval): kernel.recordGrid(of: entity, due: due, interval: interval)
        case .endGrid: record(.gridEnded, entity: entity, on: .none)
        case .arm(let target, let leeway):
            timers[timer].due = kernel.clock.uptime(of: target, on: dispatch.sources[source].clock)
            dispatch.deadlines.arm(deadline, target: target, leeway: leeway, &kernel)
        case .disarm: dispatch.deadlines.disarm(deadline, &kernel)
        case .invalidate: timers[timer].isValid = false
        case .freeDeadline: dispatch.deadlines.free(deadline, &kernel)
        case .queue(let item): enqueue(.source(source, item), on: dispatch.sources[source].queue)
        case .retainSelf: objects.graph.hold(node)
        case .releaseSelf: objects.drop(.hold(node), on: &threads[thread])
        case .fire(let due, let data): _ = countFiring(of: timer, due: due, data: data, on: thread)
        case .callHandler: pushCallout(.awaited, timer: timer, on: thread)
        case .callCancelHandler:
            let list = program.timers[timers.details[timer].plan].cancel
            if list.exists {
                let handler = objects.makeCancelHandler(
                    planned(timer).cancelCaptures, entity: entity, on: &threads[thread], &kernel)
                begin(Callout(entity: entity, timer: timer, node: handler), list, on: thread)
            }
        case .releaseHandlers:
            objects.contexts[timer].keepsContext = false
            objects.drop(objects.graph.edges(from: node).map { .edge($0) }, on: &threads[thread])
        case .dealloc: threads[thread].push(.dealloc(node: node, phase: .releaseReferences))
        case .fault(let reason): crash(reason, about: entity, step: step, on: thread)
        }
    }

    func source(of node: NodeID) -> DispatchSourceID {
        let timer = TimerID(raw: objects.graph.nodes[node].index)
        guard objects.graph.nodes[node].kind == .timer, objects.contexts[timer].node == node else { return .none }
        return timers.details[timer].source
    }
}
