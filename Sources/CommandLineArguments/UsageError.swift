import TextLayout

/// A command line that does not follow its description.
package struct UsageError: Error, Equatable, Sendable {
    /// What kind of mistake it is.
    package enum Kind: Equatable, Sendable {
        /// An option that the command does not have.
        case unknownOption
        /// A command that the program does not have.
        case unknownCommand
        /// An option at the end, or before another option, that needs a value.
        case missingValue
        /// A flag written as `--flag=value`.
        case unexpectedValue
        /// A value that is not among those allowed, or that a command cannot use.
        case invalidValue
        /// An option given again that takes one value only.
        case repeatedOption
        /// Fewer arguments than the command needs.
        case missingArgument
        /// Options, but no command.
        case missingCommand
        /// More arguments than the command takes.
        case unexpectedArgument
        /// An option without another one that it has no meaning without.
        case missingOption
    }

    /// What kind of mistake it is.
    package var kind: Kind
    /// The mistake in one line, with the likely correction where there is one.
    package var message: String
    /// What was likely meant, as it should be typed.
    package var suggestion: String?
    /// The usage line of the command, without a heading.
    package var usage: String
    /// What is typed to reach the command, such as `timerlab run`.
    package var invocation: String

    /// Message, usage line and where to read more, on three lines.
    package var text: String {
        "\(VisibleText.line(message))\nUsage: \(usage)\n  See '\(invocation) --help' for more information."
    }
}

extension CommandSpec {
    /// A usage error of the command at `path`, for what only the command itself can find wrong.
    package func usageError(
        _ kind: UsageError.Kind, _ message: String, suggestion: String? = nil, at path: [String] = []
    ) -> UsageError {
        chain(along: path).usageError(kind, message, suggestion: suggestion)
    }
}

extension [CommandSpec] {
    /// A usage error of the last command of a chain; the suggestion becomes part of the message.
    func usageError(_ kind: UsageError.Kind, _ message: String, suggestion: String? = nil) -> UsageError {
        let question = suggestion.map { "; did you mean '\($0)'?" } ?? ""
        return UsageError(
            kind: kind, message: message + question, suggestion: suggestion, usage: usageLine, invocation: invocation)
    }
}

/// A typed word in quotes, fit for one line of a message: controls are escaped, and a long word is cut.
package func quoted(_ word: String) -> String {
    let text = word.unicodeScalars.prefix(60)
    return "'" + VisibleText.line(String(text)) + (text.endIndex == word.unicodeScalars.endIndex ? "'" : "…'")
}
