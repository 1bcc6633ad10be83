import LabCatalogue
import LabTextLayout

/// A positional argument of a command.
package struct ArgumentSpec {
    /// The name in help and in messages, such as `SCENARIO`.
    var name: String
    var help: String
    var isOptional = false
    /// True if it takes all remaining arguments; sensible only for the last one.
    var isRepeating = false
    var hint = ValueHint.text

    package init(
        name: String, help: String = "", isOptional: Bool = false, isRepeating: Bool = false, hint: ValueHint = .text
    ) {
        (self.name, self.help, self.hint) = (name, help, hint)
        (self.isOptional, self.isRepeating) = (isOptional, isRepeating)
    }
}

/// A row of a help page: an option, an example or an exit status, and its meaning.
typealias HelpRow = (label: String, text: String)

/// A program or one of its commands, described for parsing, help and completion.
///
/// Only a program has commands, and `help [COMMAND]`. Its options apply to each command, before or after its name.
package struct CommandSpec {
    /// The word to type.
    var name: String
    /// Describes the command in one sentence.
    var abstract: String
    /// Further paragraphs of the help, separated by newlines.
    var discussion = ""
    /// The options, in the order in which help lists them.
    var options: [any DeclaredOption] = []
    var arguments: [ArgumentSpec] = []
    /// Example command lines.
    var examples: [HelpRow] = []
    var subcommands: [CommandSpec] = []
    var exitStatus: [HelpRow] = []
    /// The command line that was likely meant by an unknown word; nil: none.
    var guess: @Sendable (String) -> String? = { _ in nil }
    /// Removed commands and options (`--live`), each with a sentence that names its successor.
    var moved: [String: String] = [:]
}

extension CommandSpec {
    /// A command with the texts of its file: the purpose, then sections. `# about` is a paragraph, `# --seed` the help
    /// of an option, `# OUT` that of an argument. `# $ timerlab list` is an example, `# moved --live --limit` the
    /// successor of options, `# exit` the exit statuses.
    ///
    /// - Parameters: - files: the texts by the names of commands. - values: the texts in the place of `{names}`.
    init(
        _ name: String, in files: [String: String], values: [String: String] = [:],
        options: [any DeclaredOption] = [], arguments: [ArgumentSpec] = []
    ) {
        let file = [HelpRow](text: files[name], values)
        let help = Dictionary((file + Self.common).map { ($0.label, $0.text) }) { first, _ in first }
        let statuses = Set((help["exit"] ?? "").split(separator: " ").map(String.init))
        self.init(
            name: name, abstract: help[""] ?? "", discussion: file.under("about").map(\.text).joined(separator: "\n"),
            options: options.map { $0.helping(help["--" + $0.spec.name]) },
            arguments: arguments.map { argument in
                var argument = argument
                argument.help = help[argument.name] ?? argument.help
                return argument
            },
            examples: file.under("$ "), exitStatus: Self.statuses.filter { statuses.contains($0.label) },
            moved: file.under("moved ").reduce(into: [:]) { moved, row in
                for word in row.label.split(separator: " ") { moved[String(word)] = row.text }
            })
    }

    /// A command without its description.
    static func named(_ word: String) -> CommandSpec { CommandSpec(name: word, abstract: "") }

    /// The meaning of every exit status, the same for all commands.
    private static let statuses = [HelpRow](text: CommandLineTexts.all["statuses"])
    /// The help of options and arguments that several commands have.
    private static let common = [HelpRow](text: CommandLineTexts.all["options"])

    /// The subcommands with `help` among them.
    var reachableSubcommands: [CommandSpec] {
        subcommands.isEmpty || subcommands.contains { $0.name == "help" } ? subcommands : subcommands + [.help]
    }

    /// The chain of this command and the one at a path, if there is one.
    func chain(along path: [String]) -> [CommandSpec] {
        [self] + path.prefix(1).compactMap { word in reachableSubcommands.first { $0.name == word } }
    }

    /// A usage error on three lines: the message, the usage line and the way to the help.
    ///
    /// - Parameter called: the path of the command that is called.
    func text(of error: UsageError, calling called: [String] = []) -> String {
        let chain = chain(along: error.path ?? called)
        let way = "See '\(chain.invocation) --help' for more information."
        return "\(VisibleText.line(error.message))\nUsage: \(chain.usageLine)\n  \(way)"
    }

    /// The command that explains others.
    private static let help = CommandSpec(
        name: "help", abstract: "Show what a command does.",
        arguments: [ArgumentSpec(name: "COMMAND", help: "The command to explain.", isOptional: true)])
}

extension [HelpRow] {
    /// The sections of a text about a command, under headings such as `# --seed`; the first has none.
    init(text: String?, _ values: [String: String] = [:]) {
        let filled = values.reduce(into: text) { $0?.replace("{\($1.key)}", with: $1.value) }
        self = TextSection.all(in: filled).map { (String($0.heading), $0.prose) }
    }

    /// Those whose headings begin so, each with the rest of its heading.
    func under(_ start: String) -> [HelpRow] {
        filter { $0.label.hasPrefix(start) }.map { (String($0.label.dropFirst(start.count)), $0.text) }
    }
}

extension [CommandSpec] {
    /// The words to type for the last command of a chain.
    var invocation: String { map(\.name).joined(separator: " ") }

    /// The options in force at the end of a chain: its own, those above, version and help.
    var optionsInForce: [OptionSpec] {
        let declared = reversed().flatMap(\.options).map(\.spec)
        let version = last?.subcommands.isEmpty == false ? [OptionSpec.version] : []
        return declared + version + [.help]
    }

    /// A usage error of the last command of a chain.
    func usageError(_ message: String, suggestion: String? = nil) -> UsageError {
        UsageError(message, suggestion: suggestion, path: dropFirst().map(\.name))
    }
}

/// A command line that does not follow its description.
package struct UsageError: Error {
    /// The mistake in one line, with the likely correction where there is one.
    let message: String
    /// The path of the command concerned; nil for the one that is called.
    let path: [String]?

    package init(_ message: String, suggestion: String? = nil, path: [String]? = nil) {
        self.message = message + (suggestion.map { "; did you mean '\($0)'?" } ?? "")
        self.path = path
    }
}

/// A typed word in quotes, fit for one line of a message: controls are escaped, and a long word is cut.
package func quoted(_ word: String) -> String { "'\(VisibleText.line(word, most: 60))'" }
