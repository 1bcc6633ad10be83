import LabTextLayout

/// A positional argument of a command.
package struct ArgumentSpec: Sendable {
    /// The name in help and in messages, such as `SCENARIO`.
    package var name: String
    package var help: String
    package var isOptional = false
    /// True if it takes all remaining arguments; sensible only for the last one.
    package var isRepeating = false
    /// The only values accepted; empty when any text is.
    package var allowedValues: [String] = []
    package var hint = ValueHint.text

    package init(
        name: String, help: String, isOptional: Bool = false, isRepeating: Bool = false, allowedValues: [String] = [],
        hint: ValueHint = .text
    ) {
        (self.name, self.help, self.isOptional, self.isRepeating) = (name, help, isOptional, isRepeating)
        (self.allowedValues, self.hint) = (allowedValues, hint)
    }
}

/// A program or one of its commands, described for parsing, help and completion.
///
/// A program has commands, a command has none. The program's options apply to each command and may precede or follow
/// its name. A program also has `help [COMMAND]`.
package struct CommandSpec: Sendable {
    /// The word to type.
    package var name: String
    /// Describes the command in one sentence.
    package var abstract: String
    /// Further paragraphs of the help, separated by newlines.
    package var discussion = ""
    /// The text that `--version` prints; without it the option is unknown.
    package var version: String?
    /// The options, in the order in which help lists them.
    package var options: [any DeclaredOption] = []
    package var arguments: [ArgumentSpec] = []
    /// Example command lines.
    package var examples: [(command: String, meaning: String)] = []
    package var subcommands: [CommandSpec] = []
    package var exitStatus: [(status: Int, meaning: String)] = []
    /// The command line that was likely meant by an unknown word; nil if there is no guess.
    package var guess: @Sendable (String) -> String? = { _ in nil }
    /// Removed commands and options (`--live`), each with a sentence that names its successor.
    package var moved: [String: String] = [:]

    package init(
        name: String, abstract: String, discussion: String = "", version: String? = nil,
        options: [any DeclaredOption] = [], arguments: [ArgumentSpec] = [],
        examples: [(command: String, meaning: String)] = [], subcommands: [CommandSpec] = [],
        exitStatus: [(status: Int, meaning: String)] = [],
        guess: @escaping @Sendable (String) -> String? = { _ in nil },
        moved: [String: String] = [:]
    ) {
        (self.name, self.abstract, self.discussion, self.version) = (name, abstract, discussion, version)
        (self.options, self.arguments, self.examples) = (options, arguments, examples)
        (self.subcommands, self.exitStatus, self.guess, self.moved) = (subcommands, exitStatus, guess, moved)
    }
}

extension CommandSpec {
    /// The subcommands with `help` among them.
    var reachableSubcommands: [CommandSpec] {
        subcommands.isEmpty || subcommands.contains { $0.name == "help" } ? subcommands : subcommands + [.help]
    }

    /// The chain of this command and the one at a path, if there is one.
    func chain(along path: [String]) -> [CommandSpec] {
        [self] + path.prefix(1).compactMap { word in reachableSubcommands.first { $0.name == word } }
    }

    /// A usage error of the command at `path`, for a mistake that only the command itself can find.
    package func usageError(_ message: String, suggestion: String? = nil, at path: [String] = []) -> UsageError {
        chain(along: path).usageError(message, suggestion: suggestion)
    }

    /// The command that explains others.
    private static let help = CommandSpec(
        name: "help", abstract: "Show what a command does.",
        arguments: [ArgumentSpec(name: "COMMAND", help: "The command to explain.", isOptional: true)]
    )
}

extension [CommandSpec] {
    /// The words to type for the last command of a chain.
    var invocation: String { map(\.name).joined(separator: " ") }

    /// All options in force at the end of a chain: its own, those of the commands above, version and help.
    var optionsInForce: [OptionSpec] {
        let declared = reversed().flatMap(\.options).map(\.spec)
        let version = last?.version == nil ? [] : [OptionSpec.version]
        return declared + version + [.help]
    }

    /// A usage error of the last command of a chain; the suggestion becomes part of the message.
    func usageError(_ message: String, suggestion: String? = nil) -> UsageError {
        let question = suggestion.map { "; did you mean '\($0)'?" } ?? ""
        return UsageError(
            message: message + question, suggestion: suggestion, usage: usageLine, invocation: invocation)
    }
}

/// A command line that does not follow its description.
package struct UsageError: Error, Equatable {
    /// The mistake in one line, with the likely correction where there is one.
    package var message: String
    /// The likely meaning, to be typed.
    package var suggestion: String?
    /// The usage line of the command, without a heading.
    package var usage: String
    /// The words to type for the command, such as `timerlab run`.
    package var invocation: String

    /// The message, the usage line and the way to the help, on three lines.
    package var text: String {
        "\(VisibleText.line(message))\nUsage: \(usage)\n  See '\(invocation) --help' for more information."
    }
}

/// A typed word in quotes, fit for one line of a message: controls are escaped, and a long word is cut.
package func quoted(_ word: String) -> String {
    let text = word.unicodeScalars.prefix(60)
    return "'" + VisibleText.line(String(text)) + (text.endIndex == word.unicodeScalars.endIndex ? "'" : "…'")
}
