import LabCommandLine
import LabReports
import Laboratory

/// `timerlab analyze`: reads the log of a real device like a run.
struct AnalyzeCommand: Command {
    private static let expect = Option(
        "expect", value: "FILE", .file("toml"),
        help: "Check the expectations of a scenario, or of a file with [[expect]] alone, against the log.")
    private static let scenario = Option(
        "scenario", value: "FILE", .file("toml"),
        help:
            "Write a scenario that prints the log again into FILE, and name those that explain its silences."
    )

    var spec: CommandSpec {
        CommandSpec(
            name: "analyze", abstract: "Read the log of a real device and report how its timers kept time.",
            discussion: """
                Reads NSLog, Xcode's console, log show in all styles, syslog, ISO 8601, seconds since 1970, and CSV. \
                Gaps, clocks that were set, daylight saving and lines out of order are reported and never fatal.
                The shape of the error shows the kind of timer. It keeps a grid (a repeating NSTimer, a GCD timer, a \
                display link), or it is scheduled again after each firing. Delays are listed with the causes that the \
                log does not exclude, and with ways to distinguish them.
                """,
            options: Options.ofLogs + [
                Options.format, Options.quiet.helping("Leave out the timeline."), Options.details,
                AnalyzeCommand.expect, AnalyzeCommand.scenario, Options.html,
            ],
            arguments: [.logs],
            examples: [
                ("timerlab analyze device.log --interval 1s", "How late was the timer, and which kind was it?"),
                ("log show --last 5m | timerlab analyze -", "Read the unified log of a Mac."),
                ("timerlab analyze device.log --expect heavy-work", "Did the device do what a scenario says?"),
                ("timerlab analyze device.log --scenario again.toml", "Play the log again."),
            ],
            exitStatus: Exits.of(0, 1, 64, 65, 66, 70, 73, 130), moved: Removed.stability)
    }

    func files(_ line: ParsedCommand) -> FileUse {
        FileUse(
            scenarios: line.all(AnalyzeCommand.expect), others: line.arguments,
            outputs: line.outputs(of: AnalyzeCommand.scenario) + line.outputs(of: Options.html))
    }

    func run(_ line: ParsedCommand, on console: Console) throws -> ExitStatus {
        let request = line.logOptions
        let target = line[AnalyzeCommand.scenario]
        let html = line[Options.html]
        if target != nil || html != nil, line.arguments.count > 1 {
            let option = target == nil ? "--html" : "--scenario"
            throw wrong("\(option) takes one log at a time: each would overwrite the file before")
        }
        if target != nil, line.arguments.contains("-") {
            throw wrong("--scenario reads its log again: standard input cannot be replayed, a file can")
        }
        let workbench = Workbench.ofProcess()
        return console.each(line.arguments) { log, isFirst throws(Problem) in
            var outcome = try workbench.analyze(
                log, request, expectations: line[AnalyzeCommand.expect], keeping: html == nil ? [] : RunHTML.records)
            outcome.report.isDetailed = line[Options.details]
            console.write(outcome.report, as: line[Options.format], isQuiet: line[Options.quiet], isFirst: isFirst)
            let shown = html.map { path in console.write(to: path) { RunHTML(outcome.report).write(to: $0) } }
            let statuses = [outcome.status, shown ?? .success]
            guard let target else { return ExitStatus.severest(statuses) }
            let replay = try workbench.replay(log, at: target, request)
            let status = console.write(to: target) { $0.write(replay.text) }
            if status == .success {
                for note in [replay.verdict] + replay.explanations.prefix(3) { console.note("\(target): \(note)") }
            }
            return ExitStatus.severest(statuses + [status])
        }
    }
}
