import Laboratory

/// A command of a program: its words, and the work that it does.
package protocol Command: Sendable {
    /// The program that has the command.
    var program: CommandSpec { get }

    /// The word to type for it.
    var word: String { get }

    var spec: CommandSpec { get }

    /// The files that it reads, and those that it writes besides its output.
    func files(_ line: ParsedCommand) -> FileUse

    /// - Throws: `UsageError` for a mistake in its arguments that only the command itself can find, and `Problem`.
    func run(_ line: ParsedCommand, on console: Console) throws -> ExitStatus
}

extension Command {
    /// The scenarios, if these are its arguments, and the changes of them.
    package func files(_ line: ParsedCommand) -> FileUse {
        let readsScenarios = spec.arguments.first?.name == ArgumentSpec.scenario().name
        return FileUse(scenarios: readsScenarios ? line.arguments : [], sets: line.all(Options.set))
    }

    /// A usage error that only the command itself can find in its arguments.
    package func wrong(_ message: String, suggestion: String? = nil) -> UsageError {
        program.usageError(message, suggestion: suggestion, at: [word])
    }
}
