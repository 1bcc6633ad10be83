import LabPlatform

/// Student's t distribution.
enum Student {
    /// The distance from zero that contains 95 %; for many degrees that of 95 degrees, which is 1 % wider.
    static func bound(degrees: Int) -> Double {
        let degrees = min(degrees, 95)
        var (low, high) = (1.0, 13.0)
        while high - low > 1e-9 {
            let middle = (low + high) / 2
            if share(within: middle, degrees: degrees) < 0.95 { low = middle } else { high = middle }
        }
        return high
    }

    /// The share of a t distribution between -t and t.
    ///
    /// Source: Abramowitz and Stegun, 26.7.3 and 26.7.4, a finite series for whole degrees of freedom.
    private static func share(within t: Double, degrees: Int) -> Double {
        let scaled = t / Double(degrees).squareRoot()
        let secant = (1 + scaled * scaled).squareRoot()
        let (sine, cosineSquare) = (scaled / secant, 1 / (secant * secant))
        let isOdd = degrees % 2 == 1
        var term = isOdd ? 1 / secant : 1
        var sum = degrees > 1 ? term : 0
        for next in stride(from: isOdd ? 3 : 2, through: degrees - 2, by: 2) {
            term *= cosineSquare * Double(next - 1) / Double(next)
            sum += term
        }
        return isOdd ? (arcTangent(scaled) + sine * sum) * 2 / .pi : sine * sum
    }
}
