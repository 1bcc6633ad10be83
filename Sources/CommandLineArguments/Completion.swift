/// A shell for which a completion script can be written.
package enum CompletionShell: String, CaseIterable, Sendable {
    /// The Bourne again shell, from version 3.2 on.
    case bash
    /// The Z shell.
    case zsh
    /// The friendly interactive shell.
    case fish
}

extension CommandSpec {
    /// A script that teaches a shell to complete this program's commands, options and values.
    package func completionScript(for shell: CompletionShell) -> String {
        let table = CompletionTable(root: self)
        switch shell {
        case .bash: return bashCompletion(table)
        case .zsh: return zshCompletion(table)
        case .fish: return fishCompletion(table)
        }
    }
}

/// What can be typed at each command of a program, flat, as all three shells want it.
struct CompletionTable {
    /// A command with all that may follow it.
    struct Entry {
        /// What is typed to reach the command.
        var invocation: String
        var subcommands: [CommandSpec]
        var options: [OptionSpec]
        var arguments: [ArgumentSpec]
    }

    /// The program's name.
    let program: String
    /// The program first, then its commands from the top down.
    let entries: [Entry]

    init(root: CommandSpec) {
        program = root.name
        entries = Self.entries(below: [root])
    }

    private static func entries(below chain: [CommandSpec]) -> [Entry] {
        guard let command = chain.last else { return [] }
        let entry = Entry(
            invocation: chain.invocation, subcommands: command.reachableSubcommands,
            options: chain.optionsInForce.filter { !$0.isHidden }, arguments: command.arguments)
        return [entry] + command.reachableSubcommands.flatMap { entries(below: chain + [$0]) }
    }

    /// The name of the shell function that completes the program.
    var functionName: String {
        "_" + String(program.unicodeScalars.map { $0.isASCII && $0.properties.isAlphabetic ? Character($0) : "_" })
    }
}

extension CompletionTable.Entry {
    /// What is offered for an argument of the command: for `help` the names of the other commands.
    func offer(for argument: ArgumentSpec, siblings: [CommandSpec]) -> Offer {
        let isHelp = invocation.split(separator: " ").last == "help"
        return isHelp ? .words(siblings.map(\.name)) : Offer(words: argument.allowedValues, hint: argument.hint)
    }

    /// What is offered for arguments by a shell that does not count them: what suits the first that has an offer.
    func argumentOffer(siblings: [CommandSpec]) -> Offer {
        arguments.map { offer(for: $0, siblings: siblings) }.first { $0 != .nothing } ?? .nothing
    }
}

/// What a shell offers at a place where a value is typed.
enum Offer: Equatable {
    case nothing
    case words([String])
    case files(extensions: [String])
    case directories
    /// The lines that a command prints, and files.
    case names(command: String, files: [String])

    init(words: [String], hint: ValueHint) {
        if !words.isEmpty {
            self = .words(words)
            return
        }
        switch hint {
        case .text: self = .nothing
        case .file(let extensions): self = .files(extensions: extensions)
        case .directory: self = .directories
        case .names(let command, let files): self = .names(command: command, files: files)
        }
    }
}

extension OptionSpec {
    /// What a shell offers as a value.
    var offer: Offer { Offer(words: allowedValues, hint: hint) }
}

/// A word between single quotes, in which a POSIX shell takes every character as it is.
func shellQuoted(_ text: String) -> String {
    "'" + text.replacing("'", with: "'\\''") + "'"
}
