import LabCatalogue
import LabExactTime
import LabScenarioModel
import LabTextLayout

extension ValueDecoder {
    /// `"tick.waiting.max" = "+5%"`: each key names a figure, each value the margin by which it may get worse.
    mutating func guards(_ node: Node?, into plan: inout ScenarioPlan) {
        guard let node = singleTableNode(node, Schema.guard) else { return }
        for entry in node.entries {
            guard let (name, timer) = guarded(entry),
                let allowance = allowance(entry, name.figure.unit)
            else { continue }
            if name.figure.statistic != .value {
                warnOfSample(name.figure, of: timer, in: plan, at: entry.key.span)
            }
            if let (message, help) = blindness(name.figure, allowance) {
                report(.blindGuard, severity: .warning, message, at: entry.key.span, help: help)
            }
            plan.guards.append(GuardPlan(name, allowance, place: entry.key.span))
        }
    }

    /// The figure of a guard, and its timer unless one copy is named.
    private mutating func guarded(_ entry: Entry) -> (name: FigureName, timer: Int?)? {
        func wrong<Value>(_ message: String, help: String) -> Value? {
            refuse(.badGuard, message, at: entry.key.span, help: help)
        }
        guard !entry.value.isTable else {
            return wrong("a guard's figure is one key", help: "put it in quotes: \"tick.waiting.max\"")
        }
        let parts = entry.name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        if parts.count >= 2, reportOldFigure(parts.suffix(2).joined(separator: "."), at: entry.key.span) { return nil }
        if let name = FigureName(entry.name) {
            guard let timer = timer(name.timer, entry) else { return nil }
            let family = name.figure.family
            guard name.figure.statistic != .value || family.isSingle else {
                return wrong(
                    "'\(family.rawValue)' has more than one statistic",
                    help: "add one of \(family.statisticNames), such as \"\(entry.name.shownShort).max\"")
            }
            return (name, timer)
        }
        guard parts.count >= 3, let family = Figure.Family(rawValue: parts[parts.count - 2]) else {
            let known = Figure.Family.allCases.map(\.rawValue)
            return wrong(
                "\"\(entry.name.shownShort)\" names no figure",
                help: Schema.usual(parts[parts.count - 1], in: known).map { "did you mean '\($0)'?" }
                    ?? (parts.count >= 2 ? Spelling.question(parts[1], in: known, quote: "'") : nil)
                    ?? "write \"TIMER.FIGURE.STATISTIC\", such as \"tick.waiting.max\"")
        }
        guard timer(parts.dropLast(2).joined(separator: "."), entry) != nil else { return nil }
        return refuse(
            .unknownStatistic, "unknown statistic '\(parts[parts.count - 1].shownShort)' of '\(family.rawValue)'",
            at: entry.key.span,
            help: family.row.statistics.isEmpty ? "it is a single number" : "it has \(family.statisticNames)")
    }

    /// The timer that a guard names, `.some(nil)` for one of its copies; nil: none.
    private mutating func timer(_ name: String, _ entry: Entry) -> Int?? {
        partOrCopy(name, at: entry.key.span, among: [.timer], of: entry.name.shownShort).map {
            ($0 as? PartReference)?.index
        }
    }

    /// Why a guard leaves out skipped points or can never fail; nil for a useful guard.
    private func blindness(_ figure: Figure, _ allowance: GuardPlan.Allowance) -> (message: String, help: String)? {
        switch (figure.family, allowance) {
        case (.lateness, _): ("'lateness' leaves out skipped points", "guard 'waiting'")
        case (.skipped, .relative), (.coalesced, .relative), (.firedAfterOwner, .relative), (.steps, .relative),
            (.episodes, .relative):
            ("a percentage of '\(figure.text)' is 0 in a run without any", "write \"+0\", or a number such as \"+2\"")
        case (_, .relative(1_000_000...)) where figure.better == .more:
            ("no value of '\(figure.text)' can be more than 100 % lower", "write a number, such as \"+1\"")
        case (_, _): nil
        }
    }

    private mutating func allowance(_ entry: Entry, _ quantity: FigureUnit) -> GuardPlan.Allowance? {
        let example =
            switch quantity {
            case .count: "+2"
            case .time: "+1ms"
            case .rate: "+1ppm"
            }
        let help = "write \"+5%\", or \"\(example)\""
        guard case .string(let text) = entry.value.kind else {
            return refuse(
                .badGuard, "an allowance is a string; found \(entry.value.kind.title)", at: entry.value.span,
                help: help)
        }
        var scanner = NumberScanner(text.text)
        scanner.skipSpaces()
        let number = scanner.fraction()
        scanner.skipSpaces()
        let unit = scanner.rest()
        let scaled: Rational?
        switch (unit, quantity) {
        case ("%", _): scaled = number?.times(Rational(whole: 10_000))
        case ("", .count): scaled = number.flatMap { $0.isWhole ? $0 : nil }
        case (_, .rate): scaled = Self.partsPerBillion[unit].flatMap { number?.times(Rational(whole: $0)) }
        case (_, .time):
            guard let time = time(in: text, of: entry.name.shownShort) else { return nil }
            scaled = time
        default: scaled = nil
        }
        guard let scaled, !scanner.overflowed, scaled >= .zero, let whole = scaled.floorMultiple(1) else {
            return refuse(
                .badGuard, "invalid allowance \"\(text.text.shownShort)\" for '\(entry.name.shownShort)'",
                at: entry.value.span, help: help)
        }
        return unit == "%" ? .relative(partsPerMillion: whole) : .absolute(whole)
    }
}
