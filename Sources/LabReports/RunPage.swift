import LabAnalysis
import LabExactTime
import LabRecording

/// The printed part of a firing log.
package enum LogExtent: Hashable, Sendable {
    case all, omitted
    /// The most lines of a log; a longer one shows its first and last lines.
    case most(Int)
    /// Up to twelve lines; of a longer log the first and the last five.
    case terminal

    /// The most printed lines, and the number of first lines among them.
    var most: Int { shown(of: .max) }
    var first: Int { (most + 1) / 2 }

    /// The number of printed lines among so many.
    func shown(of count: Int) -> Int {
        switch self {
        case .all: count
        case .omitted: 0
        case .most(let most): min(most, count)
        case .terminal: count > 12 ? 10 : count
        }
    }
}

extension RunReport {
    /// The screen of a run: the log, lanes, timing, expectations and the answer.
    ///
    /// - Parameter log: nil for a quiet page, without log and lanes; else the whole log.
    package func page(isQuiet: Bool = false, log: LogExtent? = nil, showsMessages: Bool = false) -> Page {
        var page = Page(title: trace.header.title, name: file)
        page.facts = RunReport.facts(trace.header, file)
        if isDetailed { page.facts.append(StyledText(Fingerprint.text(trace.fingerprint), .code)) }
        let extent = log ?? (isQuiet ? .omitted : .all)
        if extent != .omitted, showsLog, trace.records.contains(where: { $0.kind == .logged }) {
            page.log = { FiringLogWriter.write(trace, extent, to: $0) }
        }
        page.sections = isQuiet ? [] : [Timeline.section(self)]
        page.sections += [timingSection, mechanismSection, logSection]
        if isDetailed { page.sections.append(causeSection) }
        if showsMessages { page.sections.append(messageSection) }
        page.sections += [lifetimeSection, expectationSection]
        page.answer = [ReportSection("Answer", [.items(Answer(report: self).items)])]
        return page
    }

    /// The head of a page that is written during the run.
    package static func head(_ header: TraceHeader, _ file: String) -> Page {
        var page = Page(title: header.title, name: file)
        page.facts = facts(header, file)
        return page
    }

    private static func facts(_ header: TraceHeader, _ file: String) -> [StyledText] {
        var facts = [StyledText(file, .code)]
        if !header.deviceProfile.isEmpty { facts.append(StyledText(header.deviceProfile)) }
        if !header.platform.isEmpty { facts.append(StyledText(header.platform)) }
        if header.clock == .simulated { facts.append(StyledText("seed \(header.seed)")) }
        facts.append(StyledText(DurationText.format(header.duration) + " \(header.clock.rawValue)"))
        return facts
    }
}
