import LabRecording

/// Counts blocks that begin while an earlier block of the same step still runs on another thread. Also counts blocks
/// that a block of a later firing overtakes, and blocks whose delays run at the same time.
struct OverlapCounter {
    struct Block {
        fileprivate var isBlock = false
        /// The calls whose delay is running.
        fileprivate var flights: Flights?
        /// The threads of the running calls, the oldest first.
        fileprivate var threads: [Int16] = []
        var overlaps: Int64 = 0
        var begun: Int64 = 0
        /// The origin of the latest block that has begun.
        var origin = BlockOrigin(rawValue: 0)
        var overtaken: Int64 = 0
        /// The end of the latest, ns; `Int64.max` if none has ended yet.
        var ended = Int64.max
        /// The blocks of successive firings that began at the very end of the one before, so that they had waited.
        fileprivate var queue = Queue()
        fileprivate var longest: Queue?

        /// The most of them whose delays ran at the same time.
        var together: Int32 { flights?.most ?? 0 }

        /// A block begins, of the firing after the latest one's or not.
        fileprivate mutating func lineUp(_ record: Record, isNext: Bool) {
            // Blocks that run side by side do not wait for each other.
            if threads.count > 1 {
                queue = Queue()
            } else if isNext, ended == record.time {
                queue.count += 1
            } else {
                queue = Queue(
                    silentSince: ended, began: record.time, count: 1, step: record.value,
                    thread: EntityID(record.thread))
            }
            if queue.count == fewest, queue.silence >= shortestSilence {
                queue.isLine = record.time - queue.began < queue.silence
            }
            if queue.isLine, queue.silence >= longest?.silence ?? 0 { longest = queue }
        }
    }

    /// A line of waiting blocks: blocks of several firings, one right after the other.
    struct Queue {
        /// The end of the block before them, and the start of the first, ns.
        var silentSince = Int64.max
        var began: Int64 = 0
        var count: Int64 = 0
        var step: Int64 = -1
        /// The thread of the first.
        var thread = EntityID.none
        /// True if none has waited, since calls arrive no faster than they run.
        fileprivate var isLine = false

        var silence: Int64 { began.subtracting(saturating: silentSince) }
    }

    /// The most blocks of a timer's firings whose delays ran at the same time.
    struct Flights {
        /// For the latest firings, the number of running delays at each.
        private var counts = [Int32](repeating: 0, count: 256)
        private var newest: Int64 = 0
        private(set) var most: Int32 = 0

        /// Begins a new count: another timer has its own firings.
        mutating func restart() { (counts, newest) = (Flights().counts, 0) }

        /// Records the call of a firing's request, with the number of firings so far.
        mutating func land(of firing: Int64, fired: Int64) {
            for number in max(newest + 1, fired - 255)..<max(newest + 1, fired + 1) { counts[Int(number & 255)] = 0 }
            newest = max(newest, fired)
            for number in max(firing, newest - 255)...max(firing, newest) {
                counts[Int(number & 255)] += 1
                most = max(most, counts[Int(number & 255)])
            }
        }
    }

    /// The fewest waiting blocks that count as a backlog, and the shortest delay that a user notices, ns.
    static let fewest: Int64 = 3
    private static let shortestSilence: Int64 = 100_000_000

    private var blocks: [Block] = []
    private var known = 0

    mutating func grow(to entities: [Entity]) {
        // Indices after the last block mean none.
        for index in known..<max(known, entities.count) where entities[index].kind == .block {
            blocks.grow(to: index + 1, with: Block())
            blocks[index].isBlock = true
            if entities[index].mechanism == .after { blocks[index].flights = Flights() }
        }
        known = max(known, entities.count)
    }

    /// The entity of the record is a known one.
    ///
    /// - Parameter fired: the number of firings of the block's timer.
    mutating func read(_ record: Record, fired: Int64) {
        let entity = Int(record.entity.index)
        guard entity < blocks.count, blocks[entity].isBlock else { return }
        if record.kind == .calloutEnded {
            if let last = blocks[entity].threads.lastIndex(of: record.thread) {
                blocks[entity].threads.remove(at: last)
            }
            blocks[entity].ended = record.time
        } else {
            if blocks[entity].threads.contains(where: { $0 != record.thread }) { blocks[entity].overlaps += 1 }
            blocks[entity].threads.append(record.thread)
            blocks[entity].begun += 1
            let origin = BlockOrigin(rawValue: record.extra)
            if origin.timer != blocks[entity].origin.timer { blocks[entity].flights?.restart() }
            if origin.firing > 0 { blocks[entity].flights?.land(of: origin.firing, fired: fired) }
            blocks[entity].lineUp(record, isNext: blocks[entity].origin.isBefore(origin))
            if origin.isBefore(blocks[entity].origin) {
                blocks[entity].overtaken += 1
            } else {
                blocks[entity].origin = origin
            }
        }
    }

    /// Blocks that have waited in a line, the longest of each.
    var queues: [(block: EntityID, queue: Queue)] {
        blocks.indices.compactMap { index in blocks[index].longest.map { (EntityID(index), $0) } }
    }

    /// The calls of a block; nil for anything else.
    subscript(block: EntityID) -> Block? { blocks[block] }

    /// Blocks that overlapped an earlier one or were overtaken by a later one, with their number, or whose delays ran
    /// at the same time.
    var blocksOutOfTurn: [(block: EntityID, calls: Block)] {
        blocks.enumerated().map { (EntityID($0), $1) }.filter { $1.overlaps + $1.overtaken > 0 || $1.together > 1 }
    }
}
