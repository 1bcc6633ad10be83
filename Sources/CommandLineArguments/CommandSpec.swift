/// A positional argument of a command.
package struct ArgumentSpec: Sendable {
    /// The name in help and in messages, such as `SCENARIO`.
    package var name: String
    package var help: String
    package var isOptional: Bool
    /// Whether it takes all arguments that are left; sensible for the last one only.
    package var isRepeating: Bool
    /// The only values accepted; empty when any text is.
    package var allowedValues: [String]
    package var hint: ValueHint

    /// Describes one argument; required and single unless said otherwise.
    package init(
        _ name: String, help: String, isOptional: Bool = false, isRepeating: Bool = false,
        allowedValues: [String] = [], hint: ValueHint = .text
    ) {
        self.name = name
        self.help = help
        self.isOptional = isOptional
        self.isRepeating = isRepeating
        self.allowedValues = allowedValues
        self.hint = hint
    }
}

/// A program or one of its commands: everything that parsing, help and completion need to know.
///
/// A command that has subcommands takes no arguments of its own, and its options count for each of them: they may
/// stand before the subcommand's name or anywhere after it. Such a command also understands `help [COMMAND]`.
package struct CommandSpec: Sendable {
    /// The word to type.
    package var name: String
    /// One sentence on what the command does.
    package var abstract: String
    /// What else there is to say, in paragraphs separated by newlines.
    package var discussion: String
    /// What `--version` prints; without it the option is unknown.
    package var version: String?
    /// The options, in the order in which help lists them.
    package var options: [OptionSpec]
    package var arguments: [ArgumentSpec]
    /// Command lines to learn from.
    package var examples: [(command: String, meaning: String)]
    package var subcommands: [CommandSpec]
    package var exitStatus: [(status: Int, meaning: String)]
    /// The command line that was likely meant by a word that is no subcommand; nil where nothing suggests itself.
    package var guess: @Sendable (String) -> String?

    /// Describes a command; only name and abstract are needed.
    package init(
        name: String, abstract: String, discussion: String = "", version: String? = nil,
        options: [any DeclaredOption] = [], arguments: [ArgumentSpec] = [],
        examples: [(command: String, meaning: String)] = [], subcommands: [CommandSpec] = [],
        exitStatus: [(status: Int, meaning: String)] = [], guess: @escaping @Sendable (String) -> String? = { _ in nil }
    ) {
        self.name = name
        self.abstract = abstract
        self.discussion = discussion
        self.version = version
        self.options = options.map(\.spec)
        self.arguments = arguments
        self.examples = examples
        self.subcommands = subcommands
        self.exitStatus = exitStatus
        self.guess = guess
    }
}

extension CommandSpec {
    /// The subcommands with `help` among them.
    var reachableSubcommands: [CommandSpec] {
        subcommands.isEmpty || subcommands.contains { $0.name == "help" } ? subcommands : subcommands + [.help]
    }

    /// The command from here along `path`, as the chain of commands from this one to the last that exists.
    func chain(along path: [String]) -> [CommandSpec] {
        var chain = [self]
        for word in path {
            guard let next = chain[chain.count - 1].reachableSubcommands.first(where: { $0.name == word }) else {
                break
            }
            chain.append(next)
        }
        return chain
    }

    /// The command that explains others.
    private static let help = CommandSpec(
        name: "help", abstract: "Show what a command does.",
        arguments: [ArgumentSpec("COMMAND", help: "The command to explain.", isOptional: true, isRepeating: true)])
}

extension [CommandSpec] {
    /// What is typed to reach the last command of a chain.
    var invocation: String { map(\.name).joined(separator: " ") }

    /// All options in force at the end of a chain: its own, those of the commands above, version and help.
    var optionsInForce: [OptionSpec] {
        let declared = reversed().flatMap(\.options)
        let version = last?.version == nil ? [] : [OptionSpec.version]
        return declared + version + [.help]
    }
}
