import CommandLineArguments
import Laboratory
import Reports

/// `timerlab explain`: what a code means.
struct ExplainCommand: Command {
    var spec: CommandSpec {
        CommandSpec(
            name: "explain", abstract: "Say what a code means: the rule and its source, an example, the remedy.",
            discussion: "Without CODE all codes are listed.",
            arguments: [
                ArgumentSpec("CODE", help: "A finding or mistake, such as TL0101.", isOptional: true, isRepeating: true)
            ],
            examples: [
                ExampleSpec("timerlab explain TL0103", "Why a timer stops during a drag."),
                ExampleSpec("timerlab explain", "List all codes."),
            ],
            exitStatus: Commands.exitStatus.filter { [0, 64, 73, 130].contains($0.status) })
    }

    func run(_ line: ParsedCommand, on console: Console) throws(UsageError) -> ExitStatus {
        let page = TextPage(console.output, width: console.width, decorator: console.decorator)
        if line.arguments.isEmpty {
            page.columns(Explanations.all.map { ($0.code, $0.title) }, .code)
            return .success
        }
        var explanations: [Explanation] = []
        for code in line.arguments {
            guard let explanation = Explanations.of(code) else {
                let near = closestMatch(to: code, among: Explanations.all.map(\.code))
                throw Commands.root.usageError(
                    .invalidValue, "no finding or mistake has the code '\(code)'", suggestion: near, at: ["explain"])
            }
            explanations.append(explanation)
        }
        for (index, explanation) in explanations.enumerated() {
            if index > 0 { page.line() }
            print(explanation, on: page)
        }
        return .success
    }

    private func print(_ explanation: Explanation, on page: TextPage) {
        page.line((explanation.code, .code), ("  " + explanation.title, .strong))
        page.line()
        page.paragraph(explanation.meaning)
        page.heading("Rule")
        page.paragraph(explanation.rule)
        if !explanation.source.isEmpty { page.paragraph(explanation.source, .faint) }
        if !explanation.example.isEmpty {
            page.heading("Example")
            page.verbatim(shortened(explanation.example))
        }
        page.heading("Remedy")
        page.paragraph(explanation.remedy)
        if !explanation.corrected.isEmpty {
            page.line()
            page.verbatim(explanation.corrected)
        }
    }

    /// What shows that there can be too much of something is itself too much to print.
    private func shortened(_ example: String) -> String {
        let lines = example.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.count <= 30
            ? example : lines.prefix(5).joined(separator: "\n") + "\n… \(lines.count - 5) more lines"
    }
}
