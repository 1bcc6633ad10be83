import Laboratory
import Reports
import ScenarioLanguage
import TextLayout

/// `timerlab reference`: the words of the scenario language, live runs, and how to get from code to a scenario.
struct ReferenceCommand: Command {
    private static let jsonSchema = Flag("json-schema", help: "Print a JSON Schema for editors instead.")

    var spec: CommandSpec {
        CommandSpec(
            name: "reference", abstract: "Look up a key, a step or a page; without TOPIC all of the reference.",
            discussion: """
                TOPIC is a table (timer, expect), a key or a step (tolerance, work), steps, or one of the pages: tutorial, \
                from-code, gate, logs, live. Wrapped on a terminal, Markdown in a pipe or a file.
                """,
            options: [ReferenceCommand.jsonSchema],
            arguments: [
                ArgumentSpec(
                    name: "TOPIC", help: "What to look up.", isOptional: true, isRepeating: true,
                    hint: NameList.topics.hint())
            ],
            examples: [
                ("timerlab reference tutorial", "Ten minutes from a countdown that stops to its guard."),
                ("timerlab reference from-code", "What Swift and Objective-C are in the scenario language."),
                ("timerlab reference timer", "The keys of [[timer]]."),
                ("timerlab reference | less", "Read about every key and step."),
                (
                    "timerlab reference --json-schema -o timerlab.schema.json", "Let an editor complete and check."
                ),
            ],
            exitStatus: Commands.exits(0, 64, 73, 130))
    }

    func run(_ line: ParsedCommand, on console: Console) throws -> ExitStatus {
        if line[ReferenceCommand.jsonSchema] {
            console.output.write(ScenarioReference.jsonSchema())
            return .success
        }
        let topics = ReferenceTopics(Workbench.ofProcess())
        var pages: [String] = line.arguments.isEmpty ? [topics.whole] : []
        for topic in line.arguments {
            guard let page = topics.markdown(of: topic) else {
                throw wrong(
                    "nothing in the reference is called \(quoted(topic)); 'timerlab reference' prints all of it",
                    suggestion: Spelling.nearest(to: topic, in: Set(topics.names + topics.words).sorted()))
            }
            pages.append(page)
        }
        for (index, page) in pages.enumerated() {
            if console.output.isTerminal {
                console.write(Page(markdown: page), isFirst: index == 0)
            } else {
                console.output.write((index == 0 ? "" : "\n") + page)
            }
        }
        return .success
    }
}
