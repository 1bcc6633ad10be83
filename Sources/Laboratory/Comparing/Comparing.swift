import Analysis
import ExactTime
import LiveRuntime
import Platform
import Recording
import Reports
import ScenarioLanguage
import ScenarioModel
import Simulation

/// What came of a comparison.
public struct ComparisonOutcome: Sendable {
    public var report: ComparisonReport
    /// What went wrong besides, such as a run that used up its budget.
    public var problems: [Problem]
    public var status: ExitStatus { ExitStatus.severest(problems.map(\.status)) }
}

extension Workbench {
    /// Runs the same workloads once for each mechanism: everything else and every random draw is equal.
    ///
    /// - Parameters:
    ///   - scenarios: the workloads; empty for the shipped ones.
    ///   - seed: what the draws start from; nil for the scenario's own seed.
    ///   - live: how to run them on the host instead, on the main thread; nil: on the virtual clock.
    /// - Throws: `Problem` when a workload cannot be run at all.
    public func compare(
        _ mechanisms: [Mechanism], scenarios: [String] = [], seed: UInt64? = nil, live: LiveOptions? = nil
    ) throws(Problem) -> ComparisonOutcome {
        var workloads = try scenarios.isEmpty ? shippedWorkloads(seed: seed) : given(scenarios, seed: seed)
        if let live {
            // Of the shipped workloads those that the host can run; one's own are refused by name.
            if scenarios.isEmpty { workloads.removeAll { !LiveRefusal.all(in: $0.plan).isEmpty } }
            for index in workloads.indices {
                workloads[index].plan = try scaled(workloads[index].plan, live, typed: workloads[index].file.typed)
            }
            let once = workloads.reduce(Int128(0)) { $0 + Int128($1.plan.duration) }
            let time = Int64(clamping: once * Int128(mechanisms.count))
            live.onNote?(
                "\(workloads.count * mechanisms.count) live runs, one after the other, take "
                    + "\(DurationText.format(time)); --limit and --time-scale shorten them")
        }
        var rows: [ComparisonReport.Row] = []
        var problems: [Problem] = []
        for workload in workloads {
            var cells: [ComparisonReport.Cell?] = []
            for mechanism in mechanisms {
                let plan: ScenarioPlan
                do {
                    plan = try workload.plan.replacing(timer: workload.timer, by: mechanism)
                } catch {
                    throw problem(error, workload)
                }
                let run = try measure(plan, timers: [workload.timer], of: workload.file, live: live)
                cells.append(run.cells.first ?? nil)
                problems += run.problems
            }
            rows.append(ComparisonReport.Row(workload.name, cells))
        }
        let subjects = mechanisms.map {
            ComparisonReport.Subject(
                $0.name, meaning: $0.meaning, runsOnMain: $0.place == .main, isRelative: $0.kind.isRelative)
        }
        return ComparisonOutcome(
            report: ComparisonReport(
                title: mechanisms.map(\.name).joined(separator: " · "), facts: facts(workloads, isLive: live != nil),
                subjects: subjects,
                rows: rows), problems: problems)
    }

    // MARK: Workloads

    /// A scenario with the timer that is replaced.
    private struct Workload {
        var file: ScenarioFile
        var plan: ScenarioPlan
        var timer: Int
        var name: String
        var order: Int64
    }

    /// Every shipped scenario with a `[compare]` table, in the order that those tables say.
    private func shippedWorkloads(seed: UInt64?) throws(Problem) -> [Workload] {
        var workloads: [Workload] = []
        for path in finder.shippedPaths() where ScenarioListing.isWorkload(path) {
            workloads.append(try workload(path, seed: seed))
        }
        guard !workloads.isEmpty else {
            throw Problem(
                .plain(
                    "no workloads found: no shipped scenario has a [compare] table",
                    help: "name scenarios of your own with --scenario, or set TIMERLAB_SCENARIOS"), status: .noInput)
        }
        return workloads.enumerated().sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }
            .map(\.element)
    }

    private func given(_ scenarios: [String], seed: UInt64?) throws(Problem) -> [Workload] {
        var workloads: [Workload] = []
        for scenario in scenarios { workloads.append(try workload(scenario, seed: seed)) }
        return workloads
    }

    private func workload(_ typed: String, seed: UInt64?) throws(Problem) -> Workload {
        let file = try read(typed)
        let plan = try plan(file, changes: ScenarioChanges(seed: seed))
        guard !plan.timers.isEmpty else {
            throw Problem(
                .plain("\(typed): there is no timer to replace", help: "add a [[timer]]"), status: .wrongData)
        }
        return Workload(
            file: file, plan: plan, timer: plan.compare?.timer ?? 0,
            name: plan.compare?.workload ?? ScenarioListing.name(of: file.path),
            order: plan.compare?.order ?? 0)
    }

    private func facts(_ workloads: [Workload], isLive: Bool) -> [String] {
        var facts: [String] = []
        if workloads.count == 1, let only = workloads.first {
            facts.append(FileSystem.shown(only.file.path))
        } else {
            facts.append("\(workloads.count) workloads" + (isLive ? " that this host can run" : ""))
        }
        let intervals = Set(workloads.compactMap { $0.plan.timers[$0.timer].interval })
        if intervals.count == 1, let interval = intervals.first?.scaled(1) {
            facts.append("a tick every \(DurationText.format(interval))")
        }
        let durations = Set(workloads.map(\.plan.duration))
        if durations.count == 1, let duration = durations.first {
            facts.append("\(DurationText.format(duration)) " + (isLive ? "live" : "simulated"))
        }
        return facts + ["the same work and the same random draws for each"]
    }

    private func problem(_ fault: ReplacementFault, _ workload: Workload) -> Problem {
        let timer = workload.plan.timers[workload.timer]
        let (message, help): (String, String) =
            switch fault {
            case .copies(let mechanism):
                (
                    "'\(timer.id)' has copies and cannot become \(mechanism)",
                    "each such loop needs a thread of its own; compare it with one timer"
                )
            case .oneShot:
                ("'\(timer.id)' fires once: there is nothing to compare", "add repeats = true")
            case .verb(let verb, let place):
                (
                    "the step '\(verb)'" + (workload.file.lines.line(of: place).map { " in line \($0)" } ?? "")
                        + " is only known to the mechanism of '\(timer.id)'", "leave it out to compare mechanisms"
                )
            }
        return Problem(.plain("\(workload.file.typed): \(message)", help: help), status: .wrongData)
    }
}
