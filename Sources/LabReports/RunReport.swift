import LabAnalysis
import LabExactTime
import LabExpectations
import LabRecording
import LabTOML
import LabTextLayout

/// All results of a run, for every format.
package struct RunReport {
    package var trace: Trace
    package var analysis: RunAnalysis
    package var verdicts: [Verdict]
    /// The expectations that were not checked because of an option that changed the scenario, and that option.
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
    package var log: LogInsight?
    /// True if it ended before its time, as its budget was used up.
    package var isStopped = false
    /// The remedy that helped best against the worst finding; nil if none was tried, or none removes it.
    package var remedy: String?
    /// The same where it mends an expectation, and is none for the findings beside it, whose advice is another.
    package var mending: String?

    package init(
        trace: Trace, analysis: RunAnalysis, verdicts: [Verdict] = [], file: String,
        source: SourceText = SourceText(bytes: [])
    ) {
        (self.trace, self.analysis, self.verdicts, self.file, self.source) = (trace, analysis, verdicts, file, source)
        argument = ShellText.file(file)
    }

    /// The timers of a compact table: a group represents its copies.
    var shownTimers: [TimerSummary] { analysis.timers.filter { trace.group(of: $0.entity) == $0.entity } }

    func name(_ entity: EntityID) -> String? { trace.entity(entity)?.name }

    /// The threads of timers that share an id.
    var threads: [EntityID: String] { analysis.threadsOfNamesakes(in: trace) }

    /// `other work, event 1`; the name of the timer itself is left out.
    func title(of reason: Reason, for timer: EntityID) -> String {
        let who = reason.culprit == timer ? nil : trace.entity(reason.culprit)?.name
        return reason.cause.title + (who.map { ", " + $0 } ?? "")
    }

    var failures: Int { verdicts.count { !$0.passed } }

    var fileName: String { file.split(separator: "/").last.map(String.init) ?? file }

    /// The file and line of a byte range, `heavy-work.toml:24`; nil if it has no place.
    func place(_ range: Range<Int>) -> String? { source.line(of: range).map { "\(fileName):\($0)" } }

    func text(_ statement: Statement) -> String { statement.text(in: trace, placed: placed) }

    /// The file and line in brackets, to follow their subject; empty if it has no place.
    func placed(_ range: Range<Int>) -> String { place(range).map { " (\($0))" } ?? "" }

    /// The screen of a run: the log, lanes, timing, expectations and the answer.
    ///
    /// - Parameter log: nil for a quiet page, without log and lanes; else the whole log.
    package func page(isQuiet: Bool = false, log: LogExtent? = nil, showsMessages: Bool = false) -> Page {
        var page = Self.head(trace.header, file)
        if isDetailed { page.facts.append(StyledText(Fingerprint.text(trace.fingerprint), .code)) }
        let extent = log ?? (isQuiet ? .omitted : .all)
        if extent != .omitted, showsLog, trace.records.contains(where: { $0.kind == .logged }) {
            page.log = { FiringLogWriter.write(trace, extent, to: $0) }
        }
        page.sections = isQuiet ? [] : [timelineSection]
        page.sections += [timingSection, mechanismSection, logSection]
        if isDetailed { page.sections.append(causeSection) }
        if showsMessages { page.sections.append(messageSection) }
        page.sections += [lifetimeSection, expectationSection]
        page.answer = [ReportSection("Answer", [.items(answer)])]
        return page
    }

    /// The head of a page, which may be written during the run.
    package static func head(_ header: TraceHeader, _ file: String) -> Page {
        let seed = header.clock == .simulated ? "seed \(header.seed)" : ""
        // The recording of a log ends a nanosecond after its last line.
        let end = header.duration - (header.clock == .imported ? 1 : 0)
        let length = "\(DurationText.format(end)) \(header.clock.rawValue)"
        let facts = [header.deviceProfile, header.platform, seed, length].filter { !$0.isEmpty }
        return Page(title: header.title, name: file, facts: [StyledText(file, .code)] + facts.map { StyledText($0) })
    }
}

/// The printed part of a firing log.
package enum LogExtent: Hashable {
    case all, omitted
    /// The most lines of a log; a longer one shows its first and last lines.
    case most(Int)
    /// Up to twelve lines; of a longer log the first and the last five.
    case terminal

    /// The most printed lines, and the number of first lines among them.
    var most: Int { shown(of: .max) }
    var first: Int { most / 2 + most % 2 }

    func shown(of count: Int) -> Int {
        switch self {
        case .all: count
        case .omitted: 0
        case .most(let most): min(most, count)
        case .terminal: count > 12 ? 10 : count
        }
    }
}
