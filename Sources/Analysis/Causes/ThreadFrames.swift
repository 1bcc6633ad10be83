import Recording

/// What a thread is doing, as a stack of what has begun and not ended yet, and the spans that it has written so far.
struct ThreadFrames {
    enum Frame: Equatable {
        case callback(EntityID)
        case callout(EntityID, step: Int64)
        case activation(mode: EntityID, call: Int64)
        case work(EntityID, step: Int64)
        case sleep(EntityID, step: Int64)
    }

    private(set) var spans: [ThreadSpan] = []
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

    mutating func popAll(at time: Int64) {
        write(until: time)
        frames.removeAll()
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
        }
        if let last = spans.last, last.to == span.from, last.isContinued(by: span) {
            spans[spans.count - 1].to = span.to
        } else {
            spans.append(span)
        }
    }
}

extension ThreadFrames.Frame {
    var isActivation: Bool {
        if case .activation = self { true } else { false }
    }

    var owner: EntityID {
        switch self {
        case .callback(let owner), .callout(let owner, _), .work(let owner, _), .sleep(let owner, _): owner
        case .activation: .none
        }
    }

    var step: Int64 {
        switch self {
        case .callout(_, let step), .work(_, let step), .sleep(_, let step): step
        case .callback, .activation: -1
        }
    }
}

extension ThreadSpan {
    func isContinued(by next: ThreadSpan) -> Bool {
        mode == next.mode && owner == next.owner && step == next.step && caller == next.caller && call == next.call
    }
}

extension Trace {
    /// What every thread did, and from when to when each timer's callbacks lasted.
    func threadActivities() -> (threads: [ThreadActivity], callbacks: ByEntity<CallbackSpan>) {
        let returns = returnTimes()
        var firing = 0
        var callbacks: [CallbackSpan] = []
        var frames: [Int16: ThreadFrames] = [:]
        for record in records {
            if record.kind == .fired {
                let end = returns[firing]
                firing += 1
                guard end > record.time else { continue }
                callbacks.append(CallbackSpan(from: record.time, to: end, entity: record.entity.index))
                frames[record.thread, default: ThreadFrames()].push(.callback(record.entity), at: record.time)
            } else if record.kind == .crashed {
                for thread in frames.keys { frames[thread]?.popAll(at: record.time) }
            } else {
                take(record, &frames)
            }
        }
        let activities = frames.keys.filter { $0 >= 0 }.sorted().map { thread in
            var last = frames[thread, default: ThreadFrames()]
            last.write(until: header.duration)
            return ThreadActivity(thread: EntityID(Int(thread)), spans: last.spans)
        }
        return (activities, ByEntity(callbacks, entities: entities.count) { $0.entity })
    }

    private func take(_ record: Record, _ frames: inout [Int16: ThreadFrames]) {
        let (time, entity, step) = (record.time, record.entity, record.value)
        func push(_ frame: ThreadFrames.Frame) { frames[record.thread, default: ThreadFrames()].push(frame, at: time) }
        func pop(where fits: (ThreadFrames.Frame) -> Bool) { frames[record.thread]?.pop(at: time, where: fits) }
        switch record.kind {
        case .returned:
            pop { $0 == .callback(entity) }
        case .calloutBegan:
            push(.callout(entity, step: step))
        case .calloutEnded:
            pop { if case .callout(entity, _) = $0 { true } else { false } }
        case .activationBegan:
            push(.activation(mode: EntityID(Int(clamping: record.value)), call: record.extra))
        case .activationEnded:
            pop(where: \.isActivation)
        case .workBegan:
            push(.work(entity, step: step))
        case .workEnded:
            pop { if case .work(entity, _) = $0 { true } else { false } }
        case .sleepBegan:
            push(.sleep(entity, step: step))
        case .sleepEnded:
            pop { if case .sleep(entity, _) = $0 { true } else { false } }
        case .threadEnded:
            frames[record.thread]?.popAll(at: time)
        case .fired, .gridSet, .gridEnded, .added, .removed, .invalidated, .cancelled, .suspended, .resumed,
            .firedByHand, .threadStarted, .threadCancelled, .loopCreated, .runReturned, .waitBegan, .waitEnded, .dumped,
            .created, .retained, .released, .deallocBegan, .deallocated, .weakTargetRetained, .weakPropertyCleared,
            .messaged, .logged, .systemSlept, .enteredBackground, .enteredForeground, .wallClockSet, .remarked,
            .crashed, .weaklyReferred, .weaklyReferredNoMore:
            return
        }
    }
}

/// From when to when a timer's callback lasted.
struct CallbackSpan: Hashable, Sendable {
    var from: Int64
    var to: Int64
    var entity: Int32
}
