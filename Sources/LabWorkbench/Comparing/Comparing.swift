import LabExactTime
import LabPlatform
import LabReports
import LabScenarioModel

package struct ComparisonOutcome {
    package var report: ComparisonReport
    /// Other problems, such as a run that used up its budget.
    package var problems: [Problem]
    package var status: ExitStatus { ExitStatus.severest(problems.map(\.status)) }
}

extension Workbench {
    /// Runs the same workloads for each mechanism: everything else and every random draw is equal.
    ///
    /// - Parameters: - scenarios: the workloads; empty for the shipped ones. - seeds: the number of seeds, from each
    ///   workload's own on.
    package func compare(
        _ mechanisms: [Mechanism], scenarios: [String] = [], changes: ScenarioChanges = ScenarioChanges(),
        seeds: Int = Self.comparedSeeds
    ) throws(Problem) -> ComparisonOutcome {
        let workloads = try scenarios.isEmpty ? shippedWorkloads(changes) : given(scenarios, changes)
        let runs = try measure(workloads.flatMap { workload in mechanisms.map { (workload, $0) } }, seeds: seeds)
        var rows: [ComparisonReport.Row] = []
        for (index, workload) in workloads.enumerated() {
            let own = runs[index * mechanisms.count..<(index + 1) * mechanisms.count]
            if let first = own.first?.refusal, own.allSatisfy({ $0.refusal != nil }) { throw first }
            var row = ComparisonReport.Row(
                workload.name, own.map { $0.timers.first?.cell }, isAnimation: workload.isAnimation)
            for (index, run) in own.enumerated() { row.refusals[index] = run.refusal.map { reason(for: $0, workload) } }
            rows.append(row)
        }
        try addAlternatives(to: &rows, mechanisms, workloads)
        let subjects = mechanisms.map {
            ComparisonReport.Subject(
                $0.name, meaning: $0.meaning, runsOnMain: $0.place == .main, ownsThread: $0.place == .worker,
                drawsFrames: $0.kind == .displayLink)
        }
        let report = ComparisonReport(
            title: mechanisms.map(\.name).joined(separator: " · "), facts: facts(workloads, rows),
            subjects: subjects, rows: rows)
        return ComparisonOutcome(report: report, problems: runs.flatMap(\.problems))
    }

    private func measure(_ jobs: [(Workload, Mechanism)], seeds: Int) throws(Problem) -> [MeasuredRun] {
        try Parallel.tryMap(jobs) { job throws(Problem) in
            let (workload, mechanism) = job
            let file: ScenarioFile
            var plan: ScenarioPlan
            do throws(Problem) { (file, plan) = try replacing(workload, by: mechanism) } catch {
                return MeasuredRun(refusal: error)
            }
            // Together they take no longer than eight runs, unless the scenario has a budget of its own.
            let share = 8 * Budget().occurrences / Int64(max(8, jobs.count))
            if plan.budget == Budget() { plan.budget.occurrences = share }
            return try measure(plan, timers: [plan.timers[workload.timer]], of: file, seeds: seeds)
        }
    }

    /// Why a mechanism cannot do a workload: `the timer fires once`, with the scenario's own line.
    private func reason(for refusal: Problem, _ workload: Workload) -> String {
        switch refusal.kind {
        case .plain(let message, _): return message.replacing("\(workload.file.typed): ", with: "")
        case .diagnostics(let diagnostics, let sources, _):
            guard let mistake = diagnostics.first(where: { $0.severity == .error }) else { return refusal.summary }
            let (source, span) = sources.locate(mistake.span)
            // The replaced timer may have more lines or fewer, so the line is found by its text.
            let text = source.text.lineText(source.text.position(of: span.lowerBound).line)
            let lines = workload.file.bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
            let line = lines.firstIndex { $0.elementsEqual(text.utf8) }.map { ", line \($0 + 1)" } ?? ""
            return mistake.message + line + (mistake.help.map { " (\($0))" } ?? "")
        }
    }

    /// The workload with its timer made by a mechanism, without the expectations about the old one.
    func replacing(
        _ workload: Workload, by mechanism: Mechanism
    ) throws(Problem) -> (file: ScenarioFile, plan: ScenarioPlan) {
        let (plan, index, file) = (workload.plan, workload.timer, workload.file)
        let timer = plan.timers[index]
        var document = file.document
        do throws(Problem) {
            guard timer.repeats else { throw Problem(firesOnce: timer) }
            let added = plan.steps { $0.does(.add, .timer(index)) }.first
            if let added, timer.kind != mechanism.kind {
                throw Problem(added, of: timer, line: document.line(of: added.place))
            }
            try document.replace(timer: index, of: plan, by: mechanism.kind)
        } catch { throw Problem("\(file.typed): \(error.summary)", help: error.help) }
        mechanism.settle(timer, in: &document)
        document.removeTables(["expect", "guard", "compare"])
        let replaced = try read(document.result, typed: file.typed, path: file.path)
        return (replaced, try self.plan(replaced, changes: workload.changes))
    }

