/// The least that any engine has to do: a four-ary heap of 16-byte entries, and the statistics.
///
/// The measure of the benchmark's ratios; it knows nothing of run loops, reads no file and reports nothing.
enum BareHeap {
    struct Entry {
        var due: Int64
        var timer: Int64
    }

    /// Fires `firings` times from timers with these intervals, ns; returns a check sum.
    static func run(intervals: [Int64], firings: Int) -> Int64 {
        var heap = intervals.indices.map { Entry(due: intervals[$0], timer: Int64($0)) }.sorted { $0.due < $1.due }
        var count: Int64 = 0
        var sum: Int64 = 0
        var least = Int64.max
        var most = Int64.min
        heap.withUnsafeMutableBufferPointer { heap in
            for _ in 0..<firings {
                let first = heap[0]
                let lateness = first.due & 1
                count += 1
                sum &+= first.due
                least = min(least, lateness)
                most = max(most, lateness)
                sift(heap, Entry(due: first.due + intervals[Int(first.timer)], timer: first.timer))
            }
        }
        return count &+ sum &+ least &+ most
    }

    @inline(__always)
    private static func sift(_ heap: UnsafeMutableBufferPointer<Entry>, _ entry: Entry) {
        let count = heap.count
        var hole = 0
        var child = 1
        while child + 3 < count {
            let left = child &+ (heap[child + 1].due < heap[child].due ? 1 : 0)
            let right = child &+ 2 &+ (heap[child + 3].due < heap[child + 2].due ? 1 : 0)
            let least = left &+ (right &- left) &* (heap[right].due < heap[left].due ? 1 : 0)
            guard heap[least].due < entry.due else {
                heap[hole] = entry
                return
            }
            heap[hole] = heap[least]
            hole = least
            child = 4 * hole + 1
        }
        while child < count {
            var least = child
            for next in child..<min(child + 4, count) where heap[next].due < heap[least].due { least = next }
            guard heap[least].due < entry.due else { break }
            heap[hole] = heap[least]
            hole = least
            child = 4 * hole + 1
        }
        heap[hole] = entry
    }
}
