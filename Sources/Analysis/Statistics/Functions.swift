import Platform

/// The share of a normal distribution that lies above `deviations` standard deviations.
func normalTail(above deviations: Double) -> Double { 0.5 * complementaryErrorFunction(deviations / 2.0.squareRoot()) }
