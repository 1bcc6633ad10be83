import LabAnalysis

extension ComparisonAdvice {
    /// What the numbers of a comparison mean and what to choose, in a few sentences made from them.
    package var sentences: [String] {
        guard report.subjects.count > 1, report.rows.contains(where: { !$0.best.isEmpty }) else { return [] }
        return [differences, faults, limits, calls ?? choice].compactMap { $0 }.map(sentence)
    }

    /// What no figure shows.
    private var faults: String? {
        let told = report.subjects.filter { $0.faultCount > 0 }.map { subject in
            let has = subject.faults.isEmpty ? nil : "has " + subject.faults.enumerated
            return "\(subject.name) \([has, subject.failures?.text].compactMap(\.self).joined(separator: " and "))"
        }
        return told.isEmpty ? nil : told.joined(separator: "; ")
    }

    /// Files may ask for different things: which of two counts is wanted no figure says, unless expectations do.
    private var calls: String? {
        guard !comparesMechanisms, Set(report.subjects.map { $0.failures == nil }).count == 1, let row = rows.first,
            row.cells.allSatisfy({ $0?.timer.skipped == 0 })
        else { return nil }
        let fired = row.cells.map { $0?.timer.fired ?? 0 }
        guard let least = fired.min(), let most = fired.max(), most >= 2 * max(1, least) else { return nil }
        let told = zip(report.subjects, fired).map { "\(Plural.of($1, "time")) in \($0.name)" }
        return "\(row.name) fires \(told.enumerated): the figures do not say which of that is wanted"
    }

    // MARK: Where they differ

    private var differences: String? {
        var parts: [String] = []
        let partlySilent = rows.filter {
            $0.isEven && !$0.all { $0.verdict == .silent } && !$0.all { $0.verdict != .silent }
        }
        let even = rows.filter { row in
            row.isEven && !partlySilent.contains(row) && !(comparesMechanisms && (row.isOutlasted || row.isHalted))
        }
        parts += partlySilent.map { row in
            let silent = report.subjects.indices.filter { row.cells[$0]?.verdict == .silent }
            return "\(row.name) is never called in \(names(of: silent))"
        }
        if !even.isEmpty { parts.append("no difference in \(names(of: even))" + common(to: even)) }
        parts += decided.map(\.best).unique.map { best in lead(best, decided.filter { $0.best == best }) }
        return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }

    /// What keeps all of them from their rhythm where they do not differ.
    private func common(to rows: [ComparisonReport.Row]) -> String {
        let troubled = rows.filter { !$0.isSound }
        guard let row = troubled.first,
            let cell = row.cells.lazy.compactMap({ $0 }).first(where: { $0.verdict != .holds })
        else { return ": all keep their rhythm" }
        let shares = row.cells.compactMap { cell in
            if case .lost(let share)? = cell?.verdict { share } else { nil }
        }
        let least = shares.map(\.lowerBound).min()
        let verdict = least.map { .lost($0...(shares.map(\.upperBound).max() ?? $0)) } ?? cell.verdict
        return ", but each \(verdict.phrase)" + reason(rows.count > 1 ? row : nil, cell)
    }

    /// `in drag gcd is ahead: nstimer loses 19 % of its points (mode not run)`.
    private func lead(_ best: [Int], _ rows: [ComparisonReport.Row]) -> String {
        var worst: (lost: Int64, late: Int64, subject: Int, row: ComparisonReport.Row)?
        for row in rows {
            for subject in report.subjects.indices where !best.contains(subject) {
                guard let cell = row.cells[subject] else { continue }
                let lost = cell.hasBacklog || cell.crashedAt != nil ? .max : cell.lost
                if (lost, cell.late) > (worst?.lost ?? -1, worst?.late ?? -1) {
                    worst = (lost, cell.late, subject, row)
                }
            }
        }
        let text = "in \(names(of: rows)) \(names(of: best)) \(best.count == 1 ? "is" : "are") ahead"
        guard let worst, let cell = worst.row.cells[worst.subject] else { return text }
        let name = report.subjects[worst.subject].name
        let leaders = best.compactMap { worst.row.cells[$0] }
        return text + ": \(name) \(phrase(cell, behind: leaders, rows.count > 1 ? worst.row : nil))"
    }

