import LabAnalysis
import LabExactTime
import LabJSON

/// Remedies that were tried, the best first: what each changes and what it costs.
package struct RemedyReport: Sendable {
    /// What a run comes to, of all timers together; times are ns.
    package struct Figures: Hashable, Sendable {
        package var findings: [FindingName] = []
        package var crashes: Int64 = 0
        package var leaks: Int64 = 0
        package var lost: Int64 = 0
        package var due: Int64 = 0
        /// The longest that a due point waited, and whether it still did at the end.
        package var waiting: Int64 = 0
        package var waitsAtEnd = false
        /// The furthest that a timer which re-arms was behind.
        package var behind: Int64 = 0
        /// The largest, parts per billion.
        package var drift: Int64 = 0
        /// Whether the run is too short to tell the drift of one.
        package var isDriftUnknown = false
        package var wakeUps: Int64 = 0

        package init() {}
    }

    /// A remedy with the run that it was tried in.
    package struct Row: Sendable {
        package var helps: Bool { use == .helps }
        package var name: String
        package var cost: String
        package var figures: Figures
        package var use: Use
        package var swift: String
        package var objectiveC: String

        package init(
            name: String, cost: String, figures: Figures, use: Use, swift: String, objectiveC: String
        ) {
            (self.name, self.cost, self.figures) = (name, cost, figures)
            (self.use, self.swift, self.objectiveC) = (use, swift, objectiveC)
        }
    }

    /// Whether a remedy makes anything better, and whether another one does all that it does and more.
    package enum Use: Sendable { case helps, less, none }

    /// Whether a remedy takes the finding away.
    package func isMended(by row: Row) -> Bool { worst.map { !row.figures.findings.contains($0) } ?? true }

    /// Whether the order depends on the seed.
    package struct OtherSeeds: Sendable {
        package var own: UInt64
        /// With how many others the first remedy is the best.
        package var agreeing: Int
        package var count: Int

        package init(own: UInt64, agreeing: Int, count: Int) {
            (self.own, self.agreeing, self.count) = (own, agreeing, count)
        }
    }

    package var title = ""
    package var file = ""
    /// How a command names the scenario.
    package var argument = ""
    /// The finding that is to go, and what it says; nil where nothing is to be mended.
    package var worst: FindingName?
    package var problem = ""
    /// What is told, too, but not counted: `notes`, or a code.
    package var uncounted: [String] = []
    /// What to do about it, in words.
    package var advice: String?
    /// How the process ended early.
    package var crash: Crash?
    /// Nil where nothing is random.
    package var otherSeeds: OtherSeeds?
    /// What the scenario asks for, and loses points by; told where nothing is to be mended.
    package var asked: Finding?
    package var before = Figures()
    /// The best first; those that make nothing better last.
    package var rows: [Row] = []

    package init() {}
}

extension RemedyReport.Figures {
    /// The figures under the names of their columns.
    var cells: [(name: String, value: Int64, isTime: Bool)] {
        [
            ("findings", Int64(findings.count), false), ("crash", crashes, false), ("leaks", leaks, false),
            ("lost", lost, false), ("waiting max", waiting, true), ("behind", behind, true), ("drift", drift, false),
            ("wake-ups", wakeUps, false),
        ]
    }

    /// - Parameter isShare: whether others have another number of due points.
    fileprivate func texts(isShare: Bool) -> [String] {
        cells.map { cell in
            let text = SweepReport.Column(cell.name, isTime: cell.isTime).text(cell.value)
            switch cell.name {
            case "lost" where isShare: return "\(text) of \(due)"
            case "drift" where isDriftUnknown && drift == 0: return "unknown"
            case "waiting max" where waitsAtEnd: return "≥ \(text)"
            default: return text
            }
        }
    }

