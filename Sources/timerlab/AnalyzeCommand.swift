import LabCommandLine
import LabReports
import LabWorkbench

/// `timerlab analyze`: reads the log of a real device like a run.
struct AnalyzeCommand: Command {
    private static let expect = Option("expect", value: "FILE", .file("toml"))
    private static let scenario = Option("scenario", value: "FILE", .file("toml"))

    let word = "analyze"
    var options: [any DeclaredOption] {
        Options.ofLogs + [Options.format, Options.quiet, Options.details, Self.expect, Self.scenario, Options.html]
    }
    var arguments: [ArgumentSpec] { [.logs] }

    func files(_ line: ParsedCommand) -> FileUse {
        FileUse(
            scenarios: line.all(Self.expect), others: line.arguments,
            outputs: line.outputs(of: Self.scenario) + line.outputs(of: Options.html))
    }

    func run(_ line: ParsedCommand, on console: Console) throws -> ExitStatus {
        let request = line.logOptions
        let target = line[Self.scenario]
        let html = line[Options.html]
        if target != nil || html != nil, line.arguments.count > 1 {
            let option = target == nil ? "--html" : "--scenario"
            throw UsageError("\(option) takes one log at a time: each would overwrite the file before")
        }
        if target != nil, line.arguments.contains("-") {
            throw UsageError("--scenario reads its log again: standard input cannot be replayed, a file can")
        }
        let workbench = Workbench.ofProcess()
        return console.each(line.arguments) { log, isFirst throws(Problem) in
            var outcome = try workbench.analyze(
                log, request, expectations: line[Self.expect], keeping: html == nil ? [] : RunReport.recordsForHTML)
            outcome.report.isDetailed = line[Options.details]
            console.write(outcome.report, as: line[Options.format], isQuiet: line[Options.quiet], isFirst: isFirst)
            var statuses = [outcome.status]
            if let html { statuses.append(console.write(to: html, outcome.report.writeHTML)) }
            if let target {
                let replay = try workbench.replay(log, at: target, request)
                statuses.append(console.write(to: target) { $0.write(replay.text) })
                let notes = statuses.last == .success ? [replay.verdict] + replay.explanations.prefix(3) : []
                for note in notes { console.note("\(target): \(note)") }
            }
            return ExitStatus.severest(statuses)
        }
    }
}
