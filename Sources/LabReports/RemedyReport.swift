import LabAnalysis
import LabCatalogue

/// Remedies that were tried, the best first: what each changes and what it costs.
package struct RemedyReport {
    /// The figures of a run, of all timers together; times are ns.
    package struct Figures: Hashable {
        package var findings: [FindingName] = []
        /// Those of them that are faults.
        package var faults: [FindingName] = []
        package var crashes: Int64 = 0
        /// The number of failed expectations that say what is wanted.
        package var failed: Int64 = 0
        /// One-shot calls that nobody wants, and wanted calls that do not come.
        package var wrongCalls: Int64 = 0
        package var leaks: Int64 = 0
        package var lost: Int64 = 0
        package var due: Int64 = 0
        /// False if every call came when the last owner of the timer's object had left.
        package var isWanted = true
        /// The longest wait of a due point, and true if it still waited at the end.
        package var waiting: Int64 = 0
        package var waitsAtEnd = false
        /// False if no timer has due points that wait.
        package var hasWaiting = false
        /// The largest lag of a timer that is armed again after each callback.
        package var behind: Int64 = 0
        /// The largest drift, parts per billion.
        package var drift: Int64 = 0
        /// True if the run is too short to measure a drift.
        package var isDriftUnknown = false
        package var wakeUps: Int64 = 0

        package init() {}
    }

    /// A row of the table: the scenario as it is, or a remedy with its run.
    package struct Row {
        /// 0 for the scenario as it is, from 1 for a remedy; nil if it improves nothing, or another one does the same and more.
        package var number: Int64? = 0
        package var name = "as it is"
        package var cost = ""
        package var figures: Figures
        package var code = CodeChange()

        package init(figures: Figures) { self.figures = figures }

        package var helps: Bool { number != nil }

        /// `1`; `–` for a remedy that does not help.
        var mark: String { number.map { "\($0)" } ?? "–" }

        /// Nil for the scenario as it is.
        fileprivate var remedy: Self? { number == 0 ? nil : self }

        /// `1  gcd`
        fileprivate var label: String { number == 0 ? name : "\(mark)  \(name)" }
    }

    /// True if a remedy removes the finding.
    package func isMended(by row: Row) -> Bool {
        // An expectation that failed is what was asked about, not the warning beside it.
        let isBeside = finding?.severity != .fault && before.failed > 0
        return row.figures.failed == 0 && (isBeside || worst.map { !row.figures.findings.contains($0) } ?? true)
    }

    package var title = ""
    package var file = ""
    /// The scenario's name in a command.
    package var argument = ""
    /// The finding to remove; nil if there is nothing to fix.
    package var worst: FindingName?
    /// The same, or the request of the scenario that costs points, with its message.
    package var finding: Finding?
    package var problem = ""
    /// Further text that is not counted: `notes`, or a code.
    package var uncounted: [String] = []
    /// The remedy in code, if nothing can be tried.
    package var advised = CodeChange()
    /// The expectations that fail without a remedy, each with its actual value.
    package var failed: [String] = []
    /// The early end of the process.
    package var crash: Crash?
    /// The seed, and the number of other seeds with which the first remedy is the best; nil if nothing is random.
    package var otherSeeds: (own: UInt64, agreeing: Int, count: Int)?
    package var before = Figures()
    /// The best first; those without an improvement last.
    package var rows: [Row] = []

    package init() {}

    /// The scenario as it is, then these remedies; texts leave out columns that are zero everywhere.
    func table(of remedies: some Sequence<Row>, isShare: Bool = false) -> Table<Row> {
        typealias Column = Table<Row>.Column
        func figure(
            _ head: String, isTime: Bool = false, _ value: @escaping (Figures) -> Int64,
            text: @escaping (Figures) -> String? = { _ in nil }
        ) -> Column {
            let isZero = ([before] + rows.map(\.figures)).allSatisfy { value($0) == 0 }
            return .number(
                head.key, isZero ? "" : head, { value($0.figures) },
                text: { row, number in
                    StyledText(text(row.figures) ?? (isTime ? ShortNumber.duration(number) : String(number)))
                })
        }
        let columns: [Column] = [
            .data("number") { $0.number },
            Column(
                json: "name", csv: "name", head: "remedy", isWords: true,
                value: { $0.name.json }, text: { StyledText($0.label) }),
            figure("failed", \.failed), figure("findings") { Int64($0.findings.count) },
            figure("crash", \.crashes), figure("leaks", \.leaks), figure("wrong calls", \.wrongCalls),
            figure("skipped", \.lost) { isShare ? "\($0.lost) of \($0.due)" : nil },
            figure("waiting max", isTime: true, \.waiting) {
                $0.waitsAtEnd ? "≥ " + ShortNumber.duration($0.waiting) : $0.hasWaiting ? nil : "–"
            },
            figure("behind", isTime: true, \.behind),
            figure("drift", \.drift) {
                $0.isDriftUnknown && $0.drift == 0 ? "unknown" : DriftEstimate.text(partsPerBillion: $0.drift)
            },
            figure("wake-ups", \.wakeUps), .data("found") { $0.figures.findings.map(\.description) },
            .data("cost", csv: "") { $0.remedy?.cost }, .data("swift", csv: "") { $0.remedy?.code.swift },
            .data("objective_c", csv: "") { $0.remedy?.code.objectiveC },
        ]
        return Table(columns: columns, rows: [Row(figures: before)] + remedies)
    }

    package func writeJSON(to stream: ByteStream) { table(of: rows).writeJSON("remedy", to: stream) }

    /// The same without the code.
    package func writeCSV(to stream: ByteStream) { table(of: rows).writeCSV(to: stream) }
}
