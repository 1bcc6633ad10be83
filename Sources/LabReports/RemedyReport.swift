import LabAnalysis
import LabExactTime
import LabJSON

/// Remedies that were tried, the best first: what each changes and what it costs.
package struct RemedyReport: Sendable {
    /// The figures of a run, of all timers together; times are ns.
    package struct Figures: Hashable, Sendable {
        package var findings: [FindingName] = []
        package var crashes: Int64 = 0
        /// The number of failed expectations; nil if none fails in the scenario as it is.
        package var failed: Int64 = 0
        /// One-shot calls that nobody wants, and wanted calls that do not come.
        package var wrongCalls: Int64 = 0
        package var leaks: Int64 = 0
        package var lost: Int64 = 0
        package var due: Int64 = 0
        /// The longest wait of a due point, and true if it still waited at the end.
        package var waiting: Int64 = 0
        package var waitsAtEnd = false
        /// The largest lag of a timer that is armed again after each callback.
        package var behind: Int64 = 0
        /// The largest drift, parts per billion.
        package var drift: Int64 = 0
        /// True if the run is too short to measure a drift.
        package var isDriftUnknown = false
        package var wakeUps: Int64 = 0

        package init() {}
    }

    /// A remedy with its run.
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

    /// True if a remedy improves something, and no other one does the same and more.
    package enum Use: Sendable { case helps, less, none }

    /// True if a remedy removes the finding.
    package func isMended(by row: Row) -> Bool {
        row.figures.failed == 0 && worst.map { !row.figures.findings.contains($0) } ?? true
    }

    /// True if the order depends on the seed.
    package struct OtherSeeds: Sendable {
        package var own: UInt64
        /// The number of seeds with which the first remedy is the best.
        package var agreeing: Int
        package var count: Int

        package init(own: UInt64, agreeing: Int, count: Int) {
            (self.own, self.agreeing, self.count) = (own, agreeing, count)
        }
    }

    package var title = ""
    package var file = ""
    /// The scenario's name in a command.
    package var argument = ""
    /// The finding to remove, with its message; nil if there is nothing to fix.
    package var worst: FindingName?
    package var problem = ""
    /// Further text that is not counted: `notes`, or a code.
    package var uncounted: [String] = []
    /// The remedy in words.
    package var advice: String?
    /// The remedy in code, if nothing can be tried.
    package var advised = (swift: "", objectiveC: "")
    /// The expectations that fail without a remedy, each with its actual value.
    package var failed: [String] = []
    /// The early end of the process.
    package var crash: Crash?
    /// The seeds; nil if nothing is random.
    package var otherSeeds: OtherSeeds?
    /// The requests of the scenario that cost points; shown if there is nothing to fix.
    package var asked: Finding?
    package var before = Figures()
    /// The best first; those without an improvement last.
    package var rows: [Row] = []

    package init() {}
}

extension RemedyReport.Figures {
    /// The figures under the names of their columns.
    var cells: [(name: String, value: Int64, isTime: Bool)] {
        [
            ("failed", failed, false), ("findings", Int64(findings.count), false), ("crash", crashes, false),
            ("leaks", leaks, false), ("wrong calls", wrongCalls, false),
            ("skipped", lost, false), ("waiting max", waiting, true), ("behind", behind, true), ("drift", drift, false),
            ("wake-ups", wakeUps, false),
        ]
    }

    /// - Parameter isShare: true if others have another number of due points.
    func texts(isShare: Bool) -> [String] {
        cells.map { cell in
            let text = SweepReport.Column(cell.name, isTime: cell.isTime).text(cell.value)
            switch cell.name {
            case "skipped" where isShare: return "\(text) of \(due)"
            case "drift" where isDriftUnknown && drift == 0: return "unknown"
            case "waiting max" where waitsAtEnd: return "≥ \(text)"
            default: return text
            }
        }
    }

}

extension RemedyReport {
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

    /// The members of a remedy, or of the scenario as it is, in both formats.
    private func members(_ number: Int64?, _ row: Row?) -> [(String, JSONValue)] {
        let figures = row?.figures ?? before
        let cells = figures.cells.map { ($0.name.key, $0.value.json) }
        return [("number", number.json), ("name", (row?.name ?? RemedyReport.unchanged).json)] + cells
            + [("found", figures.findings.map(\.description).json)]
    }

    static let unchanged = "as it is"

    /// The number 0 without a remedy is the scenario as it is; a remedy that does not help has no number.
    var numbered: [(number: Int64?, row: Row?)] {
        [(0, nil)] + rows.filter(\.helps).enumerated().map { (Int64($0 + 1), $1) }
            + rows.filter { !$0.helps }.map { (nil, $0) }
    }
}
