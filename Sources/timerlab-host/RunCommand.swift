import LabCommandLine
import LabWorkbench

/// `timerlab-host run`: runs scenarios on this machine and reports on each.
struct RunCommand: Command {
    let word = "run"
    var options: [any DeclaredOption] {
        [Options.format, Options.quiet, Options.set, Options.seed, Options.timeScale, Options.limit]
    }
    var arguments: [ArgumentSpec] { [.scenario(isRepeating: true)] }

    func run(_ line: ParsedCommand, on console: Console) throws -> ExitStatus {
        let changes = ScenarioChanges(sets: line.all(Options.set), seed: line[Options.seed])
        let format = line[Options.format]
        let log = console.logExtent(line)
        let workbench = Workbench.ofProcess()
        return console.each(line.arguments) { typed, isFirst throws(Problem) in
            let outcome = try console.watching(line.liveOptions, typed) { options throws(Problem) in
                try workbench.runLive(typed, changes: changes, options: options)
            }
            console.write(outcome.report, as: format, isQuiet: line[Options.quiet], log: log, isFirst: isFirst)
            if let warnings = outcome.warnings { console.complain(warnings) }
            for problem in outcome.problems { console.complain(problem) }
            return outcome.status
        }
    }
}
