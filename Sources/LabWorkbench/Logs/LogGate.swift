import LabAnalysis
import LabCatalogue
import LabExpectations
import LabLogImport
import LabRecording
import LabScenarioLanguage
import LabScenarioModel
import LabTOML

/// The expectations for a log: those of a scenario, or of a file that has nothing else.
struct LogGate {
    private let path: String
    private let bytes: [UInt8]
    /// Nil for a file with only expectations, which are read once the log's timers are known.
    private let scenario: LogMatching?

    init(_ workbench: Workbench, _ typed: String) throws(Problem) {
        path = typed
        bytes = try InputFile.read(workbench.finder.find(typed), typed: typed)
        let names = TOMLDocument.parse(bytes).root.entries.map(\.key.text)
        if names.contains("expect"), names.allSatisfy({ ["expect", "title"].contains($0) }) {
            scenario = nil
            return
        }
        let reading = ScenarioReader.read(bytes: bytes)
        guard let plan = reading.plan else { throw Problem(reading, path: typed) }
        scenario = LogMatching(plan)
    }

    var knownTexts: Set<String> { scenario?.knownTexts ?? [] }

    /// The records of the log to keep; all of them while the expectations are not known.
    var expectedRecords: KeptRecords { scenario?.plan.expectedRecords ?? .all }

    /// Names the log's timers as the scenario does, with interval and mechanism. Leaves out others with too few lines
    /// to be examined.
    func name(_ log: LogReading) -> (reading: LogReading, known: [String: TimerPlan]) {
        guard let scenario else { return (log, [:]) }
        var reading = log
        var known: [String: TimerPlan] = [:]
        var named: [LoggedTimer] = []
        for var timer in log.timers {
            guard let index = scenario.timer(of: timer, isOnly: log.timers.count == 1) else {
                if timer.times.count >= 3 { named.append(timer) }
                continue
            }
            let planned = scenario.plan.timers[index]
            let id = planned.id
            if let place = named.firstIndex(where: { $0.name == id && known[id] != nil }) {
                named[place].absorb(timer)
                continue
            }
            known[id] = planned
            timer.name = id
            named.append(timer)
        }
        reading.timers = named.isEmpty ? log.timers : named
        return (reading, known)
    }

    /// The verdicts on expectations that the log decides, and those that it cannot decide.
    func verdicts(
        _ log: LogFile, _ trace: Trace, _ analysis: RunAnalysis
    ) throws(Problem) -> (decided: [Verdict], undecided: [Verdict]) {
        let plan = if let scenario { scenario.plan } else { try expectationsAlone(log) }
        // What holds only without due points in the silences between grids is undecided.
        let analyses = [analysis, Self.withPointsInSilences(log, analysis)]
        let verdicts = analyses.map {
            ExpectationChecker(plan: plan, source: bytes, trace: trace, analysis: $0).verdicts()
        }
        let checks = plan.expectations.flatMap { expectation in expectation.checks.map { (expectation.subject, $0) } }
        var result = (decided: [Verdict](), undecided: [Verdict]())
        for (place, (subject, check)) in checks.enumerated() {
            var answers: [Bool?] = verdicts.map { $0[place].passed }
            if let scenario {
                answers = [nil, nil]
                if case .timer(let index) = subject, case .figure(let figure, let comparison) = check.expectation,
                    figure.family.row.logEvidence != .absent
                {
                    answers = analyses.map { analysis in
                        let summary = analysis.timers.first { $0.name == plan.timers[index].id }
                        return scenario.answer(figure, comparison, of: index, summary, in: log)
                    }
                }
            }
            var verdict = verdicts[0][place]
            guard let answer = answers[0], answer == answers[1] else {
                result.undecided.append(verdict)
                continue
            }
            verdict.passed = answer
            result.decided.append(verdict)
        }
        return result
    }