    /// Runs what may be better: the common modes for a timer that stopped in its mode, a dispatch source for a late
    /// one.
    private func addAlternatives(
        to rows: inout [ComparisonReport.Row], _ mechanisms: [Mechanism], _ workloads: [Workload]
    ) throws(Problem) {
        var jobs: [(row: Int, mechanism: Mechanism)] = []
        for (index, row) in rows.enumerated() where !row.isSound {
            let stopped = zip(mechanisms, row.cells).filter { $1?.cause == .modeNotRun }.compactMap(\.0.inCommonModes)
            let wanted = stopped + [Mechanism(kind: .gcd, place: .queue, mode: .default)]
            jobs += wanted.filter { !mechanisms.contains($0) }.map { (index, $0) }
        }
        let runs = try measure(jobs.map { (workloads[$0.row], $0.mechanism) }, seeds: 1)
        for (job, run) in zip(jobs, runs) { rows[job.row].alternatives[job.mechanism.name] = run.timers.first?.cell }
    }

    /// A scenario with the timer that is replaced.
    struct Workload {
        var file: ScenarioFile
        var changes: ScenarioChanges
        var plan: ScenarioPlan

        var timer: Int { plan.compare?.timer ?? 0 }
        var name: String { plan.compare?.workload ?? ScenarioFinder.name(of: file.path) }

        /// True if its interval is a frame of the display or a few, at least 24 a second.
        var isAnimation: Bool {
            let timer = plan.timers[timer]
            guard timer.kind != .displayLink, let interval = timer.interval?.scaled(1) else { return true }
            let frame = plan.device.refresh.reciprocal?.scaled(1_000_000_000) ?? 0
            guard frame > 0, interval > frame / 2, interval <= 42_000_000 else { return false }
            return abs(interval - (interval + frame / 2) / frame * frame) <= interval / 20
        }
    }

    /// Every shipped scenario with a `[compare]` table, in the order of those tables.
    private func shippedWorkloads(_ changes: ScenarioChanges) throws(Problem) -> [Workload] {
        let workloads = try given(finder.shippedPaths().filter(ScenarioListing.isWorkload), changes)
        guard !workloads.isEmpty else {
            throw Problem(
                "no workloads found: no shipped scenario has a [compare] table",
                help: "name scenarios of your own with --scenario, or set TIMERLAB_SCENARIOS", status: .noInput)
        }
        return workloads.sorted { $0.plan.compare?.order ?? 0 < $1.plan.compare?.order ?? 0 }
    }

    private func given(_ scenarios: [String], _ changes: ScenarioChanges) throws(Problem) -> [Workload] {
        try scenarios.map { scenario throws(Problem) in try workload(scenario, changes) }
    }

    func workload(_ typed: String, _ changes: ScenarioChanges) throws(Problem) -> Workload {
        let file = try read(typed, sets: changes.sets)
        if let fault = file.reading.overrideFaults.first {
            throw Problem(fault, in: "in \(FileSystem.shown(file.path)) ")
        }
        let plan = try plan(file, changes: changes)
        guard !plan.timers.isEmpty else {
            throw Problem("\(typed): there is no timer to compare", help: "add a [[timer]]")
        }
        return Workload(file: file, changes: changes, plan: plan)
    }

    private func facts(_ workloads: [Workload], _ rows: [ComparisonReport.Row]) -> [String] {
        var facts = [workloads.count == 1 ? FileSystem.shown(workloads[0].file.path) : "\(workloads.count) workloads"]
        func common<Value: Hashable>(_ value: (Workload) -> Value?) -> Value? {
            let values = Set(workloads.compactMap(value))
            return values.count == 1 ? values.first : nil
        }
        if let interval = common({ $0.plan.timers[$0.timer].interval })?.scaled(1) {
            facts.append("a tick every \(DurationText.format(interval))")
        }
        if let duration = common(\.plan.duration) { facts.append("\(DurationText.format(duration)) simulated") }
        let seeds = rows.flatMap(\.cells).compactMap { $0?.samples.count }.max() ?? 1
        if seeds > 1 { facts.append("\(seeds) seeds") }
        if let device = common(\.plan.device.profile) { facts.append("device \(device)") }
        return facts + ["the same work and the same random draws for each"]
    }
}
