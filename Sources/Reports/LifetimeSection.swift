import Analysis
import ExactTime
import Recording

/// What was kept, and on which way from which root; then, in a line each, what came to its end and what did not have to.
struct LifetimeSection: ReportSection {
    let report: RunReport

    let title = "Lifetimes"

    func blocks(width: Int) -> [ReportBlock] {
        let lives = report.analysis.lifetimes
        var items = lives.filter { !isGood($0) }.map { life in
            ReportItem(
                StyledText(report.trace.name(life.entity)), facts(life).map { .init(text: $0.text, role: $0.role) })
        }
        for (ended, state) in [(true, "deallocated"), (false, "alive at the end, with an owner")] {
            let names = lives.filter { isGood($0) && (end($0) != nil) == ended }.map { life in
                report.trace.name(life.entity) + (end(life).map { " at \(DurationText.format($0, digits: 6))" } ?? "")
                    + (life.made > 1 ? " (the last of \(life.made))" : "")
            }
            if !names.isEmpty { items.append(ReportItem("\(state): \(names.joined(separator: ", "))")) }
        }
        return items.isEmpty ? [] : [.items(items)]
    }

    private func end(_ life: Lifetime) -> Int64? { life.deallocated ?? life.deallocBegan }

    private func isGood(_ life: Lifetime) -> Bool {
        life.firedAfterOwner == 0 && (end(life) != nil || life.lastOwnerLeft == nil)
    }

    private func facts(_ life: Lifetime) -> [(text: String, role: TextRole)] {
        var facts: [(text: String, role: TextRole)] = []
        let instant = { (time: Int64) in DurationText.format(time, digits: 6) }
        if let end = end(life) {
            facts.append(("deallocated at \(instant(end))", .good))
        } else if let left = life.lastOwnerLeft {
            facts.append(("kept although its last owner left at \(instant(left))", .warning))
            facts += life.chains.map { ("by \($0.text)", .plain) }
            if let cycle = life.cycle { facts.append(("in the cycle \(cycle.text)", .plain)) }
        } else {
            facts.append(("alive at the end, with its owner", .plain))
        }
        if life.firedAfterOwner > 0 {
            facts.append(("\(Plural.of(life.firedAfterOwner, "firing")) after its last owner left", .warning))
        }
        return facts
    }
}

/// What the scenario expects: a line for all that holds; what fails shows what happened instead, and where it stands.
struct ExpectationSection: ReportSection {
    let report: RunReport

    let title = "Expectations"

    var note: String {
        if let (count, option) = report.unheld, count > 0 { return "\(count) not checked: changed by \(option)" }
        let total = report.verdicts.count
        if total == 0, report.log?.undecided.isEmpty != false { return "" }
        let told = report.failures == 0 ? "\(total) of \(total) hold" : "\(report.failures) of \(total) failed"
        let open = report.log?.undecided.count ?? 0
        return open == 0 ? told : told + "; \(open) that no log can decide"
    }

    func blocks(width: Int) -> [ReportBlock] {
        let failed = report.verdicts.filter { !$0.passed }
        let open = (report.log?.undecided ?? []).map { verdict in
            ReportItem((verdict.subject.isEmpty ? "? " : "? \(verdict.subject): ") + verdict.expected, .faint)
        }
        if failed.isEmpty { return open.isEmpty ? [] : [.items(open)] }
        let items = failed.map { verdict in
            var label = StyledText("✗", .bad)
            if !verdict.subject.isEmpty { label.append(" " + verdict.subject) }
            let expected = verdict.expected + report.placed(verdict.place)
            return ReportItem(
                label,
                [.init(text: expected), .init(text: "but " + verdict.actual, role: .bad)]
                    + verdict.details.map { .init(text: $0, isVerbatim: true) })
        }
        return [.items(items + open)]
    }
}
