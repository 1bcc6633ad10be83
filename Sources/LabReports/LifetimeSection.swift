import LabAnalysis
import LabExactTime

extension RunReport {
    /// Objects that outlived their owners, and the path that keeps each; in detail also those that ended well.
    var lifetimeSection: ReportSection {
        // The answer has the objects with a finding.
        let found = Set(isDetailed ? [] : analysis.findings.map(\.subject))
        let lives = analysis.lifetimes.filter { !found.contains($0.entity) }
        var items = lives.filter { !$0.isGood }.map { life in
            ReportItem(StyledText(trace.name(life.entity)), life.facts)
        }
        items += analysis.keptThreads.filter { !found.contains($0) }.map { thread in
            ReportItem(
                StyledText("thread " + trace.name(thread)),
                [.init(text: "kept although it was cancelled", role: .warning), .init(text: "by its own run call")])
        }
        for (ended, state) in [(true, "deallocated"), (false, "alive at the end, with an owner")] where isDetailed {
            let names = lives.filter { $0.isGood && ($0.end != nil) == ended }.map { life in
                trace.name(life.entity) + (life.endText.map { " " + $0 } ?? "")
                    + (life.localOf.exists ? " (a local of \(trace.name(life.localOf)))" : "")
                    + (life.made > 1 ? " (the last of \(life.made))" : "")
            }
            if !names.isEmpty { items.append(ReportItem("\(state): \(names.joined(separator: ", "))")) }
        }
        return ReportSection("Lifetimes", [.items(items)])
    }

    /// The expectations: a line for all that hold; a failed one shows the actual value and its line.
    var expectationSection: ReportSection {
        let failed = verdicts.filter { !$0.passed }.map { verdict in
            var label = StyledText("✗", .bad)
            if !verdict.subject.isEmpty { label.append(" " + verdict.subject) }
            let expected = verdict.expected + placed(verdict.place)
            return ReportItem(
                label,
                [.init(text: expected), .init(text: "but " + verdict.actual, role: .bad)]
                    + verdict.details.map(ReportItem.Line.detail))
        }
        let open = (log?.undecided ?? []).map { ReportItem("? " + $0.claim, .faint) }
        return ReportSection("Expectations", note: expectationNote, [.items(failed + open)])
    }

    private var expectationNote: String {
        if let (count, option) = unheld, count > 0 { return "\(count) not checked: changed by \(option)" }
        let (total, open) = (verdicts.count, log?.undecided.count ?? 0)
        if total == 0, open == 0 { return "" }
        let told = failures == 0 ? "\(total) of \(total) hold" : "\(failures) of \(total) failed"
        return open == 0 ? told : told + "; \(open) that no log can decide"
    }
}

extension Lifetime {
    fileprivate var end: Int64? { deallocated ?? deallocBegan }

    /// `at 11 s (9 s after its last owner left)`.
    fileprivate var endText: String? {
        guard let end else { return nil }
        let late = lastOwnerLeft.map { end - $0 } ?? 0
        let lateness = late > 0 ? " (\(DurationText.format(late, digits: 6)) after its last owner left)" : ""
        return "at \(DurationText.format(end, digits: 6))" + lateness
    }

    fileprivate var isGood: Bool { firedAfterOwner == 0 && (end != nil || lastOwnerLeft == nil) }

    fileprivate var facts: [ReportItem.Line] {
        var facts: [ReportItem.Line] = []
        if let endText {
            facts.append(.init(text: "deallocated \(endText)", role: .good))
        } else if let lastOwnerLeft {
            let since = DurationText.format(lastOwnerLeft, digits: 6)
            facts.append(.init(text: "kept although its last owner left at \(since)", role: .warning))
            let inCycle = cycle.map { ["in the cycle \($0.text)"] } ?? []
            let byChains = chains.map { "by \($0.text)" }
            facts += (keeper == cycle ? inCycle + byChains : byChains + inCycle).map { .init(text: $0) }
        } else {
            facts.append(.init(text: "alive at the end, with its owner"))
        }
        if firedAfterOwner > 0 {
            let firings = Plural.of(firedAfterOwner, "firing")
            facts.append(.init(text: "\(firings) after its last owner left", role: .warning))
        }
        return facts
    }
}
