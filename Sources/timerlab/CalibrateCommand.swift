import LabCommandLine
import Laboratory

/// `timerlab calibrate`: makes a device profile from a device's logs.
struct CalibrateCommand: Command {
    private static let name = Option(
        "name", value: "NAME", .text, defaultText: "the log's name", help: "The name of the profile.")
    private static let loop = Option<Int64>(
        "loop", value: "TURNS",
        ValueKind("a positive whole number") { text in
            Int64(text.filter { $0 != "_" }).flatMap { $0 > 0 ? $0 : nil }
        }, help: "The number of turns that each callback's counting loop made.")

    var spec: CommandSpec {
        CommandSpec(
            name: "calibrate", abstract: "Turn the logs of a device into a profile that [device] can load.",
            discussion: """
                Prints a file that replays the wake-up latencies of a log whose callbacks are short. With --loop, a \
                log whose callbacks outlast the interval yields the cost of a turn. A log that does not show a grid is \
                refused. A scenario loads the file with profile = "my-iphone.toml".
                """,
            options: Options.ofLogs + [CalibrateCommand.name, CalibrateCommand.loop],
            arguments: [.logs],
            examples: [
                (
                    "timerlab calibrate idle.log heavy.log --interval 1s --loop 1000000000 -o my-iphone.toml",
                    "Measure wake-ups and work."
                )
            ],
            exitStatus: Exits.of(0, 64, 65, 66, 70, 73, 130))
    }

    func files(_ line: ParsedCommand) -> FileUse { FileUse(others: line.arguments) }

    func run(_ line: ParsedCommand, on console: Console) throws -> ExitStatus {
        let profile = try Workbench.ofProcess().calibrate(
            line.arguments, line.logOptions, name: line[CalibrateCommand.name], turns: line[CalibrateCommand.loop])
        console.output.write(profile)
        return .success
    }
}
