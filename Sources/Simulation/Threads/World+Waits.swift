import Recording
import ScenarioProgram

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
                || (state.kind == .serial && (state.server.exists || !state.isEmpty))
        else {
            if state.kind == .serial { dispatch.queues[queue].server = thread }
            call(block, node: node, queue: state.kind == .serial ? queue : .none, on: thread)
            return .proceed
        }
        enqueue(.awaitedBlock(block, node: node, waiter: thread), on: queue)
        return wait(ThreadWait(on: .queue(queue), step: step), on: thread)
    }

    /// The thread that a serial queue's blocks are run on right now; none: no thread, or any.
    private func server(of queue: QueueID) -> ThreadID {
        dispatch.queues[queue].kind == .main ? .main : dispatch.queues[queue].server
    }

    /// A semaphore's wait (semaphore.c: dispatch_semaphore_wait).
    mutating func wait(for counter: Int, step: Int32, on thread: ThreadID) -> Flow {
        guard kernel.counters[counter] <= 0 else {
            kernel.counters[counter] -= 1
            return .proceed
        }
        kernel.waiters.append((thread, counter))
        return wait(ThreadWait(on: .counter(counter), step: step), on: thread)
    }

    /// A semaphore's signal: the one that has waited longest goes on.
    mutating func signal(_ counter: Int) {
        while kernel.counters[counter] > 0, let place = kernel.waiters.firstIndex(where: { $0.counter == counter }) {
            kernel.counters[counter] -= 1
            wake(kernel.waiters.remove(at: place).thread)
        }
    }

    /// Records the threads that wait when the run is over for what can come no more.
    mutating func remarkEndlessWaits() {
        for thread in threads.ids where threads[thread].status != .ended {
            guard let wait = threads[thread].wait, isEndless(wait, seen: [thread]) else { continue }
            let awaited =
                switch wait.on {
                case .queue(let queue): dispatch.queues[queue].entity
                case .thread(let other): threads[other].entity
                case .counter: threads[thread].entity
                }
            remark(.waitsForever, about: awaited, on: thread, step: wait.step)
        }
    }

    /// Whether what is waited for waits itself without end. A signal can come from any thread that goes on, and a worker may
    /// well wait for its next job: only where the main thread waits at the end does that count as endless.
    private func isEndless(_ wait: ThreadWait, seen: [ThreadID]) -> Bool {
        let other: ThreadID
        switch wait.on {
        case .queue(let queue): other = server(of: queue)
        case .thread(let thread): other = thread
        case .counter: return seen.first == .main
        }
        guard other.exists else { return false }
        guard !seen.contains(other) else { return true }
        return threads[other].wait.map { isEndless($0, seen: seen + [other]) } ?? false
    }
}
