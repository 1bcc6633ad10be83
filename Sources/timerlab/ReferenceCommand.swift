import CommandLineArguments
import Laboratory

/// `timerlab reference`: the words of the scenario language, and live runs.
struct ReferenceCommand: Command {
    var spec: CommandSpec {
        CommandSpec(
            name: "reference", abstract: "Print the reference of the scenario language and of live runs.",
            options: [.flag("json-schema", help: "Print a JSON Schema for editors instead of Markdown.")],
            examples: [
                ExampleSpec("timerlab reference | less", "Read about every key and step."),
                ExampleSpec(
                    "timerlab reference --json-schema -o timerlab.schema.json", "Let an editor complete and check."),
            ],
            exitStatus: Commands.exitStatus.filter { [0, 64, 73, 130].contains($0.status) })
    }

    func run(_ line: ParsedCommand, on console: Console) throws(UsageError) -> ExitStatus {
        console.output.write(line.flag("json-schema") ? Reference.jsonSchema() : Reference.markdown())
        return .success
    }
}
