import LabAnalysis
import LabExactTime
import LabExpectations
import LabPlatform
import LabRecording
import LabReports
import LabScenarioLanguage
import LabScenarioModel
import LabSimulation

/// The outcome of running a scenario, or of analysing a log.
package struct RunOutcome {
    package var report: RunReport
    /// Probable mistakes of the scenario, if any.
    package var warnings: Problem?
    /// Other problems, such as a budget that was used up.
    package var problems: [Problem]
    package var status: ExitStatus
    /// The end of the scenario itself, ns.
    package var end: Int64?
    /// The file that was run and its options; nil for a live run and a log.
    var simulated: (file: ScenarioFile, run: Workbench.Simulated)?
}

extension RunOutcome {
    /// A recording that was made elsewhere, such as on a host: its expectations are not checked.
    package init(_ trace: Trace, of file: ScenarioFile) {
        let report = file.report(trace, RunAnalysis(of: trace))
        self.init(report: report, warnings: file.warnings, problems: [], status: .success)
    }
}

extension Workbench {
    /// Finds, reads and runs a scenario and checks its expectations; `kept` are the records for a report.
    ///
    /// - Parameter log: writes the log during the run.
    package func run(
        _ typed: String, changes: ScenarioChanges = ScenarioChanges(), keeping kept: KeptRecords = .log,
        log: LogStream? = nil
    ) throws(Problem) -> RunOutcome {
        try run(read(typed, sets: changes.sets), changes: changes, keeping: kept, log: log)
    }

    /// Runs a scenario that was read with the same changes.
    package func run(
        _ file: ScenarioFile, changes: ScenarioChanges, keeping kept: KeptRecords, log: LogStream? = nil
    ) throws(Problem) -> RunOutcome {
        let plan = try plan(file, changes: changes)
        var outcome = try run(file, plan: plan, changedBy: changes.altering(file.reading.plan), keeping: kept, log: log)
        (outcome.warnings, outcome.end) = (file.warnings, file.reading.plan?.duration)
        return outcome
    }

    /// Runs the plan of a scenario; if an `option` has made another scenario of it, no expectation is held.
    func run(
        _ file: ScenarioFile, plan: ScenarioPlan, changedBy option: String? = nil, keeping kept: KeptRecords,
        log: LogStream? = nil
    ) throws(Problem) -> RunOutcome {
        let run = try simulate(plan, of: file, keeping: kept.union(plan.expectedRecords), log: log)
        let verdicts = option == nil ? verdicts(of: run, plan, file) : []
        var report = file.report(run.trace, run.analysis, verdicts)
        (report.argument, report.isStopped) = (file.argument, !run.problems.isEmpty)
        if let option { report.unheld = (plan.expectations.reduce(0) { $0 + $1.checks.count }, option) }
        let failed = verdicts.contains { !$0.passed } || (run.analysis.crash != nil && !plan.expectsCrash)
        return RunOutcome(
            report: report, problems: run.problems,
            status: ExitStatus.severest(run.problems.map(\.status) + [failed ? .failed : .success]),
            simulated: (file, run))
    }

    func verdicts(of run: Simulated, _ plan: ScenarioPlan, _ file: ScenarioFile) -> [Verdict] {
        ExpectationChecker(plan: plan, source: file.bytes, trace: run.trace, analysis: run.analysis).verdicts()
    }

    /// A run, with the problems that stopped it early.
    typealias Simulated = (trace: Trace, analysis: RunAnalysis, occurrences: Int64, problems: [Problem])

    /// Runs a plan and analyses what happened.
    ///
    /// - Parameters: - kept: the records that are kept beside the analysis. - isStopped: called after every few
    ///   thousand records; true ends the run.
    /// - Throws: `Problem` if the plan cannot be simulated; an `interrupted` one if the run was stopped.
    func simulate(
        _ plan: ScenarioPlan, of file: ScenarioFile, keeping kept: KeptRecords, log: LogStream? = nil,
        isStopped: @escaping () -> Bool = { false }
    ) throws(Problem) -> Simulated {
        let collector = RunCollector()
        let keeper = RecordKeeper(keeping: kept)
        let sinks: [any RecordSink] = [collector, keeper] + (log.map { [$0] } ?? [])
        let result: SimulationResult
        do {
            var simulator = try Simulator(plan: plan, sink: RecordFork(sinks, isStopped: isStopped))
            log?.begin(simulator.beginning, file: FileSystem.shown(file.path))
            result = simulator.run()
            log?.end()
        } catch { throw Problem("\(file.typed): \(error)") }
        if isStopped() { throw Problem("\(file.typed): interrupted", status: .interrupted) }
        var trace = result.trace
        trace.records = keeper.records
        var analysis = collector.analysis(of: trace)
        if analysis.findings.contains(where: { $0.harm == .asked }) {
            analysis.findings = ExpectationChecker(plan: plan, trace: trace, analysis: analysis).judgedFindings()
        }
        var problems: [Problem] = []
        let instant = trace.duration - 1
        if case .budget(let atOneInstant) = result.end {
            let spin = analysis.findings.first { $0.code == .loopSpins }
            problems.append(
                spin.map {
                    stopped(
                        "stopped at \(came(instant, plan)): a run call returns at once, time and again",
                        code: $0.code.rawValue, at: $0.place, help: $0.remedy, file)
                }
                    ?? (atOneInstant || instant == 0
                        ? endless(
                            instant, min(result.occurrences, plan.budget.occurrencesPerInstant), result.pending, plan,
                            file)
                        : unfinished(instant, result.occurrences, busiest: busiestTimer(trace, analysis), plan, file)))
        }
        if result.end == .full {
            let help =
                "-q keeps no log lines; else a shorter duration, fewer log lines, fewer blocks that wait, or fewer timers"
            problems.append(
                stopped(
                    "stopped at \(came(instant, plan)): no more can be kept of a run",
                    code: DiagnosticCode.tooMuchToKeep.rawValue, at: plan.durationPlace, help: help, file))
        }
        return (trace, analysis, result.occurrences, problems)
    }

