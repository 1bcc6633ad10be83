/// Runs with several seeds, each compared with the baseline's run of the same seed.
///
/// Between two runs with one seed the difference is the change's; the choice of seeds is chance. A guard fails if
/// chance alone rarely puts so many seeds beyond it (the one-sided sign test): not by one odd seed or other draws.
package struct PairedSeeds {
    package var count: Int

    /// With fewer seeds, even all of them beyond a guard may be chance.
    package static let fewest = 7
    /// With fewer seeds, figures without a guard are not reported.
    package static let fewestForFigures = 12

    var seesFigures: Bool { count >= Self.fewestForFigures }

    /// The number of seeds that have to be beyond a guard; nil if none is enough.
    ///
    /// Of `count` tosses of a coin that many are heads with a probability of 0.01 at most. Probabilities are multiples
    /// of a power of two: 2^−count is too small a number from 1075 on.
    var needed: Int? {
        var (exponent, term, sum, outside) = (-count, 1.0, 0.0, 0)
        while outside < (count + 1) / 2 {
            sum += term
            guard Double(sign: .plus, exponent: exponent, significand: sum) <= 0.01 else { break }
            term *= Double(count - outside) / Double(outside + 1)
            outside += 1
            if term > 0x1p500 {
                term *= 0x1p-500
                sum *= 0x1p-500
                exponent += 500
            }
        }
        return outside > 0 ? count - outside + 1 : nil
    }

    var title: String {
        let what = seesFigures ? "" : ", guards only (figures from \(Self.fewestForFigures) on)"
        let sees = needed.map { "a guard fails when \($0) are beyond it" } ?? "too few for any guard to fail"
        return "\(count) seeds in pairs\(what): \(sees)"
    }
}
