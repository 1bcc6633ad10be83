import LabScenarioProgram

/// An event of the kernel at an instant.
enum Occurrence {
    /// A thread continues; stale if its ticket has changed.
    case resume(thread: ThreadID, ticket: UInt32)
    case threadStart(ThreadID)
    /// An `[[event]]`, in its n-th repetition.
    case event(EventID, turn: Int64)
    case sourceInput(SourceID)
    /// A refresh of the display, for one display link; stale when its ticket has moved on.
    case frame(link: DisplayLinkID, ticket: UInt32)
    /// A wake-up for the deadlines of one clock and class; stale when its ticket has moved on.
    case deadlines(line: Int, ticket: UInt32)
    /// The end of the app's time in the background; stale after another visit there.
    case suspension(visit: Int64)
}

extension Program {
    /// True if an event happens to the whole system, and not to a thread.
    func isSystem(_ event: EventID) -> Bool { events[event].exists && lists[events[event]].allSatisfy(\.verb.isSystem) }
}

/// The one queue of the kernel with its one key: `(time, priority, sequence)`.
///
/// Signals of an instant come before any thread continues at that instant. So a run loop that wakes up sees all of its
/// ready ports. After that the order is first come, first served.
struct OccurrenceQueue {
    enum Priority: UInt64 { case signal, thread }

    struct Entry: Comparable {
        /// ns on the uptime axis.
        var time: Int64
        /// Priority in the topmost bits, then the sequence.
        var rank: UInt64
        var occurrence: Occurrence
        /// True if the instant is on the continuous clock, and so comes nearer while the system sleeps.
        var isContinuous: Bool

        static func < (left: Entry, right: Entry) -> Bool {
            left.time != right.time ? left.time < right.time : left.rank < right.rank
        }

        static func == (left: Entry, right: Entry) -> Bool { left.rank == right.rank }
    }

    private var heap = MinHeap<Entry>()
    private var sequence: UInt64 = 0

    /// The instant of the next entry; `Int64.max` when there is none.
    var nextTime: Int64 { heap.first?.time ?? .max }

    mutating func push(
        _ occurrence: Occurrence, at time: Int64, priority: Priority = .signal, isContinuous: Bool = false
    ) {
        sequence += 1
        let rank = priority.rawValue << 62 | sequence
        heap.push(Entry(time: time, rank: rank, occurrence: occurrence, isContinuous: isContinuous))
    }

    mutating func pop() -> Entry? { heap.popFirst() }

    /// Moves the instants on the continuous clock nearer by `duration`, not before `now`.
    mutating func skipContinuous(_ duration: Int64, now: Int64) {
        heap.change { entry in if entry.isContinuous { entry.time = max(now, entry.time - duration) } }
    }
}
