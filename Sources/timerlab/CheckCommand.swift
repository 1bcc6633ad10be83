import LabCommandLine
import LabGate
import LabReports
import Laboratory

/// `timerlab check`: the gate of a pipeline.
struct CheckCommand: Command {
    private static let update = Flag("update", help: "Write a new baseline instead of comparing with it.")
    private static let baseline = Option(
        "baseline", value: "FILE", .file("baseline"), help: "Use this baseline for all paths.")
    private static let formats = CheckFormat.allCases.map(\.rawValue)
    /// A report without a path goes to standard output.
    private static let report = Option<(format: CheckFormat, path: String?)>(
        "report", value: "FORMAT[=FILE]",
        ValueKind(
            "FORMAT or FORMAT=FILE, with one of: \(formats.joined(separator: ", ")) (tap has gone: use junit)",
            allowed: formats
        ) { text in
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard let format = CheckFormat(rawValue: parts[0]), parts.last != "" else { return nil }
            return (format, parts.count == 1 || parts[1] == "-" ? nil : parts[1])
        }, isRepeatable: true, defaultText: "text", help: "Print or write a report.")
    private static let seeds = Option<Int>(
        "seeds", value: "N", .whole(PairedSeeds.fewest...10_000),
        help: """
            Run scenarios with random draws with N seeds, and compare each run with the baseline's of the same seed. N \
            is at least \(PairedSeeds.fewest); below \(PairedSeeds.fewestForFigures) only guards are judged.
            """)
    private static let mutate = Flag(
        "mutate",
        help: "Make each guarded scenario worse, and list the guards that notice; the status is 1 if a guard is blind.")
    private static let strict = Flag(
        "strict", help: "End with status 2 where a figure or fact moved without a failure.")
    private static let checkDeterminism = Flag("check-determinism", help: "Run everything twice and compare the bytes.")
    private static let jobs = Option<Int>(
        "jobs", short: "j", value: "N", .whole(1...1_024), help: "Run N scenarios at a time instead of one a core.")

    var spec: CommandSpec {
        CommandSpec(
            name: "check", abstract: "Check expectations, and figures and findings against a committed baseline.",
            discussion: """
                Runs every scenario under the paths. A scenario is a model: a change of Swift code changes nothing \
                here, unless `code` names the code that is modelled. The simulation is exact, so every difference from \
                the baseline is a change. A guarded figure fails when it gets worse than its [guard] allows. A new \
                fault or warning fails as well. The baseline is timerlab.baseline in each folder or beside each file, \
                else in the nearest folder above that has one.
                """,
            options: [
                CheckCommand.update, CheckCommand.baseline, CheckCommand.report, CheckCommand.seeds,
                CheckCommand.strict, CheckCommand.mutate, CheckCommand.checkDeterminism, CheckCommand.jobs,
                Options.set.helping(
                    "Change a value of every scenario, and hold its expectations; a baseline is not compared then."),
            ],
            arguments: [
                ArgumentSpec(
                    name: "PATH", help: "A scenario or a folder of scenarios.", isRepeating: true, hint: .file())
            ],
            examples: [
                ("timerlab check Scenarios", "Check a folder."),
                ("timerlab check --update Scenarios", "Write the present figures to the baseline."),
                ("timerlab check --mutate Scenarios", "See which mistakes the guards would notice."),
                ("timerlab check Scenarios --report text --report junit=check.xml", "Also for a CI server."),
            ],
            exitStatus: Exits.all)
    }

    func files(_ line: ParsedCommand) -> FileUse {
        let baselines = Workbench.ofProcess().baselines(of: request(line))
        let reports = line.all(CheckCommand.report).compactMap { report in
            report.path.map { ("--report \(report.format.rawValue)=\($0)", $0) as FileUse.Output }
        }
        guard line[CheckCommand.update] else {
            return FileUse(
                scenarios: line.arguments, sets: line.all(Options.set), others: baselines, outputs: reports)
        }
        let updated = baselines.map { ("the baseline \($0)", $0) as FileUse.Output }
        return FileUse(scenarios: line.arguments, outputs: reports + updated)
    }

    func run(_ line: ParsedCommand, on console: Console) throws -> ExitStatus {
        let reports = try reports(line)
        let request = request(line)
        if request.updates, request.mutates {
            throw wrong("--update and --mutate exclude each other: what is made worse must not be written")
        }
        if !request.sets.isEmpty, request.updates || request.mutates {
            throw wrong("--set goes with neither --update nor --mutate: a changed scenario has no baseline")
        }
        let workbench = Workbench.ofProcess()
        let outcome = workbench.check(request, temporaries: console.temporaries) { Progress.show($0, of: $1) }
        Progress.show()
        for warning in workbench.warnings(of: line.arguments) { console.warn(warning) }
        for problem in outcome.problems { console.complain(problem) }
        let written = reports.map { report -> ExitStatus in
            if let path = report.path {
                return console.write(to: path) { report.format.write(outcome.report, to: $0) }
            }
            report.format.write(outcome.report, to: console.output, as: console.text)
            return .success
        }
        return ExitStatus.severest([outcome.status] + written)
    }

    private func reports(_ line: ParsedCommand) throws(UsageError) -> [(format: CheckFormat, path: String?)] {
        var reports = line.all(CheckCommand.report)
        // The text report is printed even if only files are requested.
        if !reports.contains(where: { $0.path == nil }) { reports.insert((.text, nil), at: 0) }
        let printed = reports.filter { $0.path == nil }.map(\.format)
        // These two make sense only with other options.
        if printed.count > 1, let alone = printed.first(where: { ![.text, .github].contains($0) }) {
            throw wrong(
                "\(alone.rawValue) and another report cannot both go to standard output",
                suggestion: "--report \(alone.rawValue)=FILE")
        }
        return reports
    }

    private func request(_ line: ParsedCommand) -> CheckRequest {
        var request = CheckRequest(paths: line.arguments)
        request.baseline = line[CheckCommand.baseline]
        request.sets = line.all(Options.set)
        request.updates = line[CheckCommand.update]
        request.mutates = line[CheckCommand.mutate]
        request.isStrict = line[CheckCommand.strict]
        request.checksDeterminism = line[CheckCommand.checkDeterminism]
        request.seeds = line[CheckCommand.seeds]
        request.jobs = line[CheckCommand.jobs]
        return request
    }
}
