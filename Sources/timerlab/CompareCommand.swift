import CommandLineArguments
import Laboratory
import Reports

/// `timerlab compare`: the same workloads once for each mechanism, side by side.
struct CompareCommand: Command {
    private static let formats = ["text", "json", "csv", "markdown"]

    var spec: CommandSpec {
        CommandSpec(
            name: "compare", abstract: "Run the same workloads once for each mechanism and compare them.",
            discussion: """
                Mechanisms: \(Mechanism.names.joined(separator: " ")). A place may follow, where it matters: \
                nstimer@worker, gcd@main, nstimer+common. Their names in code mean the same: Timer, CADisplayLink, \
                DispatchSourceTimer, asyncAfter, Timer.publish, Task.sleep.
                A bare nstimer, perform, displaylink or combine is on main in the default mode; gcd and after have a \
                serial queue of their own; async-timer and task-sleep are on the main actor; mach-wait and \
                thread-sleep have a thread of their own. The work runs where the callback runs.
                A name that contains / or ends in .toml or .jsonl is a scenario, or an earlier result of \
                `run --format json`: those are compared as they are.
                """,
            options: [
                .option(
                    "scenario", value: "FILE", isRepeatable: true, hint: .file(extensions: ["toml"]),
                    help: "Compare in a scenario of your own: its [compare] timer, else its first, is replaced."),
                .flag("all", help: "Compare every mechanism."),
                .option(
                    "format", value: "FORMAT", defaultText: "text", allowedValues: CompareCommand.formats,
                    help: "How to print it; json is JSON Lines with times in ns."),
                .option("seed", value: "N", help: "Start the random draws from N instead of the scenario's seed."),
                LiveArguments.live,
            ] + LiveArguments.speed,
            arguments: [
                ArgumentSpec(
                    "NAME", help: "Two or more mechanisms, or two or more scenarios and earlier results.",
                    isOptional: true, isRepeating: true, hint: .file(extensions: ["toml", "jsonl"]))
            ],
            examples: [
                ExampleSpec(
                    "timerlab compare nstimer gcd", "What each does under every workload, and which to choose."),
                ExampleSpec("timerlab compare nstimer nstimer+common nstimer@worker", "Where to put an NSTimer."),
                ExampleSpec(
                    "timerlab compare --all --scenario mine.toml", "Every mechanism in a scenario of one's own."),
                ExampleSpec(
                    "timerlab compare heavy-work.toml remedy-work-on-main.toml remedy-work-on-a-queue.toml",
                    "A problem beside what is said to mend it and what does."),
                ExampleSpec(
                    "timerlab compare nstimer gcd --live --limit 10s", "On this host, ten seconds for each run."),
                ExampleSpec("timerlab compare before.jsonl after.jsonl", "Two results of run --format json."),
            ],
            exitStatus: Commands.exitStatus.filter { ![1, 2].contains($0.status) })
    }

    func run(_ line: ParsedCommand, on console: Console) throws(UsageError) -> ExitStatus {
        let seed = try seed(line)
        let options = try LiveArguments.options(line, command: "compare")
        let workbench = Workbench.ofProcess()
        let scenarios = line.values("scenario")
        let files = line.arguments.filter(isFile)
        do {
            let outcome: ComparisonOutcome
            if files.isEmpty {
                let live = line.flag("live") ? console.watch(options, "compare") : nil
                defer { console.endWatch() }
                outcome = try workbench.compare(mechanisms(line), scenarios: scenarios, seed: seed, live: live)
            } else {
                try checkFiles(files, line)
                if line.flag("live") { throw wrong(.unexpectedValue, "--live goes with mechanisms, not with files") }
                outcome = try workbench.compare(files: files, seed: seed)
            }
            format(line, console).write(outcome.report, to: console.output)
            for problem in outcome.problems { console.complain(problem) }
            return outcome.status
        } catch let error as UsageError {
            throw error
        } catch let problem as Problem {
            console.complain(problem)
            return problem.status
        } catch {
            return .internalFault
        }
    }

