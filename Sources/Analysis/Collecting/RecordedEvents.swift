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
        Remark.invalidatedOnOtherThread.rawValue, Remark.addedInvalidTimer.rawValue, Remark.ranEmptyMode.rawValue,
        Remark.performedOnEndedThread.rawValue, Remark.neverServed.rawValue, Remark.remade.rawValue,
        Remark.displayRateSet.rawValue, Remark.retainedInDealloc.rawValue,
        Remark.waitsForever.rawValue, Remark.movedInvalidTimer.rawValue,
    ]

    /// In the order in which each came first.
    private(set) var events: [Event] = []
    private(set) var tallies: [EventTally] = []
    private(set) var messages: [MessageCount] = []
    private var numbers: [Event: Int] = [:]
    private var messageNumbers: [Int64: Int] = [:]
    private(set) var crash: Record?

    mutating func take(_ record: Record, caller: EntityID) {
        switch record.kind {
        case .weakTargetRetained, .weakPropertyCleared: note(Event(record, step: -1, caller: .none), record.time)
        case .remarked where RecordedEvents.told.contains(record.value):
            note(Event(record, step: record.extra, caller: .none), record.time)
        case .messaged:
            count(record)
            note(Event(record, step: -1, caller: caller), record.time)
        case .crashed:
            crash = record
            note(Event(record, step: record.extra, caller: .none), record.time)
        default: return
        }
    }

    private mutating func note(_ event: Event, _ time: Int64) {
        if let number = numbers[event] {
            tallies[number].count += 1
            tallies[number].last = time
        } else {
            numbers[event] = events.count
            events.append(event)
            tallies.append(EventTally(count: 1, first: time, last: time))
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

/// How often something happened, and when first and last, ns.
struct EventTally {
    var count: Int64
    var first: Int64
    var last: Int64
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
