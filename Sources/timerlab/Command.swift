import CommandLineArguments
import Laboratory

/// One command of the program: how it is typed, and what it does.
protocol Command: Sendable {
    var spec: CommandSpec { get }

    /// The files that it reads, and those that it writes besides its output.
    func files(_ line: ParsedCommand) -> FileUse

    /// - Throws: `UsageError` for what only the command itself can find wrong with its arguments.
    func run(_ line: ParsedCommand, on console: Console) throws(UsageError) -> ExitStatus
}

extension Command {
    func files(_ line: ParsedCommand) -> FileUse { FileUse() }
}

/// All commands, in the order in which help lists them.
enum Commands {
    static let all: [any Command] = [
        RunCommand(), CompareCommand(), CheckCommand(), AnalyzeCommand(), CalibrateCommand(), ConformCommand(),
        LintCommand(), ListCommand(), ExplainCommand(), ProfilesCommand(), ReferenceCommand(), CompletionsCommand(),
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
            version: "timerlab \(Release.version)",
            options: [
                .option(
                    "output", short: "o", value: "FILE", hint: .file(),
                    help: "Write to FILE, whole or not at all, instead of standard output."),
                .flag("no-color", help: "Print without colours; NO_COLOR and TERM=dumb say the same."),
            ],
            examples: [
                ExampleSpec("timerlab run scenarios/heavy-work.toml", "Run a scenario and see why a timer is late."),
                ExampleSpec("timerlab compare nstimer gcd", "See which timer to choose."),
                ExampleSpec("timerlab list", "See what scenarios there are."),
                ExampleSpec("timerlab explain TL0101", "Read what a finding means and how to mend it."),
            ],
            subcommands: all.map(\.spec), exitStatus: Commands.exitStatus)
    }

    /// The meaning of every status, the same for all commands.
    static let exitStatus = [
        ExitStatusSpec(0, "All is well."),
        ExitStatusSpec(
            1,
            """
            An expectation failed, an unexpected crash was simulated, a guarded figure regressed, or a fault or warning \
            is new.
            """),
        ExitStatusSpec(
            2,
            """
            Figures or facts moved without a failure, for the better too, the baseline is missing or stale, or a guard \
            misses a mutation.
            """),
        ExitStatusSpec(64, "Wrong usage."),
        ExitStatusSpec(65, "The scenario or log is wrong."),
        ExitStatusSpec(66, "No such file, a directory, a device, or unreadable."),
        ExitStatusSpec(70, "A fault of timerlab's own."),
        ExitStatusSpec(73, "An output file could not be written."),
        ExitStatusSpec(
            130, "Interrupted: 128 + the signal, so 129 (SIGHUP), 130 (SIGINT), 131 (SIGQUIT), 143 (SIGTERM)."),
    ]
}

/// The version of the program.
enum Release {
    static let version = "1.0.0"
}
