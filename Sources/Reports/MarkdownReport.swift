import Analysis
import ExactTime
import Recording

/// The report as GitHub-flavoured Markdown, for a pull request or a job summary.
public struct MarkdownReport: ReportFormat {
    /// Leaves out the firing log.
    public var isQuiet: Bool

    public init(isQuiet: Bool = false) { self.isQuiet = isQuiet }

    public func write(_ report: RunReport, isFirst: Bool, to stream: ByteStream) {
        if !isFirst { stream.write("\n") }
        let header = report.trace.header
        var lines = ["# " + MarkdownReport.escaped(header.title.isEmpty ? report.file : header.title), ""]
        lines.append(
            MarkdownReport.code(report.file)
                + " · \(MarkdownReport.escaped(header.deviceProfile)) · seed \(header.seed) · "
                + "\(DurationText.format(header.duration)) \(header.clock.rawValue) · "
                + "fingerprint `\(Fingerprint.text(report.trace.fingerprint))`")
        if let crash = CrashLine(report: report) { lines += ["", "**\(MarkdownReport.escaped(crash.text))**"] }
        lines += timers(report) + causes(report) + findings(report) + lifetimes(report)
        lines += log(report) + expectations(report)
        for line in lines { stream.write(line + "\n") }
        if !isQuiet, report.showsLog, report.trace.records.contains(where: { $0.kind == .logged }) {
            stream.write("\n## Log\n\n~~~~text\n")
            FiringLogWriter.write(report.trace, to: stream)
            stream.write("~~~~\n")
        }
    }

    private func log(_ report: RunReport) -> [String] {
        guard let log = report.log else { return [] }
        var lines = ["", "## Mechanism", ""]
        lines += log.timers.map { timer in
            "- " + MarkdownReport.escaped(timer.name + ": " + (timer.verdict?.sentence ?? "too short to tell"))
        }
        guard !log.notes.isEmpty else { return lines }
        lines += ["", "## Notes on the log", ""]
        return lines
            + log.notes.map { note in
                "- " + MarkdownReport.escaped((note.line.map { "line \($0): " } ?? "") + note.message)
            }
    }

    private func timers(_ report: RunReport) -> [String] {
        guard !report.shownTimers.isEmpty else { return [] }
        let timing = TimingTable(report: report)
        let table = timing.table
        let groups = table.groups.indices.filter { group in
            table.rows.contains { row in row.cells[group].contains { $0 != TextTable.blank } }
        }
        let columns =
            ["timer"]
            + groups.flatMap { group in
                table.groups[group].columns.map {
                    [table.groups[group].title, $0].filter { !$0.isEmpty }.joined(separator: " ")
                }
            }
        let align = "| --- |" + String(repeating: " ---: |", count: columns.count - 1)
        let rows = table.rows.map { row in
            MarkdownReport.row(
                [row.name.rendered(.plain)] + groups.flatMap { row.cells[$0].map { $0.rendered(.plain) } })
        }
        let departures = report.shownTimers.flatMap { EpisodeText(report: report, timer: $0).lines }
        return ["", "## Timing", "", MarkdownReport.row(columns), align] + rows
            + (departures.isEmpty ? [] : [""] + departures.map { "- " + MarkdownReport.escaped($0) })
            + ["", MarkdownReport.escaped(timing.legend)]
    }

    private func causes(_ report: RunReport) -> [String] {
        let shown = Set(report.shownTimers.map(\.entity))
        let rows = report.analysis.attributions.filter { shown.contains($0.timer) }.flatMap { blame in
            report.shownShares(blame).map { share in
                MarkdownReport.row([
                    report.trace.name(blame.timer), "\(share.percent) %", share.cause.title,
                    report.trace.entity(share.culprit)?.name ?? "", DurationText.format(share.nanoseconds),
                    report.place(share.place) ?? "",
                ])
            }
        }
        if rows.isEmpty { return [] }
        let columns = ["timer", "share", "cause", "who", "waiting", "place"]
        return ["", "## Why", "", MarkdownReport.row(columns), "| --- | ---: | --- | --- | ---: | --- |"] + rows
    }

    private func findings(_ report: RunReport) -> [String] {
        if report.analysis.findings.isEmpty { return [] }
        return ["", "## Findings", ""]
            + report.analysis.findings.map { finding in
                let place = report.place(finding.place).map { " (\($0))" } ?? ""
                let remedy = finding.remedy.map { "  \n  " + MarkdownReport.escaped($0.sentence) } ?? ""
                let option = finding.remedy?.option.map { "; try " + MarkdownReport.code($0) } ?? ""
                return "- **\(finding.code.rawValue)** \(finding.severity.rawValue): "
                    + MarkdownReport.escaped("\(finding.message)\(place)") + remedy + option
            }
    }

    private func lifetimes(_ report: RunReport) -> [String] {
        if report.analysis.lifetimes.isEmpty { return [] }
        return ["", "## Lifetimes", ""]
            + report.analysis.lifetimes.map { life in
                let facts = LifetimeSection(report: report).facts(life).map(\.text).joined(separator: "; ")
                return "- \(MarkdownReport.escaped(report.trace.name(life.entity))): \(MarkdownReport.escaped(facts))"
            }
    }

    private func expectations(_ report: RunReport) -> [String] {
        if report.verdicts.isEmpty { return [] }
        return ["", "## Expectations", ""]
            + report.verdicts.map { verdict in
                let subject = verdict.subject.isEmpty ? "" : verdict.subject + ": "
                let failure = verdict.passed ? "" : ", but " + verdict.actual
                return "- [\(verdict.passed ? "x" : " ")] "
                    + MarkdownReport.escaped(subject + verdict.promised + failure)
            }
    }

    private static func row(_ cells: [String]) -> String {
        "| " + cells.map(escaped).joined(separator: " | ") + " |"
    }

    /// The text with everything escaped that Markdown would take for markup, on one line.
    static func escaped(_ text: String) -> String {
        VisibleText.line(spaced(text)).reduce(into: "") { result, character in
            switch character {
            case "\\", "`", "*", "_", "|", "<", ">", "[", "]", "#", "~": result += "\\\(character)"
            default: result.append(character)
            }
        }
    }

    /// A code span that neither a backtick nor a table can end.
    static func code(_ text: String) -> String {
        let text = VisibleText.line(spaced(text)).replacing("|", with: "\\|")
        return text.contains("`") ? "`` \(text) ``" : "`\(text)`"
    }

    /// Markdown makes a space of a line end too.
    private static func spaced(_ text: String) -> String { String(text.map { $0.isNewline ? " " : $0 }) }
}
