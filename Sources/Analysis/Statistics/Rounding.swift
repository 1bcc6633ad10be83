extension Int64 {
    /// The nearest whole number, halves away from zero; what lies beyond the range becomes its end.
    package init(nearest value: Double) {
        self = value.isNaN ? 0 : Int64(exactly: value.rounded()) ?? (value < 0 ? .min : .max)
    }
}

extension Double {
    /// The floating-point number nearest to a wide whole number.
    ///
    /// Nearly all wide numbers fit into 64 bits, whose conversion is one instruction; that of 128 bits is a hundred times dearer.
    init(nearest wide: Int128) {
        if let narrow = Int64(exactly: wide) { self = Double(narrow) } else { self = Double(wide) }
    }

    /// The floating-point number nearest to a wide whole number.
    init(nearest wide: UInt128) {
        if let narrow = UInt64(exactly: wide) { self = Double(narrow) } else { self = Double(wide) }
    }
}

extension Spread {
    /// The spread of counted values; `nil` when there are none.
    public init?(_ values: CountedValues) {
        guard let minimum = values.minimum, let maximum = values.maximum, let mean = values.mean,
            let deviation = values.deviation, let found = values.values(at: [.p50, .p95, .p99, .p999])
        else { return nil }
        let count = Int64(values.count)
        self.init(
            count: count, min: minimum, mean: Int64(nearest: mean), p50: found[0],
            p95: Spread.carries(.p95, count) ? found[1] : nil, p99: Spread.carries(.p99, count) ? found[2] : nil,
            p999: Spread.carries(.p999, count) ? found[3] : nil, max: maximum, deviation: Int64(nearest: deviation))
        tolerance = values.resolution > 1 ? values.resolution : 0
    }
}
