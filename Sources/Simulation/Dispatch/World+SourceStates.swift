import Recording
import ScenarioModel
import ScenarioProgram

/// Suspending, resuming, cancelling and disposing of dispatch sources.
extension World {
    // MARK: Counting suspensions

    mutating func suspend(source: DispatchSourceID, on thread: ThreadID) {
        dispatch.sources[source].suspensions += 1
        guard dispatch.sources[source].suspensions == 1, dispatch.sources[source].isActive else { return }
        record(.suspended, entity: entity(ofSource: source), on: thread)
    }

    /// `dispatch_resume`; of an inactive source it is an activation (queue.c: dispatch_resume).
    mutating func resume(source: DispatchSourceID, step: Int32, on thread: ThreadID) {
        guard dispatch.sources[source].suspensions > 0 else {
            if dispatch.sources[source].isActive {
                crash(World.overResume, about: entity(ofSource: source), step: step, on: thread)
            } else {
                activate(source: source, on: thread)
            }
            return
        }
        dispatch.sources[source].suspensions -= 1
        guard dispatch.sources[source].suspensions == 0, dispatch.sources[source].isActive else { return }
        record(.resumed, entity: entity(ofSource: source), on: thread)
        enqueue(source: source)
        enqueueCancellation(of: source)
    }

    /// `dispatch_activate`; a second time it does nothing.
    mutating func activate(source: DispatchSourceID, on thread: ThreadID) {
        guard !dispatch.sources[source].isActive else { return }
        dispatch.sources[source].isActive = true
        if dispatch.sources[source].suspensions == 0 {
            record(.resumed, entity: entity(ofSource: source), on: thread)
        }
        if !dispatch.sources[source].isCancelled { arm(source: source) }
        enqueueCancellation(of: source)
    }

    // MARK: Cancelling

    /// No handler starts after this; one that runs goes on to its end (source.c: dispatch_source_cancel).
    mutating func cancel(source: DispatchSourceID, on thread: ThreadID) {
        let state = dispatch.sources[source]
        guard !state.isCancelled, !state.isDisposed else { return }
        dispatch.sources[source].isCancelled = true
        dispatch.sources[source].pending = 0
        timers[state.timer].isValid = false
        dispatch.deadlines.disarm(state.deadline, &kernel)
        record(.cancelled, entity: entity(ofSource: source), on: thread)
        record(.gridEnded, entity: entity(ofSource: source), on: thread)
        enqueueCancellation(of: source)
    }

    /// The cancel handler comes after the handler, on the target queue, and waits while the source is suspended; the source
    /// lives until then.
    private mutating func enqueueCancellation(of source: DispatchSourceID) {
        let state = dispatch.sources[source]
        guard state.isCancelled, state.mayRun, !state.isCancelQueued else { return }
        dispatch.sources[source].isCancelQueued = true
        objects.graph.hold(timers.details[state.timer].node)
        if !state.isRunning, !state.isQueued { enqueue(.cancellation(source), on: state.queue) }
    }

    /// The queue has come to a source that has nothing to tell any more. One that ended while it waited for its handler
    /// goes through the manager's queue only now, and so to the end of its own (source.c: _dispatch_source_invoke2).
    mutating func endWaiting(source: DispatchSourceID) {
        let state = dispatch.sources[source]
        if state.isCancelQueued { enqueue(.cancellation(source), on: state.queue) }
        enqueueDisposal(of: source)
    }

    /// The handler is over: what it waited for goes through the target queue.
    mutating func endRunning(source: DispatchSourceID, on thread: ThreadID) {
        let state = dispatch.sources[source]
        dispatch.sources[source].isRunning = false
        if isUnarmed(source) { return endAtOnce(source, on: thread) }
        // What has come meanwhile goes to the end of the queue.
        enqueue(source: source)
        if state.isCancelQueued {
            enqueue(.cancellation(source), on: state.queue)
        } else {
            enqueueCancellation(of: source)
        }
        enqueueDisposal(of: source)
    }

    /// Whether libdispatch watches for the source no more: it was a one-shot, or has expired twice during its handler
    /// (event.c: _dispatch_timers_run).
    private func isUnarmed(_ source: DispatchSourceID) -> Bool {
        let state = dispatch.sources[source]
        guard state.grid.interval != nil else { return true }
        return state.grid.firstIndex(after: kernel.clock.reading(of: clock(of: source))) - state.latched >= 2
    }

    /// Nothing has to be taken back on the manager's queue, so that an end that came during the handler follows right after
    /// it, before everything that waits in the queue, and even when that is suspended (measured).
    private mutating func endAtOnce(_ source: DispatchSourceID, on thread: ThreadID) {
        let state = dispatch.sources[source]
        if state.isCancelQueued {
            beginCancellation(of: source, on: thread)
        } else if state.isDisposed, !state.isCancelled {
            dispatch.sources[source].isDisposalQueued = true
            beginDisposal(of: source, on: thread)
        } else {
            enqueue(source: source)
            enqueueCancellation(of: source)
        }
    }

