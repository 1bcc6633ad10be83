import Recording
import ScenarioModel

/// Suspending, resuming, cancelling and disposing of dispatch sources.
extension World {
    // MARK: Counting suspensions

    mutating func suspend(source: Int, on thread: Int) {
        dispatchSources[source].suspensions += 1
        guard dispatchSources[source].suspensions == 1, dispatchSources[source].isActive else { return }
        recorder.append(record(.suspended, entity: entity(ofSource: source), on: thread))
    }

    /// `dispatch_resume`; of an inactive source it is an activation (queue.c: dispatch_resume).
    mutating func resume(source: Int, step: Int32, on thread: Int) {
        guard dispatchSources[source].suspensions > 0 else {
            if dispatchSources[source].isActive {
                crash(World.overResume, step: step, on: thread)
            } else {
                activate(source: source, on: thread)
            }
            return
        }
        dispatchSources[source].suspensions -= 1
        guard dispatchSources[source].suspensions == 0, dispatchSources[source].isActive else { return }
        recorder.append(record(.resumed, entity: entity(ofSource: source), on: thread))
        enqueue(source: source)
        enqueueCancellation(of: source)
    }

    /// `dispatch_activate`; a second time it does nothing.
    mutating func activate(source: Int, on thread: Int) {
        guard !dispatchSources[source].isActive else { return }
        dispatchSources[source].isActive = true
        if dispatchSources[source].suspensions == 0 {
            recorder.append(record(.resumed, entity: entity(ofSource: source), on: thread))
        }
        if !dispatchSources[source].isCancelled { arm(source: source) }
        enqueueCancellation(of: source)
    }

    // MARK: Cancelling

    /// No handler starts after this; one that runs goes on to its end (source.c: dispatch_source_cancel).
    mutating func cancel(source: Int, on thread: Int) {
        let state = dispatchSources[source]
        guard !state.isCancelled, !state.isDisposed else { return }
        dispatchSources[source].isCancelled = true
        dispatchSources[source].pending = 0
        timers[Int(state.timer)].isValid = false
        disarm(deadline: state.deadline)
        recorder.append(record(.cancelled, entity: entity(ofSource: source), on: thread))
        recorder.append(record(.gridEnded, entity: entity(ofSource: source), on: thread))
        enqueueCancellation(of: source)
    }

    /// The cancel handler comes after the handler, on the target queue, and waits while the source is suspended; the source
    /// lives until then.
    private mutating func enqueueCancellation(of source: Int) {
        let state = dispatchSources[source]
        guard state.isCancelled, state.mayRun, !state.isCancelQueued else { return }
        dispatchSources[source].isCancelQueued = true
        graph.hold(details[Int(state.timer)].node)
        if !state.isRunning, !state.isQueued { enqueue(.cancellation(Int32(source)), on: Int(state.queue)) }
    }

    /// The queue has come to a source that has nothing to tell any more. One that ended while it waited for its handler
    /// goes through the manager's queue only now, and so to the end of its own (source.c: _dispatch_source_invoke2).
    mutating func endWaiting(source: Int) {
        let state = dispatchSources[source]
        if state.isCancelQueued { enqueue(.cancellation(Int32(source)), on: Int(state.queue)) }
        enqueueDisposal(of: source)
    }

    /// The handler is over: what it waited for goes through the target queue.
    mutating func endRunning(source: Int, on thread: Int) {
        let state = dispatchSources[source]
        dispatchSources[source].isRunning = false
        if isUnarmed(source) { return endAtOnce(source, on: thread) }
        // What has come meanwhile goes to the end of the queue.
        enqueue(source: source)
        if state.isCancelQueued {
            enqueue(.cancellation(Int32(source)), on: Int(state.queue))
        } else {
            enqueueCancellation(of: source)
        }
        enqueueDisposal(of: source)
    }

    /// Whether libdispatch watches for the source no more: it was a one-shot, or has expired twice during its handler
    /// (event.c: _dispatch_timers_run).
    private func isUnarmed(_ source: Int) -> Bool {
        let state = dispatchSources[source]
        guard state.grid.interval != nil else { return true }
        return state.grid.firstIndex(after: reading(of: clock(of: source))) - state.latched >= 2
    }

    /// Nothing has to be taken back on the manager's queue, so that an end that came during the handler follows right after
    /// it, before everything that waits in the queue, and even when that is suspended (measured).
    private mutating func endAtOnce(_ source: Int, on thread: Int) {
        let state = dispatchSources[source]
        if state.isCancelQueued {
            beginCancellation(of: source, on: thread)
        } else if state.isDisposed, !state.isCancelled {
            dispatchSources[source].isDisposalQueued = true
            beginDisposal(of: source, on: thread)
        } else {
            enqueue(source: source)
            enqueueCancellation(of: source)
        }
    }

