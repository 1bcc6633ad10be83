/// A positional argument of a command.
public struct ArgumentSpec: Equatable, Sendable {
    /// The name in help and in results, such as `SCENARIO`.
    public var name: String
    /// What the argument is for.
    public var help: String
    /// Whether the command can do without it.
    public var isOptional: Bool
    /// Whether it takes all arguments that are left; sensible for the last one only.
    public var isRepeating: Bool
    /// What help says happens without it; parsing never fills it in.
    public var defaultText: String?
    /// The only values accepted; empty when any text is.
    public var allowedValues: [String]
    /// What the shell may offer beyond `allowedValues`.
    public var hint: ValueHint

    /// Describes one argument; required and single unless said otherwise.
    public init(
        _ name: String, help: String, isOptional: Bool = false, isRepeating: Bool = false,
        defaultText: String? = nil, allowedValues: [String] = [], hint: ValueHint = .text
    ) {
        self.name = name
        self.help = help
        self.isOptional = isOptional
        self.isRepeating = isRepeating
        self.defaultText = defaultText
        self.allowedValues = allowedValues
        self.hint = hint
    }
}

/// A command to type and what it does.
public struct ExampleSpec: Equatable, Sendable {
    /// The whole command line.
    public var command: String
    /// What the command line does.
    public var meaning: String

    /// Pairs a command line with its meaning.
    public init(_ command: String, _ meaning: String) {
        self.command = command
        self.meaning = meaning
    }
}

/// An exit status and when a command ends with it.
public struct ExitStatusSpec: Equatable, Sendable {
    /// The number the process returns.
    public var status: Int
    /// When it is returned.
    public var meaning: String

    /// Pairs a status with its meaning.
    public init(_ status: Int, _ meaning: String) {
        self.status = status
        self.meaning = meaning
    }
}

/// A program or one of its commands: everything that parsing, help and completion need to know.
///
/// A command that has subcommands takes no arguments of its own, and its options count for each of them: they may
/// stand before the subcommand's name or anywhere after it. Such a command also understands `help [COMMAND]`.
public struct CommandSpec: Equatable, Sendable {
    /// The word to type.
    public var name: String
    /// One sentence on what the command does.
    public var abstract: String
    /// What else there is to say, in paragraphs separated by newlines.
    public var discussion: String
    /// What the usage line says after the command's name; made from the description when `nil`.
    public var usageTail: String?
    /// What `--version` prints; without it the option is unknown.
    public var version: String?
    /// The options, in the order in which help lists them.
    public var options: [OptionSpec]
    /// The positional arguments, in order.
    public var arguments: [ArgumentSpec]
    /// Command lines to learn from.
    public var examples: [ExampleSpec]
    /// The commands one level down.
    public var subcommands: [CommandSpec]
    /// The exit statuses, in the order in which help lists them.
    public var exitStatus: [ExitStatusSpec]
    /// Whether help, suggestions and completion keep silent about the command.
    public var isHidden: Bool

    /// Describes a command; only name and abstract are needed.
    public init(
        name: String, abstract: String, discussion: String = "", usageTail: String? = nil, version: String? = nil,
        options: [OptionSpec] = [], arguments: [ArgumentSpec] = [], examples: [ExampleSpec] = [],
        subcommands: [CommandSpec] = [], exitStatus: [ExitStatusSpec] = [], isHidden: Bool = false
    ) {
        self.name = name
        self.abstract = abstract
        self.discussion = discussion
        self.usageTail = usageTail
        self.version = version
        self.options = options
        self.arguments = arguments
        self.examples = examples
        self.subcommands = subcommands
        self.exitStatus = exitStatus
        self.isHidden = isHidden
    }
}

extension CommandSpec {
    /// The subcommands with `help` among them.
    var reachableSubcommands: [CommandSpec] {
        subcommands.isEmpty || subcommands.contains { $0.name == "help" } ? subcommands : subcommands + [.help]
    }

    /// The subcommands that help and completion speak of.
    var visibleSubcommands: [CommandSpec] { reachableSubcommands.filter { !$0.isHidden } }

    /// The command from here along `path`, as the chain of commands from this one to the last that exists.
    func chain(along path: [String]) -> [CommandSpec] {
        var chain = [self]
        var last = self
        for word in path {
            guard let next = last.reachableSubcommands.first(where: { $0.name == word }) else { break }
            chain.append(next)
            last = next
        }
        return chain
    }

    /// The command that explains others.
    static let help = CommandSpec(
        name: "help", abstract: "Show what a command does.",
        arguments: [
            ArgumentSpec("COMMAND", help: "The command to explain.", isOptional: true, isRepeating: true)
        ])
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
