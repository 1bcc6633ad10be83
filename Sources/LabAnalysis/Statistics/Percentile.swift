/// A percentile in parts per million, so that p99 of any count is one certain rank.
enum Percentile: Int, CaseIterable {
    case p50 = 500_000
    /// 95 of 100 values are not above it.
    case p95 = 950_000
    case p99 = 990_000

    /// The nearest rank among `count` values, from 1: the least whose share of all values reaches the fraction.
    func rank(among count: Int) -> Int { Int(rank(amongWide: Int128(count))) }

    func rank(amongWide count: Int128) -> Int128 {
        // Split before multiplying, so that no count is too large.
        let (whole, rest) = count.quotientAndRemainder(dividingBy: 1_000_000)
        let parts = Int128(rawValue)
        return max(1, whole * parts + (rest * parts + 999_999) / 1_000_000)
    }

    /// True if a sample of `count` values is large enough for it: some value has to lie above it.
    func isCarried(by count: Int64) -> Bool { Int128(count) * Int128(1_000_000 - rawValue) >= 1_000_000 }
}
