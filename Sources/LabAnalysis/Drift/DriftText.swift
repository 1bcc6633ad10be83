import LabExactTime

extension DriftEstimate {
    /// `none (below 14 ppm)`, `unknown (run too short)`, `+10 %`, `+0.101 % ± 0.015 %`, or `–` when nothing can be said.
    ///
    /// The half-width has two digits and the value ends at the same place; what is exact has no half-width and, if
    /// `marksExact` and no digit is missing, says `(exactly)`.
    package func text(marksExact: Bool = false) -> String {
        guard let value = partsPerBillion, let halfWidth else { return "–" }
        switch verdict {
        case .unknown: return "–"
        case .none(let bound):
            if exact != nil || bound == 0 { return "none" }
            if saysNothing { return "unknown (run too short)" }
            return "none (below " + DriftNumber(roundingUp: bound).text + ")"
        case .value:
            if let exact {
                let mark =
                    marksExact && exact.times(Rational(whole: 1_000_000_000))?.isWhole == true ? " (exactly)" : ""
                return (value < 0 ? "-" : "+") + DriftNumber(value.magnitude).text + mark
            }
            let (number, width) = DriftNumber.rounded(value.magnitude, halfWidth.magnitude)
            return (value < 0 ? "-" : "+") + number + " ± " + width
        }
    }

    /// A bound of a tenth allows what waiting anew after each callback costs with the usual leeway, parts per billion.
    private static let widestBound: Int64 = 100_000_000

    /// Whether the run is too short to tell a drift that is not exact.
    package var saysNothing: Bool {
        guard case .none(let bound) = verdict, exact == nil else { return false }
        return bound >= Self.widestBound
    }

    /// `+10 %`, with three digits; `none` for 0.
    package static func text(partsPerBillion value: Int64) -> String {
        value == 0 ? "none" : (value < 0 ? "-" : "+") + DriftNumber(roundingToThreeDigits: value.magnitude).text
    }
}

/// Parts per billion as people read them: in ppm below 0.1 %, in percent from there on.
private struct DriftNumber {
    private static let percent: UInt64 = 10_000_000
    private static let partPerMillion: UInt64 = 1000

    private let magnitude: UInt64
    init(_ magnitude: UInt64) { self.magnitude = magnitude }

    /// Two digits, never less than the number.
    init(roundingUp bound: Int64) {
        let place = Self.place(ofTwoDigitsOf: bound.magnitude)
        magnitude = (bound.magnitude + place - 1) / place * place
    }

    init(roundingToThreeDigits value: UInt64) {
        let place = max(1, Self.place(ofTwoDigitsOf: value) / 10)
        magnitude = (value + place / 2) / place * place
    }

    private var unit: UInt64 { magnitude < Self.percent / 10 ? Self.partPerMillion : Self.percent }
    private static func name(_ unit: UInt64) -> String { unit == percent ? " %" : " ppm" }

    /// As short as it can be.
    var text: String { DurationText.decimal(magnitude, scale: unit, digits: 7) + Self.name(unit) }

    /// A value and its half-width, rounded to the second digit of the half-width, in the value's unit.
    static func rounded(_ value: UInt64, _ halfWidth: UInt64) -> (value: String, halfWidth: String) {
        var place = place(ofTwoDigitsOf: halfWidth)
        let width = (halfWidth + place / 2) / place * place
        if width / place >= 100 { place *= 10 }
        let unit = DriftNumber(value).unit
        func digits(_ number: UInt64) -> String {
            let rounded = (number + place / 2) / place * place
            let whole = String(rounded / unit)
            guard place < unit else { return whole + name(unit) }
            // A unit more than the fraction keeps its leading zeros.
            let fraction = String((unit + rounded % unit) / place).dropFirst()
            return whole + "." + fraction + name(unit)
        }
        return (digits(value), digits(width))
    }

    /// The greatest power of ten of which a number has at least ten, or 1.
    private static func place(ofTwoDigitsOf number: UInt64) -> UInt64 {
        var place: UInt64 = 1
        while number / place >= 100 { place *= 10 }
        return place
    }
}
