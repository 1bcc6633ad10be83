import LabAnalysis
import LabCatalogue
import LabExactTime
import LabJSON
import LabRecording

/// The account of one call: the points skipped before it, its own point, the causes of its wait, and a remedy.
package struct AccountPage {
    /// `tick#17`, or the copy that was called.
    package let name: String
    private let timer: EntityID
    package let account: Account
    private let report: RunReport

    /// - Parameter report: the report of a run that kept all its records.
    package init(_ name: String, _ timer: EntityID, _ account: Account, _ report: RunReport) {
        (self.name, self.timer, self.account, self.report) = (name, timer, account, report)
    }

    /// The most pieces, and skipped ranges; of more the first and the last are shown. The page has 20 lines.
    private var mostLines: Int { account.lost.isEmpty ? 6 : 3 }

    package var page: Page {
        let called = [ReportItem(text(account.until), .faint, "called")] + logged
        return Page(
            title: "\(name): \(asked), called at \(text(account.until))", name: report.file,
            facts: [StyledText(report.file, .code)],
            sections: [
                ReportSection("Skipped before it", [.items(shortened(account.lost.map(item)))]),
                ReportSection("Wait", [.items(shortened(account.pieces.map(item)) + called)]),
            ], answer: [ReportSection("Answer", [.items(answer)])])
    }

    private var asked: String {
        switch account.occasion {
        case .manual: "fired by hand"
        case .cancellation: "armed for \(text(instead))"
        case .scheduled: account.isChain ? "armed for \(text(account.armed))" : "due at \(text(account.due))"
        }
    }

    /// The sleep of a task that only a cancellation ended, ns.
    private var instead: Int64 { report.analysis.swallowedCall(of: timer, in: report.trace)?.armed ?? account.armed }

    private func text(_ time: Int64) -> String { DurationText.format(time, digits: 9) }

    private func shortened(_ items: [ReportItem]) -> [ReportItem] {
        guard items.count > mostLines else { return items }
        let half = mostLines / 2
        return items.prefix(half) + [ReportItem("… \(items.count - 2 * half) more …", .faint)] + items.suffix(half)
    }

    /// `8 s … 12 s  5 points: its own callback takes up to 5.4 s (heavy-work.toml:24)`.
    private func item(_ lost: LostPoints) -> ReportItem {
        let causes = lost.shares.filter { $0.percent > 0 }
            .prefix(account.lost.count > 1 ? 1 : 2).map { share in
                (share.percent < 100 ? "\(share.percent) %: " : "")
                    + words(share.reason, lost.from..<account.until)
            }
        let range = lost.count > 1 && lost.from < lost.to ? "\(text(lost.from)) … \(text(lost.to))" : text(lost.from)
        let count = lost.count > 1 ? "\(lost.count) points: " : ""
        return ReportItem(range, .faint, count + causes.joined(separator: "; "))
    }

    private func item(_ piece: Piece) -> ReportItem {
        let what = words(piece.reason, piece.from..<piece.to)
        return ReportItem(text(piece.from), .faint, "\(DurationText.format(piece.length)): \(what)")
    }

    /// The wait in a line: `main busy 1.7 s: event layout (busy-main, line 3)`; tiny parts are left out.
    package var because: String {
        let least = account.pieces.sum(\.length) / 20
        let isOnMain = report.trace.entity(timer).flatMap { report.trace.entity($0.home) }?.isMainQueue == true
        return account.pieces.filter { $0.length > least }.map { piece in
            let (reason, length) = (piece.reason, DurationText.format(piece.length))
            let line = report.line(of: reason).map { " (\(report.file), line \($0))" } ?? ""
            if isOnMain, reason.cause == .otherWork, let who = report.trace.kindAndName(reason.culprit) {
                return "main busy \(length): \(who)\(line)"
            }
            return causes.text(reason, piece.from..<piece.to).text(in: report.trace) + " \(length)\(line)"
        }.joined(separator: "; ")
    }

    private func words(_ reason: Reason, _ during: Range<Int64>) -> String {
        report.text(causes.placed(reason, during))
    }

    private var causes: CauseWords {
        let summary = report.analysis.summary(of: timer)
        return CauseWords(
            summary ?? TimerSummary(entity: timer, name: report.trace.name(timer), mechanism: ""), report.trace,
            report.analysis)
    }

    private var logged: [ReportItem] {
        let call = report.trace.records.drop { $0.kind != .fired || $0.entity != timer || $0.time != account.call }
        return call.dropFirst().prefix { $0.entity != timer || $0.kind != .returned && $0.kind != .fired }
            .lazy.filter { $0.kind == .logged && $0.entity == timer }.prefix(account.lost.isEmpty ? 2 : 1).map {
                ReportItem(text($0.time), .faint, "logs: " + report.trace.message(of: $0, shown: VisibleText.line))
            }
    }

    /// The lateness of a chain's call after the instant for which it was armed.
    private var late: Int64 { account.until - (account.isChain ? account.armed : account.due) }

    private var answer: [ReportItem] {
        if account.occasion == .manual { return [ReportItem("called by a fire: no due point waited for it")] }
        var items: [ReportItem] = []
        if account.occasion == .cancellation {
            let cause = "cancelled in its sleep at \(text(account.armed)) (\(FindingCode.swallowedCancellation))"
            items.append(ReportItem("called since it was \(cause), armed for \(text(instead))"))
        }
        if late > 0 {
            items.append(ReportItem("\(DurationText.format(late)) late; for it to be on time:", .strong))
            items += wishes.prefix(account.lost.isEmpty ? 3 : 2).map {
                ReportItem(DurationText.format($0.time), .warning, $0.wish)
            }
        } else if items.isEmpty {
            let behind = account.isChain ? account.lag ?? 0 : 0
            items.append(
                behind > 0
                    ? ReportItem(
                        "on time for what it was armed for, and \(DurationText.format(behind)) behind what was asked: each "
                            + "delay before it adds up")
                    : ReportItem("on time", .good))
        }
        if account.lostCount > 0 {
            items.append(ReportItem("\(Plural.of(account.lostCount, "point")) skipped", .warning))
        }
        return items
    }

    /// The changes that would have shortened the wait, each with its share, the longest first.
    package var wishes: [(wish: String, time: Int64)] {
        let pieces = account.pieces.filter { !account.isChain || $0.from >= account.armed }
        let parts = pieces.flatMap { piece -> [(wish: String, time: Int64)] in
            // The system calls nothing in its sleep; then a stopped clock has more time to run.
            let asleep =
                piece.reason.cause == .systemSlept
                ? report.analysis.sleeps.sum { Int64($0.clamped(to: piece.from..<piece.to).count) } : 0
            return [("a system that is awake", asleep), (wish(piece), piece.length - asleep)]
        }
        return parts.filter { $0.time > 0 }.grouped(by: \.wish).map { ($0.key, $0.elements.sum(\.time)) }
            .sorted { $0.time > $1.time }
    }

    private func wish(_ piece: Piece) -> String {
        causes.wish(piece.reason, piece.from..<piece.to).text(in: report.trace) { step in
            report.source.line(of: step).map { " (line \($0))" } ?? ""
        }
    }

    /// A line of kind `account`; instants in ns.
    package func writeJSON(to stream: ByteStream) {
        let isManual = account.occasion == .manual
        let lost = account.lost.map { lost -> JSONValue in
            let causes = lost.shares.map { report.json(of: $0) }
            return ["first": lost.from, "last": lost.to, "count": lost.count, "causes": causes]
        }
        let pieces = account.pieces.map { piece -> JSONValue in
            [
                "from": piece.from, "to": piece.to, "cause": piece.reason.cause.title,
                "culprit": report.name(piece.reason.culprit), "line": report.line(of: piece.reason),
            ]
        }
        stream.writeJSON(
            "account",
            [
                "timer": report.name(timer), "call": account.call, "due": isManual ? nil : account.due,
                "armed": isManual ? nil : account.armed, "skipped": lost, "pieces": pieces,
            ])
    }
}
