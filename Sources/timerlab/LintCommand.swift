import LabCommandLine
import LabReports
import LabScenarioLanguage
import Laboratory

/// `timerlab lint`: finds the mistakes of scenarios without running them.
struct LintCommand: Command {
    var spec: CommandSpec {
        CommandSpec(
            name: "lint", abstract: "Find the mistakes of scenarios without running them.",
            options: [
                Options.listFormat.helping("How to print them; json goes to standard output, one mistake a line."),
                Options.quiet.helping("Say nothing about scenarios without mistakes."),
                Options.set.helping("Change a value of the scenario first."),
            ],
            arguments: [
                .scenario(
                    "A file, a folder, the name of a shipped scenario, or - for standard input.", isRepeating: true)
            ],
            examples: [
                ("timerlab lint my.toml", "Look for mistakes."),
                ("timerlab lint Scenarios", "Look through a folder."),
            ],
            exitStatus: Exits.of(0, 64, 65, 66, 70, 73, 130))
    }

    func files(_ line: ParsedCommand) -> FileUse { FileUse(scenarios: line.arguments, sets: line.all(Options.set)) }

    func run(_ line: ParsedCommand, on console: Console) throws -> ExitStatus {
        let workbench = Workbench.ofProcess()
        for warning in workbench.warnings(of: line.arguments) { console.warn(warning) }
        return console.each(workbench.expanded(line.arguments)) { scenario, _ throws(Problem) in
            let file = try workbench.lint(scenario, sets: line.all(Options.set))
            if line[Options.listFormat] == .json {
                let renderer = DiagnosticRenderer(path: file.typed)
                for diagnostic in file.reading.diagnostics {
                    console.output.write(renderer.jsonLine(diagnostic, in: file.reading.sources))
                }
            } else if !file.reading.diagnostics.isEmpty {
                console.complain(file.mistakes)
            } else if !line[Options.quiet] {
                console.output.write(VisibleText.lineStart(file.typed) + ": no mistakes\n")
            }
            return file.lintStatus
        }
    }
}
