import Laboratory

/// `timerlab completions`: a script that teaches a shell to complete commands and options, and the manual page.
struct CompletionsCommand: Command {
    var spec: CommandSpec {
        CommandSpec(
            name: "completions", abstract: "Print a completion script for a shell, or the manual page.",
            discussion: "`make install` puts them where the shells and man look for them.",
            arguments: [
                ArgumentSpec(
                    name: "SHELL", help: "Which shell, or man.",
                    allowedValues: CompletionShell.allCases.map(\.rawValue) + ["man"])
            ],
            examples: [
                ("timerlab completions bash >> ~/.bash_completion", "For bash, with bash-completion."),
                ("timerlab completions zsh > ~/.zfunc/_timerlab", "For zsh, with ~/.zfunc in fpath."),
                ("timerlab completions fish > ~/.config/fish/completions/timerlab.fish", "For fish."),
            ],
            exitStatus: Commands.exits(0, 64, 73, 130))
    }

    func run(_ line: ParsedCommand, on console: Console) throws -> ExitStatus {
        let shell = line.arguments.first.flatMap(CompletionShell.init(rawValue:))
        console.output.write(shell?.script ?? Array(Commands.root.manualPage().utf8))
        return .success
    }
}
