import ExactTime
import Recording

/// What a thread is doing, as a stack of what has begun and not ended yet, and the spans that it has written so far.
struct ThreadFrames {
    enum Frame: Equatable {
        case callback(EntityID, began: Int64)
        case callout(EntityID, step: Int64)
        case activation(mode: EntityID, call: Int64)
        /// Until `fastFrom` the processor gets up to speed.
        case work(EntityID, step: Int64, fastFrom: Int64)
        case sleep(EntityID, step: Int64)
    }

    private(set) var spans = ThreadSpans()
    private var frames: [Frame] = []
    private var changed: Int64 = 0

    mutating func push(_ frame: Frame, at time: Int64) {
        write(until: time)
        frames.append(frame)
    }

    /// Ends the innermost frame that fits, with everything inside it; nothing when none does.
    mutating func pop(at time: Int64, where fits: (Frame) -> Bool) {
        guard let index = frames.lastIndex(where: fits) else { return }
        write(until: time)
        frames.removeSubrange(index...)
    }

    /// What the innermost frame that is no activation belongs to.
    var owner: EntityID { frames.last { !$0.isActivation }?.owner ?? .none }

    /// When the innermost callback of a timer began; nil when none goes on.
    func innermostCallback(of timer: EntityID) -> Int64? {
        for case .callback(timer, let began) in frames.reversed() { return began }
        return nil
    }

    mutating func popAll(at time: Int64) {
        write(until: time)
        frames.removeAll()
    }

    mutating func drop(until instant: Int64) { spans.drop(until: instant) }

    var owners: [EntityID] { frames.map(\.owner) }

    /// The callbacks that go on, and when each began.
    var openCallbacks: [(timer: EntityID, began: Int64)] {
        frames.compactMap { if case .callback(let timer, let began) = $0 { (timer, began) } else { nil } }
    }

    /// Writes down what has been going on since the last change.
    mutating func write(until time: Int64) {
        guard time > changed else { return }
        defer { changed = time }
        guard !frames.isEmpty else { return }
        var span = ThreadSpan(from: changed, to: time, mode: .none, owner: .none, step: -1)
        if let index = frames.lastIndex(where: \.isActivation), case .activation(let mode, let call) = frames[index] {
            span.mode = mode
            span.call = call
            span.caller = frames[..<index].last { !$0.isActivation }?.owner ?? .none
        }
        if let top = frames.last, !top.isActivation {
            span.owner = top.owner
            span.step = top.step
            if case .work(_, _, let fastFrom) = top, fastFrom > span.from {
                var slow = span
                slow.to = min(fastFrom, span.to)
                slow.isRampUp = true
                spans.append(slow)
                span.from = slow.to
            }
        }
        if span.from < span.to { spans.append(span) }
    }
}

extension ThreadFrames.Frame {
    var isActivation: Bool {
        if case .activation = self { true } else { false }
    }

    var owner: EntityID {
        switch self {
        case .callback(let owner, _), .callout(let owner, _), .work(let owner, _, _), .sleep(let owner, _): owner
        case .activation: .none
        }
    }

    var step: Int64 {
        switch self {
        case .callout(_, let step), .work(_, let step, _), .sleep(_, let step): step
        case .callback, .activation: -1
        }
    }
}

/// What every thread does, and from when to when each timer's callbacks last, as a recording goes on.
///
/// A callback that took no time has no `returned` record. So one that has begun counts only from the moment at which
/// something shows that it goes on: its own work or sleep, a run loop that it runs, or its return at a later instant.
struct ThreadCollector {
    private(set) var callbacks: [EntitySpan] = []
    /// By timer; empty while no callback took any time.
    private(set) var callbackTimes: [CallbackTimes] = []
    /// How many spans may have been written since some were dropped.
    private(set) var writtenCount = 0
    private var timerCount = 0
    /// By the thread's entity; what happens outside every thread has none.
    private var threads: [State] = []

    private struct State {
        var frames = ThreadFrames()
        var isUsed = false
        /// The latest callback, while nothing has shown whether it goes on.
        var latest = EntityID.none
        var latestBegan: Int64 = 0
    }

    private var callers: [EntityID] = []

    /// The timer whose callback began last on a thread; `EntityID.none` when there was none.
    func caller(on thread: Int16) -> EntityID {
        let index = Int(thread)
        return index >= 0 && index < callers.count ? callers[index] : .none
    }

    /// What runs on a thread; `EntityID.none` for nothing.
    func owner(on thread: Int16) -> EntityID {
        let index = Int(thread)
        guard index >= 0, index < threads.count else { return .none }
        return threads[index].latest == EntityID.none ? threads[index].frames.owner : threads[index].latest
    }

    mutating func grow(to entities: [Entity]) {
        timerCount = entities.count
        // What comes after the last thread is none.
        let count = (entities.lastIndex { $0.kind == .thread } ?? -1) + 1
        let missing = count - threads.count
        guard missing > 0 else { return }
        threads.append(contentsOf: repeatElement(State(), count: missing))
        callers.append(contentsOf: repeatElement(.none, count: missing))
    }

    @inline(__always)
    mutating func fire(_ record: Record) {
        let thread = Int(record.thread)
        guard thread >= 0, thread < threads.count else { return }
        threads[thread].latest = record.entity
        threads[thread].latestBegan = record.time
        callers[thread] = record.entity
    }

