extension Sequence {
    /// The elements with the same key together, the groups in the order of their first ones.
    package func grouped<Key: Hashable>(by key: (Element) -> Key) -> [(key: Key, elements: [Element])] {
        let groups = Dictionary(grouping: self, by: key)
        return map(key).unique.map { ($0, groups[$0] ?? []) }
    }
}

extension Sequence where Element: Hashable {
    /// Each of them once, in the order of their first occurrence.
    package var unique: [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}

extension Collection<Int64> {
    /// The value at a rank, from 0, in sorted order; nothing is moved or copied.
    ///
    /// - Parameter rank: less than the number of elements.
    @inlinable package func value(atRank rank: Int) -> Int64 {
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
    @inlinable package func boundary(where isBehind: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = low + (high - low) / 2
            if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
