import LabAnalysis

/// The sentences: one conclusion, then the disadvantage of each other subject, then the workloads that no mechanism
/// mends.
extension ComparisonAdvice {
    package var sentences: [String] {
        guard report.comparesMechanisms, report.subjects.count > 1, report.rows.contains(where: { !$0.best.isEmpty })
        else { return [] }
        return ([conclusion] + against + [limits]).compactMap(\.self).filter { !$0.isEmpty }
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
            return text + (commonModes(of: first).map { "; " + $0 } ?? "") + "."
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

    // MARK: The others

    private var against: [String] {
        report.subjects.indices.compactMap { subject in
            guard !chosen.contains(subject), subject != forInterface else { return nil }
            return reason(against: subject).map { "\(name(subject)) \($0)." }
        }
    }

    /// The worst fact about a subject.
    private func reason(against subject: Int) -> String? {
        for row in report.rows {
            if let refusal = row.refusals[subject] { return "cannot do \(row.name): \(refusal)" }
        }
        let cells = rows.compactMap { row in row.cells[subject].map { (row: row, cell: $0) } }
        let behind = decided.filter { !$0.best.contains(subject) }
        let worst = cells.filter { cell in behind.contains { $0 == cell.row } }
            .max { ($0.cell.badness, $0.cell.late) < ($1.cell.badness, $1.cell.late) }
        if let worst {
            let place = behind.count > 1 ? " in \(worst.row.name)" : ""
            let cause = worst.cell.cause.map { " (\($0.title))" } ?? ""
            return "is behind in \(names(of: behind)): it \(phrase(worst.cell, worst.row))\(place)\(cause)"
                + (commonModes(of: subject).map { "; " + $0 } ?? "")
        }
        if let longest = cells.filter(\.cell.hasBacklog).max(by: { $0.cell.late < $1.cell.late }) {
            return "\(longest.cell.verdict.phrase) in \(longest.row.name)"
        }
        // A timer that stands still, or is outlasted, has no drift of its own.
        let drifting = cells.filter { !$0.row.isOutlasted && !$0.row.isHalted && $0.cell.isDrifting }
        if let most = drifting.max(by: { $0.cell.drift < $1.cell.drift }) {
            return "\(most.cell.verdict.phrase) in \(most.row.name), since every delay adds up"
        }
        guard let first = chosen.first else { return nil }
        if report.subjects[subject].drawsFrames { return "is for what is drawn on every frame" }
        if report.subjects[subject].ownsThread, !report.subjects[first].ownsThread {
            return "keeps a thread of its own"
        }
        let (busy, least) = (busy(subject), busy(first))
        guard busy >= least + 100 else { return nil }
        return "keeps the main thread \(ShortNumber.percent(permille: busy)) busy instead of "
            + ShortNumber.percent(permille: least)
    }

    /// A subject that skips no more than those ahead is behind by the waiting of its points.
    private func phrase(_ cell: ComparisonReport.Cell, _ row: ComparisonReport.Row) -> String {
        let leaders = row.best.compactMap { row.cells[$0] }
        let isEven = leaders.contains { $0.lost + ComparisonReport.Cell.grain >= cell.lost }
        let wait = cell.timer.waiting.map { $0.p99 ?? $0.max } ?? 0
        switch cell.verdict {
        case .lost where isEven, .holds: return ComparisonVerdict.late(wait).phrase
        case .lost, .crashed, .holdsMain, .silent, .backlog, .drifts, .late: return cell.verdict.phrase
        }
    }

    /// A mechanism that was not compared and keeps its rhythm in the common modes, where this one stops.
    private func commonModes(of subject: Int) -> String? {
        let rows = self.rows.filter { row in
            row.cells[subject].map { $0.cause == .modeNotRun && $0.lost > ComparisonReport.Cell.grain } ?? false
        }
        let common = better(in: rows) { $0.verdict == .holds }.first { $0.hasPrefix(name(subject) + "+") }
        return common.map { "in \(names(of: rows)) \($0) does not stand still" }
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

    /// How busy the main thread was at worst, in thousandths.
    private func busy(_ subject: Int) -> Int64 {
        report.rows.compactMap { $0.cells[subject]?.mainBusyPermille }.max() ?? 0
    }

    private func name(_ subject: Int) -> String { report.subjects[subject].name }

    private func names(of rows: [ComparisonReport.Row]) -> String { rows.map(\.name).enumerated }
}

extension ComparisonReport.Cell {
    /// The skipped points, in thousandths; a crash and a backlog are worse than any loss.
    fileprivate var badness: Int64 { hasBacklog || crashedAt != nil ? .max : lost }
}