    /// Relates the expectations to the log's timers by the texts of their lines.
    private func expectationsAlone(_ log: LogFile) throws(Problem) -> ScenarioPlan {
        let timers = log.timers.map { timer in
            "\n[[timer]]\nid = \(TOMLText.quoted(timer.times.name))\nkind = \"nstimer\"\ninterval = \"1s\"\n"
        }
        let whole = bytes + Array(timers.joined().utf8)
        let reading = ScenarioReader.read(bytes: whole, overrides: [ScenarioOverride("duration=\"1s\"")])
        guard let plan = reading.plan else { throw Problem(reading, path: path) }
        return plan
    }

    /// The analysis if timers kept their grids in the silences before other ones.
    private static func withPointsInSilences(_ log: LogFile, _ analysis: RunAnalysis) -> RunAnalysis {
        var analysis = analysis
        for (index, timer) in log.timers.enumerated() {
            guard let length = timer.facts.known?.scaled(1) else { continue }
            for silence in timer.newGrids.silent + [timer.silenceAtEnd] {
                analysis.timers[index].due += silence / length
                analysis.timers[index].skipped += silence / length
                let longest = max(analysis.timers[index].waiting?.max ?? 0, silence - length)
                analysis.timers[index].waiting?.max = longest
            }
        }
        return analysis
    }
}

/// The expectations of a scenario that the lines of a log can decide.
///
/// A line shows a callback only if each callback writes one, its point only if the same work precedes each line, and its
/// instant only if none does. Lateness is measured against the grid on which no line is early, so the true one may be
/// greater. Points before the first line and after the last are not in the log.
extension LogMatching {
    /// True if an expectation holds; nil if the log cannot decide it.
    fileprivate func answer(
        _ figure: Figure, _ comparison: Comparison, of timer: Int, _ summary: TimerSummary?, in log: LogFile
    ) -> Bool? {
        let values = summary?.values(of: figure) ?? (figure.family == .fired ? [0] : [])
        guard let low = values.min(), let high = values.max() else { return nil }
        // Stamps are truncated or rounded, so that each step may be off by twice the unit.
        let slack = figure.unit == .time ? 2 * max(1, log.reading.resolution) : 0
        let holds = { (value: Int64) in [value, value - slack, value + slack].contains(where: comparison.holds) }
        let isHeld = holds(low) && holds(high)
        let isTooMuch = exceeds(high - slack, comparison)
        let writesEach = writesEachFiring(timer)
        let before = plan.timers[timer].steps.prefix { $0.verb != .log }
        let decidesInstants = writesEach && before.isEmpty
        switch figure.family.row.logEvidence {
        case .absent, .confirmation: return isHeld ? true : nil
        case .lines: return isHeld || writesEach ? isHeld : nil
        case .instants: return isHeld || decidesInstants ? isHeld : nil
        case .grid:
            let isSteady = before.allSatisfy { step in
                if case .drawn? = step.busy { false } else { step.busy != nil && step.condition == nil }
            }
            let decides = writesEach && isSteady && keepsGrid(timer)
            return decides && (isHeld || isTooMuch || isCovered(by: log)) ? isHeld : nil
        case .lateness: return isHeld ? true : decidesInstants && keepsGrid(timer) && isTooMuch ? false : nil
        }
    }

    private func exceeds(_ value: Int64, _ comparison: Comparison) -> Bool {
        switch comparison {
        case .equal(let bound), .atMost(let bound), .between(_, let bound): value > bound
        case .less(let bound): value >= bound
        case .greater, .atLeast: false
        }
    }

    private func isCovered(by log: LogFile) -> Bool {
        let span = log.span.map { $0.upperBound - $0.lowerBound } ?? 0
        let longest = plan.timers.compactMap { $0.interval?.scaled(1) }.max() ?? 0
        return span / 2 + longest >= plan.duration / 2
    }

    /// False if some timer is stopped, moved or made again: then the lines alone do not show the grid.
    private func keepsGrid(_ timer: Int) -> Bool {
        let moving: [Verb] = [
            .create, .setFireDate, .suspend, .resume, .pause, .reschedule, .systemSleep, .background, .setWallClock,
            .fire,
        ]
        let kind = plan.timers[timer].kind
        return (kind == .nstimer || kind == .gcd) && plan.steps { moving.contains($0.verb) }.isEmpty
    }
}
