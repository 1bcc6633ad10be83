/// Whether two samples come from the same distribution: the Mann-Whitney U test, two-sided.
public struct RankSumTest: Equatable, Sendable {
    /// How the probability was found.
    public enum Method: Equatable, Sendable {
        /// By counting every way to share the ranks out, ties included.
        case exact
        /// By the normal approximation, corrected for ties and for continuity.
        case normal
    }

    /// Up to so many values a side every way is counted.
    private static let greatestExactCount = 25

    /// How often a value of the first sample exceeds one of the second, ties counting one half.
    public let u: Double
    /// How likely a difference at least as large is if there is none.
    public let p: Double
    /// How `p` was found.
    public let method: Method

    /// Compares two samples; `nil` when one is empty or has a value that is not a number.
    public init?(_ first: [Double], _ second: [Double]) {
        guard !first.isEmpty, !second.isEmpty, !(first + second).contains(where: \.isNaN) else { return nil }
        let ranking = Ranking(first, second)
        let smaller = Double(first.count) * Double(first.count + 1) / 2
        u = Double(ranking.doubledFirstSum) / 2 - smaller
        if max(first.count, second.count) <= Self.greatestExactCount {
            method = .exact
            p = ranking.exactProbability()
        } else {
            method = .normal
            p = ranking.normalProbability(u: u)
        }
    }
}

/// The values of both samples in order, each with twice its rank, so that the mean ranks of ties stay whole.
private struct Ranking {
    let firstCount: Int
    /// Twice the rank of each value, ascending.
    var doubledRanks: [Int] = []
    /// The sum of those of the first sample.
    var doubledFirstSum = 0
    /// Of each group of equal values t, the sum of t³ − t.
    var ties = 0.0

    init(_ first: [Double], _ second: [Double]) {
        firstCount = first.count
        let values = (first.map { ($0, 1) } + second.map { ($0, 0) }).sorted { $0.0 < $1.0 }
        var start = 0
        while start < values.count {
            let end = values[start...].firstIndex { $0.0 != values[start].0 } ?? values.count
            let size = end - start
            let doubled = start + end + 1
            doubledRanks += Array(repeating: doubled, count: size)
            doubledFirstSum += doubled * values[start..<end].reduce(0) { $0 + $1.1 }
            ties += Double(size) * Double(size) * Double(size) - Double(size)
            start = end
        }
    }

    /// Twice the smaller share of ways to choose the first sample's ranks whose sum is as small, or as large.
    func exactProbability() -> Double {
        let greatestSum = doubledRanks.suffix(firstCount).reduce(0, +)
        let width = greatestSum + 1
        // ways[chosen · width + sum]: 25 of 50 can be chosen in 1.3 × 10^14 ways, which is a whole number still.
        var ways = [Int](repeating: 0, count: (firstCount + 1) * width)
        ways[0] = 1
        for (seen, rank) in doubledRanks.enumerated() {
            for chosen in stride(from: min(seen + 1, firstCount), to: 0, by: -1) where rank <= greatestSum {
                let from = (chosen - 1) * width
                let to = chosen * width + rank
                for sum in 0..<(width - rank) { ways[to + sum] += ways[from + sum] }
            }
        }
        let complete = ways[(firstCount * width)...]
        let observed = complete.startIndex + doubledFirstSum
        let asSmall = complete[...observed].reduce(0, +)
        let asLarge = complete[observed...].reduce(0, +)
        return min(1, 2 * Double(min(asSmall, asLarge)) / Double(complete.reduce(0, +)))
    }

    func normalProbability(u: Double) -> Double {
        let all = Double(doubledRanks.count)
        let product = Double(firstCount) * (all - Double(firstCount))
        let variance = product / 12 * (all + 1 - ties / (all * (all - 1)))
        guard variance > 0 else { return 1 }
        let distance = (u - product / 2).magnitude - 0.5
        return min(1, 2 * normalTail(above: distance / variance.squareRoot()))
    }
}
