import LabRecording
import LabReports

/// The result of a run: figures of its timers, failed expectations, findings, objects that were kept.
public struct ScenarioReport: Sendable {
    /// The timers, in the order of the scenario; copies follow their group.
    public let timers: [TimerFigures]
    /// The expectations of the scenario that do not hold.
    public let failures: [Remark]
    /// The findings with their causes, each with its code, such as `TL0101`.
    public let findings: [Remark]
    /// Ids of objects that are still held at the end, in the order of the scenario.
    public let notDeallocated: [String]
    /// The early end of the simulated process, if any.
    public let crash: String?
    /// The text that `timerlab run` prints.
    public let text: String

    /// The figures of a timer.
    ///
    /// - Throws: `Problem` when the scenario has no such timer.
    public subscript(timer id: String) -> TimerFigures {
        get throws(Problem) {
            if let timer = timers.first(where: { $0.id == id }) { return timer }
            throw Problem(unknownTimer: id, known: timers.map(\.id))
        }
    }

    /// A message about the run, with its line in the scenario.
    public struct Remark: Sendable, Hashable, CustomStringConvertible {
        /// `TL0101` of a finding; empty of an expectation.
        public let code: String
        /// The id of the timer, object or thread concerned; empty for the run.
        public let subject: String
        /// The sentence.
        public let message: String
        /// The line, from 1, if any.
        public let line: Int?
        /// The remedy; nil if none is needed.
        public let remedy: String?
        private let file: String

        /// The sentence after its file, line and code.
        public var description: String {
            (line.map { "\(file):\($0): " } ?? "") + (code.isEmpty ? "" : code + ": ") + message
        }

        init(
            _ message: String, code: String = "", subject: String, place: Range<Int>, remedy: String? = nil,
            _ report: RunReport
        ) {
            (self.code, self.subject, self.message, self.remedy) = (code, subject, message, remedy)
            line = report.source.line(of: place)
            file = report.file
        }
    }

    init(_ report: RunReport) {
        let (trace, analysis) = (report.trace, report.analysis)
        timers = analysis.timers.map { TimerFigures($0, in: report) }
        failures = report.verdicts.filter { !$0.passed }.map { verdict in
            let subject = verdict.subject.isEmpty ? "" : verdict.subject + ": "
            return Remark(
                "\(subject)expected \(verdict.expected), but \(verdict.actual)", subject: verdict.subject,
                place: verdict.place, report)
        }
        findings = analysis.findings.map { finding in
            Remark(
                finding.message.text(in: trace), code: finding.code.rawValue, subject: trace.name(finding.subject),
                place: finding.place, remedy: finding.remedy, report)
        }
        notDeallocated = analysis.lifetimes.compactMap { life in
            life.isKept && trace.entity(life.entity)?.kind == .object ? trace.name(life.entity) : nil
        }
        crash = analysis.crash?.reason
        text = ByteStream.text { PageText().write(report.page(), to: $0) }
    }
}
