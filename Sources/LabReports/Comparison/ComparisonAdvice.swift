import LabAnalysis

/// The choice after a comparison of mechanisms; between two files no figure can decide.
///
/// A mechanism without backlog and drift comes first, then the one that is ahead under more workloads. Among equals the
/// load of the main thread decides, and whether the timer needs a thread of its own. Then the wake-ups of an idle
/// thread and the order of the names decide.
package struct ComparisonAdvice {
    let report: ComparisonReport
    /// The workloads of every subject that can do all of them; only they decide.
    let rows: [ComparisonReport.Row]
    /// The workloads in which the choice matters.
    let decided: [ComparisonReport.Row]
    /// The workloads in which even the best has a fault that forbids it; empty if one can be chosen.
    package let faulty: [ComparisonReport.Row]
    /// The indices of what to choose; several do equally well, none where all have a fault.
    package let chosen: [Int]
    /// The choice for the interface, if it is another one.
    package let forInterface: Int?

    package init(_ report: ComparisonReport) {
        self.report = report
        let able = report.subjects.indices.filter { index in
            report.rows.allSatisfy { $0.refusals[index] == nil }
        }
        let complete = report.rows.filter { row in able.allSatisfy { row.cells[$0] != nil } }
        let rows = complete.isEmpty ? report.rows : complete
        self.rows = rows
        let decided = rows.filter { !$0.isEven && !$0.isOutlasted && !$0.isHalted }
        self.decided = decided
        let ranks = report.subjects.indices.map { Self.rank(of: $0, report, rows, decided) }
        let ranked = able.sorted {
            (ranks[$0].merits + ranks[$0].costs).lexicographicallyPrecedes(ranks[$1].merits + ranks[$1].costs)
        }
        faulty = Self.faulty(ranked.first, rows, isEven: decided.isEmpty)
        guard let first = ranked.first, faulty.isEmpty, report.comparesMechanisms else {
            (chosen, forInterface) = ([], nil)
            return
        }
        let isAnimation = !rows.isEmpty && rows.allSatisfy(\.isAnimation)
        if isAnimation, let link = ranked.first(where: { report.subjects[$0].drawsFrames }) {
            (chosen, forInterface) = ([link], nil)
            return
        }
        // Among subjects that differ only in their place, the best is where the callback is used.
        let equals = ranked.filter { ranks[$0].merits == ranks[first].merits }
        let onMain = equals.first { report.subjects[$0].runsOnMain == true && !report.subjects[$0].drawsFrames }
        let elsewhere = equals.first { report.subjects[$0].runsOnMain == false }
        if let onMain, let elsewhere {
            chosen = [elsewhere]
            let takesLong = rows.contains { ($0.cells[onMain]?.longestOnMain ?? 0) > Self.halfAFrame }
            forInterface = takesLong ? nil : onMain
        } else {
            chosen = equals.prefix { ranks[$0].costs == ranks[first].costs }.prefix(3).map { $0 }
            forInterface = nil
        }
    }

    /// The time that a callback may take on the main thread without dropping a frame, ns: half of a sixtieth of a
    /// second.
    private static let halfAFrame: Int64 = 8_000_000

    /// The rank of a subject: the least is the best.
    ///
    /// The merits (faults, purpose, workloads in which it is not ahead) outrank the place of the callback, the costs do not.
    private static func rank(
        of subject: Int, _ report: ComparisonReport, _ rows: [ComparisonReport.Row], _ decided: [ComparisonReport.Row]
    ) -> (merits: [Int64], costs: [Int64]) {
        let cells = rows.compactMap { row in row.cells[subject].map { (row: row, cell: $0) } }
        let drifts = cells.contains { $0.cell.driftsBadly && !$0.row.isHalted }
        let isMisused = report.subjects[subject].drawsFrames && !rows.allSatisfy(\.isAnimation)
        let merits = [
            cells.contains { $0.cell.hasBacklog } ? 1 : 0, drifts ? 1 : 0, isMisused ? 1 : 0,
            Int64(decided.count { !$0.best.contains(subject) }),
        ]
        let busy = cells.compactMap(\.cell.mainBusyPermille).max() ?? 0
        let wakeUps = cells.map { Int64(clamping: $0.cell.wakeUps) }.reduce(0) { $0 + min($1, 1 << 40) }
        // Rounded to two binary digits, so that small differences do not count.
        let shift = max(0, 61 - wakeUps.leadingZeroBitCount)
        let costs = [
            busy / 50, report.subjects[subject].ownsThread ? 1 : 0, (wakeUps >> shift) << shift,
            cells.contains { $0.cell.timer.isChain } ? 1 : 0,
        ]
        return (merits, costs)
    }

    /// A backlog, a drift by a hundredth or more, a main thread that is held, or a mode that nobody runs.
    private static func faulty(
        _ best: Int?, _ rows: [ComparisonReport.Row], isEven: Bool
    ) -> [ComparisonReport.Row] {
        guard let best else { return [] }
        func those(_ isFaulty: (ComparisonReport.Cell) -> Bool) -> [ComparisonReport.Row] {
            rows.filter { $0.cells[best].map(isFaulty) ?? false }
        }
        let late = those(\.hasBacklog)
        if !late.isEmpty { return late }
        let drifting = those(\.driftsBadly).filter { !$0.isHalted }
        // A callback that outlasts its interval is not a mechanism's drift, unless all workloads have one.
        let own = drifting.filter { !$0.isOutlasted }
        if !drifting.isEmpty { return own.isEmpty ? drifting : own }
        let held = those(\.holdsMain)
        if !held.isEmpty, held.count == rows.count { return held }
        return isEven
            ? rows.filter { $0.cause == .modeNotRun && $0.all { $0.lost > ComparisonReport.Cell.grain } } : []
    }
}

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
        return "Choose \(subject): in \(names(of: faulty)) each \(cell.verdict.words.phrase)\(mended)."
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

extension ComparisonReport.Cell {
    /// The number of times that an idle thread was woken for it.
    var wakeUps: Int64 { timer.wakeUps.map { $0.alone + $0.shared } ?? 0 }
}