    mutating func beginCancellation(of source: Int, on thread: Int) {
        let state = dispatchSources[source]
        let timer = Int(state.timer)
        guard state.suspensions == 0 else {
            // Suspended in the meantime: it waits again.
            dispatchSources[source].isCancelQueued = false
            drop(.hold(details[timer].node), on: thread)
            return
        }
        // It keeps itself until all of this is over.
        drop(.hold(details[timer].node), on: thread)
        callCancelHandler(of: timer, on: thread)
        releaseHandlers(of: timer, on: thread)
    }

    private mutating func callCancelHandler(of timer: Int, on thread: Int) {
        let list = cancelLists[Int(details[timer].plan)]
        guard list >= 0 else { return }
        recorder.append(record(.calloutBegan, entity: timers[timer].entity, on: thread, value: -1))
        threads[thread].frames.append(
            .callout(
                Callout(
                    kind: .cancelHandler, entity: timers[timer].entity, timer: Int32(timer), began: now)))
        pushSteps(list, owner: timers[timer].entity, timer: Int32(timer), on: thread)
    }

    mutating func endCancelHandler(_ callout: Callout, on thread: Int) {
        recorder.append(record(.calloutEnded, entity: callout.entity, on: thread))
    }

    /// A cancelled source lets go of its handler and what that captures, before its cancel handler is called
    /// (source.c: _dispatch_source_cancel_callout).
    private mutating func releaseHandlers(of timer: Int, on thread: Int) {
        details[timer].keepsContext = false
        drop(graph.edges(from: details[timer].node).map { .edge($0) }, on: thread)
    }

    // MARK: The end

    /// Whether the last release of a node goes well: of an inactive or suspended source it is a crash, whether it was
    /// cancelled or not (queue.c: _dispatch_queue_xref_dispose).
    mutating func survivesLastRelease(_ node: Int32, on thread: Int) -> Bool {
        let timer = Int(graph.nodes[Int(node)].index)
        guard graph.nodes[Int(node)].kind == .timer, details[timer].node == node, hasSource(timer) else { return true }
        let state = dispatchSources[Int(details[timer].slot)]
        guard !state.isActive || state.suspensions > 0 else { return true }
        crash(
            state.isActive ? World.releaseOfSuspended : World.releaseOfInactive,
            about: timers[Int(state.timer)].entity, step: currentStep(of: thread), on: thread)
        return false
    }

    /// Whether a source that nobody refers to any more goes through its target queue before it lets go of its handler:
    /// one that was not cancelled does, so that what the handler captured is released there, and later
    /// (source.c: _dispatch_source_xref_dispose).
    mutating func disposesLater(_ node: Int32) -> Bool {
        let timer = Int(graph.nodes[Int(node)].index)
        guard graph.nodes[Int(node)].kind == .timer, details[timer].node == node, hasSource(timer),
            case let source = Int(details[timer].slot), !dispatchSources[source].isCancelled,
            !dispatchSources[source].isDisposalQueued
        else { return false }
        enqueueDisposal(of: source)
        return true
    }

    /// After the handler, should that be running, or when the queue comes to the source that waits in it.
    private mutating func enqueueDisposal(of source: Int) {
        let state = dispatchSources[source]
        guard state.isDisposed, !state.isRunning, !state.isQueued, !state.isCancelled, !state.isDisposalQueued else {
            return
        }
        dispatchSources[source].isDisposalQueued = true
        enqueue(.disposal(Int32(source)), on: Int(state.queue))
    }

    mutating func beginDisposal(of source: Int, on thread: Int) {
        let node = details[Int(dispatchSources[source].timer)].node
        threads[thread].frames.append(.dealloc(node: node, phase: .releaseReferences))
    }

    /// The last reference is gone: no further handler, no cancel handler.
    mutating func dispose(source: Int) {
        let state = dispatchSources[source]
        guard !state.isDisposed else { return }
        dispatchSources[source].isDisposed = true
        dispatchSources[source].pending = 0
        freeDeadline(state.deadline)
        timers[Int(state.timer)].isValid = false
    }

    private func entity(ofSource source: Int) -> EntityID { timers[Int(dispatchSources[source].timer)].entity }

    // libdispatch's own words (queue.c).
    static let overResume = "BUG IN CLIENT OF LIBDISPATCH: Over-resume of an object"
    static let releaseOfSuspended = "BUG IN CLIENT OF LIBDISPATCH: Release of a suspended object"
    static let releaseOfInactive = "BUG IN CLIENT OF LIBDISPATCH: Release of an inactive object"
}
