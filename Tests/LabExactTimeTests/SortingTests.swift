import Testing

@testable import LabExactTime

@Suite("Things are sorted by whole numbers")
struct SortingTests {
    /// Reproducible numbers below a power of two, about a middle.
    private func numbers(_ count: Int, bits: UInt64, about middle: Int64) -> [Int64] {
        var state: UInt64 = 88_172_645_463_325_252
        return (0..<count).map { _ in
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return middle &+ Int64(bitPattern: bits == 64 ? state : state & ((1 << bits) - 1))
        }
    }

    @Test(
        "the order is that of comparing, and each rank's value is found without it",
        arguments: [1, 2, 255, 256, 257, 5000], [1, 10, 11, 12, 23, 40, 63, 64] as [UInt64])
    func order(count: Int, bits: UInt64) {
        for middle in [0, -3, Int64.max, .min] {
            var values = numbers(count, bits: bits, about: middle)
            let wanted = values.sorted()
            for rank in [0, 1, count / 3, count / 2, count - 1] where rank < count {
                #expect(values.value(atRank: rank) == wanted[rank], "\(middle) \(rank)")
            }
            values.sort()
            #expect(values == wanted, "\(middle)")
        }
    }

    @Test("what has the same number stays in its order, among few and many", arguments: [200, 5000])
    func stable(count: Int) {
        let pairs = numbers(count, bits: 5, about: -200).enumerated().map { (number: $1, place: $0) }
            .sorted { $0.number < $1.number }
        #expect(zip(pairs, pairs.dropFirst()).allSatisfy { ($0.number, $0.place) < ($1.number, $1.place) })
    }
}
