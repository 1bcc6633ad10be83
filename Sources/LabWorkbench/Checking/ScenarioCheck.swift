import LabAnalysis
import LabCatalogue
import LabExpectations
import LabGate
import LabPlatform
import LabRecording
import LabReports
import LabScenarioLanguage
import LabScenarioModel
import LabTOML
import LabTextLayout

/// The figures of all runs of one scenario, without their recordings.
struct ScenarioMeasurement {
    var target: CheckTarget
    var file: String
    var plan = ScenarioPlan()
    var source = SourceText(bytes: [])
    var outline = ScenarioOutline()
    /// Nil if it could not be run to its end.
    var numbers: DriftNumbers?
    /// True if other seeds lead to other numbers.
    var isRandom = false
    /// The points without a baseline: expectations, a crash, the runs themselves.
    var points: [CheckPoint] = []
    var problems: [Problem] = []
    /// The message and line of each finding, by code and subject.
    var findings: [String: (message: String, line: Int?)] = [:]
    var codeMarks: [MarkedCode] = []

    /// True also for a scenario that could not be read: it may have guards.
    var isGuarded: Bool { plan.guards.count + plan.expectations.count + codeMarks.count + problems.count > 0 }

    /// The line of a timer, also for one of its copies.
    func line(of name: FigureName) -> Int? {
        let id = name.timer.prefix { $0 != "[" }
        let timer = plan.timers.first { $0.id == name.timer } ?? plan.timers.first { $0.id == id }
        return timer.flatMap { source.line(of: $0.place) }
    }
}

private struct SeedRun {
    var seed: UInt64
    var numbers: DriftNumbers
    var verdicts: [Verdict]
    var crash: Crash?
    var fingerprint: UInt64

    init(_ plan: ScenarioPlan, _ report: RunReport, _ outline: String?) {
        (seed, fingerprint) = (plan.seed, report.trace.fingerprint)
        numbers = DriftNumbers(of: report.trace, report.analysis, guards: plan.guards, outline: outline)
        (verdicts, crash) = (report.verdicts, report.analysis.crash)
    }
}

/// Runs one scenario as often as requested, and keeps the facts for a check.
struct ScenarioRunner {
    let workbench: Workbench
    let request: CheckRequest
    /// The number of seeds; at least 1.
    let seeds: Int

    func measure(_ target: CheckTarget) -> ScenarioMeasurement {
        do throws(Problem) {
            let file = try workbench.read(target.path, sets: request.sets)
            var result = try measurement(of: file, workbench.plan(file), as: target)
            // The figures of a changed scenario are not those of its baseline.
            if !request.sets.isEmpty { result.numbers = nil }
            return result
        } catch {
            var result = ScenarioMeasurement(target: target, file: FileSystem.shown(target.path))
            result.problems.append(error)
            result.points.append(error.point())
            return result
        }
    }

    func measurement(
        of file: ScenarioFile, _ plan: ScenarioPlan, as target: CheckTarget
    ) throws(Problem) -> ScenarioMeasurement {
        var result = ScenarioMeasurement(target: target, file: FileSystem.shown(target.path))
        let outcome = try workbench.run(file, plan: plan, keeping: kept)
        (result.plan, result.source, result.outline) = (plan, file.lines, ScenarioOutline(of: file))
        result.codeMarks = MarkedCode.all(of: plan, in: file)
        // An update does not mend code that cannot be read.
        result.points = result.codeMarks.filter { $0.fact == nil }.map { $0.point(nil, of: target.path) }
        for finding in outcome.report.analysis.findings {
            let name = "\(finding.code.rawValue) \(outcome.report.trace.name(finding.subject))"
            result.findings[name] = (finding.message.text(in: outcome.report.trace), file.lines.line(of: finding.place))
        }
        let outline = result.outline.text
        var runs = [SeedRun(plan, outcome.report, outline)]
        if outcome.problems.isEmpty {
            if request.checksDeterminism {
                let again = try workbench.run(file, plan: plan, keeping: kept)
                result.points.append(point(comparing: outcome.report, again.report))
            }
            let first = runs[0]
            // If the second seed changes nothing, the scenario has nothing random.
            runs += try Parallel.otherSeeds(of: plan, count: seeds, jobs: request.jobs) { plan throws(Problem) in
                SeedRun(plan, try workbench.run(file, plan: plan, keeping: []).report, outline)
            } isSame: {
                $0.fingerprint == first.fingerprint && $0.numbers.kept == first.numbers.kept
            }
            result.isRandom = runs.count > 1
            result.numbers = result.isRandom ? DriftNumbers(seeds: runs.map(\.numbers)) : runs[0].numbers
            for code in result.codeMarks { result.numbers?.facts[code.key] = code.fact }
        }
        judge(outcome, plan, runs, &result)
        return result
    }

    private var kept: KeptRecords { request.checksDeterminism ? .all : [] }

