import LabAnalysis
import LabExactTime
import LabGate
import LabPlatform
import LabRecording
import LabReports
import LabScenarioLanguage
import LabScenarioModel

/// The range of a sweep: a value of the scenario, from one end to the other.
package struct SweepRange {
    /// The path, as for `--set`: `timer.tick.do.0.work`.
    package var path: String
    /// The ends, both included; ns if they are times.
    package var values: ClosedRange<Int64>
    package var isTime: Bool

    /// Reads `PATH=FROM..TO`; nil for anything else.
    package init?(_ text: String) {
        guard let equals = text.firstIndex(of: "="), equals > text.startIndex,
            let dots = text[equals...].firstRange(of: "..")
        else { return nil }
        path = String(text[..<equals])
        let ends = [text[text.index(after: equals)..<dots.lowerBound], text[dots.upperBound...]].map(String.init)
        let times = ends.map { text in (try? DurationText.parse(text).get())?.scaled(1) }
        let numbers = ends.map { Int64($0.filter { $0 != "_" }) }
        isTime = times[0] != nil
        guard let from = isTime ? times[0] : numbers[0], let to = isTime ? times[1] : numbers[1], from < to else {
            return nil
        }
        values = from...to
    }

    func setting(_ value: Int64) -> ScenarioOverride {
        ScenarioOverride("\(path)=" + (isTime ? "\"\(value)ns\"" : "\(value)"), option: "--vary")
    }

    /// The name and line of a part with a number in the path: reports count from 1.
    fileprivate func place(in file: ScenarioFile) -> String {
        let parts = path.split(separator: ".")
        guard parts.count > 2, let index = Int(parts[1]) else { return "" }
        let line = ScenarioOutline(of: file).leaves.first { $0.path == path }?.line
        return "\(parts[0]) \(index + 1)" + (line.map { ", line \($0)" } ?? "")
    }

    /// Values at equal distances, both ends included.
    func steps(_ count: Int) -> [Int64] {
        let (low, span) = (values.lowerBound, Int128(values.upperBound) - Int128(values.lowerBound))
        let all = (0..<count).map { low &+ Int64(clamping: span * Int128($0) / Int128(max(1, count - 1))) }
        return all.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
    }
}

extension Workbench {
    /// Runs a scenario with many values of a key, on all cores, and finds to the unit where an outcome changes.
    ///
    /// - Parameters:
    ///   - steps: the number of values, both ends included; at least 2.
    ///   - seeds: the number of seeds of each, from the scenario's own on; the worst counts.
    ///   - expects: true if a failed expectation is an outcome.
    ///   - isStopped: true to keep only the finished values; also asked during runs.
    package func sweep(
        _ typed: String, _ range: SweepRange, steps: Int, seeds: Int = 1, sets: [String] = [],
        expects: Bool = false, isStopped: @escaping @Sendable () -> Bool = { false }
    ) throws(Problem) -> SweepReport {
        let file = try read(typed, sets: sets)
        let first = try plan(file)
        let occurrences = try simulate(first, of: file, keeping: [], isStopped: isStopped).occurrences
        let watched = SweepWatch(first, path: range.path)
        @Sendable func reading(_ value: Int64) throws(Problem) -> ScenarioPlan {
            let setting = range.setting(value)
            let varied = try read(file.bytes, typed: file.typed, path: file.path, sets: sets, varied: setting)
            return try plan(varied)
        }
        let known = VariedPlan(range.values) { try? reading($0) }
        let varied = VariedScenario(
            workbench: self, file: file, seeds: seeds, expects: expects, isStopped: isStopped,
            budget: min(1_000_000 + 100 * occurrences, max(10_000_000, 4 * occurrences)),
            plan: { value throws(Problem) in if let known { known.with(value) } else { try reading(value) } },
            watched: watched)
        let points = try varied.each(range.steps(steps), varied.point)
        var report = SweepReport(
            title: first.title, file: FileSystem.shown(file.path), path: range.path, isTime: range.isTime, seeds: seeds,
            columns: watched.columns, points: points.compactMap(\.self))
        report.place = range.place(in: file)
        if first.timers.count > 1 { report.timer = watched.timer ?? "" }
        let gaps = Array(zip(report.points, report.points.dropFirst())).filter { $0.facts != $1.facts }
        let found = try varied.each(gaps) { gap throws(Problem) in try varied.borders(between: gap.0, and: gap.1) }
        report.borders = found.flatMap { $0 ?? [] }
        report.isCut = points.contains { $0 == nil } || found.contains { $0 == nil }
        return report
    }
}

private struct VariedScenario {
    let workbench: Workbench
    let file: ScenarioFile
    let seeds: Int
    let expects: Bool
    let isStopped: @Sendable () -> Bool
    /// The most occurrences of a run: no single value may take all the time.
    let budget: Int64
    let plan: @Sendable (Int64) throws(Problem) -> ScenarioPlan
    let watched: SweepWatch

