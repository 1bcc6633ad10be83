import ExactTime
import ScenarioModel

extension ScenarioDecoder {
    /// `"tick.waiting.max" = "+5%"`: each key names a figure, each value how much worse it may get.
    mutating func decodeGuards(_ node: Node?) {
        guard let node = singleTable(node, Schema.guard) else { return }
        for entry in node.entries {
            if case .invalid = entry.node.kind { continue }
            guard let figure = guardedFigure(entry), let allowance = allowance(entry, figure.unit) else { continue }
            if entry.name.contains(".\(Figure.Family.oldWaiting)") { warnOfOldFigure(at: entry.keySpan) }
            warnOfSample(guarding: entry)
            warnOfBlindness(figure, allowance, at: entry.keySpan)
            plan.guards.append(GuardPlan(figure: entry.name, allowance: allowance, place: entry.keySpan))
        }
    }

    /// The figure of a guard; ids may hold dots, so that the name is read from its end.
    private mutating func guardedFigure(_ entry: Entry) -> Figure? {
        if entry.node.isTable {
            reportGuard(entry, "a guard's figure is one key", help: "put it in quotes: \"tick.waiting.max\"")
            return nil
        }
        let parts = entry.name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        let hasStatistic =
            parts.count >= 3
            && Figure.Family(key: parts[parts.count - 2])?.row.statistics.contains {
                $0.rawValue == parts[parts.count - 1]
            } == true
        if !hasStatistic, parts.count >= 2, let family = Figure.Family(key: parts[parts.count - 1]) {
            guard isTimer(parts.dropLast(1).joined(separator: "."), entry) else { return nil }
            guard family.isSingle else {
                reportGuard(
                    entry, "'\(family.rawValue)' has more than one statistic",
                    help: "add one of \(family.statisticNames), such as \"\(entry.name.shownShort).max\"")
                return nil
            }
            return Figure(family, family.plainStatistic ?? .value)
        }
        guard parts.count >= 3, let family = Figure.Family(key: parts[parts.count - 2]) else {
            let guess =
                parts.count >= 2 ? Spelling.nearest(to: parts[1], in: Figure.Family.allCases.map(\.rawValue)) : nil
            reportGuard(
                entry, "\"\(entry.name.shownShort)\" names no figure",
                help: guess.map { "did you mean '\($0)'?" }
                    ?? "write \"TIMER.FIGURE.STATISTIC\", such as \"tick.waiting.max\"")
            return nil
        }
        guard isTimer(parts.dropLast(2).joined(separator: "."), entry) else { return nil }
        guard let statistic = family.row.statistics.first(where: { $0.rawValue == parts[parts.count - 1] }) else {
            report(
                Diagnostic(
                    .unknownStatistic, "'\(family.rawValue)' has no statistic '\(parts[parts.count - 1].shownShort)'",
                    at: entry.keySpan,
                    help: family.row.statistics.isEmpty ? "it is a single number" : "it has \(family.statisticNames)"))
            return nil
        }
        return Figure(family, statistic)
    }

    private mutating func warnOfSample(guarding entry: Entry) {
        let parts = entry.name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count >= 3, let family = Figure.Family(key: parts[parts.count - 2]),
            let statistic = Figure.Statistic(rawValue: parts[parts.count - 1]),
            let timer = plan.timers.firstIndex(where: { $0.id == parts.dropLast(2).joined(separator: ".") })
        else { return }
        warnOfSample(Figure(family, statistic), .timer(timer), at: entry.keySpan)
    }

    /// Warns of a guard that does not see what it is for, or that no value can be beyond.
    private mutating func warnOfBlindness(_ figure: Figure, _ allowance: GuardPlan.Allowance, at place: Place) {
        let warning: (message: String, help: String)
        switch (figure.family, allowance) {
        case (.lateness, _): warning = ("'lateness' does not see the points that are lost", "guard 'waiting'")
        case (.skipped, .relative), (.coalesced, .relative), (.firedAfterOwner, .relative), (.steps, .relative),
            (.episodes, .relative):
            warning = (
                "a share of '\(figure.text)' is a share of 0 in a run without any", "write \"+0\", or how many more"
            )
        case (_, .relative(1_000_000...)) where figure.better == .more:
            warning = ("no value of '\(figure.text)' is beyond 100 % less", "write how many fewer, such as \"+1\"")
        case (_, _): return
        }
        report(Diagnostic(.blindGuard, severity: .warning, warning.message, at: place, help: warning.help))
    }

    private mutating func isTimer(_ name: String, _ entry: Entry) -> Bool {
        let copied = CopyName(name)
        if let part = names.part(copied?.name ?? name, among: .timer), case .timer = part.reference {
            guard let copied else { return true }
            if let index = copied.index, let copies = part.copies, index < copies { return true }
            report(
                Diagnostic(
                    .badCopy, "there is no copy '\(name.shownShort)'", at: entry.keySpan,
                    help: part.copies.map { "the copies are 0 to \($0 - 1)" } ?? "the timer has no copies",
                    related: definition(of: part)))
            return false
        }
        report(
            Diagnostic(
                .unknownID, "no timer has the id \"\(name.shownShort)\"", at: entry.keySpan,
                help: Spelling.nearest(to: name, in: names.names(of: .timer)).map { "did you mean \"\($0)\"?" }))
        return false
    }

    private mutating func reportGuard(_ entry: Entry, _ message: String, help: String) {
        report(Diagnostic(.badGuard, message, at: entry.keySpan, help: help))
    }

    private mutating func allowance(_ entry: Entry, _ quantity: FigureUnit) -> GuardPlan.Allowance? {
        let help = "write \"+5%\", or \(quantity.allowanceExample)"
        guard case .string(let text) = entry.node.kind else {
            report(
                Diagnostic(
                    .badGuard, "an allowance is a string; found \(entry.node.kind.title)", at: entry.node.span,
                    help: help))
            return nil
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
        case ("ppm", .rate): scaled = number?.times(Rational(whole: 1_000))
        case ("ppb", .rate): scaled = number
        case (_, .time):
            guard let time = time(in: text, text.text.startIndex..<text.text.endIndex, of: entry.name.shownShort) else {
                return nil
            }
            scaled = time
        default: scaled = nil
        }
        guard let scaled, !scanner.overflowed, scaled >= .zero, let whole = scaled.floorMultiple(1) else {
            report(
                Diagnostic(
                    .badGuard, "\"\(text.text.shownShort)\" is no allowance for '\(entry.name.shownShort)'",
                    at: entry.node.span, help: help))
            return nil
        }
        return unit == "%" ? .relative(partsPerMillion: whole) : .absolute(whole)
    }
}

extension FigureUnit {
    fileprivate var allowanceExample: String {
        switch self {
        case .count: "\"+2\""
        case .time: "\"+1ms\""
        case .rate: "\"+1ppm\""
        }
    }
}
