import CommandLineArguments
import Laboratory

/// `timerlab completions`: a script that teaches a shell to complete commands and options.
struct CompletionsCommand: Command {
    var spec: CommandSpec {
        CommandSpec(
            name: "completions", abstract: "Print a completion script for a shell.",
            arguments: [
                ArgumentSpec("SHELL", help: "Which shell.", allowedValues: CompletionShell.allCases.map(\.rawValue))
            ],
            examples: [
                ("timerlab completions bash > ~/.local/share/bash-completion/completions/timerlab", "For bash."),
                ("timerlab completions zsh > ~/.zfunc/_timerlab", "For zsh, with ~/.zfunc in fpath."),
                ("timerlab completions fish > ~/.config/fish/completions/timerlab.fish", "For fish."),
            ],
            exitStatus: Commands.exits(0, 64, 73, 130))
    }

    func run(_ line: ParsedCommand, on console: Console) throws(UsageError) -> ExitStatus {
        guard let shell = line.arguments.first.flatMap(CompletionShell.init(rawValue:)) else { return .usage }
        console.output.write(Commands.root.completionScript(for: shell))
        return .success
    }
}
