import ScenarioProgram

/// Timers, earliest fire date first, first come first served among equals.
///
/// Entries of 16 bytes. One whose timer has got a newer one is stale: it stays until it surfaces, or until stale entries are
/// in the majority.
typealias TimerHeap = MinHeap<TimerEntry>

struct TimerEntry: Comparable {
    /// The fire date on the uptime axis, ns.
    var due: Int64
    /// Decides among equals: the least comes first.
    var sequence: UInt32
    var timer: TimerID

    @inline(__always)
    private var key: Int128 { Int128(due) << 64 | Int128(sequence) }

    @inline(__always)
    static func < (left: TimerEntry, right: TimerEntry) -> Bool { left.key < right.key }
}

extension TimerHeap {
    /// All entries with `due` not after `limit`, in no particular order.
    func due(by limit: Int64) -> [TimerEntry] {
        var found: [TimerEntry] = []
        var open = entries.isEmpty || entries[0].due > limit ? [] : [0]
        while let index = open.popLast() {
            found.append(entries[index])
            let child = 4 * index + 1
            for next in child..<child + 4 where next < entries.count && entries[next].due <= limit { open.append(next) }
        }
        return found
    }
}