    /// One that is behind though its figures are within bounds, or loses no more, is so by what it is late.
    private func phrase(
        _ cell: ComparisonReport.Cell, behind leaders: [ComparisonReport.Cell], _ row: ComparisonReport.Row?
    ) -> String {
        let (verdict, waiting) = (cell.verdict, cell.timer.waiting)
        if case .lost = verdict, leaders.contains(where: { $0.lost + ComparisonReport.Cell.grain >= cell.lost }) {
            let wait = ComparisonNumber.duration(waiting.map { $0.p99 ?? $0.max })
            return "loses no more, but its points wait up to \(wait) (p99)"
        }
        return (verdict == .holds ? "is up to \(ComparisonNumber.duration(waiting?.max)) late" : verdict.phrase)
            + reason(row, cell)
    }

    private func reason(_ row: ComparisonReport.Row?, _ cell: ComparisonReport.Cell) -> String {
        let cause: String? =
            switch cell.verdict {
            case .holdsMain, .crashed: nil
            case .drifts: "its delays add up"
            case .silent, .lost, .backlog, .late, .holds: cell.cause?.title
            }
        let reasons = [row?.name, cause].compactMap { $0 }.joined(separator: ": ")
        return reasons.isEmpty ? "" : " (\(reasons))"
    }

    // MARK: What no mechanism mends

    private var limits: String? {
        guard comparesMechanisms else { return nil }
        var parts: [String] = []
        let outlasted = rows.filter(\.isOutlasted)
        if !outlasted.isEmpty {
            parts.append(
                "no mechanism helps a callback that outlasts its interval (\(losses(outlasted))): move the work to "
                    + "another queue and skip ticks while it runs")
        }
        let queueing = worst(\.hasBacklog) { $0.timer.lag }
        if let queueing {
            parts.append(
                told(queueing.subjects, "queues", "queue")
                    + " every tick, so that the backlog grows without end, here to "
                    + ComparisonNumber.duration(queueing.figure))
        }
        let halted = rows.filter(\.isHalted)
        if !halted.isEmpty { parts.append("none of them fires through \(names(of: halted))") }
        let bursting = worst(\.isBurst) { $0.timer.waiting?.max }
        if let bursting, bursting.subjects.count < report.subjects.count {
            parts.append(
                told(bursting.subjects, "makes", "make") + " up for missed points one by one, up to "
                    + "\(ComparisonNumber.duration(bursting.figure)) late")
        }
        // Where one stands still or is outlasted it is not for its drift.
        let drifting = worst(in: rows.filter { !$0.isOutlasted && !$0.isHalted }, \.isDrifting, \.drift)
        if let drifting, fault != .drift {
            parts.append(
                told(drifting.subjects, "counts from its", "count from their")
                    + " last firing, so that every delay adds "
                    + "up (\(ComparisonNumber.drift(drifting.figure)) in \(drifting.row))")
        }
        if let others = alternatives { parts.append(others) }
        return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }

    private func losses(_ rows: [ComparisonReport.Row]) -> String {
        rows.map { row in
            let shares = row.cells.compactMap { $0?.lost }
            let range = (shares.min() ?? 0)...(shares.max() ?? 0)
            return "\(row.name): \(ComparisonNumber.range(range, ComparisonNumber.percent(permille:))) lost"
        }.joined(separator: ", ")
    }