    /// What became of each finding and figure: `TL0101 of tick gone`, `lost 35 → 0`. Of a run that a crash cuts short,
    /// figures say nothing beside those of a whole one.
    package func changes(from old: RemedyReport.Figures) -> [String] {
        let gone = RemedyReport.grouped(old.findings.filter { !findings.contains($0) }).map { "\($0) gone" }
        let new = RemedyReport.grouped(findings.filter { !old.findings.contains($0) }).map { "\($0) new" }
        let isShare = old.due != due
        let (was, now) = (old.texts(isShare: isShare), texts(isShare: isShare))
        let (cells, others) = (cells, old.cells)
        let moved = cells.indices.dropFirst().filter { index in
            (old.crashes == crashes || cells[index].name == "crash") && others[index].value != cells[index].value
        }.map { "\(cells[$0].name) \(was[$0]) → \(now[$0])" }
        return gone + new + moved
    }
}

extension RemedyReport {
    /// Findings in words, those of several copies of one timer together: `TL0103 of row (20 timers)`.
    private static func grouped(_ findings: [FindingName]) -> [String] {
        func group(_ finding: FindingName) -> String { finding.description.replacing(/\[\d+\]$/, with: "") }
        let copies = Dictionary(grouping: findings, by: group)
        var told: Set<String> = []
        return findings.compactMap { finding in
            let name = group(finding)
            let count = copies[name]?.count ?? 1
            guard count > 1 else { return finding.description }
            return told.insert(name).inserted ? "\(name) (\(count) timers)" : nil
        }
    }

