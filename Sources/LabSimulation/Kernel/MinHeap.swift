/// Entries, the least first: a four-ary heap, in which the least of four children is found by pairs.
struct MinHeap<Element: Comparable & Sendable> {
    private(set) var entries: [Element] = []

    var first: Element? { entries.first }

    mutating func push(_ entry: Element) {
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

    mutating func popFirst() -> Element? {
        guard let first = entries.first else { return nil }
        let last = entries.removeLast()
        if !entries.isEmpty { sift(last) }
        return first
    }

    mutating func change(_ change: (inout Element) -> Void) {
        for index in entries.indices { change(&entries[index]) }
        entries.sort()
    }

    @inline(__always) private mutating func sift(_ entry: Element) {
        let count = entries.count
        entries.withUnsafeMutableBufferPointer { heap in
            var hole = 0
            var child = 1
            while child + 3 < count {
                // Sums instead of branches: no processor can predict the least child, and a wrong prediction is slow.
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