    /// Does parts of the sweep side by side; nil for those that were stopped early.
    func each<Input: Sendable, Part: Sendable>(
        _ inputs: [Input], _ body: @Sendable (Input) throws(Problem) -> Part
    ) throws(Problem) -> [Part?] {
        try Parallel.tryMap(inputs) { input throws(Problem) in
            do throws(Problem) { return isStopped() ? nil : try body(input) } catch {
                if error.status == .interrupted { return nil }
                throw error
            }
        }
    }

    /// The borders between two values at which the outcome changes, each to the unit.
    ///
    /// A run that was stopped early has no outcome; the search continues on both sides of it.
    func borders(between low: SweepReport.Point, and high: SweepReport.Point) throws(Problem) -> [SweepReport.Border] {
        if low.facts.contains(SweepReport.tooMuch), high.facts.contains(SweepReport.tooMuch) { return [] }
        var known = [low.value: low, high.value: high]
        func at(_ value: Int64) throws(Problem) -> SweepReport.Point {
            if let point = known[value] { return point }
            let point = try point(value)
            known[value] = point
            return point
        }
        func border(_ fact: String, from low: Int64, to high: Int64) throws(Problem) -> SweepReport.Border {
            var (low, high) = (low, high)
            let begins = try at(high).facts.contains(fact)
            while high - low > 1 {
                let middle = low + (high - low) / 2
                if try at(middle).facts.contains(fact) == begins { high = middle } else { low = middle }
            }
            return (fact: fact, last: low, first: high, begins: begins)
        }
        var (from, to) = (low.value, high.value)
        var borders: [SweepReport.Border] = []
        if low.facts.contains(SweepReport.tooMuch) != high.facts.contains(SweepReport.tooMuch) {
            let end = try border(SweepReport.tooMuch, from: from, to: to)
            if end.begins { to = end.last } else { from = end.first }
            borders.append(end)
        }
        for fact in try at(from).facts.symmetricDifference(try at(to).facts).sorted() {
            borders.append(try border(fact, from: from, to: to))
        }
        return borders.sorted { $0.fact < $1.fact }
    }

    func point(_ value: Int64) throws(Problem) -> SweepReport.Point {
        var plan = try plan(value)
        plan.budget.occurrences = min(plan.budget.occurrences, budget)
        plan.budget.occurrencesPerInstant = min(plan.budget.occurrencesPerInstant, budget)
        var point: SweepReport.Point = (value, watched.columns.map { _ in nil }, [])
        for offset in 0..<max(1, seeds) {
            if offset > 0 { plan.seed &+= 1 }
            let kept = expects ? plan.expectedRecords : []
            let run = try workbench.simulate(plan, of: file, keeping: kept, isStopped: isStopped)
            if !run.problems.isEmpty { point.facts.insert(SweepReport.tooMuch) }
            for verdict in expects ? workbench.verdicts(of: run, plan, file) : [] where !verdict.passed {
                point.facts.insert(verdict.claim + " fails")
            }
            watched.fold(run.trace, run.analysis, into: &point)
        }
        return point
    }
}

/// The values that a sweep watches: one timer's figures, and the deallocation of each object.
private struct SweepWatch {
    let timer: String?
    let objects: [String]
    let columns: [SweepReport.Column]

    init(_ plan: ScenarioPlan, path: String) {
        let watched = plan.timers.first { path.hasPrefix("timer.\($0.id).") } ?? plan.timers.first
        timer = watched?.id
        objects = plan.objects.prefix(8).map(\.id)
        let delay = watched?.isRelative == true ? "behind" : "waiting"
        columns =
            ["fired", "skipped", delay, "every", "drift", "wake-ups"]
            .map { (name: $0, isTime: [delay, "every"].contains($0)) }
            + objects.map { (name: "\($0) gone", isTime: true) }
    }

    /// Folds a run into a point: for each figure the worst value counts.
    func fold(_ trace: Trace, _ analysis: RunAnalysis, into point: inout SweepReport.Point) {
        let summary = analysis.timers.first { $0.name == timer }
        let drift = summary?.drift.flatMap { drift -> Int64? in
            if case .none = drift.verdict { 0 } else { drift.partsPerBillion }
        }
        var figures: [Int64?] = [
            summary?.fired, summary?.skipped, summary?.waiting?.max ?? summary?.lag, summary?.every, drift,
            analysis.wakeUps,
        ]
        let gone = analysis.lifetimes.filter { trace.entity($0.entity)?.kind == .object }
        figures += objects.map { id in gone.first { trace.name($0.entity) == id }?.deallocBegan }
        for (index, figure) in figures.enumerated() {
            if let figure { point.figures[index] = max(point.figures[index] ?? figure, figure) }
        }
        for finding in analysis.findings where finding.severity != .note {
            point.facts.insert(FindingName(finding, in: trace).description)
        }
        for timer in analysis.timers where timer.skipped > 0 { point.facts.insert("\(timer.name) skips points") }
        for life in gone where life.deallocBegan == nil && life.created != nil {
            point.facts.insert("\(trace.name(life.entity)) is not deallocated")
        }
        // The worst instant of a deallocation is none at all.
        for (index, id) in zip(columns.indices.suffix(objects.count), objects)
        where point.facts.contains("\(id) is not deallocated") { point.figures[index] = nil }
        if analysis.crash != nil { point.facts.insert("a crash") }
    }
}
