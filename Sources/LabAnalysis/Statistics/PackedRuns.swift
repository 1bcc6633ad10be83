/// Values (ns) in ascending order with how often each occurred, in as few bytes as their distances need.
///
/// A million distinct values within some seconds take three megabytes, a fifth of what an array of them would.
struct PackedRuns: Sequence, Sendable {
    typealias Run = CountedValues.Run

    /// By run, how often it occurred and its distance from the run before it, seven bits a byte; the first stands at
    /// its distance from zero.
    private var bytes: [UInt8] = []
    /// How many distinct values there are.
    private(set) var distinctCount = 0
    private var last: Int64 = 0

    /// Bytes.
    var room: Int { bytes.capacity }

    /// Adds a run whose value is not less than the last one's.
    mutating func append(_ run: Run) {
        write(UInt64(run.count))
        write(UInt64(bitPattern: run.value &- last))
        last = run.value
        distinctCount += 1
    }

    private mutating func write(_ number: UInt64) {
        var left = number
        while left >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: left) | 0x80)
            left >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: left))
    }

    /// All of these and of others in ascending order, rounded to a power of two; equal values become one.
    func merged(with others: [Run], resolution: Int64) -> PackedRuns {
        var result = PackedRuns()
        result.bytes.reserveCapacity(bytes.count + others.count * 6)
        var mine = makeIterator()
        var (own, place) = (mine.next(), 0)
        var open: Run?
        while true {
            let other = place < others.count ? others[place] : nil
            let next: Run
            if let run = own, run.value <= other?.value ?? .max {
                next = run
                own = mine.next()
            } else if let other {
                next = other
                place += 1
            } else {
                break
            }
            let value = resolution == 1 ? next.value : next.value.rounded(toMultipleOf: resolution)
            if let run = open, run.value == value {
                open = Run(value: value, count: run.count + next.count)
            } else {
                if let run = open { result.append(run) }
                open = Run(value: value, count: next.count)
            }
        }
        if let run = open { result.append(run) }
        return result
    }

    struct Iterator: IteratorProtocol {
        fileprivate let bytes: [UInt8]
        private var place = 0
        private var value: Int64 = 0

        fileprivate init(_ bytes: [UInt8]) { self.bytes = bytes }

        mutating func next() -> Run? {
            guard place < bytes.count else { return nil }
            let count = read()
            value &+= Int64(bitPattern: read())
            return Run(value: value, count: Int(count))
        }

        private mutating func read() -> UInt64 {
            var (number, shift) = (UInt64(0), UInt64(0))
            while true {
                let byte = bytes[place]
                place += 1
                number |= UInt64(byte & 0x7F) << shift
                if byte < 0x80 { return number }
                shift += 7
            }
        }
    }

    func makeIterator() -> Iterator { Iterator(bytes) }
}

extension Int64 {
    /// The nearest multiple of a power of two, halves upwards.
    fileprivate func rounded(toMultipleOf size: Int64) -> Int64 { adding(saturating: size / 2) & ~(size - 1) }
}
