import LabCommandLine
import Laboratory

/// All commands, in the order in which help lists them.
enum Commands {
    static let all: [any Command] = [
        RunCommand(), RemedyCommand(), SweepCommand(), CompareCommand(), CheckCommand(), AnalyzeCommand(),
        CalibrateCommand(), LintCommand(), ListCommand(), ExplainCommand(), ProfilesCommand(),
        InitCommand(), ReferenceCommand(), CompletionsCommand(of: "timerlab") { Commands.root },
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
                ("timerlab run heavy-work", "Run a scenario and see why a timer is late."),
                ("timerlab compare nstimer gcd", "See which timer to choose."),
                ("timerlab init countdown", "Write a scenario to begin with."),
                ("timerlab reference tutorial", "Ten minutes from a problem to a guard against it."),
                ("timerlab list", "See the chapters of scenarios."),
                ("timerlab explain TL0101", "Read the meaning of a finding and its remedy."),
            ],
            subcommands: all.map(\.spec), exitStatus: Exits.all, guess: guess,
            moved: ["conform": Removed.conform])
    }

    /// The command that a user probably meant with a file or scenario as the first word.
    @Sendable private static func guess(_ word: String) -> String? {
        let workbench = Workbench.ofProcess()
        if word.hasSuffix(".log") { return "timerlab analyze \(word)" }
        if word.hasSuffix(".jsonl") { return "timerlab compare \(word) OTHER.jsonl" }
        if workbench.isFolder(word) { return "timerlab check \(word)" }
        return ScenarioFinder.isPath(word) || (try? workbench.isScenario(word)) == true ? "timerlab run \(word)" : nil
    }
}

extension Command {
    var program: CommandSpec { Commands.root }

    /// The error for a word that is none of those known.
    func unknown(_ what: String, of known: [String], suggestion: String?) -> UsageError {
        wrong("unknown \(what) (expected one of: \(known.joined(separator: ", ")))", suggestion: suggestion)
    }
}
