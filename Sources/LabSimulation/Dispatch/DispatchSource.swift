import LabCatalogue
import LabExactTime
import LabRecording
import LabScenarioProgram

/// A dispatch timer source as a machine of events and actions (source.c, event.c).
///
/// It knows only its own state and the clock, and returns actions in their order.
struct DispatchSource {
    /// An item of the source in its target queue.
    enum Item {
        case handler
        case cancellation
        /// Its last reference is gone.
        case disposal
    }

    enum Event: Equatable {
        /// `dispatch_source_set_timer`: from `start` on, on the source's own clock.
        case configured(start: Int64, interval: Rational?, leeway: Int64)
        case activated
        case suspended
        case resumed
        case cancelled
        case wallClockSet
        /// The target has come (event.c: _dispatch_timers_run).
        case expired
        case dequeued(Item)
        case handlerReturned
        /// Its last reference is gone: no further handler, no cancel handler.
        case released
        /// The release of its references.
        case deallocating
    }

    enum Action: Equatable {
        case report(Record.Kind)
        case comment(Remark)
        /// Records that it is due from `due` on, in the recording's time.
        case setGrid(due: Int64, interval: Rational?)
        case endGrid
        /// Watches for `target`, on the source's own clock.
        case arm(target: Int64, leeway: Int64)
        case disarm
        /// Records the end of its grid.
        case invalidate
        case freeDeadline
        case queue(Item)
        /// It retains itself until `releaseSelf`.
        case retainSelf
        case releaseSelf
        /// Records the firing: its first point, in the recording's time, and the number of its points.
        case fire(due: Int64, data: Int64)
        case callHandler
        case callCancelHandler
        case releaseHandlers
        case dealloc
        /// A crash, in libdispatch's own words.
        case fault(String)
    }

    let timer: TimerID
    let deadline: DeadlineID
    let queue: QueueID
    let clock: TimerClock
    /// On the source's own clock.
    private var grid = Grid(anchor: 0, interval: nil)
    /// The next point of the grid that has not been counted yet.
    private var next: Int64 = 0
    /// The same at the start of the latest handler.
    private var latched: Int64 = 0
    private var leeway: Int64 = 0
    /// The counted points that wait for the handler.
    private var pending: Int64 = 0
    /// The first of them, in the recording's time.
    private var firstPending: Int64 = 0
    /// True if more points have passed since; the handler's start counts them.
    private var isMarked = false
    private(set) var isActive = false
    private var suspensions: Int64 = 0
    private var isQueued = false
    private var isRunning = false
    private(set) var isCancelled = false
    /// True if the cancel handler is in the target queue, or has run.
    private var isCancelQueued = false
    /// Its last reference is gone.
    private var isDisposed = false
    /// True if its disposal is in the target queue, or is done.
    private var isDisposalQueued = false
    /// `dispatch_source_get_data` of the latest handler.
    private(set) var data: Int64 = 0
    /// The time of system sleep and the jump of the wall clock when the grid was last recorded.
    private var recordedOffset: Int64 = 0
    /// True if the grid was recorded from a jump of the wall clock on, which is none of its points.
    private var isGridOff = false

    init(timer: TimerID, deadline: DeadlineID, queue: QueueID, clock: TimerClock) {
        (self.timer, self.deadline, self.queue, self.clock) = (timer, deadline, queue, clock)
    }

    private var mayRun: Bool { isActive && suspensions == 0 && !isDisposed }

    /// The next point on the source's own clock; `Int64.max`: none.
    private var target: Int64 { grid.point(next) ?? .max }

    mutating func handle(_ event: Event, _ time: VirtualClock, _ actions: inout [Action]) {
        switch event {
        case .configured(let start, let interval, let leeway):
            configure(start: start, interval: interval, leeway: leeway, time, &actions)
        case .activated: activate(time, &actions)
        case .suspended:
            suspensions += 1
            if suspensions == 1, isActive { actions.append(.report(.suspended)) }
        case .resumed: resume(time, &actions)
        case .cancelled: cancel(&actions)
        case .wallClockSet: if !isDisposed, clock == .wall { recordGrid(time, &actions) }
        case .expired: expire(time, &actions)
        case .dequeued(.handler): beginHandler(time, &actions)
        case .dequeued(.cancellation): beginCancellation(&actions)
        case .dequeued(.disposal): actions.append(.dealloc)
        case .handlerReturned: endHandler(time, &actions)
        case .released: release(&actions)
        case .deallocating: enqueueDisposal(&actions)
        }
    }

