import CommandLineArguments
import Laboratory
import Reports

/// `timerlab list`: the shipped scenarios, or those in a folder.
struct ListCommand: Command {
    var spec: CommandSpec {
        CommandSpec(
            name: "list", abstract: "List the shipped scenarios, or those in folders.",
            options: [
                .option(
                    "format", value: "FORMAT", defaultText: "text", allowedValues: ["text", "json"],
                    help: "How to print them.")
            ],
            arguments: [
                ArgumentSpec("FOLDER", help: "Where to look.", isOptional: true, isRepeating: true, hint: .directory)
            ],
            examples: [
                ExampleSpec("timerlab list", "All scenarios that can be run by name."),
                ExampleSpec("timerlab list Tests", "All scenarios below a folder."),
            ],
            exitStatus: Commands.exitStatus.filter { [0, 64, 66, 73, 130].contains($0.status) })
    }

    func run(_ line: ParsedCommand, on console: Console) throws(UsageError) -> ExitStatus {
        let (entries, faults) = Workbench.ofProcess().list(folders: line.arguments)
        for fault in faults { console.complain("timerlab: error: \(fault.message)\n") }
        if line.value("format") == "json" {
            for entry in entries {
                JSONReport.line(
                    "scenario",
                    [
                        "name": .string(entry.name), "path": .string(entry.path), "title": .string(entry.title),
                        "claims": .array(entry.claims.map(JSONValue.string)),
                    ], to: console.output)
            }
        } else {
            TextPage(console.output, width: console.width, decorator: console.decorator)
                .columns(entries.map { ($0.name, $0.title) })
        }
        return ExitStatus.severest(faults.map(\.status))
    }
}
