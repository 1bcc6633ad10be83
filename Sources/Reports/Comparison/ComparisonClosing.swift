import Analysis

/// What the numbers of a comparison mean and what to choose, in two or three sentences made from them.
public struct ComparisonClosing {
    private let report: ComparisonReport
    /// The workloads that every subject has; only they say who does better.
    private let rows: [ComparisonReport.Row]
    /// Mechanisms have the same work to do, files may differ in anything.
    private let comparesMechanisms: Bool
    /// The workloads in which the choice matters.
    private let decided: [ComparisonReport.Row]

    public init(report: ComparisonReport) {
        self.report = report
        let complete = report.rows.filter { !$0.cells.contains(nil) }
        rows = complete.isEmpty ? report.rows : complete
        comparesMechanisms = report.subjects.contains { $0.runsOnMain != nil }
        let isOpen = comparesMechanisms
        decided = rows.filter { !$0.isEven && !(isOpen && $0.isOutlasted) }
    }

    public var sentences: [String] {
        guard report.subjects.count > 1, report.rows.contains(where: { !$0.best.isEmpty }) else { return [] }
        return [differences, limits, choice].compactMap { $0 }.map(sentence)
    }

    // MARK: Where they differ

    private var differences: String? {
        var parts: [String] = []
        let even = rows.filter { $0.isEven && !(comparesMechanisms && ($0.isOutlasted || isHalted($0))) }
        if !even.isEmpty {
            let latest = even.flatMap(\.cells).compactMap { $0?.measure.waiting?.p99 }.max()
            let bound = latest.map { ": 99 of 100 due points wait at most \(ComparisonNumber.duration($0))" } ?? ""
            parts.append("no difference in \(names(of: even))\(bound)")
        }
        var groups: [(best: [Int], rows: [ComparisonReport.Row])] = []
        for row in decided {
            if let index = groups.firstIndex(where: { $0.best == row.best }) {
                groups[index].rows.append(row)
            } else {
                groups.append((row.best, [row]))
            }
        }
        let ranked = groups.enumerated().sorted {
            ($0.element.rows.count, $1.offset) > ($1.element.rows.count, $0.offset)
        }
        parts += ranked.prefix(2).map { lead($0.element.best, $0.element.rows) }
        return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }

    /// `in drag gcd is ahead: a due point waits 101 µs for a firing in the mean, with nstimer 196 ms (mode not run)`.
    private func lead(_ best: [Int], _ rows: [ComparisonReport.Row]) -> String {
        let own = rows.flatMap { row in best.compactMap { row.cells[$0]?.measure.meanWaiting } }.max() ?? 0
        var worst: (waiting: Int64, subject: Int, row: ComparisonReport.Row)?
        for row in rows {
            for subject in report.subjects.indices where !best.contains(subject) {
                guard let waiting = row.cells[subject]?.measure.meanWaiting else { continue }
                if waiting > worst?.waiting ?? -1 { worst = (waiting, subject, row) }
            }
        }
        let text = "in \(names(of: rows)) \(names(of: best)) \(best.count == 1 ? "is" : "are") ahead"
        guard let worst else { return text }
        let reasons = [rows.count > 1 ? worst.row.name : nil, reason(worst.subject, worst.row)]
            .compactMap { $0 }.joined(separator: ": ")
        return text + ": a due point waits \(ComparisonNumber.duration(own)) for a firing in the mean, with "
            + "\(report.subjects[worst.subject].name) \(ComparisonNumber.duration(worst.waiting))"
            + (reasons.isEmpty ? "" : " (\(reasons))")
    }

    /// What its own delays are due to is only half of the story of one that adds them up.
    private func reason(_ subject: Int, _ row: ComparisonReport.Row) -> String? {
        guard let cause = row.cells[subject]?.cause else { return nil }
        return report.subjects[subject].isRelative && cause == .wakeUp ? "its delays add up" : cause.title
    }

    // MARK: What no mechanism mends

    private var limits: String? {
        guard comparesMechanisms else { return nil }
        var parts: [String] = []
        let outlasted = rows.filter(\.isOutlasted)
        if !outlasted.isEmpty {
            parts.append(
                "no choice helps a callback that outlasts its interval (\(losses(outlasted))): give its work to "
                    + "another queue and let ticks pass while it runs")
        }
        let halted = rows.filter(isHalted)
        if !halted.isEmpty { parts.append("nobody fires through \(names(of: halted))") }
        if let burst = catchingUp(outlasted + halted) { parts.append(burst) }
        if let drift = drifting { parts.append(drift) }
        return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }

    /// Whether everything stood still for a time.
    private func isHalted(_ row: ComparisonReport.Row) -> Bool { row.cause == .systemSlept || row.cause == .background }

    private func losses(_ rows: [ComparisonReport.Row]) -> String {
        rows.map { row in
            let shares = row.cells.compactMap { $0?.measure }.map {
                Int64(clamping: Int128($0.skipped) * 1000 / Int128(max(1, $0.due)))
            }
            let bounds = [shares.min() ?? 0, shares.max() ?? 0].map(ComparisonNumber.percent(permille:))
            return "\(row.name): \(bounds[0] == bounds[1] ? bounds[0] : bounds.joined(separator: " to ")) skipped"
        }.joined(separator: ", ")
    }