    /// What a class of the main actor has to add to these changes, and another one to take away.
    private static func isolation(_ changes: [String]) -> String {
        let blocks = changes.map { text in
            text.split(separator: "\n").filter { $0.hasPrefix("+") && !$0.contains("Task {") }.joined(separator: "\n")
        }
        let elsewhere = blocks.filter { text in
            ["@Sendable", "Thread {", "work.async", "detached"].contains { text.contains($0) }
        }
        let onMain = blocks.contains { text in
            !elsewhere.contains(text) && (text.contains("[weak self]") || text.contains("_ in self."))
        }
        let parts = [
            elsewhere.isEmpty
                ? nil
                : "a method that is called off main is `nonisolated`, or is called in `Task { @MainActor in … }`",
            onMain
                ? "a block that runs on main calls its methods inside of MainActor.assumeIsolated { … }" : nil,
            changes.contains { $0.contains("isolated deinit") }
                ? "`isolated deinit` takes Swift 6.2, and any other class has a plain `deinit`" : nil,
        ].compactMap(\.self)
        let isSent = !elsewhere.isEmpty || changes.contains { $0.contains("+ task = Task") }
        return [
            parts.isEmpty ? "" : "In a class that is isolated to the main actor: \(parts.joined(separator: "; ")).",
            isSent
                ? "In a class on no actor, a block for a queue, a thread or a task needs a `self` that is Sendable."
                : "",
        ].filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// The remedies that help with their code, then the table, then the answer.
    package var page: Page {
        var page = Page(title: title, name: file)
        page.facts = [StyledText(file, .code)]
        let helping = rows.filter(\.helps)
        page.sections = helping.enumerated().map { index, row in
            let changes = ReportItem("changes", .faint, row.figures.changes(from: before).joined(separator: ", "))
            return ListingSection(
                "\(index + 1)  \(row.name)", [changes, ReportItem("costs", .faint, row.cost)],
                [("Swift", row.swift), ("Objective-C", row.objectiveC)])
        }
        let isolation = RemedyReport.isolation(helping.map(\.swift))
        if !isolation.isEmpty {
            page.sections.append(PlainSection("", [.paragraph(isolation, .faint, indent: 2)]))
        }
        if !rows.isEmpty {
            page.sections.append(PlainSection("Tried", [.table(table), .legend(legend)]))
        }
        page.answer = [PlainSection("Answer", [.items(answer)])]
        return page
    }

    /// A row for each of these, without the columns in which nothing differs from zero.
    private var table: TextTable {
        let all = numbered.map { number, row in
            (
                row.map { (number.map { "\($0)" } ?? "–") + "  " + $0.name } ?? RemedyReport.unchanged,
                row?.figures ?? before
            )
        }
        let heads = before.cells.map(\.name)
        let shown = heads.indices.filter { column in all.contains { $0.1.cells[column].value != 0 } }
        let isShare = all.contains { $0.1.due != before.due }
        var table = TextTable(rowTitle: "remedy", groups: [.init(columns: shown.map { heads[$0] })])
        table.keepsNames = true
        table.rows = all.map { name, figures in
            let texts = figures.texts(isShare: isShare)
            return TextTable.Row(name: StyledText(name), cells: [shown.map { StyledText(texts[$0]) }])
        }
        return table
    }

    /// What the figures are of.
    private var legend: String {
        var parts = uncounted.isEmpty ? [] : ["findings: without " + uncounted.joined(separator: " and ")]
        if let crash, rows.contains(where: { $0.figures.crashes == 0 }) {
            parts.append("as it is: until the crash at \(DurationText.format(crash.time, digits: 6))")
        }
        if let otherSeeds {
            let (agreeing, count) = (otherSeeds.agreeing, otherSeeds.count)
            parts.append("of seed \(otherSeeds.own); 1 is the best with \(agreeing) of \(count) other seeds, too")
        }
        return parts.joined(separator: " · ")
    }

    private var answer: [ReportItem] {
        guard let worst else {
            if let crash {
                return [ReportItem("crashed: \(crash.reason)", .bad), ReportItem("no remedy is known", .faint)]
            }
            guard let asked else { return [ReportItem("nothing to mend: no fault and no warning was found", .good)] }
            return [
                ReportItem(asked.code.rawValue, .warning, asked.message),
                ReportItem("do", .faint, asked.remedy?.sentence ?? ""),
                ReportItem("no remedy takes it away: it is what the scenario asks for", .faint),
            ]
        }
        var items = [ReportItem(worst.code.rawValue, .warning, problem)]
        for (use, words) in [(Use.none, "no better as a whole"), (.less, "mends less")] {
            let names = rows.filter { $0.use == use }.map(\.name)
            if !names.isEmpty { items.append(ReportItem("\(words): " + names.joined(separator: "; "), .faint)) }
        }
        guard let best = rows.first, best.helps else {
            if let advice { items.append(ReportItem("do", .faint, advice)) }
            let none =
                rows.isEmpty
                ? "no remedy is known that could be tried"
                : rows.count == 1
                    ? "the remedy that was tried makes nothing better"
                    : "none of the \(rows.count) remedies that were tried makes anything better"
            return items + [ReportItem(none, .strong)]
        }
        let changes = best.figures.changes(from: before)
        if !isMended(by: best) {
            items.append(ReportItem("nothing that was tried takes it away", .strong))
        }
        return items + [
            ReportItem("best", .good, "\(best.name): " + changes.joined(separator: ", "), .strong),
            ReportItem("try", .faint, "timerlab remedy \(argument) --write 1 remedied.toml", .code),
        ]
    }

    /// A line for the scenario as it is, then one for each remedy, those that help first; times in ns.
    package func writeJSON(to stream: ByteStream) {
        for (number, row) in numbered {
            let code: [(String, JSONValue)] = [
                ("cost", (row?.cost).json), ("swift", (row?.swift).json), ("objective_c", (row?.objectiveC).json),
            ]
            stream.writeJSON("remedy", JSONValue(members: members(number, row) + code))
        }
    }

    /// The same without the code, as a table (RFC 4180).
    package func writeCSV(to stream: ByteStream) {
        stream.writeRow(members(0, nil).map(\.0))
        for (number, row) in numbered { stream.writeRow(members(number, row).map(\.1.field)) }
    }

    /// What both formats tell of a remedy, or of the scenario as it is.
    private func members(_ number: Int64?, _ row: Row?) -> [(String, JSONValue)] {
        let figures = row?.figures ?? before
        let cells = figures.cells.map { ($0.name.key, $0.value.json) }
        return [("number", number.json), ("name", (row?.name ?? RemedyReport.unchanged).json)] + cells
            + [("found", figures.findings.map(\.description).json)]
    }

    private static let unchanged = "as it is"

    /// 0, without a remedy, is the scenario as it is; without a number is what does not help.
    private var numbered: [(number: Int64?, row: Row?)] {
        [(0, nil)] + rows.filter(\.helps).enumerated().map { (Int64($0 + 1), $1) }
            + rows.filter { !$0.helps }.map { (nil, $0) }
    }
}
