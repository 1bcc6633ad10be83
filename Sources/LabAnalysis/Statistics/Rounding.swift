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
