/// The product of two 128-bit numbers, exact, for differences of products that nearly cancel.
struct WideUnsigned: Comparable {
    private var high: UInt128
    private var low: UInt128

    init(_ one: UInt128, times other: UInt128) {
        (high, low) = one.multipliedFullWidth(by: other)
    }

    static func < (one: WideUnsigned, other: WideUnsigned) -> Bool {
        (one.high, one.low) < (other.high, other.low)
    }

    /// The difference of two products as the nearest floating-point number, zero if it were negative.
    static func difference(_ greater: WideUnsigned, _ less: WideUnsigned) -> Double {
        guard greater > less else { return 0 }
        let (low, borrowed) = greater.low.subtractingReportingOverflow(less.low)
        let high = greater.high - less.high - (borrowed ? 1 : 0)
        return Double(nearest: high) * 0x1p128 + Double(nearest: low)
    }
}
