import Analysis
import Expectations
import Gate
import Platform
import Recording
import Reports
import ScenarioLanguage
import ScenarioModel

/// What the runs of one scenario have yielded, without their recordings.
struct ScenarioMeasurement: Sendable {
    var target: CheckTarget
    /// As it is shown.
    var file: String
    var title = ""
    var guards: [FigureGuard] = []
    /// Nil when it could not be run to its end.
    var numbers: DriftNumbers?
    /// Whether other seeds give other numbers.
    var isRandom = false
    /// Promises, a crash, the runs themselves: all that needs no baseline.
    var points: [CheckPoint] = []
    var problems: [Problem] = []
    /// The lines of guards by figure, and of timers by id.
    var guardLines: [FigureName: Int] = [:]
    var timerLines: [String: Int] = [:]
}

/// Runs one scenario as often as the request wants and keeps what a check needs.
struct ScenarioRunner: Sendable {
    let workbench: Workbench
    let request: CheckRequest
    /// With how many seeds; at least 1.
    let seeds: Int

    func measure(_ target: CheckTarget) -> ScenarioMeasurement {
        var result = ScenarioMeasurement(target: target, file: FileSystem.shown(target.path))
        do throws(Problem) {
            let file = try workbench.read(target.path)
            let plan = try workbench.plan(file, changes: ScenarioChanges())
            let outcome = try workbench.run(file, plan: plan, keeping: kept)
            result.title = plan.title
            result.guards = plan.guards.compactMap(FigureGuard.init)
            for guarding in result.guards { result.guardLines[guarding.name] = file.lines.line(of: guarding.place) }
            for timer in plan.timers { result.timerLines[timer.id] = file.lines.line(of: timer.place) }
            judge(outcome, plan, &result)
            guard outcome.problems.isEmpty else { return result }
            let first = DriftNumbers(of: outcome.report.trace, outcome.report.analysis, guards: result.guards)
            result.numbers = first
            if request.checksDeterminism {
                let again = try workbench.run(file, plan: plan, keeping: kept)
                result.points.append(point(comparing: outcome.report, again.report))
            }
            try sample(file, plan, outcome.report.trace.fingerprint, first, &result)
        } catch {
            result.numbers = nil
            result.problems.append(error)
            result.points.append(
                CheckPoint(.scenario, .faulty, name: "", message: error.summary, line: error.line))
        }
        return result
    }

    private var kept: KeptRecords { request.checksDeterminism ? .all : [] }

    private func command(_ result: ScenarioMeasurement) -> String {
        "timerlab run " + ShellText.quoted(result.file)
    }

    private func judge(_ outcome: RunOutcome, _ plan: ScenarioPlan, _ result: inout ScenarioMeasurement) {
        for verdict in outcome.report.verdicts {
            let subject = verdict.subject.isEmpty ? "" : verdict.subject + ": "
            result.points.append(
                CheckPoint(
                    .expectation, verdict.passed ? .passed : .failed, name: subject + verdict.promised,
                    message: verdict.passed ? "" : "but " + verdict.actual,
                    details: verdict.passed ? [] : verdict.details, line: outcome.report.source.line(of: verdict.place),
                    command: verdict.passed ? nil : command(result)))
        }
        if let crash = outcome.report.analysis.crash, !plan.expectsCrash {
            result.points.append(
                CheckPoint(
                    .crash, .failed, name: "no crash", message: "but it crashed: " + crash.reason,
                    line: outcome.report.source.line(of: crash.place), command: command(result)))
        }
        for problem in outcome.problems {
            result.problems.append(problem)
            result.points.append(
                CheckPoint(
                    .scenario, .faulty, name: "", message: problem.summary, line: problem.line,
                    command: command(result)))
        }
    }

    /// Runs the other seeds, unless the second one shows that there is nothing random about the scenario.
    private func sample(
        _ file: ScenarioFile, _ plan: ScenarioPlan, _ fingerprint: UInt64, _ first: DriftNumbers,
        _ result: inout ScenarioMeasurement
    ) throws(Problem) {
        var runs = [first]
        for offset in 1..<max(1, seeds) {
            var other = plan
            other.seed = plan.seed &+ UInt64(offset)
            let report = try workbench.run(file, plan: other, keeping: []).report
            let numbers = DriftNumbers(of: report.trace, report.analysis, guards: result.guards)
            if offset == 1, report.trace.fingerprint == fingerprint, numbers == first { return }
            runs.append(numbers)
        }
        guard runs.count > 1 else { return }
        result.isRandom = true
        result.numbers = DriftNumbers(seeds: runs)
    }

    private func point(comparing first: RunReport, _ second: RunReport) -> CheckPoint {
        let (one, other) = (ScenarioRunner.bytes(first), ScenarioRunner.bytes(second))
        guard one != other || first.trace.records != second.trace.records else {
            return CheckPoint(.determinism, .passed, name: "two runs, \(one.count) bytes each")
        }
        let same = zip(one, other).prefix { $0 == $1 }.count
        let line = one.prefix(same).count { $0 == 0x0A } + 1
        return CheckPoint(
            .determinism, .faulty, name: "two runs give the same bytes",
            message: "but they differ from byte \(same) on, in line \(line) of the JSON report",
            command: "timerlab run --format json " + ShellText.quoted(first.file))
    }

    private static func bytes(_ report: RunReport) -> [UInt8] {
        var bytes: [UInt8] = []
        let stream = ByteStream {
            bytes.append(contentsOf: $0)
            return true
        }
        JSONReport().write(report, isFirst: true, to: stream)
        stream.flush()
        return bytes
    }
}

extension Problem {
    /// The first of what it says, on one line.
    var summary: String {
        switch kind {
        case .plain(let message, _): return message
        case .diagnostics(let diagnostics, _, _):
            guard let first = diagnostics.first(where: { $0.severity == .error }) ?? diagnostics.first else {
                return ""
            }
            let more = diagnostics.count > 1 ? " (and \(diagnostics.count - 1) more)" : ""
            return "error[\(first.code)]: \(first.message)\(more)"
        }
    }

    /// The line of the first mistake in the scenario's file.
    var line: Int? {
        guard case .diagnostics(let diagnostics, let sources, _) = kind,
            let first = diagnostics.first(where: { $0.severity == .error }) ?? diagnostics.first
        else { return nil }
        let (source, span) = sources.locate(first.span)
        return source.label == nil ? source.text.position(of: span.lowerBound).line : nil
    }
}

/// Words for a POSIX shell.
enum ShellText {
    static func quoted(_ word: String) -> String {
        let isPlain = word.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x2F, 0x5F, 0x2B, 0x3A, 0x40, 0x25, 0x80...: true
            default: false
            }
        }
        return isPlain && !word.isEmpty ? word : "'" + word.replacing("'", with: "'\\''") + "'"
    }
}
