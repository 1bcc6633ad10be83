import LabPlatform

/// A weighted mixture of shifted and scaled Student t distributions of equal degrees of freedom.
struct StudentMixture {
    struct Part {
        var weight: Double
        var centre: Double
        var scale: Double
    }

    var parts: [Part]
    var degrees: Int

    /// The smallest distance from `centre` within which the mixture has a share of `probability`.
    func halfWidth(about centre: Double, probability: Double) -> Double {
        func excess(_ width: Double) -> Double { share(within: width, of: centre) - probability }
        var (low, high) = (0.0, parts.reduce(0) { max($0, abs($1.centre - centre) + 2 * $1.scale) })
        guard high > 0 else { return 0 }
        while excess(high) < 0 { (low, high) = (high, 2 * high) }
        // The secant's point with the older end's value halved: a bracket that shrinks from both sides.
        var (atLow, atHigh) = (excess(low), excess(high))
        var lastSide = 0
        for _ in 0..<60 where high - low > 1e-10 * high && atHigh != atLow {
            let middle = high - atHigh * (high - low) / (atHigh - atLow)
            let value = excess(middle)
            if value >= 0 {
                (high, atHigh) = (middle, value)
                if lastSide == 1 { atLow /= 2 }
                lastSide = 1
            } else {
                (low, atLow) = (middle, value)
                if lastSide == -1 { atHigh /= 2 }
                lastSide = -1
            }
            if value == 0 { break }
        }
        return high
    }

    private func share(within width: Double, of centre: Double) -> Double {
        parts.reduce(0) { sum, part in
            let shift = part.centre - centre
            guard part.scale > 0 else { return sum + (abs(shift) <= width ? part.weight : 0) }
            let above = StudentMixture.share(within: (width - shift) / part.scale, degrees: degrees)
            let below = StudentMixture.share(within: (width + shift) / part.scale, degrees: degrees)
            return sum + part.weight * 0.5 * (above + below)
        }
    }

    /// The share of a t distribution between -t and t, negative for a negative t.
    ///
    /// Source: Abramowitz and Stegun, 26.7.3 and 26.7.4, a finite series for whole degrees of freedom.
    static func share(within t: Double, degrees: Int) -> Double {
        let scaled = t / Double(degrees).squareRoot()
        let secant = (1 + scaled * scaled).squareRoot()
        guard secant.isFinite else { return t < 0 ? -1 : 1 }
        let (sine, cosineSquare) = (scaled / secant, 1 / (secant * secant))
        let isOdd = degrees % 2 == 1
        var term = isOdd ? 1 / secant : 1
        var sum = degrees > 1 ? term : 0
        var next = isOdd ? 3 : 2
        while next <= degrees - 2, term > sum * 1e-17 {
            term *= cosineSquare * Double(next - 1) / Double(next)
            sum += term
            next += 2
        }
        return isOdd ? (arcTangent(scaled) + sine * sum) * 2 / .pi : sine * sum
    }
}
