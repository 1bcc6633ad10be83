import LabAnalysis
import LabReports
import LabScenarioModel
import LabSimulation

extension Workbench {
    /// The seeds of a comparison, the scenario's own first: enough for the spread of the figures.
    package static let comparedSeeds = 12

    struct MeasuredRun {
        /// The run as a whole, yet without the name of its column.
        var subject = ComparisonReport.Subject("", meaning: "")
        var main = ""
        var timers: [(name: String, cell: ComparisonReport.Cell)] = []
        var problems: [Problem] = []
        /// Why it cannot do the work, or why its run was stopped: a part is not compared with a whole.
        var refusal: Problem?

        subscript(name: String) -> ComparisonReport.Cell? { timers.first { $0.name == name }?.cell }
    }

    /// Runs a plan and measures some of its timers.
    ///
    /// - Parameters: - seeds: the number of seeds, from the plan's own on; a plan without random draws is run once. -
    ///   isHeld: true if its expectations apply.
    func measure(
        _ plan: ScenarioPlan, timers: [TimerPlan], of file: ScenarioFile, seeds: Int, isHeld: Bool = false
    ) throws(Problem) -> MeasuredRun {
        let run = try simulate(plan, of: file, keeping: isHeld ? plan.expectedRecords : [])
        var measured = MeasuredRun(
            main: plan.timers[plan.compare?.timer ?? 0].id, problems: run.problems, refusal: run.problems.first)
        measured.subject.meaning = plan.title
        guard run.problems.isEmpty else { return measured }
        let cells = timers.compactMap { timer in cell(of: timer, run).map { (name: timer.id, cell: $0) } }
        measured.timers = cells
        measured.subject.faults = run.analysis.findings.filter { $0.severity != .note && $0.cost == 0 }.map {
            FindingName($0, in: run.trace).description
        }
        let all = run.analysis.timers
        measured.subject.total = (all.sum(\.fired), all.sum(\.skipped), run.analysis.wakeUps)
        if isHeld { measured.subject.failures = ComparisonReport.failures(among: verdicts(of: run, plan, file)) }
        // One budget is for the runs with all seeds.
        let seeds = min(seeds, Int(clamping: plan.budget.occurrences / max(1, run.occurrences)))
        let others = try Parallel.otherSeeds(of: plan, count: seeds) { plan throws(Problem) in
            try sample(cells.map(\.name), of: plan, file)
        } isSame: {
            $0.fingerprint == run.trace.fingerprint
        }
        for case (let index, let sample?) in others.flatMap({ $0.samples.enumerated() }) {
            measured.timers[index].cell.samples.append(sample)
        }
        return measured
    }

    /// Runs a plan for what its timers are ranked by.
    private func sample(
        _ timers: [String], of plan: ScenarioPlan, _ file: ScenarioFile
    ) throws(Problem) -> (fingerprint: UInt64, samples: [ComparisonReport.Sample?]) {
        let collector = BriefCollector()
        do {
            var simulator = try Simulator(plan: plan, sink: collector)
            let trace = simulator.run().trace
            let samples = collector.summaries(of: timers, in: trace).map { $0.map { ComparisonReport.Sample($0) } }
            return (trace.fingerprint, samples)
        } catch { throw Problem("\(file.typed): \(error)") }
    }

    private func cell(of plan: TimerPlan, _ run: Simulated) -> ComparisonReport.Cell? {
        let analysis = run.analysis
        guard let summary = analysis.timers.first(where: { $0.name == plan.id }) else { return nil }
        var cell = ComparisonReport.Cell(
            summary, cause: analysis.shares(of: summary.entity).first?.cause,
            mainBusyPermille: analysis.mainBusyPermille,
            longestOnMain: plan.isOffMain ? 0 : summary.callback?.max ?? 0)
        cell.crashedAt = analysis.crash?.time
        return cell
    }
}
