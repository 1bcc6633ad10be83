import LabCatalogue

/// The choice after a comparison of mechanisms; between two files no figure can decide.
///
/// First a mechanism without backlog and drift, then the one ahead under more workloads. Among equals the main thread's
/// load decides, then a thread of its own, an idle thread's wake-ups, the order of the names.
package struct ComparisonAdvice {
    private typealias Row = ComparisonReport.Row
    private typealias Cell = ComparisonReport.Cell

    private let report: ComparisonReport
    /// The workloads of every subject that can do all of them; only they decide.
    private let rows: [Row]
    /// The workloads in which the choice matters.
    private let decided: [Row]
    /// The workloads in which a fault forbids even the best; empty if one can be chosen.
    package private(set) var faulty: [ComparisonReport.Row] = []
    /// The indices of what to choose; several do equally well, none where all have a fault.
    package private(set) var chosen: [Int] = []
    /// The choice for the interface, if it is another one.
    package private(set) var forInterface: Int?

    package init(_ report: ComparisonReport) {
        self.report = report
        let able = report.subjects.indices.filter { index in report.rows.allSatisfy { $0.refusals[index] == nil } }
        let complete = report.rows.filter { row in able.allSatisfy { row.cells[$0] != nil } }
        rows = complete.isEmpty ? report.rows : complete
        decided = rows.filter { !$0.isEven && !$0.isOutlasted && !$0.isHalted }
        let ranks = report.subjects.indices.map(rank)
        let ranked = able.sorted {
            (ranks[$0].merits + ranks[$0].costs).lexicographicallyPrecedes(ranks[$1].merits + ranks[$1].costs)
        }
        guard let first = ranked.first else { return }
        faulty = faults(of: first)
        guard faulty.isEmpty, report.comparesMechanisms else { return }
        if isAnimation, let link = ranked.first(where: { report.subjects[$0].drawsFrames }) {
            chosen = [link]
            return
        }
        // Of subjects that differ only in place, the best is where the callback is used.
        let equals = ranked.filter { ranks[$0].merits == ranks[first].merits }
        let onMain = equals.first { report.subjects[$0].runsOnMain == true && !report.subjects[$0].drawsFrames }
        let elsewhere = equals.first { report.subjects[$0].runsOnMain == false }
        guard let onMain, let elsewhere else {
            chosen = equals.prefix { ranks[$0].costs == ranks[first].costs }.prefix(3).map { $0 }
            return
        }
        chosen = [elsewhere]
        // A callback that takes more than half of a sixtieth of a second may drop a frame.
        let takesLong = rows.contains { ($0.cells[onMain]?.longestOnMain ?? 0) > 8_000_000 }
        forInterface = takesLong ? nil : onMain
    }

    private var isAnimation: Bool { !rows.isEmpty && rows.allSatisfy(\.isAnimation) }

    /// The rank of a subject: the least is the best.
    ///
    /// The merits (faults, purpose, workloads in which it is not ahead) outrank the place of the callback, the costs do not.
    private func rank(of index: Int) -> (merits: [Int64], costs: [Int64]) {
        let subject = report.subjects[index]
        let cells = rows.compactMap { row in row.cells[index].map { (row: row, cell: $0) } }
        let drifts = cells.contains { $0.cell.driftsBadly && !$0.row.isHalted }
        let merits = [
            cells.contains { $0.cell.hasBacklog } ? 1 : 0, drifts ? 1 : 0,
            subject.drawsFrames && !isAnimation ? 1 : 0, Int64(decided.count { !$0.best.contains(index) }),
        ]
        let busy = cells.compactMap(\.cell.mainBusyPermille).max() ?? 0
        let wakeUps = cells.compactMap { $0.cell.timer.value(of: Figure(.wakeUps)) }.sum { min($0, 1 << 40) }
        // Rounded to two binary digits, so that small differences do not count.
        let shift = max(0, 61 - wakeUps.leadingZeroBitCount)
        let costs = [
            busy / 50, subject.ownsThread ? 1 : 0, (wakeUps >> shift) << shift,
            cells.contains { $0.cell.timer.isChain } ? 1 : 0,
        ]
        return (merits, costs)
    }

    /// The workloads in which the best has a backlog or drifts badly, holds main, or is in a mode that nobody runs.
    private func faults(of best: Int) -> [Row] {
        func those(_ isFaulty: (Cell) -> Bool) -> [Row] { rows.filter { $0.cells[best].map(isFaulty) ?? false } }
        let late = those(\.hasBacklog)
        if !late.isEmpty { return late }
        let drifting = those(\.driftsBadly).filter { !$0.isHalted }
        // A callback that outlasts its interval is not a mechanism's drift, unless all workloads have one.
        let own = drifting.filter { !$0.isOutlasted }
        if !drifting.isEmpty { return own.isEmpty ? drifting : own }
        let held = those(\.holdsMain)
        if !held.isEmpty, held.count == rows.count { return held }
        return decided.isEmpty ? rows.filter { $0.cause == .modeNotRun && $0.all { $0.lost > Cell.grain } } : []
    }

    // MARK: Sentences

    /// The conclusion, the mechanisms that would not stand still, the workloads that no mechanism mends.
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
        let others = better(in: faulty) { cell.hasBacklog || $0.keepsRhythm }
        let mended = others.isEmpty ? "" : "; \(others.enumerated(by: "or")) does better"
        return "Choose \(subject): in \(names(of: faulty)) each \(cell.verdict.phrase)\(mended)."
    }

    /// Why a mechanism cannot do a workload; else one that is better in the common modes.
    private func hint(on subject: Int) -> String? {
        for row in report.rows {
            if let refusal = row.refusals[subject] { return "\(name(subject)) cannot do \(row.name): \(refusal)." }
        }
        let stopped = rows.filter { row in
            row.cells[subject].map { $0.cause == .modeNotRun && $0.lost > Cell.grain } ?? false
        }
        let common = better(in: stopped, \.keepsRhythm).first { $0.hasPrefix(name(subject) + "+") }
        return common.map { "In \(names(of: stopped)) \($0) does not stand still." }
    }

    /// The alternatives that do as well as the best in some workloads, and are as they should be there.
    private func better(in rows: [Row], _ isGood: (Cell) -> Bool) -> [String] {
        Set(rows.flatMap(\.alternatives.keys)).sorted().filter { name in
            rows.allSatisfy { row in
                guard let cell = row.alternatives[name] else { return false }
                return isGood(cell) && Row.best(of: row.cells + [cell]).contains(row.cells.count)
            }
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

    private func names(of rows: [Row]) -> String { rows.map(\.name).enumerated }
}