    // MARK: The grid

    /// Sets a new grid; undelivered firings are dropped (source.c: _dispatch_timer_config_create).
    private mutating func configure(
        start: Int64, interval wanted: Rational?, leeway: Int64, _ time: VirtualClock, _ actions: inout [Action]
    ) {
        guard !isCancelled, !isDisposed else { return }
        // As an unsigned number a negative interval is longer than any run.
        var interval = wanted.flatMap { $0 < .zero ? nil : $0 }
        if interval == .zero {
            interval = Rational(whole: 1)
            actions.append(.comment(.intervalRaised))
        }
        self.leeway = CreationRules.tolerance(leeway, interval: interval)
        if self.leeway < leeway { actions.append(.comment(.toleranceCut)) }
        grid = Grid(anchor: start, interval: interval)
        next = 0
        pending = 0
        isMarked = false
        recordGrid(time, &actions)
        if isActive { arm(time, &actions) }
    }

    /// Its first due point, in the recording's time.
    private mutating func recordGrid(_ time: VirtualClock, _ actions: inout [Action]) {
        recordedOffset = time.recordingTime(of: 0, on: clock)
        guard target < .max else { return actions.append(.endGrid) }
        let due = time.recordingTime(of: target, on: clock)
        // Points that a jump of the wall clock makes overdue were not due before it.
        isGridOff = clock == .wall && time.wallSetAt > 0 && due < time.wallSetAt
        actions.append(.setGrid(due: isGridOff ? time.time : due, interval: grid.interval))
    }

    /// Watches for the next point; if its place in the recording's time has changed, a new grid starts there.
    private mutating func arm(_ time: VirtualClock, _ actions: inout [Action]) {
        if target < .max, isGridOff || recordedOffset != time.recordingTime(of: 0, on: clock) {
            recordGrid(time, &actions)
        }
        actions.append(.arm(target: target, leeway: leeway))
    }

    /// Counts all points that have passed (event_internal.h: _dispatch_timer_unote_compute_missed).
    private mutating func takeMissed(_ time: VirtualClock) -> Int64 {
        let before = next
        next = max(next, grid.firstIndex(after: time.reading(of: clock)))
        return next - before
    }

    private mutating func expire(_ time: VirtualClock, _ actions: inout [Action]) {
        if pending != 0 {
            isMarked = true
        } else {
            let due = target.adding(saturating: recordedOffset)
            firstPending = isGridOff ? max(due, time.wallSetAt) : due
            pending = takeMissed(time)
            if isGridOff, target < .max { recordGrid(time, &actions) }
            if suspensions > 0 { isMarked = true } else { arm(time, &actions) }
        }
        enqueue(&actions)
    }

    // MARK: Suspensions

    /// libdispatch's own words for a crash (queue.c).
    static let overResume = "BUG IN CLIENT OF LIBDISPATCH: Over-resume of an object"

    /// `dispatch_resume`; of an inactive source it is an activation (queue.c: dispatch_resume).
    private mutating func resume(_ time: VirtualClock, _ actions: inout [Action]) {
        if suspensions == 0, !isActive { return activate(time, &actions) }
        guard suspensions > 0 else { return actions.append(.fault(Self.overResume)) }
        suspensions -= 1
        guard suspensions == 0, isActive else { return }
        actions.append(.report(.resumed))
        enqueue(&actions)
        enqueueCancellation(&actions)
    }

    /// `dispatch_activate`; a second time it does nothing.
    private mutating func activate(_ time: VirtualClock, _ actions: inout [Action]) {
        guard !isActive else { return }
        isActive = true
        if suspensions == 0 { actions.append(.report(.resumed)) }
        if !isCancelled { arm(time, &actions) }
        enqueueCancellation(&actions)
    }

    // MARK: The handler

    /// Puts the source into its target queue, once.
    private mutating func enqueue(_ actions: inout [Action]) {
        guard pending > 0, mayRun, !isQueued, !isRunning, !isCancelled else { return }
        isQueued = true
        actions.append(.queue(.handler))
    }

