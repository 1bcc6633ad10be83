import LabAnalysis

/// The sentences: one conclusion, then the mechanisms that would not stand still, then the workloads that no mechanism
/// mends. The table of verdicts has what speaks against each of the others.
extension ComparisonAdvice {
    package var sentences: [String] {
        guard report.comparesMechanisms, report.subjects.count > 1, report.rows.contains(where: { !$0.best.isEmpty })
        else { return [] }
        return ([conclusion] + report.subjects.indices.map(hint) + [limits]).compactMap(\.self).filter { !$0.isEmpty }
    }

    private var conclusion: String {
        guard let first = chosen.first else { return refusal }
        let subject = report.subjects[first]
        if let forInterface {
            return "Choose \(name(forInterface)) for what the interface shows, \(subject.name) for everything else."
        }
        let lost = decided.filter { !$0.best.contains(first) }
        var text = "Choose " + chosen.map(name).enumerated(by: "or")
        if subject.drawsFrames {
            text += ": it is called once for each frame of the display, before that is drawn"
            if !lost.isEmpty { text += "; a call between two frames, as in \(names(of: lost)), shows nothing sooner" }
            return text + "."
        }
        if chosen.count > 1, decided.isEmpty { text += ": the figures do not decide" }
        if let other = lost.first?.best.first {
            text += ", but \(name(other)) if \(names(of: lost)) matter\(lost.count == 1 ? "s" : "")"
        }
        guard subject.runsOnMain == false else { return text + "." }
        return text + ". \(chosen.count == 1 ? "Its callback runs" : "Their callbacks run") off the main thread: "
            + "send updates of the interface to the main queue, where they wait like everything else."
    }

    private var refusal: String {
        guard let first = faulty.first, let cell = first.cells.compactMap(\.self).first else { return "" }
        let subject = report.subjects.count == 2 ? "neither" : "none of them"
        let others = better(in: faulty) { cell.hasBacklog || $0.verdict == .holds }
        let mended = others.isEmpty ? "" : "; \(others.enumerated(by: "or")) does better"
        return "Choose \(subject): in \(names(of: faulty)) each \(cell.verdict.phrase)\(mended)."
    }

    /// The reason why a mechanism cannot do a workload, or the mode with which it would do better.
    private func hint(on subject: Int) -> String? {
        let refused = report.rows.first { $0.refusals[subject] != nil }
        guard let refused, let refusal = refused.refusals[subject] else { return commonModes(of: subject) }
        return "\(name(subject)) cannot do \(refused.name): \(refusal)."
    }

    /// A mechanism that was not compared and keeps its rhythm in the common modes, where this one stops.
    private func commonModes(of subject: Int) -> String? {
        let rows = self.rows.filter { row in
            row.cells[subject].map { $0.cause == .modeNotRun && $0.lost > ComparisonReport.Cell.grain } ?? false
        }
        let common = better(in: rows) { $0.verdict == .holds }.first { $0.hasPrefix(name(subject) + "+") }
        return common.map { "In \(names(of: rows)) \($0) does not stand still." }
    }

    /// The alternatives that do as well as the best in some workloads, and are as they should be there.
    private func better(in rows: [ComparisonReport.Row], _ isGood: (ComparisonReport.Cell) -> Bool) -> [String] {
        Set(rows.flatMap(\.alternatives.keys)).sorted().filter { name in
            rows.allSatisfy { $0.wouldBeBest(name) && $0.alternatives[name].map(isGood) ?? false }
        }
    }

    private var limits: String? {
        let (outlasted, halted) = (rows.filter(\.isOutlasted), rows.filter(\.isHalted))
        let work =
            "the callback takes longer than the interval: move the work to another queue, and skip ticks while it runs"
        let told =
            (outlasted.isEmpty ? [] : ["\(names(of: outlasted)), where \(work)"])
            + (halted.isEmpty ? [] : ["\(names(of: halted)), where nothing runs"])
        return told.isEmpty ? nil : "No mechanism helps in " + told.joined(separator: "; nor in ") + "."
    }

    private func name(_ subject: Int) -> String { report.subjects[subject].name }

    private func names(of rows: [ComparisonReport.Row]) -> String { rows.map(\.name).enumerated }
}
