import CommandLineArguments
import ExactTime
import Laboratory
import Recording
import Reports

/// `timerlab run`: runs scenarios and reports on each.
struct RunCommand: Command {
    private static let formats = ["text", "json", "csv", "markdown"]

    var spec: CommandSpec {
        CommandSpec(
            name: "run", abstract: "Run scenarios on the virtual clock, print what happened, and say why.",
            discussion: """
                Prints the firing log, a timeline, drift statistics, causes of lateness, lifetimes, and whether the \
                scenario's expectations hold.
                """,
            options: [
                .option(
                    "format", value: "FORMAT", defaultText: "text", allowedValues: RunCommand.formats,
                    help: "How to print it; json is JSON Lines with times in ns."),
                .flag("quiet", short: "q", help: "Leave out the firing log and the timeline."),
                .option(
                    "log", value: "all|none|N", defaultText: "all; on a terminal 40",
                    help: "How much of the log to print (text and markdown): of a longer one the first and last lines."),
                .flag(
                    "messages",
                    help: "Add the messages that objects were sent, with the stages of each (text and json)."),
                .flag("stability", help: "Print Allan deviations, MTIE and their like over the averaging time."),
                .option(
                    "set", value: "PATH=VALUE", isRepeatable: true,
                    help: """
                        Change a value of the scenario, such as timer.tick.interval=2s or device.profile=iphone6; its \
                        expectations are not held then.
                        """),
                .option("seed", value: "N", help: "Start the random draws from N instead of the scenario's seed."),
                .option(
                    "until", value: "TIME",
                    help: "Stop early, at a simulated time such as 2.5s; its expectations are not held then."),
                .option(
                    "budget", value: "N", defaultText: "100000000",
                    help: "How many occurrences a run may have before it counts as endless."),
                LiveArguments.live,
            ] + GraphArguments.options + LiveArguments.speed,
            arguments: [
                ArgumentSpec(
                    "SCENARIO", help: "A file, the name of a shipped scenario, or - for standard input.",
                    isRepeating: true, hint: .file(extensions: ["toml"]))
            ],
            examples: [
                ExampleSpec("timerlab run scenarios/heavy-work.toml", "Run a file."),
                ExampleSpec("timerlab run heavy-work --set device.profile=ideal", "Run a shipped scenario, changed."),
                ExampleSpec("timerlab run tracking --live", "The same on this host's own run loop, in real time."),
                ExampleSpec("timerlab run lifetime-weak-self --graph kept.svg", "Draw who holds whom at the end."),
                ExampleSpec("timerlab run -q --format json *.toml > runs.jsonl", "Numbers for a script."),
            ],
            exitStatus: Commands.exitStatus.filter { $0.status != 2 })
    }

    func files(_ line: ParsedCommand) -> FileUse {
        FileUse(
            scenarios: line.arguments, sets: line.values("set"),
            outputs: line.values("graph").map { FileUse.Output("--graph \($0)", path: $0) })
    }

    func run(_ line: ParsedCommand, on console: Console) throws(UsageError) -> ExitStatus {
        let changes = try changes(line)
        let graphs = try GraphArguments(line)
        let log = try log(line, console)
        let options = try LiveArguments.options(line, command: "run")
        let live = line.flag("live") ? options : nil
        let workbench = Workbench.ofProcess()
        var statuses: [ExitStatus] = []
        var isFirst = true
        for typed in line.arguments {
            do {
                let kept = graphs.kept.union(log == .omitted ? [] : .log)
                let shipped = try workbench.standIn(for: typed)
                if let shipped { console.note("\(typed): no such file here; this is the shipped \(shipped)") }
                let scenario = shipped ?? typed
                var outcome =
                    if let live {
                        try runLive(scenario, changes, live, workbench, console)
                    } else {
                        try workbench.run(
                            scenario, changes: changes, keeping: kept.union(line.flag("stability") ? .firings : []))
                    }
                if line.flag("stability") { outcome.report.measureStability() }
                console.write(
                    outcome.report, as: line.value("format"), isQuiet: line.flag("quiet"), log: log,
                    showsMessages: line.flag("messages"), isFirst: isFirst)
                isFirst = false
                if let warnings = outcome.warnings { console.complain(warnings) }
                for problem in outcome.problems { console.complain(problem) }
                statuses.append(ExitStatus.severest([outcome.status, graphs.write(outcome.report, console)]))
            } catch {
                console.complain(error)
                statuses.append(error.status)
            }
            if console.output.isBroken || statuses.last == .interrupted { break }
        }
        return ExitStatus.severest(statuses)
    }

    private func runLive(
        _ scenario: String, _ changes: ScenarioChanges, _ options: LiveOptions, _ workbench: Workbench,
        _ console: Console
    ) throws(Problem) -> RunOutcome {
        console.output.flush()
        defer { console.endWatch() }
        return try workbench.runLive(scenario, changes: changes, options: console.watch(options, scenario))
    }

    /// What `--log` says; else a quiet report has none, and a person who reads text on a terminal is spared a long one.
    private func log(_ line: ParsedCommand, _ console: Console) throws(UsageError) -> LogExtent {
        switch line.value("log") {
        case nil:
            if line.flag("quiet") { return .omitted }
            return console.output.isTerminal && (line.value("format") ?? "text") == "text" ? .terminal : .all
        case "all": return .all
        case "none": return .omitted
        case let text?:
            guard let count = Int(text), count > 0 else {
                throw wrong(text, "--log", "all, none, or how many lines")
            }
            return .most(count)
        }
    }

    private func changes(_ line: ParsedCommand) throws(UsageError) -> ScenarioChanges {
        var changes = ScenarioChanges(sets: line.values("set"))
        if let text = line.value("seed") {
            guard let seed = UInt64(text) else { throw wrong(text, "--seed", "a whole number from 0 to 2^64 - 1") }
            changes.seed = seed
        }
        if let text = line.value("until") {
            guard case .success(let time) = DurationText.parse(text), let until = time.scaled(1), until > 0 else {
                throw wrong(text, "--until", "a time with a unit, such as 2.5s")
            }
            changes.until = until
        }
        if let text = line.value("budget") {
            guard let budget = Int64(text), budget > 0 else { throw wrong(text, "--budget", "a positive whole number") }
            changes.budget = budget
        }
        return changes
    }

    private func wrong(_ value: String, _ option: String, _ wanted: String) -> UsageError {
        Commands.root.usageError(
            .invalidValue, "'\(value)' is no value of \(option), which takes \(wanted)", at: ["run"])
    }
}
