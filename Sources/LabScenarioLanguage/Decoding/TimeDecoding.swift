import LabExactTime
import LabScenarioModel

extension ValueDecoder {
    /// A time in whole ns, rounded down.
    mutating func wholeTime(_ text: Text, at span: Place, _ sign: Sign, of key: String) -> Int64? {
        exactTime(text, at: span, sign, of: key).flatMap { $0.floorMultiple(1) }
    }

    mutating func exactTime(_ text: Text, at span: Place, _ sign: Sign, of key: String) -> Rational? {
        guard let time = time(in: text, of: key) else { return nil }
        let wrong: String? =
            switch sign {
            case .positive: time > .zero ? nil : "must be longer than nothing"
            case .notNegative: time >= .zero ? nil : "must not be negative"
            case .any: nil
            }
        if let wrong {
            return refuse(.timeOutOfRange, "'\(key)' \(wrong)", at: span, help: "write a time such as \"1s\"")
        }
        guard time <= Rational(whole: Schema.longestTime), time >= Rational(whole: -Schema.longestTime) else {
            return refuse(
                .timeOutOfRange, "'\(key)' is longer than 290 years, more than a clock in ns can count", at: span)
        }
        return time
    }

    mutating func time(in text: Text, _ part: Substring? = nil, of key: String) -> Rational? {
        let start = part.map { text.text.utf8.distance(from: text.text.startIndex, to: $0.startIndex) } ?? 0
        let part = part.map(String.init) ?? text.text
        let end = start + part.utf8.count
        return switch DurationText.parse(part) {
        case .success(let time): time
        case .failure(.empty):
            refuse(
                .malformedNumber, "invalid value '' for '\(key)': expected a time such as \"1s\"",
                at: text.span(start..<end), help: "write a number and a unit, such as \"1s\"")
        case .failure(.noNumber(let offset)):
            refuse(
                .malformedNumber, "invalid value '\(part.shownShort)' for '\(key)': expected a time such as \"1s\"",
                at: text.span(start + offset..<end), help: "write a number and a unit, such as \"1s\"")
        case .failure(.noUnit(let offset)):
            refuse(
                .missingUnit, "missing unit after '\(part.shownShort)' in '\(key)'",
                at: text.span(start + offset..<max(start + offset, end)),
                help: "write \"\(part.shownShort)s\" or \"\(part.shownShort)ms\"; units are ns, us, ms, s, min and h")
        case .failure(.unknownUnit(let unit, let offset)):
            refuse(
                .unknownUnit, "unknown unit '\(unit.shownShort)' in '\(key)'",
                at: text.span(start + offset..<start + offset + unit.utf8.count),
                help: LanguageText.usual(unit.lowercased(), "names of units").map { "write \($0)" }
                    ?? "units are ns, us, µs, ms, s, min and h")
        case .failure(.divisionByZero(let offset)):
            refuse(.divisionByZero, "'\(key)' divides by zero", at: text.span(start + offset..<end))
        case .failure(.tooLarge):
            refuse(
                .timeOutOfRange, "'\(key)' is too long, or too finely divided, for an exact time in ns",
                at: text.span(start..<end))
        }
    }

    /// Points a second.
    mutating func rate(_ text: Text, at span: Place, of key: String) -> Rational? {
        var scanner = NumberScanner(text.text)
        scanner.skipSpaces()
        let frequency = scanner.fraction()
        scanner.skipSpaces()
        let rate: Rational?
        if let frequency, scanner.rest().lowercased() == "hz", !scanner.overflowed {
            rate = frequency
        } else {
            guard let period = time(in: text, of: key) else { return nil }
            rate = period.reciprocal?.times(Rational(whole: 1_000_000_000))
        }
        guard let rate, rate > .zero, rate <= Rational(whole: 1_000_000), rate >= Rational(1, over: 1_000_000) ?? .one
        else {
            return refuse(.numberOutOfRange, "'\(key)' must lie between a millionth and a million of hertz", at: span)
        }
        return rate
    }
}
