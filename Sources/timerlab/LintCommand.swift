import LabCommandLine
import LabReports
import LabScenarioLanguage
import Laboratory

/// `timerlab lint`: finds the mistakes of scenarios without running them.
struct LintCommand: Command {
    let word = "lint"
    var options: [any DeclaredOption] { [Options.listFormat, Options.quiet, Options.set] }
    var arguments: [ArgumentSpec] { [.scenario(isRepeating: true)] }

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
