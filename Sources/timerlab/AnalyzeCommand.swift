import CommandLineArguments
import ExactTime
import Laboratory
import LogImport
import Reports

/// `timerlab analyze`: reads what a real device printed, as if it were a run.
struct AnalyzeCommand: Command {
    private static let formats = ["text", "json", "csv", "markdown"]

    var spec: CommandSpec {
        CommandSpec(
            name: "analyze", abstract: "Read the log of a real device and say how its timers kept time.",
            discussion: """
                Reads NSLog, Xcode's console, log show in all styles, syslog, ISO 8601, seconds since 1970, and CSV. \
                Gaps, clocks that were set, daylight saving and lines out of order are reported and never fatal.
                From the shape of the error it says which kind of timer made the log: one that keeps a grid (a \
                repeating NSTimer, a GCD timer, a display link), or one that is scheduled anew after each firing; or that it \
                cannot be told. What held a timer is listed with what may have done it and what would tell.
                """,
            options: LogArguments.options + [
                .option(
                    "format", value: "FORMAT", defaultText: "text", allowedValues: AnalyzeCommand.formats,
                    help: "How to print it; json is JSON Lines with times in ns."),
                .flag("quiet", short: "q", help: "Leave out the timeline."),
                .flag("stability", help: "Print Allan deviations, MTIE and their like over the averaging time."),
                .option(
                    "expect", value: "FILE", hint: .file(extensions: ["toml"]),
                    help: "Hold the log against the expectations of a scenario, or of a file with [[expect]] alone."),
                .option(
                    "scenario", value: "FILE", hint: .file(extensions: ["toml"]),
                    help: "Write a scenario that prints the log again, run and compared with it, into FILE."),
            ],
            arguments: [
                ArgumentSpec("LOG", help: "A log, or - for standard input.", isRepeating: true, hint: .file())
            ],
            examples: [
                ExampleSpec(
                    "timerlab analyze device.log --interval 1s", "How late was the timer, and which kind was it?"),
                ExampleSpec("log show --last 5m | timerlab analyze -", "Read the unified log of a Mac."),
                ExampleSpec(
                    "timerlab analyze device.log --expect heavy-work", "Did the device do what a scenario says?"),
                ExampleSpec("timerlab analyze device.log --scenario again.toml", "Play the log again."),
            ],
            exitStatus: Commands.exitStatus.filter { $0.status != 2 })
    }

    func files(_ line: ParsedCommand) -> FileUse {
        FileUse(scenarios: line.values("expect"), others: line.arguments)
    }

    func run(_ line: ParsedCommand, on console: Console) throws(UsageError) -> ExitStatus {
        var request = AnalyzeRequest()
        request.log = try LogArguments.request(line, at: "analyze")
        request.expectations = line.value("expect")
        request.measuresStability = line.flag("stability")
        let workbench = Workbench.ofProcess()
        var statuses: [ExitStatus] = []
        if line.value("scenario") != nil, line.arguments.count > 1 {
            throw Commands.root.usageError(
                .invalidValue, "--scenario takes one log at a time: each would overwrite the scenario before",
                at: ["analyze"])
        }
        var isFirst = true
        for log in line.arguments {
            do {
                let outcome = try workbench.analyze(log, request)
                console.write(
                    outcome.report, as: line.value("format"), isQuiet: line.flag("quiet"), isFirst: isFirst)
                isFirst = false
                statuses.append(outcome.status)
                if let target = line.value("scenario") {
                    statuses.append(write(try workbench.replay(log, at: target, request.log), target, console))
                }
            } catch {
                console.complain(error)
                statuses.append(error.status)
            }
            if console.output.isBroken { break }
        }
        return ExitStatus.severest(statuses)
    }

    /// Writes a scenario, and says how well it prints the log again.
    private func write(_ replay: LogReplay, _ target: String, _ console: Console) -> ExitStatus {
        do {
            try OutputFile.write(target, temporaries: console.temporaries) { $0.write(replay.text) }
        } catch {
            console.complain(error.message)
            return error.status
        }
        console.note("\(target): \(replay.verdict)")
        return .success
    }
}

/// What `analyze` and `calibrate` ask of a log in the same words.
enum LogArguments {
    static let options: [OptionSpec] = [
        .option(
            "interval", value: "TIME", defaultText: "inferred",
            help: "The interval that the timers were asked for, such as 1s or 1/60s."),
        .option(
            "by", value: "WHAT", defaultText: "auto", allowedValues: LogOptions.Grouping.allCases.map(\.rawValue),
            help: "What tells several timers apart: their message, their thread, or none: all lines are one timer's."),
        .option("match", value: "TEXT", help: "Take only lines whose message contains TEXT."),
        .option("column", value: "NAME", help: "The column of a CSV table that holds the time."),
    ]

    static func request(_ line: ParsedCommand, at command: String) throws(UsageError) -> LogRequest {
        var request = LogRequest()
        if let text = line.value("interval") {
            guard case .success(let interval) = DurationText.parse(text), interval > .zero,
                let whole = interval.scaled(1), whole > 0
            else {
                throw Commands.root.usageError(
                    .invalidValue, "'\(text)' is no value of --interval, which takes a time with a unit, such as 1s",
                    at: [command])
            }
            request.interval = interval
        }
        if let text = line.value("by"), let grouping = LogOptions.Grouping(rawValue: text) {
            request.options.grouping = grouping
        }
        request.options.match = line.value("match")
        request.options.column = line.value("column")
        return request
    }
}
