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
            let deviation = values.deviation, let found = values.values(at: Spread.percentiles)
        else { return nil }
        self.init(
            count: Int64(values.count), min: minimum, max: maximum, mean: Int64(nearest: mean), percentiles: found,
            deviation: deviation, resolution: values.resolution)
    }

    static let percentiles: [Percentile] = [.p50, .p95, .p99, .p999]

    /// - Parameter percentiles: in the order above, also those that the sample does not carry.
    init(
        count: Int64, min: Int64, max: Int64, mean: Int64, percentiles: [Int64], deviation: Double,
        resolution: Int64
    ) {
        func carried(_ place: Int) -> Int64? {
            Spread.carries(Spread.percentiles[place], count) ? percentiles[place] : nil
        }
        self.init(
            count: count, min: min, mean: mean, p50: percentiles[0], p95: carried(1), p99: carried(2),
            p999: carried(3), max: max, deviation: Int64(nearest: deviation))
        tolerance = resolution > 1 ? resolution : 0
    }
}
