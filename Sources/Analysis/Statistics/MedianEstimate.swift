/// The median of a sample with the interval that holds the true one at a given confidence.
///
/// The interval lies between two values of the sample, whatever the distribution: each value is above the true median
/// with probability one half, so how many are is a matter of coin tosses (as benchstat does).
public struct MedianEstimate: Equatable, Sendable {
    /// The middle value, or the mean of the two.
    public let median: Double
    /// The interval; `nil` when the sample is too small for the confidence (six values for 95 %).
    public let interval: ClosedRange<Double>?
    /// How likely the interval holds the true median, at least the confidence asked for; 0 without an interval.
    public let coverage: Double

    /// Estimates the median; `nil` when there are no values or one is not a number.
    public init?(_ values: [Double], confidence: Double = 0.95) {
        guard !values.isEmpty, !values.contains(where: \.isNaN) else { return nil }
        let sorted = values.sorted()
        let upper = sorted[sorted.count / 2]
        median = sorted.count % 2 == 1 ? upper : sorted[sorted.count / 2 - 1] / 2 + upper / 2
        let (outside, tail) = Self.outsideEachEnd(of: sorted.count, atMost: (1 - confidence) / 2)
        guard outside > 0 else {
            interval = nil
            coverage = 0
            return
        }
        interval = sorted[outside - 1]...sorted[sorted.count - outside]
        coverage = 1 - 2 * tail
    }

    /// How many tosses of `count` can be heads, counted from none, before their probability exceeds a limit.
    ///
    /// Probabilities are kept as multiples of a power of two, since 2^−count is too small a number from 1075 on.
    package static func outsideEachEnd(of count: Int, atMost limit: Double) -> (outside: Int, tail: Double) {
        var exponent = -count
        var term = 1.0
        var sum = 0.0
        var outside = 0
        var tail = 0.0
        while outside < (count + 1) / 2 {
            sum += term
            let probability = Double(sign: .plus, exponent: exponent, significand: sum)
            guard probability <= limit else { break }
            tail = probability
            term *= Double(count - outside) / Double(outside + 1)
            outside += 1
            if term > 0x1p500 {
                term *= 0x1p-500
                sum *= 0x1p-500
                exponent += 500
            }
        }
        return (outside, tail)
    }
}
