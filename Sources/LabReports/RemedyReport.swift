import LabAnalysis
import LabExactTime
import LabJSON

/// Remedies that were tried, the best first: what each changes and what it costs.
package struct RemedyReport: Sendable {
    /// The figures of a run, of all timers together; times are ns.
    package struct Figures: Hashable, Sendable {
        package var findings: [FindingName] = []
        package var crashes: Int64 = 0
        /// Expectations that fail, where one does as it is.
        package var failed: Int64 = 0
        /// One-shot calls that nobody wants, and those that are wanted and do not come.
        package var wrongCalls: Int64 = 0
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
        /// True if the run is too short to measure a drift.
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

    /// True if a remedy makes anything better and no other one does all that and more.
    package enum Use: Sendable { case helps, less, none }

    /// True if a remedy takes the finding away.
    package func isMended(by row: Row) -> Bool {
        row.figures.failed == 0 && worst.map { !row.figures.findings.contains($0) } ?? true
    }

    /// True if the order depends on the seed.
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
    /// The additional text that is not counted: `notes`, or a code.
    package var uncounted: [String] = []
    /// The remedy in words.
    package var advice: String?
    /// The same in code, where nothing can be tried.
    package var advised = (swift: "", objectiveC: "")
    /// The expectations that fail as it is, each with what came instead.
    package var failed: [String] = []
    /// How the process ended early.
    package var crash: Crash?
    /// Nil where nothing is random.
    package var otherSeeds: OtherSeeds?
    /// The requests of the scenario that cost points; shown if nothing has to be mended.
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
            ("failed", failed, false), ("findings", Int64(findings.count), false), ("crash", crashes, false),
            ("leaks", leaks, false), ("wrong calls", wrongCalls, false),
            ("skipped", lost, false), ("waiting max", waiting, true), ("behind", behind, true), ("drift", drift, false),
            ("wake-ups", wakeUps, false),
        ]
    }

    /// - Parameter isShare: whether others have another number of due points.
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

    /// 0, without a remedy, is the scenario as it is; without a number is what does not help.
    var numbered: [(number: Int64?, row: Row?)] {
        [(0, nil)] + rows.filter(\.helps).enumerated().map { (Int64($0 + 1), $1) }
            + rows.filter { !$0.helps }.map { (nil, $0) }
    }
}