    mutating func take(_ record: Record) {
        let thread = Int(record.thread)
        guard thread >= 0, thread < threads.count else {
            if record.kind == .crashed { endAll(at: record.time) }
            return
        }
        let (time, entity, step) = (record.time, record.entity, record.value)
        switch record.kind {
        case .calloutBegan:
            threads[thread].latest = .none
            push(.callout(entity, step: step), on: thread, at: time)
        case .calloutEnded:
            pop(on: thread, at: time) { if case .callout(entity, _) = $0 { true } else { false } }
        case .activationBegan:
            confirm(on: thread)
            push(.activation(mode: EntityID(Int(clamping: record.value)), call: record.extra), on: thread, at: time)
        case .activationEnded: pop(on: thread, at: time, where: \.isActivation)
        case .workBegan:
            if threads[thread].latest == entity { confirm(on: thread) }
            push(.work(entity, step: step, fastFrom: time.adding(saturating: record.extra)), on: thread, at: time)
        case .workEnded:
            pop(on: thread, at: time) { if case .work(entity, _, _) = $0 { true } else { false } }
        case .sleepBegan:
            if threads[thread].latest == entity { confirm(on: thread) }
            push(.sleep(entity, step: step), on: thread, at: time)
        case .sleepEnded:
            pop(on: thread, at: time) { if case .sleep(entity, _) = $0 { true } else { false } }
        case .threadEnded:
            threads[thread].latest = .none
            threads[thread].frames.popAll(at: time)
        case .crashed: endAll(at: time)
        case .fired, .returned, .gridSet, .gridEnded, .added, .removed, .invalidated, .cancelled, .suspended, .resumed,
            .firedManually, .threadStarted, .threadCancelled, .loopCreated, .runReturned, .waitBegan, .waitEnded,
            .dumped,
            .created, .retained, .released, .deallocBegan, .deallocated, .weakTargetRetained, .weakPropertyCleared,
            .messaged, .logged, .systemSlept, .enteredBackground, .enteredForeground, .wallClockSet, .remarked,
            .weaklyReferred, .weaklyReferredNoMore:
            return
        }
    }

    /// What the threads of a recording that ends at `duration`, or goes on, did, in the order of entities.
    mutating func activities(until duration: Int64?) -> [ThreadActivity] {
        var activities: [ThreadActivity] = []
        for thread in threads.indices where threads[thread].isUsed {
            if let duration { threads[thread].frames.write(until: duration) }
            activities.append(ThreadActivity(thread: EntityID(thread), spans: threads[thread].frames.spans))
        }
        return activities
    }

    private mutating func push(_ frame: ThreadFrames.Frame, on thread: Int, at time: Int64) {
        threads[thread].isUsed = true
        writtenCount += 1
        threads[thread].frames.push(frame, at: time)
    }

    private mutating func pop(on thread: Int, at time: Int64, where fits: (ThreadFrames.Frame) -> Bool) {
        threads[thread].latest = .none
        writtenCount += 1
        threads[thread].frames.pop(at: time, where: fits)
    }

    /// The latest callback goes on: it is what the thread has been doing since it began.
    private mutating func confirm(on thread: Int) {
        guard threads[thread].latest != EntityID.none else { return }
        push(
            .callback(threads[thread].latest, began: threads[thread].latestBegan), on: thread,
            at: threads[thread].latestBegan)
        threads[thread].latest = .none
    }

    /// Takes up a `returned` record.
    ///
    /// - Parameter began: when the timer last fired, ns.
    mutating func `return`(_ record: Record, began: Int64) {
        let (thread, time, timer) = (Int(record.thread), record.time, record.entity)
        guard thread >= 0, thread < threads.count else { return }
        if threads[thread].latest == timer {
            if threads[thread].latestBegan == time { threads[thread].latest = .none }
            confirm(on: thread)
        }
        let start = threads[thread].frames.innermostCallback(of: timer) ?? began
        pop(on: thread, at: time) { if case .callback(timer, _) = $0 { true } else { false } }
        guard start < time else { return }
        callbacks.append(EntitySpan(from: start, to: time, entity: timer.index))
        if callbackTimes.count < timerCount {
            callbackTimes.append(contentsOf: repeatElement(CallbackTimes(), count: timerCount - callbackTimes.count))
        }
        callbackTimes[Int(timer.index)].take(time - start)
    }

    /// Writes down what goes on now, for what is asked about the time until now.
    ///
    /// - Returns: the callbacks that go on, as far as they have come.
    mutating func write(until now: Int64) -> [EntitySpan] {
        var open: [EntitySpan] = []
        for thread in threads.indices where threads[thread].isUsed {
            // A callback that has just begun may be what the thread does from then on.
            let isLatest = threads[thread].latest != EntityID.none
            threads[thread].frames.write(until: isLatest ? threads[thread].latestBegan : now)
            for (timer, began) in threads[thread].frames.openCallbacks where began < now {
                open.append(EntitySpan(from: began, to: now, entity: timer.index))
            }
        }
        return open
    }

    /// The timers whose callbacks have shown that they go on.
    var unfinished: Set<EntityID> {
        threads.reduce(into: []) { $0.formUnion($1.frames.openCallbacks.map(\.timer)) }
    }

    var running: Set<EntityID> {
        threads.reduce(into: []) { running, thread in running.formUnion(thread.frames.owners) }
    }

    mutating func drop(until instant: Int64) {
        for thread in threads.indices where threads[thread].isUsed { threads[thread].frames.drop(until: instant) }
        callbacks.removeAll { $0.to <= instant }
        writtenCount = 0
    }

    private mutating func endAll(at time: Int64) {
        for thread in threads.indices where threads[thread].isUsed { threads[thread].frames.popAll(at: time) }
    }
}

/// How long a timer's callbacks took in all, and the longest of them, ns.
struct CallbackTimes: Sendable {
    private(set) var sum: Int64 = 0
    private(set) var longest: Int64 = 0

    mutating func take(_ length: Int64) {
        sum = sum.adding(saturating: length)
        longest = max(longest, length)
    }
}
