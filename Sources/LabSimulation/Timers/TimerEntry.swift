import LabExactTime
import LabScenarioProgram

/// A timer's place in a queue, in 16 bytes.
struct TimerEntry: Comparable {
    /// The fire date on the uptime axis, ns.
    var due: Int64
    /// Decides among equals: the least comes first.
    var sequence: UInt32
    var timer: TimerID

    @inline(__always)
    private var key: Int128 { Int128(due) << 64 | Int128(sequence) }

    func later(by time: Int64) -> TimerEntry {
        TimerEntry(due: due.adding(saturating: time), sequence: sequence, timer: timer)
    }

    @inline(__always)
    static func < (left: TimerEntry, right: TimerEntry) -> Bool { left.key < right.key }
}

/// Timers, earliest fire date first, first come first served among equals.
typealias TimerHeap = MinHeap<TimerEntry>

extension TimerHeap {
    /// True if no entry but the first is due by `limit`.
    func isLone(by limit: Int64) -> Bool { entries[1..<Swift.min(5, entries.count)].allSatisfy { $0.due > limit } }

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
