import LabRecording

/// The present activity of a thread, as a stack of activities, and the spans written so far.
///
/// A callback that took no time has no `returned` record. So a callback that began counts only if something shows that
/// it lasts: work, a sleep, a run loop that it runs, or a later return.
struct ThreadFrames {
    private struct Frame {
        enum Kind { case callback, callout, activation, work, sleep }

        var kind: Kind
        /// The owner of the activity; `EntityID.none` for an activation.
        var owner = EntityID.none
        /// The step that called an activation; -1: none.
        var step: Int64 = -1
        var mode = EntityID.none
        /// The start of a callback; for work, the instant at which the processor is up to speed.
        var since: Int64 = 0
    }

    private(set) var spans = ThreadSpans()
    private var frames: [Frame] = []
    private var changed: Int64 = 0
    /// The latest callback, as long as nothing shows that it lasts.
    private var latest = EntityID.none
    private var latestBegan: Int64 = 0
    /// The timer whose callback began last, if any.
    private(set) var caller = EntityID.none
    /// True if anything but empty callbacks has begun.
    private(set) var isUsed = false

    /// The owner of the present activity; `EntityID.none` for nothing.
    var owner: EntityID { latest.exists ? latest : frames.last { $0.kind != .activation }?.owner ?? .none }

    /// The activities that have not ended, the outermost first.
    var open: [(owner: EntityID, since: Int64, isCallback: Bool)] {
        frames.filter { $0.kind != .activation }.map { ($0.owner, $0.since, $0.kind == .callback) }
    }

    @inline(__always) mutating func fire(_ record: Record) {
        latest = record.entity
        latestBegan = record.time
        caller = record.entity
    }

    mutating func read(_ record: Record) {
        let (time, entity) = (record.time, record.entity)
        switch record.kind {
        case .calloutBegan:
            latest = .none
            push(Frame(kind: .callout, owner: entity, step: record.value), at: time)
        case .activationBegan:
            confirm()
            push(Frame(kind: .activation, step: record.extra, mode: EntityID(record.value)), at: time)
        case .workBegan, .sleepBegan:
            if latest == entity { confirm() }
            let kind: Frame.Kind = record.kind == .workBegan ? .work : .sleep
            let fastFrom = time.adding(saturating: record.extra)
            push(Frame(kind: kind, owner: entity, step: record.value, since: fastFrom), at: time)
        case .calloutEnded: pop(.callout, of: entity, at: time)
        case .activationEnded:
            pop(.activation, of: .none, at: time)
            doubt(at: time)
        case .workEnded: pop(.work, of: entity, at: time)
        case .sleepEnded: pop(.sleep, of: entity, at: time)
        case .threadEnded, .crashed:
            latest = .none
            write(until: time)
            frames.removeAll()
        default: return
        }
    }

    /// A callback has returned.
    ///
    /// - Parameter began: the latest firing of the timer, ns.
    /// - Returns: nil when it took no time.
    mutating func `return`(_ record: Record, began: Int64) -> CallbackSpan? {
        let (time, timer) = (record.time, record.entity)
        if latest == timer {
            if latestBegan == time { latest = .none }
            confirm()
        }
        let start = frames.last { $0.kind == .callback && $0.owner == timer }?.since ?? began
        pop(.callback, of: timer, at: time)
        return start < time ? CallbackSpan(from: start, to: time, timer: timer.index, thread: record.thread) : nil
    }

    /// Records a time in which nothing ran, whatever had begun.
    mutating func stand(from start: Int64, to end: Int64) {
        write(until: start)
        changed = max(changed, end)
    }

    private mutating func push(_ frame: Frame, at time: Int64) {
        isUsed = true
        write(until: time)
        frames.append(frame)
    }

    /// The latest callback lasts, so the thread has been in it since its start.
    private mutating func confirm() {
        guard latest.exists else { return }
        push(Frame(kind: .callback, owner: latest, since: latestBegan), at: latestBegan)
        latest = .none
    }

    /// A run loop that took no time does not show that the callback that ran it lasts.
    private mutating func doubt(at time: Int64) {
        guard let callback = frames.last, callback.kind == .callback, callback.since == time else { return }
        (latest, latestBegan) = (callback.owner, time)
        frames.removeLast()
    }

    /// Ends the innermost matching frame, with everything inside it, if there is one.
    private mutating func pop(_ kind: Frame.Kind, of owner: EntityID, at time: Int64) {
        latest = .none
        guard let index = frames.lastIndex(where: { $0.kind == kind && $0.owner == owner }) else { return }
        write(until: time)
        while frames.count > index { frames.removeLast() }
    }

    /// Writes the span of the activity since the last change.
    mutating func write(until time: Int64) {
        guard time > changed else { return }
        defer { changed = time }
        guard let top = frames.last else { return }
        var span = ThreadSpan(from: changed, to: time, mode: .none, owner: top.owner, step: -1)
        if let index = frames.lastIndex(where: { $0.kind == .activation }) {
            span.mode = frames[index].mode
            span.call = frames[index].step
            span.caller = frames[..<index].last { $0.kind != .activation }?.owner ?? .none
        }
        if top.kind != .activation { span.step = top.step }
        if top.kind == .work, top.since > span.from {
            var slow = span
            slow.to = min(top.since, span.to)
            slow.isRampUp = true
            spans.append(slow)
            span.from = slow.to
        }
        if span.from < span.to { spans.append(span) }
    }
}

