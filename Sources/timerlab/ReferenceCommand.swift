import LabCommandLine
import LabReports
import LabScenarioLanguage
import LabTextLayout
import LabWorkbench

/// `timerlab reference`: the words of the scenario language, live runs, and how to get from code to a scenario.
struct ReferenceCommand: Command {
    private static let jsonSchema = Flag("json-schema")

    let word = "reference"
    var options: [any DeclaredOption] { [Self.jsonSchema] }
    var arguments: [ArgumentSpec] {
        let hint = ValueHint.names({ _ in ReferenceTopics(Workbench.ofProcess()).names })
        return [ArgumentSpec(name: "TOPIC", isOptional: true, isRepeating: true, hint: hint)]
    }

    func run(_ line: ParsedCommand, on console: Console) throws -> ExitStatus {
        if line[Self.jsonSchema] {
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
                throw UsageError("no row of from-code has \(words.map(quoted).joined(separator: " and "))")
            }
            pages = [rows]
        }
        for topic in isOfCode ? [] : line.arguments {
            guard let page = topics.markdown(of: topic) else {
                throw UsageError(
                    "nothing in the reference is called \(quoted(topic)); 'timerlab reference' says what there is",
                    suggestion: InitCommand.kinds.contains(topic)
                        ? "timerlab init \(topic)"
                        : Spelling.nearest(to: topic, in: Set(topics.names + topics.words).sorted()))
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

    private func overview(_ topics: ReferenceTopics) -> Page {
        let others = ("Others", ["KEY (such as tolerance)", "from-code WORD", "all"])
        let items = (topics.overview + [others]).map { ReportItem($0.0, .faint, $0.1.joined(separator: ", ")) }
        return Page(title: "timerlab reference TOPIC", sections: [ReportSection("", [.items(items)])])
    }
}
