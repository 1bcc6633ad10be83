import Recording
import ScenarioModel

/// Dispatch queues: FIFO order, pool threads, and the main queue that its run loop drains.
extension World {
    mutating func enqueue(_ item: WorkItem, on queue: Int) {
        queues[queue].items.append(item)
        switch queues[queue].kind {
        case .main:
            if threads[0].loop >= 0 { pokeSleeper(loop: Int(threads[0].loop)) }
        case .serial:
            if queues[queue].server < 0, queues[queue].suspensions == 0 { assignServer(to: queue) }
        case .concurrent, .global:
            if queues[queue].suspensions == 0 { assignServer(to: queue) }
        }
    }

    /// Has a pool thread serve the queue; with none free, the next one that becomes free does.
    private mutating func assignServer(to queue: Int) {
        guard let thread = threads.indices.first(where: { threads[$0].plan < 0 && threads[$0].status == .idle })
        else { return }
        if queues[queue].kind == .serial { queues[queue].server = Int32(thread) }
        if threads[thread].frames.isEmpty, threads[thread].ticket == 0 {
            recorder.append(record(.threadStarted, entity: threads[thread].entity, on: thread))
        }
        threads[thread].frames = [.queueWorker(queue: Int32(queue))]
        block(thread, until: now, as: .busy)
    }

    /// A pool thread takes the next item of its queue.
    mutating func serve(queue: Int, on thread: Int) -> Flow {
        guard spend() else { return .blocked }
        guard !queues[queue].isEmpty, queues[queue].suspensions == 0 else {
            // One autorelease pool serves for all that the thread finds (queue.c: _dispatch_root_queue_drain).
            guard threads[thread].pool.isEmpty else {
                drainPool(of: thread, downTo: 0)
                return .proceed
            }
            if queues[queue].kind == .serial { queues[queue].server = -1 }
            threads[thread].frames.removeAll()
            threads[thread].status = .idle
            threads[thread].wakeTime = .max
            serveWaitingQueues()
            return .blocked
        }
        begin(queues[queue].takeFirst(), on: thread)
        return .proceed
    }

    private mutating func serveWaitingQueues() {
        for queue in queues.indices where queues[queue].kind != .main && !queues[queue].isEmpty {
            if queues[queue].suspensions == 0, queues[queue].kind != .serial || queues[queue].server < 0 {
                assignServer(to: queue)
            }
        }
    }

    /// The blocks that were there when the drain began; those that they enqueue wait (queue.c: _dispatch_main_queue_drain).
    mutating func drainMainQueue(remaining: Int, poolMark: Int, at top: Int, on thread: Int) {
        guard remaining > 0, !queues[0].isEmpty, queues[0].suspensions == 0, spend() else {
            // The run loop has an autorelease pool for the whole drain (CFRunLoop.c: __CFRunLoopRun), its blocks have none.
            if threads[thread].pool.count > poolMark {
                threads[thread].frames[top] = .mainDrain(remaining: 0, poolMark: poolMark)
                drainPool(of: thread, downTo: poolMark)
                return
            }
            threads[thread].frames.removeLast()
            threads[thread].mainDrains -= 1
            return
        }
        threads[thread].frames[top] = .mainDrain(remaining: remaining - 1, poolMark: poolMark)
        let item = queues[0].takeFirst()
        // The source behind a delay comes once more through its queue to be let go (source.c: _dispatch_source_invoke2):
        // a run call that returns after a source does so. On other queues there is nothing to be seen of it.
        if item.wasDelayed { enqueue(.usedDelay, on: 0) }
        begin(item, on: thread)
    }

    private mutating func begin(_ item: WorkItem, on thread: Int) {
        switch item {
        case .block(let block, let node, _):
            let plan = blockPlan(block)
            beginCallout(
                entity: EntityID(Int(plan.entity)), list: plan.list, step: plan.step, node: node, block: block,
                on: thread)
        case .source(let source): beginHandler(of: Int(source), on: thread)
        case .cancellation(let source): beginCancellation(of: Int(source), on: thread)
        case .disposal(let source): beginDisposal(of: Int(source), on: thread)
        case .usedDelay: break
        case .delayedTimer(let timer, _): beginDelayed(Int(timer), on: thread)
        case .task(let task): beginJob(of: Int(task), on: thread)
        }
    }

    mutating func suspend(queue: Int) {
        queues[queue].suspensions += 1
        recorder.append(record(.suspended, entity: queues[queue].entity, on: -1))
    }

    mutating func resume(queue: Int, step: Int32, on thread: Int) {
        guard queues[queue].suspensions > 0 else {
            crash(World.overResume, step: step, on: thread)
            return
        }
        queues[queue].suspensions -= 1
        recorder.append(record(.resumed, entity: queues[queue].entity, on: -1))
        guard queues[queue].suspensions == 0, !queues[queue].isEmpty else { return }
        if queues[queue].kind == .main {
            if threads[0].loop >= 0 { pokeSleeper(loop: Int(threads[0].loop)) }
        } else {
            serveWaitingQueues()
        }
    }
}
