import LabCatalogue
import LabExactTime
import LabScenarioModel
import LabTextLayout

extension ValueDecoder {
    /// `"< 1ms"`, `">= 3"`, `"6s ± 20ms"`, `"5.98s … 6.01s"`, an exact value, or a whole number for a count.
    mutating func comparison(_ text: Text, at span: Place, of quantity: FigureUnit, key: String) -> Comparison? {
        let whole = text.text[...].withoutSpaces
        let relations: [(sign: String, comparison: (Int64) -> Comparison)] = [
            ("<=", Comparison.atMost), ("≤", Comparison.atMost), ("<", Comparison.less), (">=", Comparison.atLeast),
            ("≥", Comparison.atLeast), (">", Comparison.greater), ("==", Comparison.equal), ("=", Comparison.equal),
        ]
        for (sign, right) in [("=>", ">="), ("=<", "<=")] where whole.hasPrefix(sign) {
            return refuse(
                .badComparison, "invalid value '\(String(whole).shownShort)' for '\(key)': '\(sign)' is no comparison",
                at: span, help: "write \"\(right)\(whole.dropFirst(sign.count))\"")
        }
        for (sign, comparison) in relations where whole.hasPrefix(sign) {
            return operand(whole.dropFirst(sign.count).withoutSpaces, in: text, quantity, key).map(comparison)
        }
        if let (centre, width) = whole.split(atFirstOf: ["±", "+-"]) {
            guard let middle = operand(centre, in: text, quantity, key),
                let distance = operand(width, in: text, quantity, key)
            else { return nil }
            guard distance >= 0 else {
                return refuse(.badComparison, "the width after ± must not be negative", at: span)
            }
            return .between(middle.subtracting(saturating: distance), middle.adding(saturating: distance))
        }
        if let (first, last) = whole.split(atFirstOf: ["…", "...", ".."]) {
            guard let low = operand(first, in: text, quantity, key), let high = operand(last, in: text, quantity, key)
            else { return nil }
            guard low <= high else {
                return refuse(
                    .emptyRange, "the range of '\(key)' is empty", at: span, help: "put the smaller bound first")
            }
            return .between(low, high)
        }
        return operand(whole, in: text, quantity, key).map { .equal($0) }
    }

    private mutating func operand(_ part: Substring, in text: Text, _ quantity: FigureUnit, _ key: String) -> Int64? {
        let help = "compare with <, <=, >, >=, \"6s ± 20ms\", \"5.98s … 6.01s\", or an exact value"
        let start = text.text.utf8.distance(from: text.text.startIndex, to: part.startIndex)
        let span = text.span(start..<start + part.utf8.count)
        guard !part.isEmpty else {
            return refuse(.badComparison, "missing value to compare '\(key)' with", at: span, help: help)
        }
        switch quantity {
        case .time:
            guard let time = time(in: text, part, of: key), let whole = time.floorMultiple(1) else { return nil }
            guard whole.magnitude <= Schema.longestTime.magnitude else {
                return refuse(.timeOutOfRange, "'\(key)' is longer than 290 years", at: span)
            }
            return whole
        case .count:
            guard let number = NumberScanner.number(String(part)), number.isWhole else {
                return refuse(
                    .badComparison, "invalid value '\(String(part).shownShort)' for '\(key)': expected a whole number",
                    at: span, help: help)
            }
            return number.numerator
        case .rate: return drift(String(part), at: span, key)
        }
    }

    static let partsPerBillion: [String: Int64] = ["ppb": 1, "ppm": 1_000, "%": 10_000_000]