    /// The subjects that are such in some workload, and where the figure of that is largest.
    private func worst(
        in rows: [ComparisonReport.Row]? = nil, _ isSuch: (ComparisonReport.Cell) -> Bool,
        _ figure: (ComparisonReport.Cell) -> Int64?
    ) -> (subjects: [Int], figure: Int64, row: String)? {
        let found = (rows ?? self.rows).flatMap { row in
            row.cells.indices.compactMap { subject in
                row.cells[subject].flatMap {
                    isSuch($0) ? (subject: subject, figure: figure($0) ?? 0, row: row.name) : nil
                }
            }
        }
        guard let most = found.max(by: { $0.figure < $1.figure }) else { return nil }
        return (Set(found.map(\.subject)).sorted(), most.figure, most.row)
    }

    private func told(_ subjects: [Int], _ one: String, _ several: String) -> String {
        "\(names(of: subjects)) \(subjects.count == 1 ? one : several)"
    }

    /// What was not compared and keeps its rhythm where some of these stand still.
    private var alternatives: String? {
        guard fault == nil else { return nil }
        let rows = self.rows.filter { row in
            row.cells.contains { $0.map { $0.cause == .modeNotRun && $0.lost > ComparisonReport.Cell.grain } ?? false }
        }
        let names = better(in: rows) { $0.verdict == .holds }.filter { $0.contains("+") }
        guard !names.isEmpty else { return nil }
        return "in \(self.names(of: rows)) \(names.enumerated) \(names.count == 1 ? "does" : "do") not stand still"
    }

    /// The alternatives that do as well as the best in some workloads, and are as they should be there.
    private func better(in rows: [ComparisonReport.Row], _ isGood: (ComparisonReport.Cell) -> Bool) -> [String] {
        let names = Set(rows.flatMap(\.alternatives.keys))
        return names.sorted().filter { name in
            rows.allSatisfy { $0.wouldBeBest(name) && $0.alternatives[name].map(isGood) ?? false }
        }
    }

    // MARK: What to choose

    private var choice: String? {
        if let fault { return refusal(fault) }
        guard let first = chosen.first else {
            return report.subjects.count == 2
                ? "choose neither before that is mended: which of it is worse no figure says"
                : "choose none of them before that is mended: which of it is worse no figure says"
        }
        let isOpen = decided.isEmpty && comparesMechanisms
        var text = "choose \(chosen.map { report.subjects[$0].name }.enumerated(by: "or"))"
        if let interface = forInterface {
            return "choose \(report.subjects[interface].name) for what the interface shows, "
                + "\(report.subjects[first].name) for everything else" + merit(of: first) + mainThread()
        }
        if report.subjects[first].drawsFrames {
            let isBehind = decided.contains { !$0.best.contains(first) }
            return text + (isBehind ? " all the same" : "")
                + ": it is called once for each frame of the display, before that is drawn"
                + (isBehind ? "; what is ready between two frames is not shown any sooner" : "") + inOtherModes()
        }
        if chosen.count > 1, isOpen { text = "the numbers do not decide: " + text }
        let lost = decided.filter { !$0.best.contains(first) }
        if let other = lost.first?.best.first,
            report.subjects[other].faultCount <= report.subjects[first].faultCount
        {
            text +=
                ", but \(report.subjects[other].name) if \(names(of: lost)) \(lost.count == 1 ? "is" : "are") what counts"
        }
        return text + merit(of: first) + elsewhere(first) + mainThread() + drawing()
    }

    /// What one has before others that do as well.
    private func merit(of first: Int) -> String {
        let threads = equals.filter { report.subjects[$0].ownsThread }
        guard !threads.isEmpty, !report.subjects[first].ownsThread else { return "" }
        return ". \(report.subjects[first].name) needs no thread of its own, \(names(of: threads)) "
            + (threads.count == 1 ? "does" : "do")
    }

