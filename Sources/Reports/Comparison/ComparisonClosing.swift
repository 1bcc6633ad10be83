import Analysis
import ExactTime

/// What the numbers of a comparison mean and what to choose, in two or three sentences made from them.
public struct ComparisonClosing {
    let report: ComparisonReport

    public init(report: ComparisonReport) { self.report = report }

    public var sentences: [String] {
        guard report.subjects.count > 1, report.rows.contains(where: { !$0.best.isEmpty }) else { return [] }
        return [differences, limits, choice].compactMap { $0 }
    }

    // MARK: Where they differ

    private var differences: String? {
        let decided = report.rows.filter { !$0.isEven }
        let even = report.rows.filter { $0.isEven && !isHopeless($0) }
        var parts: [String] = []
        if !even.isEmpty {
            let latest = even.flatMap(\.cells).compactMap { $0?.measure.lateness?.p99 }.max()
            let bound = latest.map { ": 99 of 100 firings come within \(ComparisonNumber.duration($0))" } ?? ""
            parts.append("\(names(of: even)) make no difference\(bound)")
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
        return parts.isEmpty ? nil : sentence(parts.joined(separator: "; "))
    }

    /// `gcd is ahead in drag: a due point waits 120 µs for a firing, 210 ms with nstimer (mode not run)`.
    private func lead(_ best: [Int], _ rows: [ComparisonReport.Row]) -> String {
        let winners = names(of: best)
        let own = rows.flatMap { row in best.compactMap { row.cells[$0]?.measure.waiting } }.max() ?? 0
        var worst: (waiting: Int64, subject: Int, row: ComparisonReport.Row)?
        for row in rows {
            for subject in report.subjects.indices where !best.contains(subject) {
                guard let waiting = row.cells[subject]?.measure.waiting else { continue }
                if waiting > worst?.waiting ?? -1 { worst = (waiting, subject, row) }
            }
        }
        let text = "\(winners) \(best.count == 1 ? "is" : "are") ahead in \(names(of: rows))"
        guard let worst else { return text }
        guard worst.waiting > own else {
            let skipped = rows.compactMap { row in row.cells[worst.subject]?.measure.skipped }.max() ?? 0
            return text + ", since \(report.subjects[worst.subject].name) skips up to \(skipped) points"
        }
        let why = worst.row.cells[worst.subject]?.cause.map { ", \($0.title)" } ?? ""
        let where_ = rows.count > 1 ? " in \(worst.row.name)" : ""
        return text + ", where a due point waits \(ComparisonNumber.duration(own)) for a firing in the mean, but "
            + "\(ComparisonNumber.duration(worst.waiting)) with \(report.subjects[worst.subject].name)\(where_)\(why)"
    }

    // MARK: What no mechanism mends

    private var limits: String? {
        var parts: [String] = []
        let hopeless = report.rows.filter(isHopeless)
        let outlasted = hopeless.filter { cause(of: $0) == .ownCallback }
        if !outlasted.isEmpty {
            parts.append(
                "no choice helps a callback that outlasts its interval (\(losses(outlasted))): do its work on "
                    + "another queue and let ticks pass while it runs")
        }
        let halted = hopeless.filter { cause(of: $0) != .ownCallback }
        if !halted.isEmpty {
            parts.append("\(parts.isEmpty ? "nothing" : "nor") fires through \(losses(halted))")
        }
        if let drift = drifting { parts.append(drift) }
        return parts.isEmpty ? nil : sentence(parts.joined(separator: "; "))
    }

    /// Whether even the best skips a tenth of the points.
    private func isHopeless(_ row: ComparisonReport.Row) -> Bool {
        let measures = row.cells.compactMap { $0?.measure }
        return !measures.isEmpty && measures.allSatisfy { $0.asked > 0 && $0.skipped >= max(1, $0.asked / 10) }
    }

    private func cause(of row: ComparisonReport.Row) -> Cause? {
        row.best.first.flatMap { row.cells[$0]?.cause }
    }

    private func losses(_ rows: [ComparisonReport.Row]) -> String {
        rows.map { row in
            let shares = row.cells.compactMap { $0?.measure }.map { Int64($0.skipped * 1000 / max(1, $0.asked)) }
            let (least, most) = (shares.min() ?? 0, shares.max() ?? 0)
            let range =
                ComparisonNumber.percent(permille: least) == ComparisonNumber.percent(permille: most)
                ? ComparisonNumber.percent(permille: most)
                : "\(ComparisonNumber.percent(permille: least)) to \(ComparisonNumber.percent(permille: most))"
            return "\(row.name): \(range) skipped"
        }.joined(separator: ", ")
    }

    /// Those that count from their last firing, in the workload where that shows most among those that hold somebody.
    private var drifting: String? {
        var found: (drift: Int64, subjects: [Int], row: String)?
        for row in report.rows where !isHopeless(row) {
            let drifts = row.cells.map { $0?.measure.driftPartsPerBillion.map { abs(max($0, -.max)) } }
            guard drifts.contains(where: { ($0 ?? .max) < 100_000 }) else { continue }
            let slow = row.cells.indices.filter {
                report.subjects[$0].isRelative && (drifts[$0] ?? 0) >= 1_000_000
            }
            let most = slow.compactMap { drifts[$0] }.max() ?? 0
            if most > found?.drift ?? 0 { found = (most, slow, row.name) }
        }
        guard let found else { return nil }
        let one = found.subjects.count == 1
        return "\(names(of: found.subjects)) \(one ? "counts" : "count") from \(one ? "its" : "their") last firing, which "
            + "adds up to \(ComparisonNumber.drift(found.drift)) in \(found.row)"
    }

    // MARK: What to choose

    private var choice: String? {
        let wins = report.subjects.indices.map { subject in report.rows.count { $0.best.contains(subject) } }
        let costs = report.subjects.indices.map { subject in
            report.rows.reduce(Int128(0)) { $0 + Int128($1.cells[subject]?.measure.waiting ?? .max) }
        }
        let ranked = report.subjects.indices.sorted {
            (-wins[$0], Int64(clamping: busy($0)), costs[$0], $0) < (-wins[$1], Int64(clamping: busy($1)), costs[$1], $1)
        }
        guard let first = ranked.first else { return nil }
        guard report.rows.contains(where: { !$0.isEven }) else {
            return sentence("choose by what is easiest to write: the numbers do not decide\(mainThread(nil))")
        }
        let lost = report.rows.filter { !$0.best.contains(first) && !$0.best.isEmpty }
        var text = "choose \(report.subjects[first].name)"
        if !lost.isEmpty {
            let other = lost.first?.best.first.map { report.subjects[$0].name } ?? ""
            text += " unless \(names(of: lost)) is what counts, where \(other) does better"
        } else {
            text += ": nobody beats it in any row"
        }
        return sentence(text + mainThread(first))
    }

    private func busy(_ subject: Int) -> Int64 {
        report.rows.compactMap { $0.cells[subject]?.mainBusyPermille }.max() ?? 0
    }

    /// Where the callback runs matters as much as when.
    private func mainThread(_ subject: Int?) -> String {
        if let subject, report.subjects[subject].runsOnMain == false {
            let others = report.subjects.indices.filter { report.subjects[$0].runsOnMain == true }
            let rest = others.isEmpty ? "" : "; \(names(of: others)) \(others.count == 1 ? "is" : "are") for work that belongs there"
            return ". Its callback does not run on the main thread, so hand over what the interface needs\(rest)"
        }
        let shares = report.subjects.indices.map { busy($0) }
        guard let least = shares.min(), let most = shares.max(), most >= least + 100 else { return "" }
        let texts = report.subjects.indices.map { "\(ComparisonNumber.percent(permille: shares[$0])) with \(report.subjects[$0].name)" }
        return ". The main thread is busy \(texts.enumerated)"
    }

    // MARK: Words

    private func names(of rows: [ComparisonReport.Row]) -> String { rows.map(\.name).enumerated }

    private func names(of subjects: [Int]) -> String { subjects.map { report.subjects[$0].name }.enumerated }

    private func sentence(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() + "." }
}
