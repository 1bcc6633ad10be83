import ScenarioProgram

/// Entries, the least first: a four-ary heap, in which the least of four children is found by pairs.
struct MinHeap<Entry: Comparable & Sendable>: Sendable {
    private(set) var entries: [Entry] = []

    var first: Entry? { entries.first }
    var count: Int { entries.count }

    mutating func push(_ entry: Entry) {
        entries.append(entry)
        var child = entries.count - 1
        while child > 0 {
            let parent = (child - 1) >> 2
            guard entry < entries[parent] else { break }
            entries[child] = entries[parent]
            child = parent
        }
        entries[child] = entry
    }

    mutating func popFirst() {
        let last = entries.removeLast()
        if !entries.isEmpty { sift(last) }
    }

    /// Puts an entry in the place of the first: cheaper than a pop and a push.
    @inline(__always)
    mutating func replaceFirst(_ entry: Entry) { sift(entry) }

    /// Keeps only the entries that still hold.
    mutating func compact(keeping isLive: (Entry) -> Bool) { entries = entries.filter(isLive).sorted() }

    mutating func change(_ change: (inout Entry) -> Void) {
        for index in entries.indices { change(&entries[index]) }
        entries.sort()
    }

    @inline(__always) private mutating func sift(_ entry: Entry) {
        let count = entries.count
        entries.withUnsafeMutableBufferPointer { heap in
            var hole = 0
            var child = 1
            while child + 3 < count {
                // Sums rather than choices: which child is the least cannot be predicted, and a wrong prediction is dear.
                let left = child &+ (heap[child + 1] < heap[child] ? 1 : 0)
                let right = child &+ 2 &+ (heap[child + 3] < heap[child + 2] ? 1 : 0)
                let least = left &+ (right &- left) &* (heap[right] < heap[left] ? 1 : 0)
                guard heap[least] < entry else {
                    heap[hole] = entry
                    return
                }
                heap[hole] = heap[least]
                hole = least
                child = 4 * hole + 1
            }
            if child < count {
                var least = child
                var next = child + 1
                while next < count {
                    if heap[next] < heap[least] { least = next }
                    next += 1
                }
                if heap[least] < entry {
                    heap[hole] = heap[least]
                    hole = least
                }
            }
            heap[hole] = entry
        }
    }
}

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
    func due(by limit: Int64) -> [Entry] {
        var found: [Entry] = []
        var open = entries.isEmpty || entries[0].due > limit ? [] : [0]
        while let index = open.popLast() {
            found.append(entries[index])
            let child = 4 * index + 1
            for next in child..<child + 4 where next < entries.count && entries[next].due <= limit { open.append(next) }
        }
        return found
    }
}
