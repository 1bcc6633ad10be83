import LabCommandLine
import LabReports
import LabScenarioLanguage
import LabWorkbench

/// `timerlab lint`: finds the mistakes of scenarios without running them.
struct LintCommand: Command {
    let word = "lint"
    var options: [any DeclaredOption] { [Options.listFormat, Options.quiet, Options.set] }
    var arguments: [ArgumentSpec] { [.scenario(isRepeating: true)] }

    func run(_ line: ParsedCommand, on console: Console) throws -> ExitStatus {
        let workbench = Workbench.ofProcess()
        for warning in workbench.warnings(of: line.arguments) { console.warn(warning) }
        return console.each(workbench.expanded(line.arguments)) { scenario, _ throws(Problem) in
            let found: Problem
            do throws(Problem) { found = try workbench.lint(scenario, sets: line.all(Options.set)).mistakes } catch {
                found = error
            }
            guard case .diagnostics(let diagnostics, let sources, let path) = found.kind else { throw found }
            if line[Options.listFormat] == .json {
                let renderer = DiagnosticRenderer(path: path)
                for diagnostic in diagnostics { console.output.write(renderer.jsonLine(diagnostic, in: sources)) }
            } else if !diagnostics.isEmpty {
                console.complain(found)
            } else if !line[Options.quiet] {
                console.output.write(VisibleText.lineStart(path) + ": no mistakes\n")
            }
            return found.status
        }
    }
}
