import LabScenarioProgram

/// The entry of a timer or deadline in a queue, in 16 bytes.
struct TimerEntry: Comparable {
    /// The fire date on the uptime axis, ns.
    var due: Int64
    /// The rank among equals: the least comes first.
    var sequence: UInt32
    var timer: TimerID

    @inline(__always) private var key: Int128 { Int128(due) << 64 | Int128(sequence) }

    func later(by time: Int64) -> TimerEntry {
        TimerEntry(due: due.adding(saturating: time), sequence: sequence, timer: timer)
    }

    @inline(__always) static func < (left: TimerEntry, right: TimerEntry) -> Bool { left.key < right.key }
}

/// Entries by fire date; among equals first come, first served.
///
/// Chunks of bounded size keep an insertion or a removal local to one chunk. The latest entry is at the front, so
/// removing the earliest moves no other. A heap would only know its first entry, but tolerance windows need the last
/// entry by an instant.
struct TimerQueue {
    /// The most entries of a chunk; a larger one is cut in half.
    private static let chunkSize = 64

    /// No chunk is empty, unless it is the only one.
    private var chunks: ContiguousArray<ContiguousArray<TimerEntry>> = [[]]
    private(set) var count = 0

    @inline(__always) var first: TimerEntry? { chunks[chunks.count - 1].last }

    /// True if no entry but the first is due by `limit`.
    @inline(__always) func isLone(by limit: Int64) -> Bool {
        let last = chunks.count - 1
        if chunks[last].count > 1 { return chunks[last][chunks[last].count - 2].due > limit }
        return last == 0 || chunks[last - 1][chunks[last - 1].count - 1].due > limit
    }

    mutating func insert(_ entry: TimerEntry) {
        count += 1
        let chunk = chunk(of: entry)
        chunks[chunk].insert(entry, at: chunks[chunk].boundary { !(entry < $0) })
        guard chunks[chunk].count > Self.chunkSize else { return }
        let half = chunks[chunk].count / 2
        chunks.insert(ContiguousArray(chunks[chunk][half...]), at: chunk + 1)
        chunks[chunk].removeLast(chunks[chunk].count - half)
    }

    /// The chunk of an entry, present or future.
    @inline(__always) private func chunk(of entry: TimerEntry) -> Int {
        chunks.count == 1 ? 0 : max(0, chunks.indices.boundary { chunks[$0][0] < entry } - 1)
    }

    /// Removes an entry, which must be there.
    mutating func remove(_ entry: TimerEntry) {
        let chunk = chunk(of: entry)
        let place = chunks[chunk].boundary { !(entry < $0) }
        guard place < chunks[chunk].count, chunks[chunk][place] == entry else {
            return assertionFailure("an entry is not in its queue")
        }
        count -= 1
        // The earliest is the usual one, and moves no other.
        if place + 1 == chunks[chunk].count { chunks[chunk].removeLast() } else { chunks[chunk].remove(at: place) }
        if chunks[chunk].isEmpty, chunks.count > 1 { chunks.remove(at: chunk) }
    }

    /// Replaces the first entry, which must be there.
    @inline(__always) mutating func replaceFirst(_ entry: TimerEntry) {
        let last = chunks.count - 1
        if count == 1 {
            chunks[last][0] = entry
        } else {
            count -= 1
            chunks[last].removeLast()
            if chunks[last].isEmpty, last > 0 { chunks.removeLast() }
            insert(entry)
        }
    }

    /// The latest fire date that is not after `limit`.
    func lastDue(by limit: Int64) -> Int64? {
        guard let first, first.due <= limit else { return nil }
        let chunk = chunks[chunks.boundary { $0[$0.count - 1].due <= limit }]
        return chunk[chunk.boundary { $0.due <= limit }].due
    }

    func due(by limit: Int64) -> [TimerEntry] {
        var found: [TimerEntry] = []
        for chunk in chunks.reversed() {
            guard let last = chunk.first, last.due <= limit else {
                found += chunk.reversed().prefix { $0.due <= limit }
                break
            }
            found += chunk.reversed()
        }
        return found
    }
}
