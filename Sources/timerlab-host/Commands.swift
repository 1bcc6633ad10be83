import LabCommandLine
import Laboratory

/// The commands of the program that runs scenarios on this machine.
enum Commands {
    static let all: [any Command] = [
        RunCommand(), ConformCommand(), CompletionsCommand(of: "timerlab-host") { Commands.root },
    ]

    static var root: CommandSpec {
        CommandSpec(
            name: "timerlab-host",
            abstract: "Runs scenarios on this machine's run loops, timers, threads and queues, in real time.",
            discussion: """
                A scenario is a TOML file. SCENARIO is a path, the name of a shipped scenario (`timerlab list`), \
                or - for standard input. `timerlab reference live` says how this system differs from Darwin.
                """,
            version: "timerlab-host " + Version.number, options: [Options.output, Options.color],
            examples: [
                ("timerlab-host run tracking", "Run a scenario and see why a timer is late here."),
                ("timerlab-host conform", "Compare this machine with the simulation."),
            ],
            subcommands: all.map(\.spec), exitStatus: Exits.of(0, 1, 64, 65, 66, 70, 73, 130))
    }
}

extension Command {
    var program: CommandSpec { Commands.root }
}