    /// Its turn in the queue (source.c: _dispatch_source_latch_and_call). A source that ended while it waited first
    /// passes the manager's queue, and then the end of its own (source.c: _dispatch_source_invoke2).
    private mutating func beginHandler(_ time: VirtualClock, _ actions: inout [Action]) {
        isQueued = false
        guard mayRun, !isCancelled, pending > 0 else {
            if isCancelQueued { actions.append(.queue(.cancellation)) }
            return enqueueDisposal(&actions)
        }
        data = pending
        pending = 0
        let wasMarked = isMarked
        if isMarked { data = data.adding(saturating: takeMissed(time)) }
        isMarked = false
        latched = next
        isRunning = true
        actions.append(.fire(due: firstPending, data: data))
        if wasMarked { arm(time, &actions) }
        actions.append(.callHandler)
    }

    /// Enqueues the items that waited for the handler in the target queue; later items come after them.
    private mutating func endHandler(_ time: VirtualClock, _ actions: inout [Action]) {
        isRunning = false
        if isUnarmed(time) {
            // The manager's queue has nothing to undo. So an end during the handler follows right after it, before the
            // waiting items, and even in a suspended queue (measured).
            if isCancelQueued { return beginCancellation(&actions) }
            if isDisposed, !isCancelled {
                isDisposalQueued = true
                return actions.append(.dealloc)
            }
        }
        enqueue(&actions)
        if isCancelQueued { actions.append(.queue(.cancellation)) } else { enqueueCancellation(&actions) }
        enqueueDisposal(&actions)
    }

    /// True if libdispatch no longer watches the source: it was a one-shot, or has expired twice during its handler
    /// (event.c: _dispatch_timers_run).
    private func isUnarmed(_ time: VirtualClock) -> Bool {
        grid.interval == nil || grid.firstIndex(after: time.reading(of: clock)) - latched >= 2
    }

    // MARK: Cancelling

    /// No handler starts after this; a running one continues to its end (source.c: dispatch_source_cancel).
    private mutating func cancel(_ actions: inout [Action]) {
        guard !isCancelled, !isDisposed else { return }
        isCancelled = true
        pending = 0
        actions += [.invalidate, .disarm, .report(.cancelled), .report(.gridEnded)]
        enqueueCancellation(&actions)
    }

    /// The cancel handler follows the handler on the target queue and waits while the source is suspended. The source
    /// lives until then.
    private mutating func enqueueCancellation(_ actions: inout [Action]) {
        guard isCancelled, mayRun, !isCancelQueued else { return }
        isCancelQueued = true
        actions.append(.retainSelf)
        if !isRunning, !isQueued { actions.append(.queue(.cancellation)) }
    }

    /// A cancelled source releases its handler before its cancel handler is called, and retains itself until then
    /// (source.c: _dispatch_source_cancel_callout).
    private mutating func beginCancellation(_ actions: inout [Action]) {
        actions.append(.releaseSelf)
        if suspensions == 0 {
            actions += [.callCancelHandler, .releaseHandlers]
        } else {
            // It was suspended since, so it waits again.
            isCancelQueued = false
        }
    }

    // MARK: The end

    /// The crash of its last release, cancelled or not (queue.c: _dispatch_queue_xref_dispose); nil if there is none.
    var lastReleaseCrash: String? {
        guard isActive else { return "BUG IN CLIENT OF LIBDISPATCH: Release of an inactive object" }
        return suspensions > 0 ? "BUG IN CLIENT OF LIBDISPATCH: Release of a suspended object" : nil
    }

    /// True if it passes its target queue before it releases its handler. A source that was not cancelled does, so its
    /// captures are released there, and later (source.c: _dispatch_source_xref_dispose).
    var deallocatesLater: Bool { !isCancelled && !isDisposalQueued }

    private mutating func release(_ actions: inout [Action]) {
        guard !isDisposed else { return }
        isDisposed = true
        pending = 0
        actions += [.freeDeadline, .invalidate]
    }

    /// Ends the source after the running handler, or at its turn in the queue.
    private mutating func enqueueDisposal(_ actions: inout [Action]) {
        guard isDisposed, !isRunning, !isQueued, !isCancelled, !isDisposalQueued else { return }
        isDisposalQueued = true
        actions.append(.queue(.disposal))
    }
}
