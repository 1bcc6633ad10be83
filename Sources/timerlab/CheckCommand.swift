import CommandLineArguments
import Laboratory
import Reports

/// `timerlab check`: the gate of a pipeline.
struct CheckCommand: Command {
    var spec: CommandSpec {
        CommandSpec(
            name: "check", abstract: "Check expectations, and figures and findings against a committed baseline.",
            discussion: """
                Runs every scenario under the paths. The simulation is exact, so anything that differs from the \
                baseline has moved. A figure that a [guard] of its scenario watches fails when it gets worse than its \
                guard allows; so does a fault or warning that is new. The baseline is timerlab.baseline in each folder, or beside each file.
                """,
            options: [
                .flag("update", help: "Write the baseline anew instead of comparing with it."),
                .option(
                    "baseline", value: "FILE", hint: .file(extensions: ["baseline"]),
                    help: "Use this baseline for all paths."),
                .option(
                    "report", value: "FORMAT[=FILE]", isRepeatable: true, defaultText: "text",
                    help: "Print or write a report: \(CheckReportOption.Format.names)."),
                .option(
                    "seeds", value: "N",
                    help: """
                        Run scenarios with random draws with N seeds, each held against the baseline's run with \
                        the same one; N is at least \(CheckRequest.fewestSeeds), and below \
                        \(CheckRequest.fewestSeedsForFigures) only guards are judged.
                        """),
                .flag(
                    "mutate",
                    help: """
                        Make each guarded scenario worse in kind, and say which guards notice; the status is 2 where \
                        one is blind.
                        """),
                .flag("check-determinism", help: "Run everything twice and compare the bytes."),
                .option("jobs", short: "j", value: "N", help: "Run N scenarios at a time instead of one a core."),
            ],
            arguments: [
                ArgumentSpec("PATH", help: "A scenario or a folder of scenarios.", isRepeating: true, hint: .file())
            ],
            examples: [
                ExampleSpec("timerlab check Scenarios", "Check a folder."),
                ExampleSpec("timerlab check --update Scenarios", "Take the numbers as they are now for the baseline."),
                ExampleSpec("timerlab check --mutate Scenarios", "See whether the guards guard."),
                ExampleSpec(
                    "timerlab check Scenarios --report text --report junit=check.xml", "Also for a CI server."),
            ],
            exitStatus: Commands.exitStatus)
    }

    func files(_ line: ParsedCommand) -> FileUse {
        var request = CheckRequest(paths: line.arguments)
        request.baseline = line.value("baseline")
        let baselines = Workbench.ofProcess().baselines(of: request)
        let reports = line.values("report").compactMap { text in
            CheckReportOption(text)?.path.map { FileUse.Output("--report \(text)", path: $0) }
        }
        guard line.flag("update") else {
            return FileUse(scenarios: line.arguments, others: baselines, outputs: reports)
        }
        let updated = baselines.map { FileUse.Output("the baseline \($0)", path: $0) }
        return FileUse(scenarios: line.arguments, outputs: reports + updated)
    }

    func run(_ line: ParsedCommand, on console: Console) throws(UsageError) -> ExitStatus {
        let reports = try reports(line)
        let request = try request(line)
        let progress = Progress()
        let workbench = Workbench.ofProcess()
        let outcome = workbench.check(request, temporaries: console.temporaries) { progress.show($0, $1) }
        progress.clear()
        for warning in workbench.warnings(of: line.arguments) { console.warn(warning) }
        for problem in outcome.problems { console.complain(problem) }
        var statuses = [outcome.status]
        for report in reports {
            guard let path = report.path else {
                report.format.write(outcome.report, to: console.output, as: console.text)
                continue
            }
            do throws(OutputFault) {
                try OutputFile.write(path, temporaries: console.temporaries) {
                    report.format.write(outcome.report, to: $0)
                }
            } catch {
                console.complain(error.message)
                statuses.append(error.status)
            }
        }
        return ExitStatus.severest(statuses)
    }

    private func reports(_ line: ParsedCommand) throws(UsageError) -> [CheckReportOption] {
        var reports: [CheckReportOption] = []
        for text in line.values("report") {
            guard let option = CheckReportOption(text) else {
                throw wrong(text, "--report", "FORMAT or FORMAT=FILE with \(CheckReportOption.Format.names)")
            }
            reports.append(option)
        }
        // A person is told even when only files are written.
        if !reports.contains(where: { $0.path == nil }) { reports.insert(CheckReportOption(.text), at: 0) }
        let printed = reports.filter { $0.path == nil }.map(\.format)
        if printed.count > 1, let alone = printed.first(where: { !$0.canShareOutput }) {
            throw Commands.root.usageError(
                .invalidValue, "\(alone.rawValue) and another report cannot both go to standard output",
                suggestion: "--report \(alone.rawValue)=FILE", at: ["check"])
        }
        return reports
    }

    private func request(_ line: ParsedCommand) throws(UsageError) -> CheckRequest {
        var request = CheckRequest(paths: line.arguments)
        request.baseline = line.value("baseline")
        request.updates = line.flag("update")
        request.mutates = line.flag("mutate")
        request.checksDeterminism = line.flag("check-determinism")
        request.seeds = try number(line, "seeds", CheckRequest.fewestSeeds...10_000)
        request.jobs = try number(line, "jobs", 1...1_024)
        if request.updates, request.mutates {
            throw Commands.root.usageError(
                .invalidValue, "--update and --mutate exclude each other: what is made worse must not be written",
                at: ["check"])
        }
        return request
    }

    private func number(
        _ line: ParsedCommand, _ name: String, _ range: ClosedRange<Int>
    ) throws(UsageError) -> Int? {
        guard let text = line.value(name) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw wrong(text, "--\(name)", "a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    private func wrong(_ value: String, _ option: String, _ wanted: String) -> UsageError {
        Commands.root.usageError(
            .invalidValue, "'\(value)' is no value of \(option), which takes \(wanted)", at: ["check"])
    }
}
