import LabCommandLine
import Laboratory

/// The commands of the program that runs scenarios on this machine.
enum Commands {
    static let all: [any Command] = [
        RunCommand(), ConformCommand(), CompletionsCommand(of: "timerlab-host") { Commands.root },
    ]

    static let root = {
        var root = CommandSpec("timerlab-host", in: CommandTexts.all, options: [Options.output, Options.color])
        root.version = "timerlab-host " + Version.number
        root.subcommands = all.map(\.spec)
        return root
    }()
}

extension Command {
    var program: CommandSpec { Commands.root }
}
