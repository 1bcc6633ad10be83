import LabCommandLine
import LabWorkbench

/// `timerlab calibrate`: makes a device profile from a device's logs.
struct CalibrateCommand: Command {
    private static let name = Option("name", value: "NAME", .text, defaultText: "the log's name")
    private static let loop = Option<Int64>(
        "loop", value: "TURNS",
        ValueKind("a positive whole number") { text in
            Int64(text.filter { $0 != "_" }).flatMap { $0 > 0 ? $0 : nil }
        })

    let word = "calibrate"
    var options: [any DeclaredOption] { Options.ofLogs + [Self.name, Self.loop] }
    var arguments: [ArgumentSpec] { [.logs] }

    func files(_ line: ParsedCommand) -> FileUse { FileUse(others: line.arguments) }

    func run(_ line: ParsedCommand, on console: Console) throws -> ExitStatus {
        let profile = try Workbench.ofProcess().calibrate(
            line.arguments, line.logOptions, name: line[Self.name], turns: line[Self.loop])
        console.output.write(profile)
        return .success
    }
}