    private func command(_ result: ScenarioMeasurement, _ run: SeedRun, _ plan: ScenarioPlan) -> String {
        let sets =
            request.sets.map { "--set \(ShellText.quoted($0)) " }.joined() + (request.sets.isEmpty ? "" : "--expect ")
        let seed = run.seed == plan.seed ? "" : "--seed \(run.seed) "
        return "timerlab run " + sets + seed + ShellText.file(result.file)
    }

    private func judge(
        _ outcome: RunOutcome, _ plan: ScenarioPlan, _ runs: [SeedRun], _ result: inout ScenarioMeasurement
    ) {
        let checks = plan.expectations.flatMap(\.checks)
        let parts = Set(plan.timers.map(\.id) + plan.objects.map(\.id))
        for (index, verdict) in outcome.report.verdicts.enumerated() {
            // Expectations about a single run are not checked for other seeds.
            let judged = index < checks.count && checks[index].expectation.scope.isOfOneRun ? runs.prefix(1) : runs[...]
            let failed = judged.filter { !$0.verdicts[index].passed }
            let line = outcome.report.source.line(of: verdict.place)
            guard let first = failed.first else {
                result.points.append(CheckPoint(.expectation, .passed, name: verdict.claim, line: line))
                continue
            }
            let seed = judged.count > 1 ? " with seed \(first.seed)" : ""
            let held = judged.count > 1 ? "; held in \(judged.count - failed.count) of \(judged.count) seeds" : ""
            result.points.append(
                CheckPoint(
                    .expectation, .failed, name: verdict.claim,
                    message: "but \(first.verdicts[index].actual)\(seed)\(held)",
                    details: first.verdicts[index].details, line: line, command: command(result, first, plan),
                    subject: parts.contains(verdict.subject) ? verdict.subject : nil))
        }
        if !plan.expectsCrash, let run = runs.first(where: { $0.crash != nil }), let crash = run.crash {
            let seed = runs.count > 1 ? " with seed \(run.seed)" : ""
            result.points.append(
                CheckPoint(
                    .crash, .failed, name: "no crash", message: "but it crashed\(seed): " + crash.reason,
                    line: outcome.report.source.line(of: crash.place), command: command(result, run, plan)))
        }
        result.problems += outcome.problems
        result.points += outcome.problems.map { $0.point(command: command(result, runs[0], plan)) }
    }

    private func point(comparing first: RunReport, _ second: RunReport) -> CheckPoint {
        let bytes = [first, second].map { report in Array(ByteStream.text { report.writeJSON(to: $0) }.utf8) }
        let (one, other) = (bytes[0], bytes[1])
        guard one != other || first.trace.records != second.trace.records else {
            return CheckPoint(.determinism, .passed, name: "two runs, \(one.count) bytes each")
        }
        let same = zip(one, other).prefix { $0 == $1 }.count
        let line = one.prefix(same).count { $0 == 0x0A } + 1
        return CheckPoint(
            .determinism, .faulty, name: "two runs give the same bytes",
            message: "but they differ from byte \(same) on, in line \(line) of the JSON report",
            command: "timerlab run --format json " + ShellText.file(first.file))
    }
}

extension Problem {
    /// Its first message, on one line without the program's name.
    package var summary: String {
        switch kind {
        case .plain(let message, _): return message
        case .diagnostics(let diagnostics, _, _):
            guard let first = diagnostics.firstMistake else { return "" }
            let more = diagnostics.count > 1 ? " (and \(diagnostics.count - 1) more)" : ""
            return "error[\(first.code)]: \(first.message)\(more)"
        }
    }

    func point(command: String? = nil) -> CheckPoint {
        CheckPoint(.scenario, .faulty, name: "", message: summary, line: line, command: command)
    }

    private var line: Int? {
        guard case .diagnostics(let diagnostics, let sources, _) = kind, let first = diagnostics.firstMistake else {
            return nil
        }
        let (source, span) = sources.locate(first.span)
        return source.label == nil ? source.text.position(of: span.lowerBound).line : nil
    }
}

extension [Diagnostic] {
    fileprivate var firstMistake: Diagnostic? { first { $0.severity == .error } ?? first }
}

extension ScenarioOutline {
    /// The keys that do not change a run.
    private static let leftOut: Set<String> = [
        "title", "claims", "question", "source", "expect", "guard", "compare", "log", "code",
    ]

    init(of file: ScenarioFile) {
        self.init()
        for entry in file.reading.root.entries where !Self.leftOut.contains(entry.key.text) {
            add(entry.value, entry.key.text, file.lines)
        }
    }

    private mutating func add(_ value: TOMLValue, _ path: String, _ lines: SourceText) {
        let text: String
        switch value.kind {
        case .table(let entries):
            for entry in entries where entry.key.text != "code" { add(entry.value, path + "." + entry.key.text, lines) }
            return
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                add(element, "\(path).\(element["id"]?.text ?? String(index))", lines)
            }
            return
        case .string(let string): text = string.text
        case .integer(let number): text = String(number)
        case .boolean, .float, .offsetDateTime, .localDateTime, .localDate, .localTime:
            text = lines.text(of: value.span)
        }
        leaves.append((path, text, lines.line(of: value.span)))
    }
}
