/// Timers that are due soon: a ring of buckets, each for an equally short stretch of time.
///
/// A calendar queue: a timer goes into the bucket of its fire date, and the first one is looked for in the first bucket
/// that is not empty. Costs the same however many timers there are, as long as about one falls into each bucket. What
/// lies outside the ring's stretch of time, or finds its bucket full, is refused.
struct TimerRing {
    typealias Entry = TimerEntry

    /// How many entries a bucket has room for; sixteen buckets make a word.
    private static let places = 4
    /// The bits of a slot's number that say which bucket of its word it is in.
    private static let bucketBits = 0b111100
    private static let wholeBucket: UInt64 = 0b1111
    static let absent = Entry(due: .max, sequence: .max, timer: .none)

    /// The places of all buckets, one bucket after the other.
    private var slots: [Entry]
    private var taken: [UInt64]
    /// A bucket is 2^shift ns long.
    private let shift: Int64
    /// The number of buckets, a power of two; 0: everything is refused.
    private let size: Int
    /// Of the bucket in which time stands, counted from time 0: the ring reaches `size` buckets on from there.
    private var base: Int64 = 0
    private var firstSlot = 0

    private(set) var count = 0
    /// The earliest entry, first come first served among equals; due at `Int64.max` when there is none.
    private(set) var first = TimerRing.absent
    /// How much has been done in vain: entries refused, and empty stretches passed in search of the first entry.
    private(set) var waste = 0
    private static let refusal = 16

    init() {
        slots = []
        taken = []
        shift = 1
        size = 0
    }

    /// An empty ring.
    ///
    /// - Parameters:
    ///   - start: where it begins: nothing earlier is taken.
    ///   - distance: what lies between two timers on average, ns.
    ///   - expected: how many timers there will be.
    init(from start: Int64, distance: Int64, for expected: Int) {
        // At least one bit, so that a distance between two buckets never leaves 64 bits.
        shift = Int64(max(1, min(61, Int64.bitWidth - max(0, distance - 1).leadingZeroBitCount)))
        size = max(16, 1 << (Int.bitWidth - max(0, expected - 1).leadingZeroBitCount))
        slots = Array(repeating: TimerRing.absent, count: size * TimerRing.places)
        taken = Array(repeating: 0, count: size / 16)
        base = start >> shift
    }

    @inline(__always)
    var reaches: Bool { size > 0 }

    /// A place for a date in a ring that begins at `base`; nil: there is none.
    @inline(__always) private func place(
        for due: Int64, base: Int64, _ taken: UnsafeBufferPointer<UInt64>
    ) -> Int? {
        let day = due >> shift
        guard UInt64(bitPattern: day &- base) < UInt64(size) else { return nil }
        let start = (Int(truncatingIfNeeded: day) & (size &- 1)) &* TimerRing.places
        let free = ~(taken[start >> 6] >> UInt64(start & 63)) & TimerRing.wholeBucket
        return free == 0 ? nil : start | free.trailingZeroBitCount
    }

    /// Takes an entry in; false when it is refused.
    @inline(__always) mutating func push(_ entry: Entry) -> Bool {
        guard let slot = taken.withUnsafeBufferPointer({ place(for: entry.due, base: base, $0) }) else {
            waste &+= TimerRing.refusal
            return false
        }
        taken[slot >> 6] |= UInt64(1) << UInt64(slot & 63)
        slots[slot] = entry
        count &+= 1
        if count == 1 || entry < first {
            first = entry
            firstSlot = slot
        }
        return true
    }

    /// Takes the first entry out, which there is, and lets time move on to it.
    @inline(__always) mutating func popFirst() {
        taken[firstSlot >> 6] &= ~(UInt64(1) << UInt64(firstSlot & 63))
        base = first.due >> shift
        count &-= 1
        findFirst()
    }

