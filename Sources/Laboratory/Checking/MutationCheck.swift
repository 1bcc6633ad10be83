import Conformance
import ExactTime
import Gate
import Platform
import Reports
import ScenarioModel

extension Workbench {
    /// Does to each guarded scenario what makes it worse, and holds the result against the run as it is.
    func mutate(
        _ request: CheckRequest, _ targets: CheckTargets, progress: @Sendable (_ done: Int, _ all: Int) -> Void
    ) -> CheckOutcome {
        let count = targets.targets.count
        let results = Parallel.map(
            targets.targets, jobs: request.jobs ?? ProcessEnvironment.cores, finished: { progress($0, count) },
            mutationSuite)
        let report = CheckReport(suites: results.compactMap(\.suite))
        var problems = targets.problems.map(\.problem) + results.flatMap(\.problems)
        if report.suites.isEmpty, problems.isEmpty, count > 0 {
            let help = "write one, such as: [guard] \"tick.skipped\" = \"+0\""
            problems.append(Problem("no scenario here has a guard", help: help, status: .moved))
        }
        return outcome(report, problems, targets)
    }

    /// Which guards of one scenario notice; nil when it has no guard.
    @Sendable private func mutationSuite(_ target: CheckTarget) -> (suite: CheckSuite?, problems: [Problem]) {
        var suite = CheckSuite(.scenario, file: FileSystem.shown(target.path))
        do throws(Problem) {
            let file = try read(target.path)
            var plan = try plan(file, changes: ScenarioChanges())
            let guards = plan.guards.compactMap(FigureGuard.init)
            guard !guards.isEmpty else { return (nil, []) }
            suite.title = plan.title
            // Drawn once for each piece of work on both sides, so that all other draws are the same.
            plan.device.workFactor = plan.device.workFactor ?? Mutation.unchanged
            let intact = try numbers(plan, file, guards)
            let guarded = Set(guards.map { String($0.name.timer.prefix { $0 != "[" }) })
            for mutation in Mutation.allCases {
                guard let worse = mutation.applied(to: plan, guarding: guarded) else { continue }
                let comparison = DriftComparison(old: intact, new: try numbers(worse, file, guards), guards: guards)
                var point = mutation.point(comparison, plan)
                point.line = file.lines.line(of: plan.guards[0].place)
                suite.points.append(point)
            }
            return (suite, [])
        } catch {
            suite.points.append(CheckPoint(.scenario, .faulty, name: "", message: error.summary, line: error.line))
            return (suite, [error])
        }
    }

    private func numbers(
        _ plan: ScenarioPlan, _ file: ScenarioFile, _ guards: [FigureGuard]
    ) throws(Problem) -> DriftNumbers {
        let run = try simulate(plan, of: file, keeping: [])
        if let problem = run.problems.first { throw problem }
        return DriftNumbers(of: run.trace, run.analysis, guards: guards)
    }
}

extension FigureMove {
    /// Whether it is a loss that a guard is for: points that are lost, or times that grow by more than 1 % of the
    /// timer's interval.
    fileprivate func isToBeSeen(_ plan: ScenarioPlan) -> Bool {
        guard judgement == .worse, name.figure.isFelt, let old, let new else { return false }
        guard name.figure.unit == .time else { return true }
        let timer = plan.timers.firstIndex { $0.id == name.timer }
        guard let interval = timer.flatMap(plan.interval(ofTimer:))?.scaled(1) else { return true }
        return Int128(new) - Int128(old) > Int128(interval) / 100
    }

    /// The least strict guard of the usual kinds that would have noticed.
    fileprivate var suggestedGuard: String {
        guard name.figure.unit == .time, let old, let new else { return "\"\(name.text)\" = \"+0\"" }
        let share = FigureGuard(name, allowance: 50_000, isRelative: true)
        if old != 0, !share.limit(from: old).holds(for: new) { return "\"\(name.text)\" = \"+5%\"" }
        let half = DurationText.format((new - old) / 2, digits: 0).filter { $0 != " " }
        return "\"\(name.text)\" = \"+\(half)\""
    }
}

/// A way in which a program gets worse, done to a scenario to see whether its guards notice.
enum Mutation: CaseIterable {
    case workTenPercent, workHalf, workDouble, longCallback, lostCommonMode, strongCapture, wakeUpDouble