    private func came(_ instant: Int64, _ plan: ScenarioPlan) -> String {
        "\(DurationText.format(instant, digits: 9)) of \(DurationText.format(plan.duration, digits: 9))"
    }

    /// The problem of a run without progress of time, with the timers due next and their places.
    private func endless(
        _ instant: Int64, _ count: Int64, _ pending: [Int], _ plan: ScenarioPlan, _ file: ScenarioFile
    ) -> Problem {
        let timers = pending.prefix(5).compactMap { plan.timers[at: $0] }
        // A smaller limit is the user's, and does not mean that the run is endless.
        let verdict = count < Budget().occurrencesPerInstant ? "stopped" : "the run has no end: stopped"
        let related = timers.map { Diagnostic.Related("timer '\($0.id)' is due next", at: $0.place) }
        let loop = plan.steps { $0.verb == .repeating }.first
        return stopped(
            verdict + " at \(DurationText.format(instant, digits: 9)) after \(count) occurrences at that instant",
            at: timers.first?.place ?? loop?.place ?? plan.durationPlace,
            help: "an interval of 0, or steps that start each other, never let time pass",
            related: Array(related.dropFirst()), file)
    }

    private func busiestTimer(_ trace: Trace, _ analysis: RunAnalysis) -> String? {
        let all = analysis.timers.filter { trace.group(of: $0.entity) == $0.entity && $0.requested != nil }
        return all.max { $0.fired < $1.fired }.flatMap { $0.fired * 10 > analysis.firingCount ? $0.name : nil }
    }

    /// The problem of a run with a distant end: its progress, the budget for all, and the key that decides.
    private func unfinished(
        _ instant: Int64, _ occurrences: Int64, busiest name: String?, _ plan: ScenarioPlan, _ file: ScenarioFile
    ) -> Problem {
        var needed = Int128(occurrences) * Int128(plan.duration) / Int128(max(1, instant)) + 1
        var unit: Int128 = 1
        while needed / unit >= 100 { unit *= 10 }
        needed = (needed + unit - 1) / unit * unit
        let timer = plan.timers.first { $0.id == name && !$0.intervalPlace.isEmpty }
        let key = timer.map { "a longer interval of timer '\($0.id)' or " } ?? ""
        return stopped(
            "stopped at \(came(instant, plan)), after \(occurrences) occurrences; all of it needs about \(needed)",
            at: timer?.intervalPlace ?? plan.durationPlace,
            help: key + "a shorter duration needs fewer; `budget = \(needed)` in the scenario allows as many", file)
    }

    private func stopped(
        _ message: String, code: String = DiagnosticCode.stoppedRun.rawValue, at place: Range<Int>, help: String?,
        related: [Diagnostic.Related] = [], _ file: ScenarioFile
    ) -> Problem {
        let diagnostic = Diagnostic(code, message, at: place, help: help, related: related)
        return Problem([diagnostic], file.reading.sources, path: file.typed)
    }
}

extension ExpectedOutcome {
    /// The records that it needs beside figures; true if it describes a single run in full, and so does not apply to
    /// other seeds.
    var scope: (records: KeptRecords, isOfOneRun: Bool) {
        switch self {
        case .log: (.log, true)
        case .noLog: (.log, false)
        case .firings, .timeline: (.firings, true)
        case .sameFirings: (.firings, false)
        case .fingerprint: ([], true)
        case .figure, .findings, .noFindings, .deallocated, .deallocatedAt, .keptBy, .crash, .noCrash, .returns,
            .stages:
            ([], false)
        }
    }
}

extension ScenarioPlan {
    /// The records that expectations need beside figures: the log, single firings.
    var expectedRecords: KeptRecords {
        expectations.flatMap(\.checks).reduce([]) { $0.union($1.expectation.scope.records) }
    }

    var expectsCrash: Bool {
        expectations.flatMap(\.checks).contains { if case .crash = $0.expectation { true } else { false } }
    }
}
