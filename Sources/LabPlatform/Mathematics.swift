import LabCLibrary

/// The logarithm to base e.
package func naturalLogarithm(_ value: Double) -> Double { log(value) }

/// The power of e.
package func exponential(_ value: Double) -> Double { exp(value) }

/// The angle whose tangent is a value.
package func arcTangent(_ value: Double) -> Double { atan(value) }

/// The sine and the cosine of so many whole turns.
package func onCircle(turns: Double) -> (sine: Double, cosine: Double) {
    // Whole turns are subtracted first: with many turns few digits remain for the angle.
    let angle = (turns - turns.rounded()) * 2 * Double.pi
    return (sin(angle), cos(angle))
}