    /// What a callback off the main thread means for the interface, and what does best of those on it.
    private func elsewhere(_ first: Int) -> String {
        guard report.subjects[first].runsOnMain == false else { return "" }
        let callbacks = chosen.count == 1 ? "Its callback runs" : "Their callbacks run"
        let text =
            ". \(callbacks) elsewhere, so hand over to the main thread what the interface needs: that waits there "
            + "like everything else"
        let onMain = ranked.first { subject in
            report.subjects[subject].runsOnMain == true && !report.subjects[subject].drawsFrames
                && !rows.contains { $0.cells[subject].map { $0.hasBacklog || $0.driftsBadly } ?? false }
                && !rows.allSatisfy { $0.cells[subject]?.holdsMain ?? false }
        }
        guard let onMain else { return text }
        return text + "; work that must run there and may be late can stay with \(report.subjects[onMain].name)"
    }

    private func drawing() -> String {
        let links = report.subjects.indices.filter { report.subjects[$0].drawsFrames }
        guard let link = links.first, links.count < report.subjects.count else { return "" }
        return ". \(report.subjects[link].name) is for what is drawn on every frame"
    }

    private func inOtherModes() -> String {
        let name = report.subjects[chosen[0]].name
        let rows = self.rows.filter { $0.cells[chosen[0]]?.cause == .modeNotRun }
        let common = better(in: rows) { $0.verdict == .holds }.first { $0.hasPrefix(name + "+") }
        return common.map { ". Choose \($0) for what goes on in \(names(of: rows))" } ?? ""
    }

    /// Two bad choices are called that.
    private func refusal(_ fault: ComparisonAdvice.Fault) -> String {
        let subject = report.subjects.count == 2 ? "neither" : "none of them"
        let cell = faulty.lazy.compactMap { $0.cells[ranked[0]] }.first
        let (reason, avoided) =
            switch fault {
            case .backlog: ("the ticks queue up", "merges what it misses")
            case .drift: ("each delay adds up, \(worstDrifts())", "keeps its grid")
            case .holdsMain:
                ("the callback \(ComparisonVerdict.holdsMain(cell?.longestOnMain ?? 0).phrase)", "leaves it free")
            case .modeNotRun:
                (
                    "in \(names(of: faulty)) the run loop does not run their mode, and they stand still",
                    "does not"
                )
            }
        let others = better(in: faulty) { fault == .backlog || $0.verdict == .holds }
        guard !others.isEmpty else { return "choose \(subject): \(reason)" }
        return "choose \(subject): \(reason); \(others.enumerated(by: "or")) \(avoided)"
    }

    /// `+10 % with perform and +12 % with after`.
    private func worstDrifts() -> String {
        report.subjects.indices.compactMap { subject in
            let drift = faulty.compactMap { $0.cells[subject]?.drift }.max() ?? 0
            return drift > 0 ? "\(ComparisonNumber.drift(drift)) with \(report.subjects[subject].name)" : nil
        }.enumerated
    }

    /// Where the work runs matters as much as when it begins.
    private func mainThread() -> String {
        let shares = report.subjects.indices.map(busy)
        guard let least = shares.min(), let most = shares.max(), most >= least + 100 else { return "" }
        // Of many the extremes say enough.
        let told = report.subjects.indices.filter { shares.count <= 4 || [least, most].contains(shares[$0]) }
        let texts = told.sorted { (shares[$0], $0) < (shares[$1], $1) }.map {
            "\(ComparisonNumber.percent(permille: shares[$0])) with \(report.subjects[$0].name)"
        }
        return ". The main thread is busy \(texts.enumerated)"
    }

    // MARK: Words

    private func names(of rows: [ComparisonReport.Row]) -> String { rows.map(\.name).enumerated }

    private func names(of subjects: [Int]) -> String { subjects.map { report.subjects[$0].name }.enumerated }

    /// The names of mechanisms and timers stay as they are typed.
    private func sentence(_ text: String) -> String {
        let isName = report.subjects.contains { text.hasPrefix($0.name) } || text.prefix { $0 != " " } == rows[0].name
        return (isName ? text : text.prefix(1).uppercased() + text.dropFirst()) + "."
    }
}
