import Laboratory

/// A command of a program: its words, and the work that it does.
package protocol Command: Sendable {
    /// The program that has the command.
    var program: CommandSpec { get }

    var spec: CommandSpec { get }

    /// The files that it reads, and those that it writes besides its output.
    func files(_ line: ParsedCommand) -> FileUse

    /// - Throws: `UsageError` for a mistake in its arguments that only the command itself can find, and `Problem`.
    func run(_ line: ParsedCommand, on console: Console) throws -> ExitStatus
}

extension Command {
    package func files(_ line: ParsedCommand) -> FileUse { FileUse() }

    /// A usage error that only the command itself can find in its arguments.
    package func wrong(_ message: String, suggestion: String? = nil) -> UsageError {
        program.usageError(message, suggestion: suggestion, at: [spec.name])
    }
}

/// The common exit statuses of commands.
package enum Exits {
    /// The statuses that a command can end with.
    package static func of(_ statuses: Int...) -> [(status: Int, meaning: String)] {
        all.filter { statuses.contains($0.status) }
    }

    /// The meaning of every status, the same for all commands.
    package static let all: [(status: Int, meaning: String)] = [
        (0, "All is well."),
        (
            1,
            """
            Something is worse or failed: an expectation, a guarded figure, a crash, a new fault or warning. Or named \
            code changed, a guarded timer or scenario is gone, or a guard misses a mutation. Or the baseline is \
            missing or outdated.
            """
        ),
        (2, "With --strict: figures or facts changed without a failure."),
        (64, "Wrong usage."),
        (65, "The scenario or log is wrong."),
        (66, "No such file, a directory, a device, or unreadable."),
        (70, "A fault of timerlab itself."),
        (73, "An output file could not be written."),
        (130, "Interrupted: 128 + the signal, so 129 (SIGHUP), 130 (SIGINT), 131 (SIGQUIT), 143 (SIGTERM)."),
    ]
}
