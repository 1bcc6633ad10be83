import LabTextLayout

/// A positional argument of a command.
struct ArgumentSpec: Sendable {
    /// The name in help and in messages, such as `SCENARIO`.
    var name: String
    var help: String
    var isOptional = false
    /// Whether it takes all arguments that are left; sensible for the last one only.
    var isRepeating = false
    /// The only values accepted; empty when any text is.
    var allowedValues: [String] = []
    var hint = ValueHint.text
}

/// A program or one of its commands: everything that parsing, help and completion need to know.
///
/// A program has commands, a command has none; the program's options count for each of them: they may stand before the
/// command's name or anywhere after it. A program also understands `help [COMMAND]`.
struct CommandSpec: Sendable {
    /// The word to type.
    var name: String
    /// One sentence on what the command does.
    var abstract: String
    /// What else there is to say, in paragraphs separated by newlines.
    var discussion = ""
    /// What `--version` prints; without it the option is unknown.
    var version: String?
    /// The options, in the order in which help lists them.
    var options: [any DeclaredOption] = []
    var arguments: [ArgumentSpec] = []
    /// Command lines to learn from.
    var examples: [(command: String, meaning: String)] = []
    var subcommands: [CommandSpec] = []
    var exitStatus: [(status: Int, meaning: String)] = []
    /// The command line that was likely meant by a word that is no subcommand; nil where nothing suggests itself.
    var guess: @Sendable (String) -> String? = { _ in nil }
}

extension CommandSpec {
    /// The subcommands with `help` among them.
    var reachableSubcommands: [CommandSpec] {
        subcommands.isEmpty || subcommands.contains { $0.name == "help" } ? subcommands : subcommands + [.help]
    }

    /// This command, then the one that a path names, if there is one.
    func chain(along path: [String]) -> [CommandSpec] {
        [self] + path.prefix(1).compactMap { word in reachableSubcommands.first { $0.name == word } }
    }

    /// A usage error of the command at `path`, for what only the command itself can find wrong.
    func usageError(_ message: String, suggestion: String? = nil, at path: [String] = []) -> UsageError {
        chain(along: path).usageError(message, suggestion: suggestion)
    }

    /// The command that explains others.
    private static let help = CommandSpec(
        name: "help", abstract: "Show what a command does.",
        arguments: [ArgumentSpec(name: "COMMAND", help: "The command to explain.", isOptional: true)]
    )
}

extension [CommandSpec] {
    /// What is typed to reach the last command of a chain.
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

/// A typed word in quotes, fit for one line of a message: controls are escaped, and a long word is cut.
func quoted(_ word: String) -> String {
    let text = word.unicodeScalars.prefix(60)
    return "'" + VisibleText.line(String(text)) + (text.endIndex == word.unicodeScalars.endIndex ? "'" : "…'")
}
