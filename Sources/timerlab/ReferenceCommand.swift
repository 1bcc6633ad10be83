import LabCommandLine
import LabReports
import LabScenarioLanguage
import LabTextLayout
import Laboratory

/// `timerlab reference`: the words of the scenario language, live runs, and how to get from code to a scenario.
struct ReferenceCommand: Command {
    private static let jsonSchema = Flag("json-schema", help: "Print a JSON Schema for editors instead.")

    var spec: CommandSpec {
        CommandSpec(
            name: "reference", abstract: "Look up a key, a step or a page; without TOPIC, list them.",
            discussion: """
                TOPIC is a table (timer, expect), a key or a step (tolerance, work), steps, a page or all. The pages \
                are tutorial, from-code, your-own-code, gate, logs, live and zh (in Chinese). On a terminal the text is \
                wrapped; in a pipe or a file it is Markdown, and without TOPIC all of it.
                """,
            options: [ReferenceCommand.jsonSchema],
            arguments: [
                ArgumentSpec(
                    name: "TOPIC", help: "The key, step, table or page.", isOptional: true, isRepeating: true,
                    hint: .names({ _ in ReferenceTopics(Workbench.ofProcess()).names }))
            ],
            examples: [
                ("timerlab reference tutorial", "Ten minutes from a countdown that stops to its guard."),
                ("timerlab reference from-code", "Swift and Objective-C in the scenario language."),
                ("timerlab reference from-code global", "Its rows about `.global()`."),
                ("timerlab reference timer", "The keys of [[timer]]."),
                ("timerlab reference | less", "Read all of it, as Markdown."),
                ("timerlab reference --json-schema -o timerlab.schema.json", "Let an editor complete and check."),
            ],
            exitStatus: Exits.of(0, 64, 73, 130))
    }

    func run(_ line: ParsedCommand, on console: Console) throws -> ExitStatus {
        if line[ReferenceCommand.jsonSchema] {
            console.output.write(ScenarioReference.jsonSchema())
            return .success
        }
        let topics = ReferenceTopics(Workbench.ofProcess())
        if line.arguments.isEmpty, console.output.isTerminal {
            console.write(overview(topics))
            return .success
        }
        var pages: [String] = line.arguments.isEmpty ? [topics.whole] : []
        let isOfCode = line.arguments.first == "from-code" && line.arguments.count > 1
        if isOfCode {
            let words = line.arguments.dropFirst()
            guard let rows = topics.code(Array(words)) else {
                throw wrong("no row of from-code has \(words.map(quoted).joined(separator: " and "))")
            }
            pages = [rows]
        }
        for topic in isOfCode ? [] : line.arguments {
            guard let page = topics.markdown(of: topic) else {
                throw wrong(
                    "nothing in the reference is called \(quoted(topic)); 'timerlab reference' says what there is",
                    suggestion: InitCommand.Kind(rawValue: topic).map { "timerlab init \($0.rawValue)" }
                        ?? Spelling.nearest(to: topic, in: Set(topics.names + topics.words).sorted()))
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

    /// The topics of the reference on one screen.
    private func overview(_ topics: ReferenceTopics) -> Page {
        let others = ("Others", ["KEY (such as tolerance)", "from-code WORD", "all"])
        let items = (topics.overview + [others]).map { ReportItem($0.0, .faint, $0.1.joined(separator: ", ")) }
        return Page(title: "timerlab reference TOPIC", sections: [ReportSection("", [.items(items)])])
    }
}
