extension Array {
    /// Sorts by a whole number of each element, digit by digit; elements of the same number stay in their order.
    ///
    /// A million elements take a tenth of the time of a comparison sort, and as much space again.
    @inlinable
    package mutating func sort(byNumber number: (Element) -> Int64) {
        guard count > 256 else { return sort { number($0) < number($1) } }
        var (least, greatest, last) = (Int64.max, Int64.min, Int64.min)
        var isSorted = true
        for element in self {
            let value = number(element)
            if value < last { isSorted = false }
            (least, greatest, last) = (Swift.min(least, value), Swift.max(greatest, value), value)
        }
        if isSorted { return }
        let bits = UInt64.bitWidth - UInt64(bitPattern: greatest &- least).leadingZeroBitCount
        let passes = (bits + 10) / 11
        let width = (bits + passes - 1) / passes
        for shift in stride(from: 0, to: bits, by: width) {
            func digit(_ element: Element) -> Int {
                let above = UInt64(bitPattern: number(element) &- least) &>> UInt64(shift)
                return Int(truncatingIfNeeded: above) & ((1 << width) - 1)
            }
            var places = [Int](repeating: 0, count: 1 << width)
            for element in self { places[digit(element)] += 1 }
            var place = 0
            for index in places.indices { (places[index], place) = (place, place + places[index]) }
            self = Array(unsafeUninitializedCapacity: count) { sorted, initialized in
                for element in self {
                    let digit = digit(element)
                    sorted.initializeElement(at: places[digit], to: element)
                    places[digit] += 1
                }
                initialized = count
            }
        }
    }
}

extension Collection<Int64> {
    /// The value at a rank, from 0, in sorted order; nothing is moved or copied.
    ///
    /// - Parameter rank: less than the number of elements.
    @inlinable
    package func value(atRank rank: Int) -> Int64 {
        var (least, greatest, rank) = (Int64.max, Int64.min, rank)
        for value in self { (least, greatest) = (Swift.min(least, value), Swift.max(greatest, value)) }
        while least < greatest {
            let bits = UInt64.bitWidth - UInt64(bitPattern: greatest &- least).leadingZeroBitCount
            let shift = UInt64(Swift.max(0, bits - 11))
            var counts = [Int](repeating: 0, count: 1 << 11)
            for value in self where value >= least && value <= greatest {
                counts[Int(UInt64(bitPattern: value &- least) &>> shift)] += 1
            }
            var digit: Int64 = 0
            while rank >= counts[Int(digit)] {
                rank -= counts[Int(digit)]
                digit += 1
            }
            least = least &+ (digit << shift)
            greatest = Swift.min(greatest, least.adding(saturating: (1 << shift) - 1))
        }
        return least
    }
}

extension RandomAccessCollection where Index == Int {
    /// The first index from which on a condition holds for all elements; the end if it holds for none.
    @inlinable
    package func boundary(where isBehind: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = low + (high - low) / 2
            if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
