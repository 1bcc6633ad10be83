#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The logarithm to base 10.
func decimalLogarithm(_ value: Double) -> Double { log10(value) }

/// The logarithm to base e.
func naturalLogarithm(_ value: Double) -> Double { log(value) }

/// The power of e.
func exponential(_ value: Double) -> Double { exp(value) }

/// The angle whose tangent is a value.
func arcTangent(_ value: Double) -> Double { atan(value) }

/// The share of a normal distribution that lies above `deviations` standard deviations.
func normalTail(above deviations: Double) -> Double { 0.5 * erfc(deviations / 2.0.squareRoot()) }
