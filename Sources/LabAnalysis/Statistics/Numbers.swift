extension Int64 {
    /// The nearest whole number, halves away from zero; a value beyond the range becomes its end.
    init(nearest value: Double) {
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
    package var median: Int64? { isEmpty ? nil : Int64(exactly: map(Double.init).middle().rounded()) }
}

extension [Double] {
    /// The middle value, or the mean of the two; 0 for none.
    consuming func middle() -> Double {
        guard !isEmpty else { return 0 }
        let (count, wanted) = (count, count / 2)
        var values = self
        // Quickselect, since drift often needs the median of a timer's last calls.
        var (low, high) = (0, count - 1)
        while low < high {
            let pivot = values[(low + high) / 2]
            var (left, right) = (low, high)
            while left <= right {
                while values[left] < pivot { left += 1 }
                while values[right] > pivot { right -= 1 }
                guard left <= right else { break }
                values.swapAt(left, right)
                left += 1
                right -= 1
            }
            if wanted <= right { high = right } else if wanted >= left { low = left } else { break }
        }
        if count % 2 == 1 { return values[wanted] }
        return (values[..<wanted].reduce(-.infinity) { Swift.max($0, $1) } + values[wanted]) / 2
    }
}
