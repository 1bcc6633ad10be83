import Analysis
import ExactTime
import Expectations
import LogImport
import Recording
import ScenarioLanguage
import ScenarioModel
import TOML

/// The expectations that a log is held against: those of a scenario, or of a file that has nothing else.
struct LogGate {
    private let path: String
    private let bytes: [UInt8]
    /// nil for a file of expectations alone, which can only be read when the timers of the log are known.
    private let scenario: LogMatching?

    init(_ workbench: Workbench, _ typed: String) throws(Problem) {
        path = typed
        bytes = try InputFile.read(workbench.finder.find(typed), typed: typed)
        let root = TOMLDocument.parse(bytes).root
        let names = root.entries.map { $0.key.text }
        if names.contains("expect"), names.allSatisfy({ ["expect", "title"].contains($0) }) {
            scenario = nil
            return
        }
        let reading = ScenarioReader.read(bytes: bytes)
        guard let plan = reading.plan else { throw Problem(reading, path: typed) }
        scenario = LogMatching(plan)
    }

    /// What the scenario's timers write; nil without a scenario.
    var knownTexts: Set<String> { scenario?.knownTexts ?? [] }

    /// What has to be kept of the log's recording; all of it where the expectations are not known yet.
    var expectedRecords: KeptRecords { scenario?.plan.expectedRecords ?? .all }

    /// Names the log's timers as the scenario does, each with its interval and its mechanism, and leaves out what is
    /// none and has fewer lines than would be looked at.
    func name(_ log: LogReading) -> (reading: LogReading, known: [String: KnownTimer]) {
        guard let scenario else { return (log, [:]) }
        var reading = log
        var known: [String: KnownTimer] = [:]
        var named: [LoggedTimer] = []
        for timer in log.timers {
            guard let index = scenario.timer(of: timer, isOnly: log.timers.count == 1) else {
                if timer.times.count >= LogGate.fewestLines { named.append(timer) }
                continue
            }
            let planned = scenario.plan.timers[index]
            let id = planned.id
            if let place = named.firstIndex(where: { $0.name == id && known[id] != nil }) {
                named[place].absorb(timer)
                continue
            }
            known[id] = KnownTimer(
                interval: planned.interval.flatMap { $0 > .zero ? $0 : nil },
                isRelative: planned.kind.row.isRelative && !planned.isAbsolute)
            var copy = timer
            copy.name = id
            named.append(copy)
        }
        reading.timers = named.isEmpty ? log.timers : named
        reading.firingCount = reading.timers.reduce(0) { $0 + $1.times.count }
        return (reading, known)
    }

    private static let fewestLines = 3

    /// The verdicts on expectations that the log decides, and those that it cannot decide.
    ///
    /// - Throws: `Problem` for mistakes in a file of expectations.
    func verdicts(
        _ log: LogFile, _ trace: Trace, _ analysis: RunAnalysis
    ) throws(Problem) -> (decided: [Verdict], undecided: [Verdict]) {
        guard let scenario else {
            let plan = try expectationsAlone(log)
            return (ExpectationChecker(plan: plan, source: bytes, trace: trace, analysis: analysis).verdicts(), [])
        }
        let plan = scenario.plan
        let checks = plan.expectations.flatMap { expectation in expectation.checks.map { (expectation.subject, $0) } }
        let verdicts = ExpectationChecker(plan: plan, source: bytes, trace: trace, analysis: analysis).verdicts()
        let scope = LogScope(scenario, log)
        var result = (decided: [Verdict](), undecided: [Verdict]())
        for ((subject, check), verdict) in zip(checks, verdicts) {
            guard case .timer(let index) = subject, case .figure(let figure, let comparison) = check.expectation,
                figure.family.row.logEvidence != .absent
            else {
                result.undecided.append(verdict)
                continue
            }
            let entity = trace.entities.firstIndex { $0.kind == .timer && $0.name == plan.timers[index].id }
            let summary = entity.flatMap { analysis.summary(of: EntityID($0)) }
            switch scope.answer(figure, comparison, of: index, summary) {
            case true?:
                var kept = verdict
                kept.passed = true
                result.decided.append(kept)
            case false?: result.decided.append(verdict)
            case nil: result.undecided.append(verdict)
            }
        }
        return result
    }

    /// Lets the expectations speak of the log's timers by what those lines say.
    private func expectationsAlone(_ log: LogFile) throws(Problem) -> ScenarioPlan {
        let timers = log.timers.map { timer in
            "\n[[timer]]\nid = \(TOMLText.quoted(timer.times.name))\nkind = \"nstimer\"\ninterval = \"1s\"\n"
        }
        let whole = bytes + Array(timers.joined().utf8)
        let reading = ScenarioReader.read(bytes: whole, overrides: [ScenarioOverride("duration=\"1s\"")])
        guard let plan = reading.plan else { throw Problem(reading, path: path) }
        return plan
    }
}
