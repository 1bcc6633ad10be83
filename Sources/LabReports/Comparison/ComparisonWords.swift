import LabAnalysis

/// The sentences: a conclusion, the disadvantage of each other subject, and the workloads that no mechanism helps.
extension ComparisonAdvice {
    package var sentences: [String] {
        guard report.comparesMechanisms, report.subjects.count > 1, report.rows.contains(where: { !$0.best.isEmpty })
        else { return [] }
        return ([conclusion] + against + [limits]).compactMap { $0 }
    }

    // MARK: The conclusion

    private var conclusion: String {
        if let fault { return refusal(fault) }
        guard let first = chosen.first else { return "" }
        let subject = report.subjects[first]
        if let interface = forInterface {
            return "Choose \(report.subjects[interface].name) for what the interface shows, \(subject.name) for "
                + "everything else."
        }
        let lost = decided.filter { !$0.best.contains(first) }
        if subject.drawsFrames {
            let text = ": it is called once for each frame of the display, before that is drawn"
            guard let other = lost.first?.best.first else {
                return "Choose \(subject.name)\(text)." + inOtherModes(first)
            }
            return "Choose \(subject.name) all the same\(text). \(report.subjects[other].name) is ahead in "
                + "\(names(of: lost)), but what is ready between two frames is not shown any sooner."
                + inOtherModes(first)
        }
        var text = "Choose \(chosen.map { report.subjects[$0].name }.enumerated(by: "or"))"
        if chosen.count > 1, decided.isEmpty { text += ": the figures do not decide" }
        if let other = lost.first?.best.first {
            text +=
                ", but \(report.subjects[other].name) if \(names(of: lost)) \(lost.count == 1 ? "is" : "are") what counts"
        }
        guard subject.runsOnMain == false else { return text + "." }
        return text + ". \(chosen.count == 1 ? "Its callback runs" : "Their callbacks run") off the main thread: "
            + "dispatch to it what the interface shows, which waits there like everything else."
    }

    /// The needs of the frame's callback if its run loop runs in another mode.
    private func inOtherModes(_ link: Int) -> String {
        let common = commonModes(of: link)
        return common.map { " Choose \($0.name) for work that continues in \(names(of: $0.rows))." } ?? ""
    }

    /// If both choices are bad, the sentence says so.
    private func refusal(_ fault: Fault) -> String {
        let subject = report.subjects.count == 2 ? "neither" : "none of them"
        let (reason, avoided): (String, String) =
            switch fault {
            case .backlog: ("the backlog grows without end", "merges what it misses")
            case .drift: ("every delay adds up", "keeps its grid")
            case .holdsMain: ("the callback holds the main thread", "leaves it free")
            case .modeNotRun: ("the run loop does not run their mode", "does not stand still")
            }
        let others = better(in: faulty) { fault == .backlog || $0.verdict == .holds }
        let mended = others.isEmpty ? "" : "; \(others.enumerated(by: "or")) \(avoided)"
        return "Choose \(subject): in \(names(of: faulty)) \(reason)\(mended)."
    }

    // MARK: What stands against the others

    private var against: [String] {
        report.subjects.indices.compactMap { subject in
            guard !chosen.contains(subject), subject != forInterface else { return nil }
            let parts = reasons(against: subject)
            return parts.isEmpty ? nil : "\(report.subjects[subject].name) \(parts.joined(separator: "; "))."
        }
    }

    private func reasons(against subject: Int) -> [String] {
        var parts: [String] = []
        let behind = decided.filter { !$0.best.contains(subject) }
        if let worst = worst(of: subject, in: behind) {
            let reason = behind.count > 1 ? "\(worst.row.name): " : ""
            parts.append("is behind in \(names(of: behind)): it \(phrase(worst.cell, worst.row, reason))")
        }
        let cells = rows.compactMap { row in row.cells[subject].map { (row: row, cell: $0) } }
        if let most = cells.filter(\.cell.hasBacklog).compactMap(\.cell.timer.lag).max() {
            parts.append("has a backlog that grows without end, here to \(ComparisonNumber.duration(most))")
        }
        // A timer that stops, or whose callback outlasts the interval, is not behind by its drift.
        let drifting = cells.filter { !$0.row.isOutlasted && !$0.row.isHalted && $0.cell.isDrifting }
        if let most = drifting.max(by: { $0.cell.drift < $1.cell.drift }) {
            let drift = ComparisonNumber.drift(most.cell.drift)
            parts.append("drifts, since every delay adds up (\(drift) in \(most.row.name))")
        }
        if fault == nil, let common = commonModes(of: subject) {
            parts.append("in \(names(of: common.rows)) \(common.name) does not stand still")
        }
        guard let first = chosen.first else {
            let longest = cells.filter(\.cell.holdsMain).map(\.cell.longestOnMain).max()
            return parts + (longest.map { [ComparisonVerdict.holdsMain($0).phrase] } ?? [])
        }
        if report.subjects[subject].drawsFrames { parts.append("is for what is drawn on every frame") }
        if report.subjects[subject].ownsThread, !report.subjects[first].ownsThread {
            parts.append("keeps a thread of its own")
        }
        let (busy, least) = (busy(subject), busy(first))
        if busy >= least + 100 {
            parts.append(
                "keeps the main thread \(ComparisonNumber.percent(permille: busy)) busy instead of "
                    + ComparisonNumber.percent(permille: least))
        }
        return parts
    }

