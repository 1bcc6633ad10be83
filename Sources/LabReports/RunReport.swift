import LabAnalysis
import LabExpectations
import LabRecording
import LabTOML
import LabTextLayout

/// All results of a run, for every format.
package struct RunReport: Sendable {
    package var trace: Trace
    package var analysis: RunAnalysis
    package var verdicts: [Verdict]
    /// The number of expectations that were not checked because an option changed the scenario, and that option.
    package var unheld: (count: Int, option: String)?
    /// The file that was opened, for display.
    package var file: String
    /// The scenario's name in a command.
    package var argument: String
    package var source: SourceText
    /// True if a page has the figures and causes of `--details`.
    package var isDetailed = false
    /// True if the firing log is printed; for an imported log it is the text that was read.
    package var showsLog = true
    /// The facts of an imported log.
    package var log: LogInsight?
    /// The remedy that helped best against the worst finding; nil if none was tried, or none removes it.
    package var remedy: String?

    package init(
        trace: Trace, analysis: RunAnalysis, verdicts: [Verdict] = [], file: String,
        source: SourceText = SourceText(bytes: [])
    ) {
        (self.trace, self.analysis, self.verdicts, self.file, self.source) = (trace, analysis, verdicts, file, source)
        argument = ShellText.quoted(file)
    }

    /// The timers of a compact table: a group represents its copies.
    var shownTimers: [TimerSummary] {
        analysis.timers.filter { (trace.entity($0.entity)?.group ?? EntityID.none) == EntityID.none }
    }

    func name(_ entity: EntityID) -> String? { trace.entity(entity)?.name }

    /// The threads of timers that share an id.
    var threads: [EntityID: String] { analysis.threadsOfNamesakes(in: trace) }

    /// The shares of the causes of a timer's waiting; none if it was never late.
    func shares(of timer: EntityID) -> [CauseShare] {
        analysis.attributions.first { $0.timer == timer }?.shares ?? []
    }

    /// `other work, event 1`; the name of the timer itself is left out.
    func title(of reason: Reason, for timer: EntityID) -> String {
        let who = reason.culprit == timer ? nil : trace.entity(reason.culprit)?.name
        return reason.cause.title + (who.map { ", " + $0 } ?? "")
    }

    var failures: Int { verdicts.count { !$0.passed } }

    /// The last component of the file's path.
    var fileName: String { file.split(separator: "/").last.map(String.init) ?? file }

    /// The file and line of a byte range, `heavy-work.toml:24`; nil if it has no place.
    func place(_ range: Range<Int>) -> String? {
        guard let line = source.line(of: range) else { return nil }
        return "\(fileName):\(line)"
    }

    /// The same in brackets, to follow its subject; empty if it has no place.
    /// A sentence with its lines.
    func text(_ statement: Statement) -> String { statement.text(in: trace, placed: placed) }

    func placed(_ range: Range<Int>) -> String { place(range).map { " (\($0))" } ?? "" }
}

extension Sequence where Element: Equatable {
    /// Each of them once, in the order of their first occurrence.
    var unique: [Element] { reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }
}
