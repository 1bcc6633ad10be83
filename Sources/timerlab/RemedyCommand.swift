import LabCatalogue
import LabCommandLine
import LabReports
import LabWorkbench

/// `timerlab remedy`: tries remedies for the findings of a run.
struct RemedyCommand: Command {
    private static let timer = Option("timer", value: "ID", .text)
    private static let write = Option<Int>("write", value: "N", .whole(1...1000))
    private static let all = Flag("all")
    private static let objectiveC = Flag("objc")
    private static let force = Flag("force")

    let word = "remedy"
    var options: [any DeclaredOption] {
        [
            Self.timer, Self.all, Self.objectiveC, Options.format, Options.html, Self.write,
            Self.force.requiring(Self.write),
        ]
    }
    var arguments: [ArgumentSpec] {
        [.scenario(), ArgumentSpec(name: "OUT", isOptional: true, hint: .file(extensions: ["toml"]))]
    }

    func files(_ line: ParsedCommand) -> FileUse {
        FileUse(
            scenarios: Array(line.arguments.prefix(1)),
            outputs: line.arguments.dropFirst().map { ($0, $0) as FileUse.Output } + line.outputs(of: Options.html))
    }

    func run(_ line: ParsedCommand, on console: Console) throws -> ExitStatus {
        let number = line[Self.write]
        let out = line.arguments.dropFirst().first
        if (number == nil) != (out == nil) {
            throw UsageError("--write N and OUT go together", suggestion: "timerlab remedy SCENARIO --write 1 OUT")
        }
        if out == "" || out == "-" { throw UsageError("OUT has to be the name of a file, and is '\(out ?? "")'") }
        let outcome = try Progress.during("trying remedies") { () throws(Problem) in
            let workbench = Workbench.ofProcess()
            return try workbench.remedies(of: workbench.read(line.arguments[0]), timer: line[Self.timer])
        }
        var written = ""
        if let number, let out { written = try outcome.text(number, writtenTo: out, replacing: line[Self.force]) }
        let report = outcome.report
        let language: CodeLanguage = line[Self.objectiveC] ? .objectiveC : .swift
        if let html = line[Options.html] {
            let page = report.page(isAll: true, in: language)
            let status = console.write(to: html) { PageHTML().write(page, to: $0) }
            if status != .success { return status }
        }
        // A user who writes one has read them all.
        if out == nil || line[Options.format] != nil {
            let page = report.page(isAll: line[Self.all], in: language)
            console.write(page, as: line[Options.format], json: report.writeJSON, csv: report.writeCSV)
        }
        guard let out, let number else { return report.failed.isEmpty ? .success : .failed }
        let status = console.write(to: out) { $0.write(written) }
        if status == .success {
            let rest =
                outcome.leavesOut(number) ? "; expectations that described the fault, and a guard, are left out" : ""
            console.note("\(out) has remedy \(number), \(report.rows[number - 1].name)\(rest)")
        }
        return status
    }
}
