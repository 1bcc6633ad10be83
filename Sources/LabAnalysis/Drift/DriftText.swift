import LabExactTime

extension DriftEstimate {
    /// `none (below 14 ppm)`, `unknown (run too short)`, `+10 %`, `+0.101 % ± 0.015 %`, or `–` if nothing is known.
    ///
    /// The half-width has two digits and the value ends at the same place. An exact value has no half-width and, if
    /// `marksExact` and no digit is missing, is followed by `(exactly)`. The short form has neither a bound nor a half-width.
    package func text(marksExact: Bool = false, isShort: Bool = false) -> String {
        guard let value = partsPerBillion, let halfWidth else { return "–" }
        switch verdict {
        case .unknown: return "–"
        case .none(let bound):
            if exact != nil || bound == 0 { return "none" }
            if isShort { return saysNothing ? "–" : "none" }
            if saysNothing { return "unknown (run too short)" }
            // Never less than the bound.
            let place = bound.magnitude.place
            return "none (below " + ((bound.magnitude + place - 1) / place * place).drift + ")"
        case .value:
            let isWhole = exact?.times(Rational(whole: 1_000_000_000))?.isWhole == true
            if isShort, !isWhole { return Self.text(partsPerBillion: value) }
            let sign = value < 0 ? "-" : "+"
            if exact == nil { return sign + value.magnitude.drift(halfWidth: halfWidth.magnitude) }
            return sign + value.magnitude.drift + (marksExact && isWhole ? " (exactly)" : "")
        }
    }

    /// The widest bound, parts per billion: a tenth, the cost of waiting again after each callback with the usual
    /// leeway.
    private static let widestBound: Int64 = 100_000_000

    /// True if the run is too short for a drift that is not exact.
    package var saysNothing: Bool {
        guard case .none(let bound) = verdict, exact == nil else { return false }
        return bound >= Self.widestBound
    }

    /// `+10 %`, with three digits; `none` for 0.
    package static func text(partsPerBillion value: Int64) -> String {
        value == 0
            ? "none"
            : (value < 0 ? "-" : "+") + value.magnitude.rounded(to: max(1, value.magnitude.place / 10)).drift
    }
}

/// Parts per billion as text: in ppm below 0.1 %, in percent from there on.
extension UInt64 {
    fileprivate var unit: (scale: UInt64, name: String) { self < 1_000_000 ? (1000, " ppm") : (10_000_000, " %") }

    /// The shortest form.
    fileprivate var drift: String { DurationText.decimal(self, scale: unit.scale, digits: 7) + unit.name }

    /// The greatest power of ten of which it has at least ten, or 1.
    fileprivate var place: UInt64 {
        var place: UInt64 = 1
        while self / place >= 100 { place *= 10 }
        return place
    }

    fileprivate func rounded(to place: UInt64) -> UInt64 { (self + place / 2) / place * place }

    /// Itself and a half-width, rounded to the second digit of the half-width, in its own unit.
    fileprivate func drift(halfWidth: UInt64) -> String {
        // A half-width of 99.6 has its second digit one place higher.
        let place = halfWidth.rounded(to: halfWidth.place).place
        func digits(_ number: UInt64) -> String {
            let rounded = number.rounded(to: place)
            let whole = String(rounded / unit.scale)
            guard place < unit.scale else { return whole + unit.name }
            // A unit more than the fraction keeps its leading zeros.
            return whole + "." + String((unit.scale + rounded % unit.scale) / place).dropFirst() + unit.name
        }
        return digits(self) + " ± " + digits(halfWidth.rounded(to: halfWidth.place))
    }
}
