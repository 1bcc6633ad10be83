import Analysis
import ExactTime
import Expectations
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

/// What a report of a run will show.
public enum RunDetail: Sendable {
    case everything
    /// All but the firing log.
    case withoutLog
}

extension Workbench {
    /// Finds, reads and runs a scenario, explains what happened and holds it against what was expected.
    ///
    /// - Throws: `Problem` when it cannot be run at all.
    public func run(
        _ typed: String, changes: ScenarioChanges = ScenarioChanges(), detail: RunDetail = .everything
    ) throws(Problem) -> RunOutcome {
        let file = try read(typed, sets: changes.sets)
        var outcome = try run(file, plan: plan(file, changes: changes), detail: detail)
        outcome.warnings = file.warnings
        return outcome
    }

    /// Runs the plan of a scenario that has been read.
    ///
    /// - Throws: `Problem` when it cannot be run at all.
    func run(_ file: ScenarioFile, plan: ScenarioPlan, detail: RunDetail) throws(Problem) -> RunOutcome {
        // What a scenario promises can be about any record.
        let limit = plan.expectations.isEmpty ? TraceKeeper.mostRecords : Int.max
        let run = try simulate(plan, of: file, limit: limit, keepsLog: detail == .everything)
        let (trace, analysis) = (run.trace, run.analysis)
        let source = file.reading.sources.sources.first?.text.bytes ?? []
        let verdicts = Workbench.verdicts(plan, trace, analysis, source: source)
        var report = RunReport(
            trace: trace, analysis: analysis, verdicts: verdicts, file: FileSystem.shown(file.path), source: file.lines)
        report.isExplained = run.isExplained
        let failed = verdicts.contains { !$0.passed } || (analysis.crash != nil && !plan.expectsCrash)
        return RunOutcome(
            report: report, problems: run.problems,
            status: ExitStatus.severest(run.problems.map(\.status) + [failed ? .failed : .success]))
    }

    /// A run with what is known of it.
    struct Simulated {
        var trace: Trace
        var analysis: RunAnalysis
        /// False for a run that was too long for its records to be kept.
        var isExplained: Bool
        /// What stopped it before its time.
        var problems: [Problem]
    }

    /// Runs a plan and analyses what happened.
    ///
    /// - Parameters:
    ///   - limit: how many records are kept at most.
    ///   - keepsLog: whether log lines are kept beyond that.
    /// - Throws: `Problem` when it cannot be run at all.
    func simulate(
        _ plan: ScenarioPlan, of file: ScenarioFile, limit: Int, keepsLog: Bool
    ) throws(Problem) -> Simulated {
        let keeper = TraceKeeper(limit: limit, keepsLog: keepsLog)
        let result: SimulationResult
        do {
            var simulator = try Simulator(plan: plan, sink: keeper)
            result = simulator.run()
        } catch {
            throw Problem(.plain("\(file.typed): \(error.message)", help: nil), status: .wrongData)
        }
        var trace = result.trace
        trace.records = keeper.records
        let analysis = keeper.statistics.map { RunAnalysis($0, of: trace) } ?? RunAnalysis(of: trace)
        var problems: [Problem] = []
        if case .budget(let atOneInstant, let instant, let pending) = result.end {
            problems.append(endless(atOneInstant, instant, pending, plan, file))
        }
        return Simulated(
            trace: trace, analysis: analysis, isExplained: keeper.statistics == nil, problems: problems)
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
    /// Whether some expectation says that the simulated process crashes.
    var expectsCrash: Bool {
        expectations.contains { expectation in
            expectation.checks.contains { if case .crash = $0.promise { true } else { false } }
        }
    }
}

extension RunAnalysis {
    /// What is known of a run that was too long for its records to be kept.
    fileprivate init(_ collector: StatisticsCollector, of trace: Trace) {
        let statistics = collector.statistics(
            entities: trace.entities, intervals: trace.intervals, duration: trace.header.duration)
        self.init(timers: statistics.summaries())
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
