import LabWorkbench

/// A command of a program: its words, and the work that it does.
package protocol Command: Sendable {
    /// The word to type for it.
    var word: String { get }
    /// The options, in the order in which help lists them.
    var options: [any DeclaredOption] { get }
    var arguments: [ArgumentSpec] { get }
    /// The texts in the place of `{names}` in its help.
    var values: [String: String] { get }

    /// The files that it reads, and those that it writes besides its output.
    func files(_ line: ParsedCommand) -> FileUse

    /// - Throws: `UsageError` for a mistake in its arguments that only the command itself can find, and `Problem`.
    func run(_ line: ParsedCommand, on console: Console) throws -> ExitStatus
}

extension Command {
    package var options: [any DeclaredOption] { [] }
    package var values: [String: String] { [:] }

    /// The scenarios, if these are its arguments, and the changes of them.
    package func files(_ line: ParsedCommand) -> FileUse {
        let readsScenarios = arguments.first?.name == ArgumentSpec.scenario().name
        return FileUse(scenarios: readsScenarios ? line.arguments : [], sets: line.all(Options.set))
    }
}
