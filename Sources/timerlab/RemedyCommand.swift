import LabCommandLine
import LabPlatform
import LabReports
import Laboratory

/// `timerlab remedy`: tries remedies for the findings of a run.
struct RemedyCommand: Command {
    private static let timer = Option(
        "timer", value: "ID", .text, help: "Mend the findings of this timer or object instead of the worst one.")
    private static let write = Option<Int>(
        "write", value: "N", .whole(1...1000), help: "Write the scenario with remedy N to OUT, and no table.")
    private static let all = Flag("all", help: "Show all rows, and the code of each remedy that helps.")
    private static let objectiveC = Flag("objc", help: "Show Objective-C instead of Swift.")
    private static let force = Flag("force", help: "Replace OUT if it exists.")

    var spec: CommandSpec {
        CommandSpec(
            name: "remedy", abstract: "Try the remedies for what a run finds, alone and together, and rank them.",
            discussion: """
                Runs the scenario with each remedy that fits, and with some that are often tried and do not help. If \
                one alone leaves a fault, two or three are tried together. The best is shown as a change of code, with \
                its cost. Remedies are ranked by crashes, failed expectations, unwanted calls of a one-shot and the \
                worst finding. Then come leaks, the share of skipped points, other findings, the longest wait, drift \
                and wake-ups. A failed expectation is mended first, even if its cause was asked for, such as a \
                tolerance.
                """,
            options: [
                RemedyCommand.timer, RemedyCommand.all, RemedyCommand.objectiveC, Options.format, Options.html,
                RemedyCommand.write,
                RemedyCommand.force.requiring(RemedyCommand.write),
            ],
            arguments: [
                .scenario(),
                ArgumentSpec(
                    name: "OUT", help: "Where --write puts the scenario.", isOptional: true,
                    hint: .file(extensions: ["toml"])
                ),
            ],
            examples: [
                ("timerlab remedy heavy-work", "Remedies for heavy work in a callback."),
                ("timerlab remedy heavy-work --write 1 mine.toml", "Write the scenario with the best remedy."),
            ],
            exitStatus: Exits.of(0, 1, 64, 65, 66, 70, 73, 130))
    }

    func files(_ line: ParsedCommand) -> FileUse {
        FileUse(
            scenarios: Array(line.arguments.prefix(1)),
            outputs: line.arguments.dropFirst().map { ($0, $0) as FileUse.Output } + line.outputs(of: Options.html))
    }

    func run(_ line: ParsedCommand, on console: Console) throws -> ExitStatus {
        let number = line[RemedyCommand.write]
        let out = line.arguments.dropFirst().first
        if (number == nil) != (out == nil) {
            throw wrong("--write N and OUT go together", suggestion: "timerlab remedy SCENARIO --write 1 OUT")
        }
        let outcome = try Progress.during("trying remedies") { () throws(Problem) in
            try Workbench.ofProcess().remedies(line.arguments[0], timer: line[RemedyCommand.timer])
        }
        var written = ""
        if let number, let out {
            written = try outcome.text(number, writtenTo: out, replacing: line[RemedyCommand.force])
        }
        let report = outcome.report
        if let html = line[Options.html] {
            let page = report.page(isAll: true, inObjectiveC: line[RemedyCommand.objectiveC])
            let status = console.write(to: html) { PageHTML().write(page, to: $0) }
            if status != .success { return status }
        }
        // A user who writes one has read them all.
        if out == nil || line[Options.format] != nil {
            let page = report.page(
                isAll: line[RemedyCommand.all], inObjectiveC: line[RemedyCommand.objectiveC])
            console.write(page, as: line[Options.format], json: report.writeJSON, csv: report.writeCSV)
        }
        guard let out, let number else { return report.failed.isEmpty ? .success : .failed }
        let status = console.write(to: out) { $0.write(written) }
        if status == .success {
            console.note(
                "\(out) has remedy \(number), \(report.rows[number - 1].name); expectations that described the fault, "
                    + "and a guard, are left out")
        }
        return status
    }
}
