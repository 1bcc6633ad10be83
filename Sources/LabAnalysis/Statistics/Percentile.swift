/// A percentile as an exact fraction, so that p99 of any count is one certain rank.
package struct Percentile: Hashable, Sendable {
    /// The fraction in parts per million: 0 is the least value, 1 000 000 the greatest.
    package let partsPerMillion: Int

    private init(trusted partsPerMillion: Int) { self.partsPerMillion = partsPerMillion }

    /// A percentile from 0 to 1 000 000 parts per million; `nil` outside.
    package init?(partsPerMillion: Int) {
        guard (0...1_000_000).contains(partsPerMillion) else { return nil }
        self.init(trusted: partsPerMillion)
    }

    /// The median.
    package static let p50 = Percentile(trusted: 500_000)
    /// 95 of 100 values are not above it.
    package static let p95 = Percentile(trusted: 950_000)
    /// 99 of 100 values are not above it.
    package static let p99 = Percentile(trusted: 990_000)

    /// The nearest rank among `count` values, from 1: the least whose share of all values reaches the fraction.
    package func rank(among count: Int) -> Int { Int(rank(amongWide: Int128(count))) }

    func rank(amongWide count: Int128) -> Int128 {
        // Split before multiplying, so that no count is too large.
        let (whole, rest) = count.quotientAndRemainder(dividingBy: 1_000_000)
        let parts = Int128(partsPerMillion)
        return max(1, whole * parts + (rest * parts + 999_999) / 1_000_000)
    }
}
