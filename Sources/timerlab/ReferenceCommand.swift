import CommandLineArguments
import Laboratory

/// `timerlab reference`: the words of the scenario language, and live runs.
struct ReferenceCommand: Command {
    private static let jsonSchema = Flag("json-schema", help: "Print a JSON Schema for editors instead of Markdown.")

    var spec: CommandSpec {
        CommandSpec(
            name: "reference", abstract: "Print the reference of the scenario language and of live runs.",
            options: [ReferenceCommand.jsonSchema],
            examples: [
                ("timerlab reference | less", "Read about every key and step."),
                (
                    "timerlab reference --json-schema -o timerlab.schema.json", "Let an editor complete and check."
                ),
            ],
            exitStatus: Commands.exits(0, 64, 73, 130))
    }

    func run(_ line: ParsedCommand, on console: Console) throws(UsageError) -> ExitStatus {
        console.output.write(line[ReferenceCommand.jsonSchema] ? Reference.jsonSchema() : Reference.markdown())
        return .success
    }
}
