import CommandLineArguments
import Laboratory

/// `timerlab calibrate`: makes a device profile of a device's logs.
struct CalibrateCommand: Command {
    var spec: CommandSpec {
        CommandSpec(
            name: "calibrate", abstract: "Turn the logs of a device into a profile that [device] can load.",
            discussion: """
                Prints a file with quantile tables: of wake-up latency, from a log whose callbacks are short; of work, \
                from one whose callbacks outlast the interval. Its comments say quantile by quantile how well they fit, \
                and how well half of the lines tell the others. A log that is armed anew after its work, or that mixes \
                both, is refused. A scenario loads it with profile = "my-iphone.toml".
                """,
            options: LogArguments.options + [
                .option("name", value: "NAME", defaultText: "the log's name", help: "What the profile is called."),
                .option("loop", value: "TURNS", help: "How often each callback ran the loop of the articles."),
            ],
            arguments: [
                ArgumentSpec("LOG", help: "A log, or - for standard input.", isRepeating: true, hint: .file())
            ],
            examples: [
                ExampleSpec(
                    "timerlab calibrate idle.log heavy.log --interval 1s --loop 1000000000 -o my-iphone.toml",
                    "Measure wake-ups and work.")
            ],
            exitStatus: Commands.exitStatus.filter { ![1, 2].contains($0.status) })
    }

    func files(_ line: ParsedCommand) -> FileUse { FileUse(others: line.arguments) }

    func run(_ line: ParsedCommand, on console: Console) throws(UsageError) -> ExitStatus {
        var request = CalibrateRequest()
        request.log = try LogArguments.request(line, at: "calibrate")
        request.name = line.value("name")
        if let text = line.value("loop") {
            guard let turns = Int64(text.filter { $0 != "_" }), turns > 0 else {
                throw Commands.root.usageError(
                    .invalidValue, "'\(text)' is no value of --loop, which takes a positive whole number",
                    at: ["calibrate"])
            }
            request.turns = turns
        }
        let workbench = Workbench.ofProcess()
        do {
            console.output.write(try workbench.calibrate(line.arguments, request))
            return .success
        } catch {
            console.complain(error)
            return error.status
        }
    }
}