    /// The workload in which a subject is the worst.
    private func worst(
        of subject: Int, in rows: [ComparisonReport.Row]
    ) -> (row: ComparisonReport.Row, cell: ComparisonReport.Cell)? {
        rows.compactMap { row in row.cells[subject].map { (row: row, cell: $0) } }.max {
            ($0.cell.badness, $0.cell.late) < ($1.cell.badness, $1.cell.late)
        }
    }

    /// A subject that skips no more than those ahead is behind by the waiting of its points.
    private func phrase(_ cell: ComparisonReport.Cell, _ row: ComparisonReport.Row, _ name: String) -> String {
        let leaders = row.best.compactMap { row.cells[$0] }
        let wait = cell.timer.waiting.map { $0.p99 ?? $0.max }
        switch cell.verdict {
        case .lost where leaders.contains { $0.lost + ComparisonReport.Cell.grain >= cell.lost }, .holds:
            return "is up to \(ComparisonNumber.duration(wait)) late" + cause(of: cell, name)
        case .drifts: return "falls behind"
        case .crashed, .holdsMain: return cell.verdict.phrase + (name.isEmpty ? "" : " (\(name.dropLast(2)))")
        case .silent, .backlog, .lost, .late: return cell.verdict.phrase + cause(of: cell, name)
        }
    }

    private func cause(of cell: ComparisonReport.Cell, _ name: String) -> String {
        cell.cause.map { " (\(name)\($0.title))" } ?? ""
    }

    /// A mechanism that was not compared and keeps its rhythm in the common modes, where this one stops.
    private func commonModes(of subject: Int) -> (name: String, rows: [ComparisonReport.Row])? {
        let rows = self.rows.filter { row in
            row.cells[subject].map { $0.cause == .modeNotRun && $0.lost > ComparisonReport.Cell.grain } ?? false
        }
        let name = report.subjects[subject].name + "+"
        let common = better(in: rows) { $0.verdict == .holds }.first { $0.hasPrefix(name) }
        return common.map { ($0, rows) }
    }

    /// The alternatives that are as good as the best in some workloads, and have no fault there.
    private func better(in rows: [ComparisonReport.Row], _ isGood: (ComparisonReport.Cell) -> Bool) -> [String] {
        Set(rows.flatMap(\.alternatives.keys)).sorted().filter { name in
            rows.allSatisfy { $0.wouldBeBest(name) && $0.alternatives[name].map(isGood) ?? false }
        }
    }

    // MARK: What no mechanism mends

    private var limits: String? {
        let outlasted = rows.filter(\.isOutlasted)
        let halted = rows.filter(\.isHalted)
        let parts = [
            outlasted.isEmpty
                ? nil
                : "\(names(of: outlasted)), where the callback takes longer than the interval: move the work to another "
                    + "queue, and skip ticks while it runs",
            halted.isEmpty ? nil : "\(names(of: halted)), where nothing runs",
        ]
        let told = parts.compactMap { $0 }
        return told.isEmpty ? nil : "No mechanism helps in " + told.joined(separator: "; nor in ") + "."
    }

    // MARK: Words

    /// The largest load of the main thread, in thousandths.
    private func busy(_ subject: Int) -> Int64 {
        report.rows.compactMap { $0.cells[subject]?.mainBusyPermille }.max() ?? 0
    }

    private func names(of rows: [ComparisonReport.Row]) -> String { rows.map(\.name).enumerated }
}

extension ComparisonReport.Cell {
    /// The skipped points, in thousandths; a crash and a backlog are worse than any loss.
    fileprivate var badness: Int64 { hasBacklog || crashedAt != nil ? .max : lost }
}
