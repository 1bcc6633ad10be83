import LabCommandLine
import Laboratory

/// `timerlab sweep`: the figures of a scenario over a range of one of its values.
struct SweepCommand: Command {
    private static let vary = Option<SweepRange>(
        "vary", value: "PATH=FROM..TO",
        ValueKind("a key and its range from less to more, such as timer.tick.interval=10ms..1s") { SweepRange($0) },
        help: "The value that varies, its path as --set has it (event.0 is event 1): times, or whole numbers.")
    private static let steps = Option<Int>(
        "steps", value: "N", .whole(2...1_000_000), defaultText: "30",
        help: "The number of values, both ends included.")
    private static let seeds = Option<Int>(
        "seeds", value: "N", .whole(1...10_000), defaultText: "1",
        help: "Run each value with N seeds; the worst counts.")

    var spec: CommandSpec {
        CommandSpec(
            name: "sweep",
            abstract: "Run a scenario over a range of one of its values and find where the outcome changes.",
            discussion: """
                The border is found to the nanosecond where a fault or warning comes or goes, points are skipped, or \
                an object is no longer deallocated. Ctrl-C prints what is finished.
                """,
            options: [
                SweepCommand.vary, SweepCommand.steps, SweepCommand.seeds, Options.format,
                Options.set.helping("Change another value of the scenario first."),
                Options.expect.helping("Hold the expectations with each value, and find where one begins to fail."),
            ],
            arguments: [.scenario()],
            examples: [
                (
                    "timerlab sweep heavy-work --vary timer.tick.interval=1s..10s",
                    "The shortest interval that skips no point."
                ),
                (
                    "timerlab sweep lifetime-thread-target --vary event.0.at=0.1s..4s --format csv",
                    "The deallocation of an object for each instant of a dismissal."
                ),
            ],
            exitStatus: Exits.of(0, 64, 65, 66, 70, 73, 130))
    }

    func files(_ line: ParsedCommand) -> FileUse {
        FileUse(scenarios: line.arguments, sets: line.all(Options.set))
    }

    func run(_ line: ParsedCommand, on console: Console) throws -> ExitStatus {
        guard let range = line[SweepCommand.vary] else {
            throw wrong("--vary PATH=FROM..TO is missing", suggestion: "--vary timer.ID.interval=10ms..1s")
        }
        let stop = StopFlag()
        console.interrupts.catchNext { stop.set() }
        defer { console.interrupts.catchNext(nil) }
        let report = try Workbench.ofProcess().sweep(
            line.arguments[0], range, steps: line[SweepCommand.steps] ?? 30, seeds: line[SweepCommand.seeds] ?? 1,
            sets: line.all(Options.set), expects: line[Options.expect], isStopped: { stop.isSet })
        console.interrupts.catchNext(nil)
        console.write(report.page, as: line[Options.format], json: report.writeJSON, csv: report.writeCSV)
        return report.isCut ? .interrupted : .success
    }
}
