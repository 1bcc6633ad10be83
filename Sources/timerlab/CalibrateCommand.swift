import LabCommandLine
import Laboratory

/// `timerlab calibrate`: makes a device profile from a device's logs.
struct CalibrateCommand: Command {
    private static let name = Option("name", value: "NAME", .text, defaultText: "the log's name")
    private static let loop = Option<Int64>(
        "loop", value: "TURNS",
        ValueKind("a positive whole number") { text in
            Int64(text.filter { $0 != "_" }).flatMap { $0 > 0 ? $0 : nil }
        })

    let word = "calibrate"

    var spec: CommandSpec {
        CommandSpec(
            word, in: CommandTexts.all,
            options: Options.ofLogs + [CalibrateCommand.name, CalibrateCommand.loop], arguments: [.logs])
    }

    func files(_ line: ParsedCommand) -> FileUse { FileUse(others: line.arguments) }

    func run(_ line: ParsedCommand, on console: Console) throws -> ExitStatus {
        let profile = try Workbench.ofProcess().calibrate(
            line.arguments, line.logOptions, name: line[CalibrateCommand.name], turns: line[CalibrateCommand.loop])
        console.output.write(profile)
        return .success
    }
}