    mutating func beginCancellation(of source: DispatchSourceID, on thread: ThreadID) {
        let state = dispatch.sources[source]
        let timer = state.timer
        guard state.suspensions == 0 else {
            // Suspended in the meantime: it waits again.
            dispatch.sources[source].isCancelQueued = false
            drop(.hold(timers.details[timer].node), on: thread)
            return
        }
        // It keeps itself until all of this is over.
        drop(.hold(timers.details[timer].node), on: thread)
        callCancelHandler(of: timer, on: thread)
        releaseHandlers(of: timer, on: thread)
    }

    private mutating func callCancelHandler(of timer: TimerID, on thread: ThreadID) {
        let list = program.timers[timers.details[timer].plan].cancel
        guard list.exists else { return }
        record(.calloutBegan, entity: timers[timer].entity, on: thread, value: -1)
        threads[thread].push(
            .callout(
                Callout(
                    kind: .cancelHandler, entity: timers[timer].entity, timer: timer, began: kernel.now)))
        pushSteps(list, owner: timers[timer].entity, timer: timer, on: thread)
    }

    mutating func endCancelHandler(_ callout: Callout, on thread: ThreadID) {
        record(.calloutEnded, entity: callout.entity, on: thread)
    }

    /// A cancelled source lets go of its handler and what that captures, before its cancel handler is called
    /// (source.c: _dispatch_source_cancel_callout).
    private mutating func releaseHandlers(of timer: TimerID, on thread: ThreadID) {
        timers.details[timer].keepsContext = false
        drop(objects.graph.edges(from: timers.details[timer].node).map { .edge($0) }, on: thread)
    }

    // MARK: The end

    /// Whether the last release of a node goes well: of an inactive or suspended source it is a crash, whether it was
    /// cancelled or not (queue.c: _dispatch_queue_xref_dispose).
    mutating func survivesLastRelease(_ node: NodeID, on thread: ThreadID) -> Bool {
        let timer = TimerID(raw: objects.graph.nodes[node].index)
        guard objects.graph.nodes[node].kind == .timer, timers.details[timer].node == node,
            timers.details[timer].source.exists
        else { return true }
        let state = dispatch.sources[timers.details[timer].source]
        guard !state.isActive || state.suspensions > 0 else { return true }
        crash(
            state.isActive ? World.releaseOfSuspended : World.releaseOfInactive,
            about: timers[state.timer].entity, step: currentStep(of: thread), on: thread)
        return false
    }

    /// Whether a source without a reference goes through its target queue before it lets go of its handler:
    /// one that was not cancelled does, so that what the handler captured is released there, and later
    /// (source.c: _dispatch_source_xref_dispose).
    mutating func disposesLater(_ node: NodeID) -> Bool {
        let timer = TimerID(raw: objects.graph.nodes[node].index)
        guard objects.graph.nodes[node].kind == .timer, timers.details[timer].node == node,
            timers.details[timer].source.exists,
            case let source = timers.details[timer].source, !dispatch.sources[source].isCancelled,
            !dispatch.sources[source].isDisposalQueued
        else { return false }
        enqueueDisposal(of: source)
        return true
    }

    /// After the handler, should that be running, or when the queue comes to the source that waits in it.
    private mutating func enqueueDisposal(of source: DispatchSourceID) {
        let state = dispatch.sources[source]
        guard state.isDisposed, !state.isRunning, !state.isQueued, !state.isCancelled, !state.isDisposalQueued else {
            return
        }
        dispatch.sources[source].isDisposalQueued = true
        enqueue(.disposal(source), on: state.queue)
    }

    mutating func beginDisposal(of source: DispatchSourceID, on thread: ThreadID) {
        let node = timers.details[dispatch.sources[source].timer].node
        threads[thread].push(.dealloc(node: node, phase: .releaseReferences))
    }

    /// The last reference is gone: no further handler, no cancel handler.
    mutating func dispose(source: DispatchSourceID) {
        let state = dispatch.sources[source]
        guard !state.isDisposed else { return }
        dispatch.sources[source].isDisposed = true
        dispatch.sources[source].pending = 0
        dispatch.deadlines.free(state.deadline, &kernel)
        timers[state.timer].isValid = false
    }

    private func entity(ofSource source: DispatchSourceID) -> EntityID { timers[dispatch.sources[source].timer].entity }

    // libdispatch's own words (queue.c).
    static let overResume = "BUG IN CLIENT OF LIBDISPATCH: Over-resume of an object"
    static let releaseOfSuspended = "BUG IN CLIENT OF LIBDISPATCH: Release of a suspended object"
    static let releaseOfInactive = "BUG IN CLIENT OF LIBDISPATCH: Release of an inactive object"
}
