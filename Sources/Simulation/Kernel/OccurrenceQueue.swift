import ScenarioProgram

/// What the kernel does at an instant.
enum Occurrence {
    /// A thread goes on; stale when its ticket has moved on.
    case resume(thread: ThreadID, ticket: UInt32)
    case threadStart(ThreadID)
    /// An `[[event]]`, in its n-th repetition.
    case event(EventID, turn: Int64)
    /// A message or signal for an input source.
    case sourceInput(SourceID)
    /// A refresh of the display, for one display link; stale when its ticket has moved on.
    case frame(link: DisplayLinkID, ticket: UInt32)
    /// A wake-up for the deadlines of one clock and class; stale when its ticket has moved on.
    case deadlines(line: Int, ticket: UInt32)
    /// The app's time in the background is over, if it is the same stay there.
    case suspension(visit: Int64)
}

extension Program {
    /// Whether an event happens to the whole system, and not to a thread.
    func isSystem(_ event: EventID) -> Bool { events[event].exists && lists[events[event]].allSatisfy(\.op.isSystem) }

    func isSystem(_ occurrence: Occurrence) -> Bool {
        if case .event(let event, _) = occurrence { isSystem(event) } else { false }
    }
}

/// The one queue of the kernel with its one key: `(time, priority, sequence)`.
///
/// What is signalled at an instant is signalled before any thread goes on at that instant, so that a run loop which
/// wakes up sees all of its ready ports at once; after that, first come first served.
struct OccurrenceQueue {
    enum Priority: UInt64 {
        case signal = 0
        case thread = 1
    }

    struct Entry {
        /// ns on the uptime axis.
        var time: Int64
        /// Priority in the topmost bits, then the sequence.
        var rank: UInt64
        var occurrence: Occurrence
        /// Whether the instant stands on the continuous clock, and so comes nearer while the system sleeps.
        var isContinuous: Bool

        static func < (left: Entry, right: Entry) -> Bool {
            left.time != right.time ? left.time < right.time : left.rank < right.rank
        }
    }

    private var heap: [Entry] = []
    private var sequence: UInt64 = 0

    /// The instant of the next entry; `Int64.max` when there is none.
    var nextTime: Int64 { heap.isEmpty ? .max : heap[0].time }
    var isEmpty: Bool { heap.isEmpty }

    mutating func push(
        _ occurrence: Occurrence, at time: Int64, priority: Priority = .signal, isContinuous: Bool = false
    ) {
        sequence += 1
        let rank = priority.rawValue << 62 | sequence
        heap.append(Entry(time: time, rank: rank, occurrence: occurrence, isContinuous: isContinuous))
        siftUp(heap.count - 1)
    }

    mutating func pop() -> Entry? {
        guard let first = heap.first else { return nil }
        let last = heap.removeLast()
        if !heap.isEmpty {
            heap[0] = last
            siftDown(0)
        }
        return first
    }

    /// Moves what stands on the continuous clock nearer by `duration`, not before `now`.
    mutating func skipContinuous(_ duration: Int64, now: Int64) {
        for index in heap.indices where heap[index].isContinuous {
            heap[index].time = max(now, heap[index].time - duration)
        }
        for index in stride(from: heap.count / 2, through: 0, by: -1) where index < heap.count { siftDown(index) }
    }

    private mutating func siftUp(_ start: Int) {
        var child = start
        let entry = heap[child]
        while child > 0 {
            let parent = (child - 1) / 2
            guard entry < heap[parent] else { break }
            heap[child] = heap[parent]
            child = parent
        }
        heap[child] = entry
    }

    private mutating func siftDown(_ start: Int) {
        var parent = start
        let entry = heap[parent]
        while true {
            var child = 2 * parent + 1
            guard child < heap.count else { break }
            if child + 1 < heap.count, heap[child + 1] < heap[child] { child += 1 }
            guard heap[child] < entry else { break }
            heap[parent] = heap[child]
            parent = child
        }
        heap[parent] = entry
    }
}
