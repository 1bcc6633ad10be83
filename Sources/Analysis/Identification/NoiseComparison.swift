import Platform

/// Whether the times of a series scatter about a grid, or each scatters about the one before.
///
/// Both models leave rate and scatter free; what remains is compared by restricted likelihood, that of everything that
/// does not depend on them. On a grid the phases scatter independently (white phase noise); without one the steps do
/// (white frequency noise, a random walk of the phase).
struct NoiseComparison {
    /// The natural logarithm of how much likelier the grid is.
    private(set) var logOdds: Double = 0
    /// Steps that were compared.
    private(set) var steps = 0
    /// Root mean square of the steps about their mean, ns.
    private(set) var stepDeviation: Double = 0
    /// The slope of the phase along the series and its standard error, whichever model is true; ns a step.
    private(set) var slope: Double = 0
    private(set) var slopeError: Double = 0

    /// Compares by the spans with the most steps first; nil with fewer than three steps in a row.
    init?(_ spans: [FiringSpan]) {
        guard let longest = spans.map(\.deviations.count).max(), longest >= 3 else { return nil }
        for span in spans where span.deviations.count >= 3 { add(span.deviations) }
        guard let span = spans.first(where: { $0.deviations.count == longest }) else { return nil }
        describe(span.deviations)
    }

    private mutating func add(_ deviations: [Int64]) {
        let sums = Sums(deviations)
        guard sums.stepSquares > 0, sums.phaseSquares > 0 else { return }
        let count = Double(deviations.count)
        logOdds +=
            (count - 1) / 2 * naturalLogarithm(sums.stepSquares / sums.phaseSquares)
            - naturalLogarithm(count + 1) / 2 - naturalLogarithm(sums.placeSquares) / 2 + naturalLogarithm(count) / 2
        steps += deviations.count
    }

    private mutating func describe(_ deviations: [Int64]) {
        let sums = Sums(deviations)
        let count = Double(deviations.count)
        stepDeviation = (sums.stepSquares / count).squareRoot()
        slope = sums.slope
        let onGrid = (sums.phaseSquares / max(1, count - 1) / sums.placeSquares).squareRoot()
        slopeError = max(onGrid, stepDeviation / count.squareRoot())
    }

    /// Sums of squares about the mean step, and about the line that fits the phases best.
    private struct Sums {
        var stepSquares = 0.0
        var phaseSquares = 0.0
        var placeSquares: Double
        var slope = 0.0

        init(_ deviations: [Int64]) {
            let count = Double(deviations.count)
            let mean = deviations.reduce(0.0) { $0 + Double($1) } / count
            // The phase without its mean slope: nothing large is left that could cancel.
            var phase = 0.0
            var phases = 0.0
            var products = 0.0
            var squares = 0.0
            let middle = count / 2
            placeSquares = (count + 1) * ((count + 1) * (count + 1) - 1) / 12
            for (index, deviation) in deviations.enumerated() {
                let step = Double(deviation) - mean
                stepSquares += step * step
                phase += step
                phases += phase
                products += phase * (Double(index + 1) - middle)
                squares += phase * phase
            }
            let tilt = products / placeSquares
            slope = mean + tilt
            phaseSquares = max(0, squares - phases * phases / (count + 1) - tilt * tilt * placeSquares)
            // What rounding leaves of nothing is nothing.
            if phaseSquares <= squares * 1e-12 { phaseSquares = 0 }
            if stepSquares <= mean * mean * count * 1e-24 { stepSquares = 0 }
        }
    }
}