    var title: String {
        switch self {
        case .workTenPercent: "work +10 %"
        case .workHalf: "work +50 %"
        case .workDouble: "work × 2"
        case .longCallback: "a callback longer than the interval"
        case .lostCommonMode: "a lost common mode"
        case .strongCapture: "a strong capture"
        case .wakeUpDouble: "wake-up latency × 2"
        }
    }

    /// The scenario made worse, at the timers that guards watch; nil when it has nothing of the kind.
    func applied(to plan: ScenarioPlan, guarding guarded: Set<String>) -> ScenarioPlan? {
        var worse = plan
        switch self {
        case .workTenPercent: return plan.withWork(percent: 110)
        case .workHalf: return plan.withWork(percent: 150)
        case .workDouble: return plan.withWork(percent: 200)
        case .longCallback:
            for index in worse.timers.indices where guarded.contains(worse.timers[index].id) {
                guard let time = plan.interval(ofTimer: index)?.scaled(3).map({ $0 / 2 }) else { continue }
                worse.timers[index].steps.append(Step(.work(.duration(time)), place: plan.timers[index].place))
            }
        case .lostCommonMode:
            for index in worse.timers.indices { worse.timers[index].modes = worse.timers[index].modes.withoutCommon }
            worse = worse.mappingStepLists { steps in
                steps.map { step in
                    guard case .add(let part, let modes, let thread) = step.action else { return step }
                    return Step(
                        .add(part, modes: modes.withoutCommon, thread: thread), place: step.place, when: step.condition)
                }
            }
        case .strongCapture:
            for timer in worse.timers.indices {
                for index in worse.timers[timer].callback.captures.indices {
                    worse.timers[timer].callback.captures[index].isWeak = false
                }
            }
        case .wakeUpDouble:
            switch worse.device.wakeUp {
            case .none: return nil
            case .drawn(let table): worse.device.wakeUp = table.scaled(percent: 200).map(WakeUpLatency.drawn) ?? .none
            case .replayed(let times): worse.device.wakeUp = .replayed(times.map { Int64(clamping: Int128($0) * 2) })
            }
        }
        return worse == plan ? nil : worse
    }

    fileprivate static let unchanged = QuantileTable(
        points: [0, 1_000_000].map { .init(probability: $0, value: 1_000_000_000) })

    /// Which guards and findings notice.
    fileprivate func point(_ comparison: DriftComparison, _ plan: ScenarioPlan) -> CheckPoint {
        let guards = comparison.failures.map { "\($0.name.text) \($0.values)" }
        let others = comparison.facts.filter { $0.isFailure || $0.name == "crash" }.map { "\($0.name) \($0.message)" }
        if !(guards + others).isEmpty {
            let seen = "seen by " + (guards + others).joined(separator: ", ")
            return CheckPoint(.mutation, .passed, name: title, message: seen)
        }
        guard let move = comparison.moves.first(where: { $0.isToBeSeen(plan) }) else {
            return CheckPoint(.mutation, .passed, name: title, message: "nothing that a user would notice")
        }
        return CheckPoint(
            .mutation, .moved, name: title, message: "not seen: \(move.name.text) \(move.values)",
            details: ["write under [guard]: " + move.suggestedGuard])
    }
}

extension ScenarioPlan {
    /// The interval of a timer, ns; of a display link the one that it asks for, or that of the display.
    func interval(ofTimer index: Int) -> Rational? {
        timers[index].interval ?? self.interval(ofDisplayLink: timers[index])
    }

    /// With all work so much longer; nil where there is none.
    fileprivate func withWork(percent: Int64) -> ScenarioPlan? {
        var (worse, hasWork) = (self, false)
        eachStep { if case .work = $0.action { hasWork = true } }
        worse.device.workFactor = device.workFactor?.scaled(percent: percent)
        return hasWork && worse != self ? worse : nil
    }
}

extension [ModeName] {
    fileprivate var withoutCommon: [ModeName] { contains(.common) || contains(.tracking) ? [.default] : self }
}

extension QuantileTable {
    fileprivate func scaled(percent: Int64) -> QuantileTable? {
        QuantileTable(
            points: points.map {
                let value = Int64(clamping: Int128($0.value) * Int128(percent) / 100)
                return Point(probability: $0.probability, value: value)
            })
    }
}
