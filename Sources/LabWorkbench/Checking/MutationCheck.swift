import LabExactTime
import LabGate
import LabPlatform
import LabReports
import LabScenarioModel

extension Workbench {
    /// Applies the mutations to each guarded scenario, and compares them with the original run.
    func mutate(
        _ request: CheckRequest, _ targets: CheckTargets, progress: @Sendable (_ done: Int, _ all: Int) -> Void
    ) -> CheckOutcome {
        let count = targets.targets.count
        let results = Parallel.map(targets.targets, jobs: request.jobs, finished: { progress($0, count) }, mutated)
        let report = CheckReport(suites: results.compactMap(\.suite))
        var problems = targets.problems.map(\.problem) + results.flatMap(\.problems)
        if report.suites.isEmpty, problems.isEmpty, count > 0 {
            let help = "write one, such as: [guard] \"tick.skipped\" = \"+0\""
            problems.append(Problem("no scenario here has a guard", help: help, status: .failed))
        }
        return outcome(report, problems, targets)
    }

    /// The points of one scenario; nil if it has no guard.
    @Sendable private func mutated(_ target: CheckTarget) -> (suite: CheckSuite?, problems: [Problem]) {
        var suite = CheckSuite(.scenario, file: FileSystem.shown(target.path))
        do throws(Problem) {
            let file = try read(target.path)
            let plan = try plan(file)
            let guards = plan.guards
            guard !guards.isEmpty else { return (nil, []) }
            suite.title = plan.title
            let asItIs = try ScenarioRunner(workbench: self, request: CheckRequest(paths: []), seeds: 1)
                .measurement(of: file, plan, as: target)
            let intact = try trial(plan, file)
            suite.points += asItIs.points.filter { $0.outcome == .failed }
            let guarded = Set(guards.map { String($0.name.timer.prefix { $0 != "[" }) })
            for mutation in Mutation.allCases {
                var document = file.document
                mutation.edit(&document, of: plan, guarding: guarded)
                let edited = try read(document.result, typed: file.typed, path: file.path)
                var worse = try self.plan(edited)
                mutation.edit(&worse.device, of: plan)
                if worse.device == plan.device, edited.bytes == file.bytes { continue }
                let mutant = try trial(worse, edited)
                suite.points.append(
                    point(mutation, from: intact, to: mutant, plan, file.lines.line(of: plan.guards[0].place)))
            }
            return (suite, [])
        } catch {
            suite.points.append(error.point())
            return (suite, [error])
        }
    }

    private func trial(_ plan: ScenarioPlan, _ file: ScenarioFile) throws(Problem) -> RunReport {
        let run = try run(file, plan: plan, keeping: [])
        if let problem = run.problems.first { throw problem }
        return run.report
    }

    private func point(
        _ mutation: Mutation, from intact: RunReport, to mutant: RunReport, _ plan: ScenarioPlan, _ line: Int?
    ) -> CheckPoint {
        func point(_ outcome: CheckPoint.Outcome, _ message: String, _ details: [String] = []) -> CheckPoint {
            CheckPoint(.mutation, outcome, name: mutation.rawValue, message: message, details: details, line: line)
        }
        let numbers = [intact, mutant].map { DriftNumbers(of: $0.trace, $0.analysis, guards: plan.guards) }
        let comparison = DriftComparison(old: numbers[0], new: numbers[1], guards: plan.guards)
        let broken = zip(intact.verdicts, mutant.verdicts).filter { $0.passed && !$1.passed }.map(\.1)
        let guards = comparison.failures.map { "\($0.name.text) \($0.values)" }
        let others = comparison.facts.filter { $0.isFailure || $0.name == "crash" }.map { "\($0.name) \($0.message)" }
        var seen = guards + others
        if seen.isEmpty, let first = broken.first {
            let more = broken.count > 1 ? " (and \(broken.count - 1) more)" : ""
            seen = ["\(first.claim), but \(first.actual)\(more)"]
        }
        if !seen.isEmpty { return point(.passed, "noticed by " + seen.joined(separator: ", ")) }
        guard let move = comparison.moves.first(where: { $0.isToBeSeen(plan) }) else {
            // Users notice so much additional work on the main thread (choice: three frames at 60 Hz).
            let (before, after) = (intact.analysis.mainBusyPermille ?? 0, mutant.analysis.mainBusyPermille ?? 0)
            if after - before >= 50 {
                let busy = [mutant, intact].map { run in
                    Dictionary(run.analysis.timers.map { ($0.name, $0.busy ?? 0) }, uniquingKeysWith: max)
                }
                let timer = busy[0].merging(busy[1], uniquingKeysWith: -).max { $0.value < $1.value }
                return point(
                    .failed, "not noticed: main is busy \(before) → \(after) ms a second",
                    timer.map { ["write under [guard]: \"\($0.key).busy\" = \"+5%\""] } ?? [])
            }
            let isSame = intact.trace.fingerprint == mutant.trace.fingerprint
            return point(
                .passed, isSame ? "the run stays the same" : "no figure moves that a user would notice")
        }
        let guarding = move.guard != nil ? "the guard \(move.name.text) allows more; " : ""
        return point(
            .failed, "not noticed: \(move.name.text) \(move.values)",
            [guarding + "write under [guard]: " + move.suggestedGuard])
    }
}

extension FigureMove {
    /// True if a guard should notice the move. Points are skipped, times grow by more than 1 % of the timer's interval,
    /// or callbacks come at points that were not due before.
    fileprivate func isToBeSeen(_ plan: ScenarioPlan) -> Bool {
        guard name.figure.isFelt, let old, let new else { return false }
        if isExtraFirings { return true }
        guard judgement == .worse else { return false }
        guard name.figure.unit == .time else { return true }
        let timer = plan.timers.firstIndex { $0.id == name.timer }
        guard let interval = timer.flatMap(plan.interval(ofTimer:))?.scaled(1) else { return true }
        return Int128(new) - Int128(old) > Int128(interval) / 100
    }

    /// True for more callbacks because more points are due, which a guard of `fired` allows.
    private var isExtraFirings: Bool {
        guard name.figure.family == .fired, judgement == .changed, let old, let new else { return false }
        return new > old
    }

    /// The least strict guard of the usual kinds that would have noticed.
    fileprivate var suggestedGuard: String {
        if isExtraFirings { return "\"\(name.timer).due\" = \"+0\"" }
        guard name.figure.unit == .time, let old, let new else { return "\"\(name.text)\" = \"+0\"" }
        let share = GuardPlan(name, .relative(partsPerMillion: 50_000))
        if old != 0, !share.limit(from: old).contains(new) { return "\"\(name.text)\" = \"+5%\"" }
        let half = DurationText.format((new - old) / 2, digits: 0).filter { $0 != " " }
        return "\"\(name.text)\" = \"+\(half)\""
    }
}
