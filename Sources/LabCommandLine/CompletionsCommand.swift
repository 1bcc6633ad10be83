import Laboratory

/// `completions`: a script that teaches a shell to complete commands and options, and the manual page.
package struct CompletionsCommand: Command {
    /// The name of the program.
    private let name: String
    private let root: @Sendable () -> CommandSpec

    /// - Parameter root: a function that returns the program, since this command is a part of it.
    package init(of name: String, root: @escaping @Sendable () -> CommandSpec) { (self.name, self.root) = (name, root) }

    package var program: CommandSpec { root() }

    package var spec: CommandSpec {
        CommandSpec(
            name: "completions", abstract: "Print a completion script for a shell, or the manual page.",
            discussion: "`make install` puts them where the shells and man look for them.",
            arguments: [
                ArgumentSpec(
                    name: "SHELL", help: "The shell, or man.",
                    allowedValues: CompletionShell.allCases.map(\.rawValue) + ["man"])
            ],
            examples: [
                ("\(name) completions bash >> ~/.bash_completion", "For bash, with bash-completion."),
                ("\(name) completions zsh > ~/.zfunc/_\(name)", "For zsh, with ~/.zfunc in fpath."),
                ("\(name) completions fish > ~/.config/fish/completions/\(name).fish", "For fish."),
            ],
            exitStatus: Exits.of(0, 64, 73, 130))
    }

    package func run(_ line: ParsedCommand, on console: Console) throws -> ExitStatus {
        let shell = line.arguments.first.flatMap(CompletionShell.init(rawValue:))
        console.output.write(shell?.script(for: program.name) ?? program.manualPage())
        return .success
    }
}
