import LabAnalysis
import LabExpectations
import LabRecording
import LabTOML
import LabTextLayout

/// Everything that a run has to tell, for whatever format tells it.
package struct RunReport: Sendable {
    package var trace: Trace
    package var analysis: RunAnalysis
    package var verdicts: [Verdict]
    /// How many expectations were not held against a scenario that an option has changed, and which option that was.
    package var unheld: (count: Int, option: String)?
    /// The file that was opened, as it is shown.
    package var file: String
    /// How a command names the scenario.
    package var argument: String
    package var source: SourceText
    /// Whether the firing log is printed; of an imported log it is what was read.
    package var showsLog = true
    /// Of an imported log.
    package var log: LogInsight?
    /// The remedy that helped best against the worst finding; nil where none was tried, or none takes it away.
    package var remedy: String?

    package init(
        trace: Trace, analysis: RunAnalysis, verdicts: [Verdict] = [], file: String,
        source: SourceText = SourceText(bytes: [])
    ) {
        (self.trace, self.analysis, self.verdicts, self.file, self.source) = (trace, analysis, verdicts, file, source)
        argument = ShellText.quoted(file)
    }

    /// The timers that a compact table shows: a group stands for its copies.
    var shownTimers: [TimerSummary] {
        analysis.timers.filter { (trace.entity($0.entity)?.group ?? EntityID.none) == EntityID.none }
    }

    /// The causes that a table shows: beside one that is all but everything, none that is next to nothing.
    func shownShares(_ attribution: Attribution) -> [CauseShare] {
        attribution.shares.contains { $0.percent == 100 }
            ? attribution.shares.filter { $0.percent > 0 } : attribution.shares
    }

    func name(_ entity: EntityID) -> String? { trace.entity(entity)?.name }

    func attribution(of timer: EntityID) -> Attribution? { analysis.attributions.first { $0.timer == timer } }

    var failures: Int { verdicts.count { !$0.passed } }

    /// The last component of the file's path.
    var fileName: String { file.split(separator: "/").last.map(String.init) ?? file }

    /// The file and line of a byte range, `heavy-work.toml:24`; nil when it stands nowhere.
    func place(_ range: Range<Int>) -> String? {
        guard let line = source.line(of: range) else { return nil }
        return "\(fileName):\(line)"
    }

    /// The same in brackets, behind what it is about; empty when it stands nowhere.
    func placed(_ range: Range<Int>) -> String { place(range).map { " (\($0))" } ?? "" }
}

/// One way to tell what a run has yielded.
package protocol ReportFormat {
    /// - Parameter isFirst: whether nothing has been written to the stream before.
    func write(_ report: RunReport, isFirst: Bool, to stream: ByteStream)
}

extension Sequence where Element: Equatable {
    /// Each of them once, in the order in which they first come.
    var unique: [Element] { reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }
}
