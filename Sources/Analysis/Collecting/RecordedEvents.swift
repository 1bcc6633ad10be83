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

    /// Remarks that are findings.
    private static let told: Set<Int64> = [
        Remark.invalidatedOnOtherThread.rawValue, Remark.addedInvalidTimer.rawValue,
        Remark.eventNeverServed.rawValue,
    ]

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
        case .remarked where RecordedEvents.told.contains(record.value):
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