    /// Parts per billion.
    private mutating func drift(_ part: String, at span: Place, _ key: String) -> Int64? {
        var scanner = NumberScanner(part)
        guard let number = scanner.fraction() else {
            return refuse(
                .malformedNumber,
                "invalid value '\(part.shownShort)' for '\(key)': expected a number with a unit, such as \"< 1ppm\"",
                at: span, help: "write a number and a unit, such as \"< 1ppm\"")
        }
        scanner.skipSpaces()
        let unitStart = scanner.offset
        let unit = scanner.rest()
        guard let scale = Self.partsPerBillion[unit] else {
            let place = span.lowerBound + unitStart..<max(span.lowerBound + unitStart, span.upperBound)
            return refuse(
                unit.isEmpty ? .missingUnit : .unknownUnit,
                unit.isEmpty
                    ? "missing unit after '\(part.shownShort)' in '\(key)'"
                    : "unknown unit '\(unit.shownShort)' in '\(key)'",
                at: place, help: "units of drift are ppm, ppb and %")
        }
        guard !scanner.overflowed, let scaled = number.times(Rational(whole: scale))?.floorMultiple(1) else {
            return refuse(.numberOutOfRange, "'\(key)' is larger than can be counted", at: span)
        }
        return scaled
    }

    /// A table of statistics with one comparison each.
    mutating func statistics(_ node: Node, of family: Figure.Family, key: String) -> [ExpectationPlan.Check]? {
        guard !node.entries.isEmpty else {
            return refuse(
                .emptyExpectation, "'\(key)' is empty", at: node.span, help: "name one of \(family.statisticNames)")
        }
        var checks: [ExpectationPlan.Check] = []
        for entry in node.entries {
            guard let statistic = family.row.statistics.first(where: { $0.rawValue == entry.name }) else {
                if reportOldFigure("\(family.rawValue).\(entry.name)", at: entry.key.span) { continue }
                let known = family.row.statistics.map(\.rawValue)
                report(
                    .unknownStatistic, "unknown statistic '\(entry.name.shownShort)' of '\(family.rawValue)'",
                    at: entry.key.span,
                    help: Spelling.question(entry.name, in: known, quote: "'") ?? "it has \(family.statisticNames)")
                continue
            }
            let figure = Figure(family, statistic)
            guard let item = value(entry.value, as: .comparison(figure.unit), of: entry.name),
                let comparison = item.value as? Comparison
            else { continue }
            let place = entry.key.span.lowerBound..<max(entry.key.span.upperBound, entry.value.span.upperBound)
            checks.append(ExpectationPlan.Check(.figure(figure, comparison), place: place))
        }
        return checks.count == node.entries.count ? checks : nil
    }

    /// Reports a figure or a statistic that earlier versions had; false for any other key.
    mutating func reportOldFigure(_ key: String, at place: Place) -> Bool {
        guard let successor = Figure.successor(of: key) else { return false }
        report(.oldFigure, "'\(key)' is no figure any more", at: place, help: "write \(successor)")
        return true
    }

    /// Warns of a percentile that a timer cannot have: its interval fits too seldom into the duration.
    mutating func warnOfSample(_ figure: Figure, of timer: Int?, in plan: ScenarioPlan, at place: Place) {
        let needed = figure.statistic.neededSample
        guard needed > 1, !figure.family.row.sample.isEmpty, plan.duration > 0, plan.untilFired == nil,
            let timer = timer.map({ plan.timers[$0] }), timer.copies == nil, let interval = timer.interval,
            interval > .zero
        else { return }
        let most = Grid(anchor: 0, interval: interval).points(before: plan.duration)
        guard most < needed else { return }
        report(
            .sampleTooSmall, severity: .warning,
            "\(figure.statistic.rawValue) needs \(needed) \(figure.family.row.sample), this scenario has at most \(most)",
            at: place, help: "use max, or a longer duration")
    }
}

extension Substring {
    /// The texts on both sides of the first of some signs that occurs at all.
    fileprivate func split(atFirstOf signs: [String]) -> (left: Substring, right: Substring)? {
        signs.lazy.compactMap { firstRange(of: $0) }.first.map { sign in
            (self[..<sign.lowerBound].withoutSpaces, self[sign.upperBound...].withoutSpaces)
        }
    }
}
