import Analysis
import ExactTime
import ScenarioModel
import TextLayout

extension ValueDecoder {
    /// `"< 1ms"`, `">= 3"`, `"6s ± 20ms"`, `"5.98s … 6.01s"`, an exact value, or a whole number for a count.
    mutating func comparison(_ node: Node, of quantity: FigureUnit, key: String) -> Comparison? {
        if case .integer(let number) = node.kind, case .count = quantity { return .equal(number) }
        if node.kind.isNumber, case .time = quantity { return refuseBareNumber(node, of: key) }
        if node.kind.isNumber, case .rate = quantity {
            return refuse(
                .bareNumber, "invalid value for '\(key)': expected a number with a unit, found \(node.kind.title)",
                at: node.span, help: "write a string with ppm, ppb or %, such as \"< 1ppm\"")
        }
        guard let text = string(node, as: .comparison(quantity), of: key) else { return nil }
        switch ComparisonText(text.text) {
        case .single(let relation, let operand):
            guard let bound = self.operand(operand, in: text, quantity, key) else { return nil }
            switch relation {
            case .equal: return .equal(bound)
            case .less: return .less(bound)
            case .atMost: return .atMost(bound)
            case .greater: return .greater(bound)
            case .atLeast: return .atLeast(bound)
            }
        case .around(let centre, let width):
            guard let middle = operand(centre, in: text, quantity, key),
                let distance = operand(width, in: text, quantity, key)
            else { return nil }
            guard distance >= 0 else {
                return refuse(.badComparison, "the width after ± must not be negative", at: node.span)
            }
            let (low, lowOverflow) = middle.subtractingReportingOverflow(distance)
            let (high, highOverflow) = middle.addingReportingOverflow(distance)
            return .between(lowOverflow ? Int64.min : low, highOverflow ? Int64.max : high)
        case .range(let first, let last):
            guard let low = operand(first, in: text, quantity, key), let high = operand(last, in: text, quantity, key)
            else { return nil }
            guard low <= high else {
                return refuse(
                    .emptyRange, "the range of '\(key)' is empty", at: node.span, help: "put the smaller bound first")
            }
            return .between(low, high)
        }
    }

    private mutating func operand(
        _ range: Range<String.Index>, in text: Text, _ quantity: FigureUnit, _ key: String
    ) -> Int64? {
        let start = text.text.utf8.distance(from: text.text.utf8.startIndex, to: range.lowerBound)
        let part = text.text[range]
        let span = text.span(start..<start + part.utf8.count)
        guard !part.isEmpty else {
            return refuse(.badComparison, "missing value to compare '\(key)' with", at: span, help: ComparisonText.help)
        }
        switch quantity {
        case .time:
            guard let time = time(in: text, range, of: key), let whole = time.floorMultiple(1) else { return nil }
            guard whole.magnitude <= TimeLimits.longest.magnitude else {
                return refuse(.timeOutOfRange, "'\(key)' is longer than 290 years", at: span)
            }
            return whole
        case .count:
            var scanner = NumberScanner(String(part))
            guard let number = scanner.fraction(), scanner.isAtEnd, number.isWhole, !scanner.overflowed else {
                return refuse(
                    .badComparison, "invalid value '\(String(part).shownShort)' for '\(key)': expected a whole number",
                    at: span, help: ComparisonText.help)
            }
            return number.numerator
        case .rate: return drift(String(part), at: span, key)
        }
    }

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
        let scale: Int64
        switch unit {
        case "ppm": scale = 1_000
        case "ppb": scale = 1
        case "%": scale = 10_000_000
        default:
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

    /// A comparison, or a table of statistics with one comparison each.
    mutating func statistics(_ node: Node, of family: Figure.Family, key: String) -> (any Sendable)? {
        guard node.isTable else { return comparison(node, of: family.row.unit, key: key) }
        var items: [StatisticItem] = []
        var isWhole = true
        for entry in node.entries {
            guard let statistic = family.row.statistics.first(where: { $0.rawValue == entry.name }) else {
                reportUnknownStatistic(entry, of: family)
                isWhole = false
                continue
            }
            guard let comparison = comparison(entry.value, of: Figure(family, statistic).unit, key: entry.name) else {
                isWhole = false
                continue
            }
            let place = entry.key.span.lowerBound..<max(entry.key.span.upperBound, entry.value.span.upperBound)
            items.append(StatisticItem(statistic: statistic, comparison: comparison, place: place))
        }
        if items.isEmpty, isWhole {
            return refuse(
                .emptyExpectation, "'\(key)' is empty", at: node.span, help: "name one of \(family.statisticNames)")
        }
        return isWhole ? items : nil
    }

    private mutating func reportUnknownStatistic(_ entry: Entry, of family: Figure.Family) {
        let known = family.row.statistics.map(\.rawValue)
        report(
            .unknownStatistic, "unknown statistic '\(entry.name.shownShort)' of '\(family.rawValue)'",
            at: entry.key.span,
            help: Spelling.question(entry.name, in: known, quote: "'") ?? "it has \(known.joined(separator: ", "))")
    }

    mutating func findingCode(_ node: Node, of key: String) -> (any Sendable)? {
        guard let text = string(node, as: .finding, of: key)?.text else { return nil }
        guard FindingCode(rawValue: text) != nil else {
            let codes = FindingCode.allCases.map(\.rawValue)
            return refuse(
                .unknownFinding, "unknown finding \"\(text.shownShort)\"", at: node.span,
                help: Spelling.question(text, in: codes) ?? "codes are \(codes.joined(separator: " "))")
        }
        return text
    }
}

/// How a comparison is put together; the operands are still text.
enum ComparisonText {
    enum Relation { case equal, less, atMost, greater, atLeast }