    private func isFile(_ name: String) -> Bool {
        let lower = name.lowercased()
        return name.contains("/") || lower.hasSuffix(".toml") || lower.hasSuffix(".jsonl")
    }

    private func checkFiles(_ files: [String], _ line: ParsedCommand) throws(UsageError) {
        if let name = line.arguments.first(where: { !isFile($0) }) {
            throw wrong(
                .invalidValue, "'\(name)' is no file: compare mechanisms with mechanisms, files with files")
        }
        if line.flag("all") || !line.values("scenario").isEmpty {
            throw wrong(.unexpectedValue, "--all and --scenario go with mechanisms, not with files")
        }
        if files.count < 2 { throw wrong(.missingArgument, "one file alone cannot be compared: name another") }
    }

    private func mechanisms(_ line: ParsedCommand) throws(UsageError) -> [Mechanism] {
        var mechanisms: [Mechanism] = []
        for name in line.arguments { mechanisms.append(try mechanism(name)) }
        if line.flag("all") { mechanisms += Mechanism.all.filter { !mechanisms.contains($0) } }
        if mechanisms.count < 2 {
            throw wrong(
                .missingArgument,
                "name two mechanisms or more, or --all; there are \(Mechanism.names.joined(separator: ", "))")
        }
        return mechanisms
    }

    private func mechanism(_ text: String) throws(UsageError) -> Mechanism {
        do {
            return try Mechanism(parsing: text)
        } catch {
            switch error {
            case .unknownKind(let word):
                throw wrong(
                    .invalidValue,
                    "there is no mechanism '\(shown(text))'; there are \(Mechanism.names.joined(separator: ", "))",
                    suggestion: closestMatch(to: word, among: Mechanism.names).map { $0 + text.dropFirst(word.count) })
            case .unknownPlace(let place, let kind, let known):
                throw wrong(
                    .invalidValue,
                    "'\(shown(text))': \(kind) is not found at '\(shown(place))'; it can be at "
                        + known.joined(separator: ", "),
                    suggestion: closestMatch(to: place, among: known).map { "\(kind)@\($0)" })
            case .unknownMode(let mode):
                throw wrong(
                    .invalidValue,
                    "'\(shown(text))': there is no mode '\(shown(mode))'; there are "
                        + Mechanism.modeNames.joined(separator: ", "),
                    suggestion: closestMatch(to: mode, among: Mechanism.modeNames).map {
                        text.prefix { $0 != "+" } + "+" + $0
                    })
            case .hasNoModes(let kind):
                throw wrong(.invalidValue, "'\(shown(text))': \(kind) has no modes, it is not served by a run loop")
            }
        }
    }

    private func seed(_ line: ParsedCommand) throws(UsageError) -> UInt64? {
        guard let text = line.value("seed") else { return nil }
        guard let seed = UInt64(text) else {
            throw wrong(.invalidValue, "'\(shown(text))' is no seed: a whole number from 0 to 2^64 - 1 is")
        }
        return seed
    }

    private func format(_ line: ParsedCommand, _ console: Console) -> any ComparisonFormat {
        switch line.value("format") {
        case "json": ComparisonJSON()
        case "csv": ComparisonCSV()
        case "markdown": ComparisonMarkdown()
        default: ComparisonText(width: console.width, decorator: console.decorator)
        }
    }

    /// A typed word, fit for one line of a message.
    private func shown(_ word: String) -> String {
        String(word.unicodeScalars.prefix(60).map { $0.properties.generalCategory == .control ? "?" : Character($0) })
    }

    private func wrong(_ kind: UsageError.Kind, _ message: String, suggestion: String? = nil) -> UsageError {
        Commands.root.usageError(kind, message, suggestion: suggestion, at: ["compare"])
    }
}