    /// Moves the first entry to the date that `next` has for it, again and again: the tables are looked up once for all.
    ///
    /// - Parameters:
    ///   - end: goes on while the first entry comes before this one.
    ///   - most: goes on while there is no more waste than this.
    ///   - next: nil: it is over.
    /// - Returns: the last entry if it was refused, and whether `next` had no date.
    @inline(__always) mutating func advance(
        before end: Entry, wasting most: Int, _ next: (Entry) -> Int64?
    ) -> (refused: Entry?, isOver: Bool) {
        guard count > 0 else { return (nil, false) }
        var (first, base, waste) = ((entry: self.first, slot: firstSlot), self.base, self.waste)
        var result = (refused: Entry?.none, isOver: false)
        var (slots, taken): ([Entry], [UInt64]) = ([], [])
        swap(&slots, &self.slots)
        swap(&taken, &self.taken)
        slots.withUnsafeMutableBufferPointer { slots in
            taken.withUnsafeMutableBufferPointer { taken in
                while first.entry < end, waste <= most {
                    guard let due = next(first.entry) else {
                        result.isOver = true
                        return
                    }
                    let entry = Entry(due: due, sequence: first.entry.sequence, timer: first.entry.timer)
                    taken[first.slot >> 6] &= ~(UInt64(1) << UInt64(first.slot & 63))
                    base = first.entry.due >> shift
                    guard let slot = place(for: due, base: base, UnsafeBufferPointer(taken)) else {
                        result.refused = entry
                        return
                    }
                    taken[slot >> 6] |= UInt64(1) << UInt64(slot & 63)
                    slots[slot] = entry
                    TimerRing.findFirst(&first, UnsafeBufferPointer(slots), UnsafeBufferPointer(taken), &waste)
                }
            }
        }
        swap(&slots, &self.slots)
        swap(&taken, &self.taken)
        (self.first, firstSlot, self.base, self.waste) = (first.entry, first.slot, base, waste)
        if result.refused != nil {
            self.waste &+= TimerRing.refusal
            count &-= 1
            findFirst()
        }
        return result
    }

    /// Lets time move on to an instant that no entry lies before.
    @inline(__always)
    mutating func advance(to instant: Int64) { base = max(base, instant >> shift) }

    /// All entries with `due` not after `limit`, in no particular order.
    func due(by limit: Int64) -> [Entry] {
        guard first.due <= limit, count > 0 else { return [] }
        var found: [Entry] = []
        let last = min(limit >> shift, base + Int64(size) - 1)
        // What has gone round the ring may lie in the first word, too.
        let words = (last >> 4) - ((first.due >> shift) >> 4) + 1
        for index in 0..<min(Int(words), taken.count) {
            let word = ((firstSlot >> 6) + index) & (taken.count - 1)
            var bits = taken[word]
            while bits != 0 {
                let entry = slots[word << 6 | bits.trailingZeroBitCount]
                if entry.due <= limit { found.append(entry) }
                bits &= bits &- 1
            }
        }
        return found
    }

    // MARK: Places

    /// Looks for the first entry from the place of the old one on.
    @inline(__always) private mutating func findFirst() {
        guard count > 0 else {
            first = TimerRing.absent
            return
        }
        var place = (entry: first, slot: firstSlot)
        slots.withUnsafeBufferPointer { slots in
            taken.withUnsafeBufferPointer { TimerRing.findFirst(&place, slots, $0, &waste) }
        }
        (first, firstSlot) = place
    }

    /// Replaces the place of the old first entry, which has been given back, by that of the new one, which there is.
    @inline(__always) private static func findFirst(
        _ first: inout (entry: Entry, slot: Int), _ slots: UnsafeBufferPointer<Entry>,
        _ taken: UnsafeBufferPointer<UInt64>, _ waste: inout Int
    ) {
        var word = first.slot >> 6
        // In the first word only its bucket and later ones; the earlier ones come last, when the ring has been gone round.
        var bits = taken[word] & (~UInt64(0) << UInt64(first.slot & bucketBits))
        while bits == 0 {
            word = (word &+ 1) & (taken.count &- 1)
            bits = taken[word]
            waste &+= 1
        }
        let bucket = bits.trailingZeroBitCount & bucketBits
        var members = bits >> UInt64(bucket) & wholeBucket
        let start = word << 6 | bucket
        first.slot = start | members.trailingZeroBitCount
        first.entry = slots[first.slot]
        members &= members &- 1
        while members != 0 {
            let slot = start | members.trailingZeroBitCount
            if slots[slot] < first.entry { first = (slots[slot], slot) }
            members &= members &- 1
        }
    }
}