    /// Those that make up for every point that was missed, as a burst of late firings.
    private func catchingUp(_ rows: [ComparisonReport.Row]) -> String? {
        let subjects = report.subjects.indices.filter { subject in
            rows.contains { row in
                guard let measure = row.cells[subject]?.measure, let late = measure.waiting?.p99 else { return false }
                let others = row.cells.compactMap { $0?.measure.waiting?.p99 }.min() ?? 0
                return late > 1_000_000_000 && late / 10 > others
            }
        }
        guard !subjects.isEmpty, subjects.count < report.subjects.count else { return nil }
        let latest = rows.flatMap { row in subjects.compactMap { row.cells[$0]?.measure.waiting?.max } }.max()
        return
            "\(names(of: subjects)) \(subjects.count == 1 ? "makes" : "make") up for missed points one by one, up to "
            + "\(ComparisonNumber.duration(latest)) late"
    }

    /// Those that count from their last firing, where nothing but the wake-up delays anybody else.
    private var drifting: String? {
        var found: (drift: Int64, subjects: [Int], row: String)?
        for row in rows where row.cause.map({ [.wakeUp, .tolerance].contains($0) }) ?? true {
            let slow = row.cells.indices.filter {
                report.subjects[$0].isRelative && (row.cells[$0]?.measure.drift?.partsPerBillion ?? 0) >= 100_000
            }
            let most = slow.compactMap { row.cells[$0]?.measure.drift?.partsPerBillion }.max() ?? 0
            if most > found?.drift ?? 0 { found = (most, slow, row.name) }
        }
        guard let found else { return nil }
        let isOne = found.subjects.count == 1
        return
            "\(names(of: found.subjects)) \(isOne ? "counts" : "count") from \(isOne ? "its" : "their") last firing, "
            + "so every delay adds up (\(ComparisonNumber.drift(found.drift as Int64?)) in \(found.row))"
    }

    // MARK: What to choose

    private var choice: String? {
        guard !decided.isEmpty else {
            let advice = comparesMechanisms ? "choose what is easiest to write: " : ""
            return advice + "the numbers do not decide\(mainThread())"
        }
        guard let first = ranked.first else { return nil }
        let lost = decided.filter { !$0.best.contains(first) }
        let peers = peers(of: first)
        var text = "choose \(peers.map { report.subjects[$0].name }.enumerated(by: "or"))"
        if let other = lost.first?.best.first {
            text += ", but \(report.subjects[other].name) if \(names(of: lost)) is what counts"
        }
        if report.subjects[first].runsOnMain == false {
            text +=
                ". \(peers.count == 1 ? "Its callback runs" : "Their callbacks run") elsewhere, so hand over to the main thread what the interface needs"
            let onMain = report.subjects.indices.filter { report.subjects[$0].runsOnMain == true }
            if !onMain.isEmpty {
                text +=
                    "; work that belongs there and can wait is as well off with \(names(of: Array(onMain.prefix(2))))"
            }
            return text
        }
        return text + mainThread()
    }

    /// Those that are ahead in the same workloads and leave the main thread as free, the first three.
    private func peers(of subject: Int) -> [Int] {
        let same = ranked.filter { other in
            busy(other) / 50 == busy(subject) / 50
                && report.subjects[other].runsOnMain == report.subjects[subject].runsOnMain
                && decided.allSatisfy { $0.best.contains(other) == $0.best.contains(subject) }
        }
        return Array(same.prefix(3))
    }

    /// Who is ahead most often, then who keeps points waiting less, then who was named first.
    private var ranked: [Int] {
        let wins = report.subjects.indices.map { subject in decided.count { $0.best.contains(subject) } }
        let waits = report.subjects.indices.map { subject in
            decided.reduce(Int128(0)) { $0 + Int128($1.cells[subject]?.measure.meanWaiting ?? .max) }
        }
        let grain = max(1, (waits.min() ?? 0) / 20)
        return report.subjects.indices.sorted {
            (-wins[$0], busy($0) / 50, waits[$0] / grain, $0) < (-wins[$1], busy($1) / 50, waits[$1] / grain, $1)
        }
    }

    /// How busy the main thread was at worst, in thousandths.
    private func busy(_ subject: Int) -> Int64 {
        report.rows.compactMap { $0.cells[subject]?.mainBusyPermille }.max() ?? 0
    }

    /// Where the work runs matters as much as when it begins.
    private func mainThread() -> String {
        let shares = report.subjects.indices.map(busy)
        guard let least = shares.min(), let most = shares.max(), most >= least + 100 else { return "" }
        let texts = report.subjects.indices.map {
            "\(ComparisonNumber.percent(permille: shares[$0])) with \(report.subjects[$0].name)"
        }
        return ". The main thread is busy \(texts.enumerated)"
    }

    // MARK: Words

    private func names(of rows: [ComparisonReport.Row]) -> String { rows.map(\.name).enumerated }

    private func names(of subjects: [Int]) -> String { subjects.map { report.subjects[$0].name }.enumerated }

    /// The name of a mechanism stays as it is typed.
    private func sentence(_ text: String) -> String {
        let isName = report.subjects.contains { text.hasPrefix($0.name) }
        return (isName ? text : text.prefix(1).uppercased() + text.dropFirst()) + "."
    }
}
