import LabCommandLine
import LabGate
import LabReports
import LabWorkbench

/// `timerlab check`: the gate of a pipeline.
struct CheckCommand: Command {
    private static let update = Flag("update")
    private static let baseline = Option("baseline", value: "FILE", .file("baseline"))
    private static let formats = CheckFormat.allCases.map(\.rawValue)
    /// A report without a path goes to standard output.
    private static let report = Option<(format: CheckFormat, path: String?)>(
        "report", value: "FORMAT[=FILE]",
        ValueKind(
            "FORMAT or FORMAT=FILE, with one of: \(formats.joined(separator: ", ")) (tap has gone: use junit)",
            hint: .values(formats)
        ) { text in
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard let format = CheckFormat(rawValue: parts[0]), parts.last != "" else { return nil }
            return (format, parts.count == 1 || parts[1] == "-" ? nil : parts[1])
        }, isRepeatable: true, defaultText: "text")
    private static let seeds = Option<Int>("seeds", value: "N", .whole(PairedSeeds.fewest...10_000))
    private static let mutate = Flag("mutate")
    private static let strict = Flag("strict")
    private static let checkDeterminism = Flag("check-determinism")
    private static let jobs = Option<Int>("jobs", short: "j", value: "N", .whole(1...1_024))

    let word = "check"
    var options: [any DeclaredOption] {
        [
            Self.update, Self.baseline, Self.report, Self.seeds, Self.strict, Self.mutate, Self.checkDeterminism,
            Self.jobs, Options.set,
        ]
    }
    var arguments: [ArgumentSpec] { [ArgumentSpec(name: "PATH", isRepeating: true, hint: .file())] }
    var values: [String: String] {
        ["fewest": "\(PairedSeeds.fewest)", "fewest for figures": "\(PairedSeeds.fewestForFigures)"]
    }

    func files(_ line: ParsedCommand) -> FileUse {
        let reports = line.all(Self.report).compactMap { report in
            report.path.map { ("--report \(report.format.rawValue)=\($0)", $0) as FileUse.Output }
        }
        let baselines = line[Self.update] || !reports.isEmpty ? Workbench.ofProcess().baselines(of: request(line)) : []
        guard line[Self.update] else {
            return FileUse(scenarios: line.arguments, sets: line.all(Options.set), others: baselines, outputs: reports)
        }
        let updated = baselines.map { ("the baseline \($0)", $0) as FileUse.Output }
        return FileUse(scenarios: line.arguments, outputs: reports + updated)
    }

    func run(_ line: ParsedCommand, on console: Console) throws -> ExitStatus {
        let reports = try reports(line)
        let request = request(line)
        if request.updates, request.mutates {
            throw UsageError("--update and --mutate exclude each other: what is made worse must not be written")
        }
        if !request.sets.isEmpty, request.updates || request.mutates {
            throw UsageError("--set goes with neither --update nor --mutate: a changed scenario has no baseline")
        }
        let workbench = Workbench.ofProcess()
        let outcome = workbench.check(request, temporaries: console.temporaries) { Progress.show($0, of: $1) }
        Progress.show()
        for warning in workbench.warnings(of: line.arguments) { console.warn(warning) }
        for problem in outcome.problems { console.complain(problem) }
        let written = reports.map { report -> ExitStatus in
            if let path = report.path { return console.write(to: path) { report.format.write(outcome.report, to: $0) } }
            report.format.write(outcome.report, to: console.output, as: console.text)
            return .success
        }
        return ExitStatus.severest([outcome.status] + written)
    }

    private func reports(_ line: ParsedCommand) throws(UsageError) -> [(format: CheckFormat, path: String?)] {
        var reports = line.all(Self.report)
        // The text report is printed even if only files are requested.
        if !reports.contains(where: { $0.path == nil }) { reports.insert((.text, nil), at: 0) }
        let printed = reports.filter { $0.path == nil }.map(\.format)
        // These two make sense only with other options.
        if printed.count > 1, let alone = printed.first(where: { ![.text, .github].contains($0) }) {
            throw UsageError(
                "\(alone.rawValue) and another report cannot both go to standard output",
                suggestion: "--report \(alone.rawValue)=FILE")
        }
        return reports
    }

    private func request(_ line: ParsedCommand) -> CheckRequest {
        var request = CheckRequest(paths: line.arguments)
        request.baseline = line[Self.baseline]
        request.sets = line.all(Options.set)
        request.updates = line[Self.update]
        request.mutates = line[Self.mutate]
        request.isStrict = line[Self.strict]
        request.checksDeterminism = line[Self.checkDeterminism]
        request.seeds = line[Self.seeds]
        request.jobs = line[Self.jobs]
        return request
    }
}