    case single(Relation, Range<String.Index>)
    case around(Range<String.Index>, Range<String.Index>)
    case range(Range<String.Index>, Range<String.Index>)

    static let help = "compare with <, <=, >, >=, \"6s ± 20ms\", \"5.98s … 6.01s\", or an exact value"

    init(_ text: String) {
        let whole = ComparisonText.trimmed(text, text.startIndex..<text.endIndex)
        let signs: [(String, Relation)] = [
            ("<=", .atMost), ("≤", .atMost), ("<", .less), (">=", .atLeast), ("≥", .atLeast), (">", .greater),
            ("==", .equal), ("=", .equal),
        ]
        for (sign, relation) in signs where text[whole].hasPrefix(sign) {
            let rest = text.index(whole.lowerBound, offsetBy: sign.count)..<whole.upperBound
            self = .single(relation, ComparisonText.trimmed(text, rest))
            return
        }
        for sign in ["±", "+-"] {
            if let (left, right) = ComparisonText.split(text, whole, at: sign) {
                self = .around(left, right)
                return
            }
        }
        for sign in ["…", "...", ".."] {
            if let (left, right) = ComparisonText.split(text, whole, at: sign) {
                self = .range(left, right)
                return
            }
        }
        self = .single(.equal, whole)
    }

    private static func split(
        _ text: String, _ range: Range<String.Index>, at sign: String
    ) -> (Range<String.Index>, Range<String.Index>)? {
        text[range].firstRange(of: sign).map { found in
            (trimmed(text, range.lowerBound..<found.lowerBound), trimmed(text, found.upperBound..<range.upperBound))
        }
    }

    private static func trimmed(_ text: String, _ range: Range<String.Index>) -> Range<String.Index> {
        var (low, high) = (range.lowerBound, range.upperBound)
        while low < high, text[low] == " " { low = text.index(after: low) }
        while low < high, text[text.index(before: high)] == " " { high = text.index(before: high) }
        return low..<high
    }
}

extension ValueDecoder {
    mutating func warnOfOldFigure(at place: Place) {
        report(
            .oldFigure, severity: .warning, "'\(Figure.Family.oldWaiting)' is now called 'waiting'", at: place,
            help: "write 'waiting'; the old key goes with the next major version")
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