/// The activities of every thread and the length of each timer's callbacks, collected during a recording.
struct ThreadCollector {
    private(set) var callbacks: [CallbackSpan] = []
    /// By timer; empty while no callback took any time.
    private(set) var callbackTimes: [CallbackTimes] = []
    private var timerCount = 0
    /// By the thread's entity; events outside of all threads have none.
    private var threads: [ThreadFrames] = []
    /// By sequence, the end of its known bodies, ns.
    private var bodies: [Int32: Int64] = [:]
    private var process = EntityID.none
    /// The spans, in order, in which the app could not run because the system slept or the app was suspended.
    private var halts: [Span] = []
    /// The start of the app's suspension, ns; nil if it is not suspended.
    private var suspended: Int64?

    /// The approximate size in bytes.
    var room: Int { threads.reduce(24 * callbacks.count) { $0 + 24 * $1.spans.count } }

    /// The timer whose callback began last on a thread, if any.
    func caller(on thread: Int16) -> EntityID { knows(thread) ? threads[Int(thread)].caller : .none }

    /// The owner of a thread's present activity; `EntityID.none` for nothing.
    func owner(on thread: Int16) -> EntityID { knows(thread) ? threads[Int(thread)].owner : .none }

    @inline(__always) private func knows(_ thread: Int16) -> Bool { threads.indices.contains(Int(thread)) }

    mutating func grow(to entities: [Entity]) {
        for index in timerCount..<max(timerCount, entities.count) where entities[index].timer?.passedPoints == .queued {
            bodies[Int32(index)] = .min
        }
        timerCount = entities.count
        process = entities.firstIndex { $0.kind == .process }.map { EntityID($0) } ?? .none
        // Indices after the last thread mean none.
        threads.grow(to: (entities.lastIndex { $0.kind == .thread } ?? -1) + 1, with: ThreadFrames())
    }

    @inline(__always) mutating func fire(_ record: Record) {
        if knows(record.thread) { threads[Int(record.thread)].fire(record) }
    }

    mutating func read(_ record: Record) {
        if record.kind == .crashed {
            for thread in threads.indices where threads[thread].isUsed { threads[thread].read(record) }
        } else if knows(record.thread) {
            threads[Int(record.thread)].read(record)
        } else if record.entity == process {
            halt(record)
        }
    }

    private mutating func halt(_ record: Record) {
        switch record.kind {
        // While the app is suspended it makes no difference.
        case .systemSlept: if suspended == nil { stand(from: record.time, to: record.value) }
        case .enteredBackground: suspended = record.value == 1 ? record.time : suspended
        case .suspended: suspended = record.time
        case .enteredForeground, .resumed:
            if let start = suspended { stand(from: start, to: record.time) }
            suspended = nil
        default: return
        }
    }

    private mutating func stand(from start: Int64, to end: Int64) {
        guard start < end else { return }
        halts.append(Span(from: start, to: end))
        for thread in threads.indices where threads[thread].isUsed { threads[thread].stand(from: start, to: end) }
    }

    /// The time between two instants in which the app could not run, ns.
    func stood(from start: Int64, to end: Int64) -> Int64 {
        halts.isEmpty ? 0 : halts[halts.boundary { $0.to > start }...].asleep(from: start, to: end)
    }

    /// Reads a `returned` record.
    ///
    /// - Parameter began: the latest firing of the timer, ns.
    mutating func `return`(_ record: Record, began: Int64) {
        guard knows(record.thread), let span = threads[Int(record.thread)].return(record, began: began) else { return }
        let length = span.length - stood(from: span.from, to: span.to)
        count(span, length: length, longest: length)
        if !bodies.isEmpty, bodies[span.timer] != nil { bodies[span.timer] = span.to }
    }

    /// The body of a sequence, which asks for its next tick only then, has reached this instant. Its waits delay that
    /// as its work does (AsyncTimerSequence.swift: Iterator.next).
    mutating func resume(_ record: Record, began: Int64) {
        let from = max(began, bodies[record.entity.index] ?? began)
        guard from < record.time else { return }
        bodies[record.entity.index] = record.time
        count(
            CallbackSpan(from: from, to: record.time, timer: record.entity.index, thread: record.thread),
            longest: record.time - began - stood(from: began, to: record.time))
    }

    /// - Parameters: - length: the time of its part, ns. - longest: that of the whole callback with its awaits, ns.
    private mutating func count(_ span: CallbackSpan, length: Int64 = 0, longest: Int64 = 0) {
        callbacks.append(span)
        callbackTimes.grow(to: timerCount, with: (0, 0))
        let (times, timer) = (callbackTimes[Int(span.timer)], Int(span.timer))
        callbackTimes[timer].sum = times.sum.adding(saturating: length)
        callbackTimes[timer].longest = max(times.longest, longest)
    }

    /// The activity of each thread of a recording that ends at `duration`, in the order of entities.
    mutating func activities(until duration: Int64) -> [ThreadActivity] {
        var activities: [ThreadActivity] = []
        let end = suspended ?? duration
        for thread in threads.indices where threads[thread].isUsed {
            for open in threads[thread].open where open.isCallback && open.since < end {
                // The length of all of it is not known, since it has not ended.
                count(
                    CallbackSpan(from: open.since, to: end, timer: open.owner.index, thread: Int16(thread)),
                    length: end.subtracting(saturating: open.since) - stood(from: open.since, to: end))
            }
            threads[thread].write(until: end)
            activities.append(ThreadActivity(thread: EntityID(thread), spans: threads[thread].spans))
        }
        return activities
    }

    /// True if a callout of the entity ends the body of a sequence.
    func isBody(_ entity: EntityID) -> Bool { !bodies.isEmpty && bodies[entity.index] != nil }

    /// The timers and blocks with a call that has not ended.
    var unfinished: Set<EntityID> { Set(threads.lazy.filter(\.isUsed).flatMap(\.open).map(\.owner)) }
}

/// The total length of a timer's callbacks, and the longest of them with its awaits, ns.
typealias CallbackTimes = (sum: Int64, longest: Int64)
