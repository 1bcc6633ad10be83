/// Timers of one run loop that are in the same modes, earliest fire date first, first come first served among equals.
///
/// A ring for the many that are due soon, in front of a heap for the rest: for far dates, for crowds at one instant, and
/// for all as long as they are few. Which of the two an entry is in changes nothing but the time that it takes.
/// An entry whose timer has got a newer one is stale: it stays until it surfaces, or until stale entries are in the
/// majority.
struct TimerQueue {
    typealias Entry = TimerEntry

    /// A heap of fewer entries is as fast as a ring.
    private static let fewest = 8

    private var ring = TimerRing()
    private var heap = TimerHeap()
    /// How much waste there may be before the ring is laid out anew.
    private var patience = TimerQueue.patience(0)

    init() {}

    var count: Int { ring.count + heap.count }

    @inline(__always) var first: Entry? {
        guard let top = heap.first else { return ring.count > 0 ? ring.first : nil }
        return ring.first < top ? ring.first : top
    }

    /// True if no entry but the first is due by `limit`; it may be false although none is.
    @inline(__always) func isLone(by limit: Int64) -> Bool { ring.count == 0 && heap.isLone(by: limit) }

    mutating func push(_ entry: Entry) {
        if !ring.push(entry) { heap.push(entry) }
        keepInShape()
    }

    mutating func popFirst() {
        if let top = heap.first, top < ring.first {
            ring.advance(to: top.due)
            heap.popFirst()
        } else {
            ring.popFirst()
        }
        keepInShape()
    }

    /// Puts an entry in the place of the first: cheaper than a pop and a push.
    @inline(__always) mutating func replaceFirst(_ entry: Entry) {
        if let top = heap.first, top < ring.first {
            ring.advance(to: top.due)
            if ring.push(entry) { heap.popFirst() } else { heap.replaceFirst(entry) }
        } else {
            ring.popFirst()
            if !ring.push(entry) { heap.push(entry) }
        }
        keepInShape()
    }

    /// Moves the first entry to the date that `next` has for it, again and again, until it has none.
    @inline(__always) mutating func advance(_ next: (Entry) -> Int64?) {
        var isOver = false
        while !isOver, let first {
            if let top = heap.first, top < ring.first {
                guard let due = next(first) else { return }
                replaceFirst(Entry(due: due, sequence: first.sequence, timer: first.timer))
            } else {
                let end = heap.first ?? TimerRing.absent
                let turn = ring.advance(before: end, wasting: patience, next)
                if let refused = turn.refused { heap.push(refused) }
                keepInShape()
                isOver = turn.isOver
            }
        }
    }

    /// All entries with `due` not after `limit`, in no particular order.
    func due(by limit: Int64) -> [Entry] {
        var found = ring.due(by: limit)
        found += heap.due(by: limit)
        return found
    }

    /// Keeps only the entries that still hold.
    mutating func compact(keeping isLive: (Entry) -> Bool) { layOut(due(by: .max).filter(isLive)) }

    // MARK: Laying out

    @inline(__always) private mutating func keepInShape() {
        guard ring.waste > patience else { return }
        guard ring.reaches || heap.count >= TimerQueue.fewest else {
            patience = ring.waste + TimerQueue.patience(0)
            return
        }
        layOut(due(by: .max))
    }

    /// So much that a new layout costs no more than the waste.
    private static func patience(_ count: Int) -> Int { 16 * fewest + 32 * count }

    /// Makes a ring that suits the entries.
    private mutating func layOut(_ entries: [Entry]) {
        heap = TimerHeap()
        ring = TimerRing()
        if entries.count >= TimerQueue.fewest {
            let sample = stride(from: 0, to: entries.count, by: max(1, entries.count / 64)).map { entries[$0].due }
                .sorted()
            // What lies between two of those that are due soon.
            let quarter = UInt64(bitPattern: sample[sample.count / 4] &- sample[0]) / UInt64(entries.count / 4)
            ring = TimerRing(
                from: entries.reduce(.max) { min($0, $1.due) }, distance: Int64(quarter), for: entries.count)
        }
        for entry in entries where !ring.push(entry) { heap.push(entry) }
        // What hardly helps is not tried again soon.
        let fruitless = heap.count > ring.count ? 8 : 1
        patience = ring.waste + TimerQueue.patience(entries.count) * fruitless
    }
}
