import CommandLineArguments
import Laboratory
import Reports
import ScenarioLanguage

/// `timerlab lint`: finds the mistakes of scenarios without running them.
struct LintCommand: Command {
    var spec: CommandSpec {
        CommandSpec(
            name: "lint", abstract: "Find the mistakes of scenarios without running them.",
            options: [
                .option(
                    "format", value: "FORMAT", defaultText: "text", allowedValues: ["text", "json"],
                    help: "How to print them; json goes to standard output, one mistake a line."),
                .flag("quiet", short: "q", help: "Say nothing about scenarios without mistakes."),
                .option(
                    "set", value: "PATH=VALUE", isRepeatable: true, help: "Change a value of the scenario first."),
            ],
            arguments: [
                ArgumentSpec(
                    "SCENARIO", help: "A file, a folder, the name of a shipped scenario, or - for standard input.",
                    isRepeating: true, hint: .file(extensions: ["toml"]))
            ],
            examples: [
                ExampleSpec("timerlab lint my.toml", "Look for mistakes."),
                ExampleSpec("timerlab lint Scenarios", "Look through a folder."),
            ],
            exitStatus: Commands.exitStatus.filter { ![1, 2].contains($0.status) })
    }

    func files(_ line: ParsedCommand) -> FileUse {
        FileUse(scenarios: line.arguments, sets: line.values("set"))
    }

    func run(_ line: ParsedCommand, on console: Console) throws(UsageError) -> ExitStatus {
        let workbench = Workbench.ofProcess()
        let isJSON = line.value("format") == "json"
        var statuses: [ExitStatus] = []
        for warning in workbench.warnings(of: line.arguments) { console.warn(warning) }
        for scenario in workbench.expanded(line.arguments) {
            do {
                let file = try workbench.lint(scenario, sets: line.values("set"))
                statuses.append(file.lintStatus)
                if file.reading.diagnostics.isEmpty {
                    if !line.flag("quiet"), !isJSON {
                        console.output.write(VisibleText.lineStart(file.typed) + ": no mistakes\n")
                    }
                } else if isJSON {
                    let renderer = DiagnosticRenderer(path: file.typed)
                    for diagnostic in file.reading.diagnostics {
                        console.output.write(renderer.jsonLine(diagnostic, in: file.reading.sources))
                    }
                } else {
                    console.complain(file.mistakes)
                }
            } catch {
                console.complain(error)
                statuses.append(error.status)
            }
        }
        return ExitStatus.severest(statuses)
    }
}
