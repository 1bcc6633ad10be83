import Analysis
import ExactTime
import Expectations
import Platform
import Recording
import Reports
import ScenarioLanguage
import ScenarioModel
import Simulation

/// What came of running a scenario.
public struct RunOutcome: Sendable {
    public var report: RunReport
    /// What the scenario probably does not mean; nil when there is nothing.
    public var warnings: Problem?
    /// What went wrong besides, such as a budget that was used up.
    public var problems: [Problem]
    public var status: ExitStatus
}

extension Workbench {
    /// Finds, reads and runs a scenario, explains what happened and holds it against what was expected.
    ///
    /// - Parameter kept: the records that a report will show.
    /// - Throws: `Problem` when it cannot be run at all.
    public func run(
        _ typed: String, changes: ScenarioChanges = ScenarioChanges(), keeping kept: KeptRecords = .log
    ) throws(Problem) -> RunOutcome {
        let file = try read(typed, sets: changes.sets)
        var outcome = try run(file, plan: plan(file, changes: changes), keeping: kept)
        outcome.warnings = file.warnings
        return outcome
    }

    /// Runs the plan of a scenario that has been read.
    ///
    /// - Parameter kept: the records that a report will show.
    /// - Throws: `Problem` when it cannot be run at all.
    func run(
        _ file: ScenarioFile, plan: ScenarioPlan, keeping kept: KeptRecords
    ) throws(Problem) -> RunOutcome {
        let run = try simulate(plan, of: file, keeping: plan.expectsLog ? kept.union(.log) : kept)
        let (trace, analysis) = (run.trace, run.analysis)
        let source = file.reading.sources.sources.first?.text.bytes ?? []
        let verdicts = Workbench.verdicts(plan, trace, analysis, source: source)
        let report = RunReport(
            trace: trace, analysis: analysis, verdicts: verdicts, file: FileSystem.shown(file.path), source: file.lines)
        let failed = verdicts.contains { !$0.passed } || (analysis.crash != nil && !plan.expectsCrash)
        return RunOutcome(
            report: report, problems: run.problems,
            status: ExitStatus.severest(run.problems.map(\.status) + [failed ? .failed : .success]))
    }

    /// A run with what is known of it.
    struct Simulated {
        var trace: Trace
        var analysis: RunAnalysis
        /// What stopped it before its time.
        var problems: [Problem]
    }

    /// Runs a plan and analyses what happened.
    ///
    /// - Parameter kept: the records that somebody asks for beyond the analysis.
    /// - Throws: `Problem` when it cannot be run at all.
    func simulate(
        _ plan: ScenarioPlan, of file: ScenarioFile, keeping kept: KeptRecords
    ) throws(Problem) -> Simulated {
        let collector = RunCollector()
        let keeper = RecordKeeper(keeping: kept)
        let result: SimulationResult
        do {
            var simulator = try Simulator(plan: plan, sink: RecordFork([collector, keeper]))
            result = simulator.run()
        } catch {
            throw Problem(.plain("\(file.typed): \(error.message)", help: nil), status: .wrongData)
        }
        var trace = result.trace
        trace.records = keeper.records
        let analysis = collector.analysis(of: trace)
        var problems: [Problem] = []
        if case .budget(let atOneInstant, let instant, let pending) = result.end {
            problems.append(endless(atOneInstant, instant, pending, plan, file))
        }
        return Simulated(trace: trace, analysis: analysis, problems: problems)
    }

    /// The run that was stopped, with the timers that were due next and where they stand.
    private func endless(
        _ atOneInstant: Bool, _ instant: Int64, _ pending: [Int], _ plan: ScenarioPlan, _ file: ScenarioFile
    ) -> Problem {
        let timers = pending.prefix(5).compactMap { plan.timers.indices.contains($0) ? plan.timers[$0] : nil }
        let limit = atOneInstant ? plan.budget.occurrencesPerInstant : plan.budget.occurrences
        let scope = atOneInstant ? "at one instant" : "in all"
        let message =
            "the run has no end: more than \(limit) occurrences \(scope), stopped at "
            + DurationText.format(instant, digits: 9)
        let related = timers.map { Diagnostic.Related("timer '\($0.id)' is due next", at: $0.place) }
        let diagnostic = Diagnostic(
            code: "TL1901", message: message, span: timers.first?.place ?? 0..<0,
            help: "an interval of 0, or steps that start each other, never let time pass; `--budget N` allows more",
            related: Array(related.dropFirst()))
        return Problem(.diagnostics([diagnostic], file.reading.sources, path: file.typed), status: .wrongData)
    }
}

extension ScenarioPlan {
    /// Whether some expectation is about the log.
    fileprivate var expectsLog: Bool {
        expectations.contains { expectation in
            expectation.checks.contains {
                switch $0.promise {
                case .log, .noLog: true
                case .figure, .firings, .timeline, .findings, .noFindings, .deallocated, .deallocatedAt, .keptBy,
                    .crash,
                    .noCrash, .returns, .fingerprint, .sameFirings:
                    false
                }
            }
        }
    }

    /// Whether some expectation says that the simulated process crashes.
    var expectsCrash: Bool {
        expectations.contains { expectation in
            expectation.checks.contains { if case .crash = $0.promise { true } else { false } }
        }
    }
}

extension SimulationFault {
    /// One line without a full stop.
    fileprivate var message: String {
        switch self {
        case .tooManyModes(let limit): "more than \(limit) run loop modes cannot be simulated"
        }
    }
}
