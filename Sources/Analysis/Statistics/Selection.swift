extension Array {
    /// The values at ascending ranks (from 1), each element counting as often as its weight says.
    ///
    /// Quickselect for all ranks at once; the elements are left in some other order. A range that keeps splitting
    /// badly is sorted instead, so that no order of the elements makes it slow.
    @inline(__always)
    mutating func values(
        atRanks ranks: [Int], value: (Element) -> Int64, weight: (Element) -> Int
    ) -> [Int64] {
        var found = [Int64](repeating: 0, count: ranks.count)
        withUnsafeMutableBufferPointer { elements in
            var pending = [SelectionRange(elements: 0..<elements.count, ranks: ranks.indices, before: 0)]
            var patience = 4 * (Int.bitWidth - elements.count.leadingZeroBitCount) * Swift.max(ranks.count, 1)
            while let range = pending.popLast() {
                patience -= 1
                if range.elements.count <= 24 || patience < 0 {
                    elements[range.elements].sort { value($0) < value($1) }
                    var reached = range.before
                    var place = range.ranks.lowerBound
                    for element in elements[range.elements] {
                        reached += weight(element)
                        while place < range.ranks.upperBound, ranks[place] <= reached {
                            found[place] = value(element)
                            place += 1
                        }
                    }
                    continue
                }
                let pivot = elements.middleValue(of: range.elements, value: value)
                let parts = elements.partition(range.elements, around: pivot, value: value, weight: weight)
                let toEqual = range.before + parts.weightBelow
                let toAbove = toEqual + parts.weightEqual
                let equal = ranks[range.ranks].partitionPoint { $0 > toEqual }
                let above = ranks[range.ranks].partitionPoint { $0 > toAbove }
                for place in equal..<above { found[place] = pivot }
                if range.ranks.lowerBound < equal {
                    pending.append(
                        SelectionRange(
                            elements: range.elements.lowerBound..<parts.equal.lowerBound,
                            ranks: range.ranks.lowerBound..<equal, before: range.before))
                }
                if above < range.ranks.upperBound {
                    pending.append(
                        SelectionRange(
                            elements: parts.equal.upperBound..<range.elements.upperBound,
                            ranks: above..<range.ranks.upperBound, before: toAbove))
                }
            }
        }
        return found
    }
}

/// Elements in which the values of some ranks are still sought.
private struct SelectionRange {
    var elements: Range<Int>
    var ranks: Range<Int>
    /// The weight of all elements below the range.
    var before: Int
}

extension UnsafeMutableBufferPointer {
    /// The median of three medians of three, spread over the range.
    @inline(__always)
    fileprivate func middleValue(of range: Range<Int>, value: (Element) -> Int64) -> Int64 {
        let step = range.count / 9
        func middle(_ first: Int64, _ second: Int64, _ third: Int64) -> Int64 {
            Swift.max(Swift.min(first, second), Swift.min(Swift.max(first, second), third))
        }
        func sample(_ start: Int) -> Int64 {
            let place = range.lowerBound + start * step
            return middle(value(self[place]), value(self[place + step]), value(self[place + 2 * step]))
        }
        return middle(sample(0), sample(3), sample(6))
    }

    /// Moves what is below the pivot to the front of the range and what is above it to the end.
    @inline(__always)
    fileprivate func partition(
        _ range: Range<Int>, around pivot: Int64, value: (Element) -> Int64, weight: (Element) -> Int
    ) -> (equal: Range<Int>, weightBelow: Int, weightEqual: Int) {
        var low = range.lowerBound
        var next = range.lowerBound
        var high = range.upperBound
        var weightBelow = 0
        var weightEqual = 0
        while next < high {
            let element = self[next]
            let key = value(element)
            if key < pivot {
                weightBelow += weight(element)
                self[next] = self[low]
                self[low] = element
                low += 1
                next += 1
            } else if key > pivot {
                high -= 1
                self[next] = self[high]
                self[high] = element
            } else {
                weightEqual += weight(element)
                next += 1
            }
        }
        return (low..<high, weightBelow, weightEqual)
    }
}

extension ArraySlice<Int> {
    /// The first index at which a condition holds that, once true, stays true.
    fileprivate func partitionPoint(_ condition: (Int) -> Bool) -> Int {
        firstIndex(where: condition) ?? endIndex
    }
}
