import Laboratory

/// One command of the program: how it is typed, and what it does.
protocol Command: Sendable {
    var spec: CommandSpec { get }

    /// The files that it reads, and those that it writes besides its output.
    func files(_ line: ParsedCommand) -> FileUse

    /// - Throws: `UsageError` for what only the command itself can find wrong with its arguments, and `Problem`.
    func run(_ line: ParsedCommand, on console: Console) throws -> ExitStatus
}

extension Command {
    func files(_ line: ParsedCommand) -> FileUse { FileUse() }

    /// What only the command itself can find wrong with its arguments.
    func wrong(_ message: String, suggestion: String? = nil) -> UsageError {
        Commands.root.usageError(message, suggestion: suggestion, at: [spec.name])
    }
}

/// All commands, in the order in which help lists them.
enum Commands {
    static let all: [any Command] = [
        RunCommand(), RemedyCommand(), SweepCommand(), CompareCommand(), CheckCommand(), AnalyzeCommand(),
        CalibrateCommand(), ConformCommand(), LintCommand(), ListCommand(), ExplainCommand(), ProfilesCommand(),
        InitCommand(), ReferenceCommand(), CompletionsCommand(),
    ]

    static var root: CommandSpec {
        CommandSpec(
            name: "timerlab",
            abstract:
                "A laboratory for timers and run loops: runs a scenario on a virtual clock and says why it fired late.",
            discussion: """
                A scenario is a TOML file. SCENARIO is a path, the name of a shipped scenario (`timerlab list`), \
                or - for standard input.
                """,
            version: "timerlab " + Version.number,
            options: [Options.output, Options.color],
            examples: [
                ("timerlab run scenarios/heavy-work.toml", "Run a scenario and see why a timer is late."),
                ("timerlab compare nstimer gcd", "See which timer to choose."),
                ("timerlab init countdown", "Write a scenario to begin with."),
                ("timerlab reference tutorial", "Ten minutes from a problem to its guard."),
                ("timerlab list", "See what scenarios there are."),
                ("timerlab explain TL0101", "Read what a finding means and how to mend it."),
            ],
            subcommands: all.map(\.spec), exitStatus: exitStatus, guess: guess)
    }

    /// What was meant by a file or a scenario where a command was expected.
    @Sendable private static func guess(_ word: String) -> String? {
        let workbench = Workbench.ofProcess()
        if word.hasSuffix(".log") { return "timerlab analyze \(word)" }
        if word.hasSuffix(".jsonl") { return "timerlab compare \(word) OTHER.jsonl" }
        if workbench.isFolder(word) { return "timerlab check \(word)" }
        return ScenarioFinder.isPath(word) || (try? workbench.isScenario(word)) == true ? "timerlab run \(word)" : nil
    }

    /// The statuses that a command can end with.
    static func exits(_ statuses: Int...) -> [(status: Int, meaning: String)] {
        exitStatus.filter { statuses.contains($0.status) }
    }

    /// The meaning of every status, the same for all commands.
    static let exitStatus: [(status: Int, meaning: String)] = [
        (0, "All is well."),
        (
            1,
            """
            An expectation failed, an unexpected crash was simulated, a guarded figure regressed, or a fault or warning \
            is new.
            """
        ),
        (
            2,
            """
            Figures or facts moved without a failure, for the better too, the baseline is missing or stale, or a guard \
            misses a mutation.
            """
        ),
        (64, "Wrong usage."),
        (65, "The scenario or log is wrong."),
        (66, "No such file, a directory, a device, or unreadable."),
        (70, "A fault of timerlab's own."),
        (73, "An output file could not be written."),
        (130, "Interrupted: 128 + the signal, so 129 (SIGHUP), 130 (SIGINT), 131 (SIGQUIT), 143 (SIGTERM)."),
    ]
}
