import Recording

/// Records that are findings themselves, and the messages that were sent: each kind of event once, with its count.
struct RecordedEvents {
    struct Event: Hashable {
        var kind: Record.Kind
        var entity: EntityID
        var value: Int64
        /// The step, of what has one.
        var step: Int64
        var thread: Int16
        /// The timer whose callback had begun last on the thread.
        var caller: EntityID
    }

    /// In the order in which each came first.
    private(set) var events: [Event] = []
    private(set) var counts: [Int64] = []
    private(set) var messages: [MessageCount] = []
    private var numbers: [Event: Int] = [:]
    private var messageNumbers: [Int64: Int] = [:]
    /// The last crash of the recording.
    private(set) var crash: Record?

    mutating func take(_ record: Record, caller: EntityID) {
        switch record.kind {
        case .weakTargetRetained, .weakPropertyCleared:
            note(Event(record, step: -1, caller: .none))
        case .remarked where record.value == Remark.invalidatedOnOtherThread.rawValue:
            note(Event(record, step: record.extra, caller: .none))
        case .messaged:
            count(record)
            note(Event(record, step: -1, caller: caller))
        case .crashed:
            crash = record
            note(Event(record, step: record.extra, caller: .none))
        default:
            return
        }
    }

    private mutating func note(_ event: Event) {
        if let number = numbers[event] {
            counts[number] += 1
        } else {
            numbers[event] = events.count
            events.append(event)
            counts.append(1)
        }
    }

    private mutating func count(_ record: Record) {
        if let number = messageNumbers[record.value] {
            messages[number].count += 1
        } else {
            messageNumbers[record.value] = messages.count
            messages.append(MessageCount(message: record.value, count: 1, first: record.time))
        }
    }
}

/// How often a message was sent.
public struct MessageCount: Hashable, Sendable {
    /// Into the messages of the trace.
    public var message: Int64
    public var count: Int64
    /// ns after the start.
    public var first: Int64
}

extension RecordedEvents.Event {
    fileprivate init(_ record: Record, step: Int64, caller: EntityID) {
        self.init(
            kind: record.kind, entity: record.entity, value: record.value, step: step,
            thread: record.kind == .remarked ? record.thread : -1, caller: caller)
    }
}

/// TL0303, TL0306 to TL0309: what the recording says in so many words.
struct RecordedFindings {
    let trace: Trace
    let events: RecordedEvents

    func findings() -> [Finding] {
        zip(events.events, events.counts).compactMap { event, count in
            guard var found = finding(event) else { return nil }
            found.count = count
            return found
        }
    }

    private func finding(_ event: RecordedEvents.Event) -> Finding? {
        let name = trace.name(event.entity)
        let other = EntityID(Int(clamping: event.value))
        switch event.kind {
        case .weakTargetRetained:
            let target = trace.entity(event.entity)?.timer?.targetPlace ?? 0..<0
            return Finding(
                .weakVariableRetained, subject: event.entity, place: target.isEmpty ? place(event.entity) : target,
                message: "a weak variable is passed, but \(name) retains the object \(trace.name(other)) all the same",
                related: other)
        case .weakPropertyCleared:
            return Finding(
                .weakPropertyCleared, subject: event.entity, place: place(event.entity),
                message: "a weak property of \(name) was assigned what nobody else held: it is nil at once",
                related: other)
        case .remarked:
            let home = trace.entity(event.entity)?.home ?? .none
            let thread = EntityID(Int(event.thread))
            return Finding(
                .invalidatedOnOtherThread, subject: event.entity,
                place: trace.place(ofStep: event.step, orOf: event.entity),
                message: "\(name) was invalidated on thread \(trace.name(thread)), but thread \(trace.name(home)) runs "
                    + "it: its run loop is not woken",
                related: thread)
        case .messaged: return unrecognised(event)
        case .crashed:
            let reason = trace.text(at: event.value)
            guard reason.contains("suspended object") || reason.contains("inactive object") else { return nil }
            return Finding(
                .releasedWhileSuspended, subject: event.entity,
                place: trace.place(ofStep: event.step, orOf: event.entity),
                message: "the last reference to \(name) was released: \(reason)")
        default: return nil
        }
    }

    private func unrecognised(_ event: RecordedEvents.Event) -> Finding? {
        guard trace.messages.indices.contains(Int(clamping: event.value)) else { return nil }
        let message = trace.messages[Int(event.value)]
        guard message.outcome == .unrecognised else { return nil }
        return Finding(
            .unrecognisedSelector, subject: message.receiver, place: place(message.receiver),
            message: "\(trace.name(message.receiver)) does not know \(message.selector), and its target is gone",
            related: event.caller)
    }

    private func place(_ entity: EntityID) -> Range<Int> { trace.entity(entity)?.place ?? 0..<0 }
}
