import TextLayout

/// A command line that does not follow its description.
struct UsageError: Error, Equatable {
    /// The mistake in one line, with the likely correction where there is one.
    var message: String
    /// What was likely meant, as it should be typed.
    var suggestion: String?
    /// The usage line of the command, without a heading.
    var usage: String
    /// What is typed to reach the command, such as `timerlab run`.
    var invocation: String

    /// Message, usage line and where to read more, on three lines.
    var text: String {
        "\(VisibleText.line(message))\nUsage: \(usage)\n  See '\(invocation) --help' for more information."
    }
}

extension CommandSpec {
    /// A usage error of the command at `path`, for what only the command itself can find wrong.
    func usageError(_ message: String, suggestion: String? = nil, at path: [String] = []) -> UsageError {
        chain(along: path).usageError(message, suggestion: suggestion)
    }
}

extension [CommandSpec] {
    /// A usage error of the last command of a chain; the suggestion becomes part of the message.
    func usageError(_ message: String, suggestion: String? = nil) -> UsageError {
        let question = suggestion.map { "; did you mean '\($0)'?" } ?? ""
        return UsageError(
            message: message + question, suggestion: suggestion, usage: usageLine, invocation: invocation)
    }
}

/// A typed word in quotes, fit for one line of a message: controls are escaped, and a long word is cut.
func quoted(_ word: String) -> String {
    let text = word.unicodeScalars.prefix(60)
    return "'" + VisibleText.line(String(text)) + (text.endIndex == word.unicodeScalars.endIndex ? "'" : "…'")
}
