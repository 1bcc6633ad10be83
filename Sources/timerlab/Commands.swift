import LabCommandLine
import LabWorkbench

extension CommandLineTool {
    static let timerlab = CommandLineTool(
        "timerlab", CommandTexts.all,
        [
            RunCommand(), RemedyCommand(), SweepCommand(), CompareCommand(), CheckCommand(), AnalyzeCommand(),
            CalibrateCommand(), LintCommand(), ListCommand(), ExplainCommand(), ProfilesCommand(), InitCommand(),
            ReferenceCommand(),
        ], guess: guess)

    /// The command that a user probably meant with a file or scenario as the first word.
    @Sendable private static func guess(_ word: String) -> String? {
        let workbench = Workbench.ofProcess()
        if word.hasSuffix(".log") { return "timerlab analyze \(word)" }
        if word.hasSuffix(".jsonl") { return "timerlab compare \(word) OTHER.jsonl" }
        if workbench.isFolder(word) { return "timerlab check \(word)" }
        return ScenarioFinder.isPath(word) || (try? workbench.isScenario(word)) == true ? "timerlab run \(word)" : nil
    }
}

extension UsageError {
    /// A word that is none of those known.
    init(unknown what: String, of known: [String], suggestion: String?) {
        self.init("unknown \(what) (expected one of: \(known.joined(separator: ", ")))", suggestion: suggestion)
    }
}
