import Expectations

/// What the scenario expects: a line for all that holds; what fails shows what happened instead, and where it stands.
struct ExpectationSection: ReportSection {
    let report: RunReport

    let title = "Expectations"

    var note: String {
        if let (count, option) = report.unheld, count > 0 { return "\(count) not held: changed by \(option)" }
        let total = report.verdicts.count
        if total == 0, report.log?.undecided.isEmpty != false { return "" }
        let told = report.failures == 0 ? "\(total) of \(total) hold" : "\(report.failures) of \(total) failed"
        let open = report.log?.undecided.count ?? 0
        return open == 0 ? told : told + "; \(open) that no log can decide"
    }

    func blocks(width: Int) -> [ReportBlock] {
        let failed = report.verdicts.filter { !$0.passed }
        let open = (report.log?.undecided ?? []).map { verdict in
            ReportItem((verdict.subject.isEmpty ? "? " : "? \(verdict.subject): ") + verdict.promised, .faint)
        }
        if failed.isEmpty { return open.isEmpty ? [] : [.items(open)] }
        let items = failed.map { verdict in
            var label = StyledText("✗", .bad)
            if !verdict.subject.isEmpty { label.append(" " + verdict.subject) }
            let place = report.place(verdict.place).map { " (\($0))" } ?? ""
            return ReportItem(
                label,
                [.init(text: verdict.promised + place), .init(text: "but " + verdict.actual, role: .bad)]
                    + verdict.details.map { .init(text: $0, isVerbatim: true) })
        }
        return [.items(items + open)]
    }
}
