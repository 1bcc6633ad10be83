import LabCommandLine
import Laboratory

/// All commands, in the order in which help lists them.
enum Commands {
    static let all: [any Command] = [
        RunCommand(), RemedyCommand(), SweepCommand(), CompareCommand(), CheckCommand(), AnalyzeCommand(),
        CalibrateCommand(), LintCommand(), ListCommand(), ExplainCommand(), ProfilesCommand(),
        InitCommand(), ReferenceCommand(), CompletionsCommand(of: "timerlab") { Commands.root },
    ]

    static let root = root(describing: all)

    /// The program, with the descriptions of some of its commands; of the others it has the names.
    static func root(describing described: [any Command]) -> CommandSpec {
        var root = CommandSpec("timerlab", in: CommandTexts.all, options: [Options.output, Options.color])
        root.version = "timerlab " + Version.number
        root.subcommands = all.map { command in
            described.contains { $0.word == command.word } ? command.spec : .named(command.word)
        }
        root.guess = guess
        return root
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
