extension Int64 {
    /// The nearest whole number, halves away from zero; a value beyond the range becomes its end.
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
}

extension [Int64] {
    /// The mean of the two middle values, rounded; nil without values.
    package var median: Int64? { isEmpty ? nil : Int64(exactly: map(Double.init).middle.rounded()) }
}

extension [Double] {
    /// The middle value, or the mean of the two; 0 for none.
    var middle: Double {
        guard !isEmpty else { return 0 }
        let values = sorted()
        let upper = values[count / 2]
        return count % 2 == 1 ? upper : (values[count / 2 - 1] + upper) / 2
    }
}
