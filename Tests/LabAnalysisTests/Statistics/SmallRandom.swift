import Foundation

/// A small generator (SplitMix64) whose numbers are the same on every machine.
struct SmallRandom: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A draw from an exponential distribution.
    mutating func exponential(mean: Double) -> Double { -mean * log(1 - Double.random(in: 0..<1, using: &self)) }
}

/// Whether two numbers agree to a relative tolerance.
func near(_ one: Double?, _ other: Double, within tolerance: Double = 1e-9) -> Bool {
    guard let one else { return false }
    return abs(one - other) <= tolerance * max(abs(one), abs(other))
}
