import LabAnalysis
import LabExactTime
import LabRecording

/// How much of a firing log is printed.
package enum LogExtent: Hashable, Sendable {
    case all, omitted
    /// Of a longer log the first and the last lines, so many in all.
    case most(Int)

    /// What a terminal is given unless it asks for more.
    package static let terminal = LogExtent.most(40)
}

extension RunReport {
    /// What a person reads: what was run, the log, lanes, timing, lifetimes, expectations and the answer.
    ///
    /// - Parameter log: nil for none of a quiet page, which has no lanes either, else all.
    package func page(isQuiet: Bool = false, log: LogExtent? = nil, showsMessages: Bool = false) -> Page {
        var page = Page(title: trace.header.title, name: file)
        page.facts = facts
        page.headline = headline
        let extent = log ?? (isQuiet ? .omitted : .all)
        if extent != .omitted, showsLog, trace.records.contains(where: { $0.kind == .logged }) {
            page.log = { FiringLogWriter.write(trace, extent, to: $0) }
            page.logEnd = crashLine
        }
        page.sections = isQuiet ? [] : [TimelineSection(report: self)]
        page.sections += [timingSection, mechanismSection, logSection]
        if showsMessages { page.sections.append(messageSection) }
        page.sections += [lifetimeSection, expectationSection]
        page.answer = [AnswerSection(report: self)]
        return page
    }

    private var facts: [StyledText] {
        let header = trace.header
        var facts = [StyledText(file, .code)]
        if !header.deviceProfile.isEmpty { facts.append(StyledText(header.deviceProfile)) }
        if !header.platform.isEmpty { facts.append(StyledText(header.platform)) }
        if header.clock == .simulated { facts.append(StyledText("seed \(header.seed)")) }
        facts.append(StyledText(DurationText.format(header.duration) + " \(header.clock.rawValue)"))
        return facts + [StyledText(Fingerprint.text(trace.fingerprint), .code)]
    }

    /// The answer in short: it is said again at the end, where it has its cause, line and remedy.
    private var headline: [ReportItem] {
        var answers = crashLine.map { [$0] } ?? []
        answers += AnswerSection.sentences(self).map { ReportItem($0.text, $0.role) }
        for life in analysis.lifetimes where life.isKept && trace.entity(life.entity)?.kind == .object {
            let path = life.keeper.map { ": " + $0.text } ?? ""
            answers.append(ReportItem("\(trace.name(life.entity)) is still kept at the end\(path)", .strong))
        }
        return answers
    }
}
