import LabRecording

/// Records that are findings themselves, and the messages that were sent: each kind of event once, with its count.
struct RecordedEvents {
    struct Event: Hashable {
        var kind: Record.Kind
        var entity: EntityID
        var value: Int64
        var step: Int64
        var thread: EntityID
        /// The timer whose callback began last on the thread; for a remark, what runs there.
        var caller: EntityID
        /// The number of times that it happened, and the first and the last instant, ns.
        var count: Int64 = 0
        var first: Int64 = 0
        var last: Int64 = 0

        func isRemark(_ remark: Remark) -> Bool { kind == .remarked && value == remark.rawValue }
    }

    /// The remarks that are no findings.
    private static let untold =
        [Remark.messagedNil, .blockDoesNotWake, .intervalRaised, .toleranceCut, .datedByWallClock].map(\.rawValue)

    /// The events in the order of their first occurrence.
    private(set) var events: [Event] = []
    /// By event, as yet without count and times.
    private var numbers: [Event: Int] = [:]
    private(set) var crash: Record?

    func contains(_ remark: Remark, about entity: EntityID) -> Bool {
        events.contains { $0.entity == entity && $0.isRemark(remark) }
    }

    mutating func read(_ record: Record, caller: EntityID) {
        switch record.kind {
        case .weakTargetRetained, .weakPropertyCleared, .threadCancelled: append(record)
        case .remarked where !Self.untold.contains(record.value):
            append(record, step: record.extra, thread: EntityID(record.thread), caller: caller)
        case .messaged: append(record, caller: caller)
        case .crashed:
            crash = record
            append(record, step: record.extra, caller: caller)
        default: return
        }
    }

    private mutating func append(
        _ record: Record, step: Int64 = -1, thread: EntityID = .none, caller: EntityID = .none
    ) {
        let event = Event(
            kind: record.kind, entity: record.entity, value: record.value, step: step, thread: thread, caller: caller)
        let number = numbers[event] ?? events.count
        if number == events.count {
            numbers[event] = number
            events.append(event)
            events[number].first = record.time
        }
        events[number].count += 1
        events[number].last = record.time
    }

    /// In the order of their first sending.
    var messages: [MessageCount] {
        events.filter { $0.kind == .messaged }.grouped(by: \.value).map { message, events in
            (message, events.sum(\.count), events[0].first)
        }
    }
}

/// The number of times that a message was sent, with the index of the message in the trace, and the first time, ns after
/// the start.
package typealias MessageCount = (message: Int64, count: Int64, first: Int64)
