import LabCommandLine
import LabWorkbench

/// `timerlab sweep`: the figures of a scenario over a range of one of its values.
struct SweepCommand: Command {
    private static let vary = Option<SweepRange>(
        "vary", value: "PATH=FROM..TO",
        ValueKind("a key and its range from less to more, such as timer.tick.interval=10ms..1s") { SweepRange($0) })
    private static let steps = Option<Int>("steps", value: "N", .whole(2...1_000_000), defaultText: "30")
    private static let seeds = Option<Int>("seeds", value: "N", .whole(1...10_000), defaultText: "1")

    let word = "sweep"
    var options: [any DeclaredOption] {
        [Self.vary, Self.steps, Self.seeds, Options.format, Options.set, Options.expect]
    }
    var arguments: [ArgumentSpec] { [.scenario()] }

    func run(_ line: ParsedCommand, on console: Console) throws -> ExitStatus {
        guard let range = line[Self.vary] else {
            throw UsageError("--vary PATH=FROM..TO is missing", suggestion: "--vary timer.ID.interval=10ms..1s")
        }
        let interrupts = console.interrupts
        interrupts.catchNext {}
        defer { interrupts.catchNext(nil) }
        let report = try Workbench.ofProcess().sweep(
            line.arguments[0], range, steps: line[Self.steps] ?? 30, seeds: line[Self.seeds] ?? 1,
            sets: line.all(Options.set), expects: line[Options.expect], isStopped: { interrupts.haveCome })
        interrupts.catchNext(nil)
        console.write(report.page, as: line[Options.format], json: report.writeJSON, csv: report.writeCSV)
        // Neither a table of values nor a file shows it.
        if report.isCut, !console.output.isTerminal { console.note("interrupted: only what was found so far") }
        return report.isCut ? .interrupted : report.stopped > 0 ? .wrongData : .success
    }
}
