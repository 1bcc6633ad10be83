import CommandLineArguments
import Laboratory
import Reports

/// `timerlab explain`: what a code or a figure means.
struct ExplainCommand: Command {
    var spec: CommandSpec {
        CommandSpec(
            name: "explain",
            abstract: "Say what a code or a figure means: the rule and its source, an example, the remedy.",
            discussion: "Without CODE all codes and figures are listed.",
            arguments: [
                ArgumentSpec(
                    "CODE", help: "A finding or mistake, such as TL0101, or a figure, such as drift.", isOptional: true,
                    isRepeating: true)
            ],
            examples: [
                ExampleSpec("timerlab explain TL0103", "Why a timer stops during a drag."),
                ExampleSpec("timerlab explain drift", "What a figure means."),
                ExampleSpec("timerlab explain", "List all codes and figures."),
            ],
            exitStatus: Commands.exitStatus.filter { [0, 64, 73, 130].contains($0.status) })
    }

    func run(_ line: ParsedCommand, on console: Console) throws(UsageError) -> ExitStatus {
        let page = TextPage(console.output, width: console.width, decorator: console.decorator)
        if line.arguments.isEmpty {
            page.columns(Explanations.all.map { ($0.code, $0.title) }, .code)
            page.line()
            page.columns(FigureExplanation.all.map { ($0.name, $0.meaning) }, .code)
            return .success
        }
        var pages: [(TextPage) -> Void] = []
        for name in line.arguments {
            if let explanation = Explanations.of(name) {
                pages.append { print(explanation, on: $0) }
            } else if let figure = FigureExplanation.of(name) {
                pages.append { print(figure, on: $0) }
            } else {
                let names = Explanations.all.map(\.code) + FigureExplanation.all.map(\.name)
                throw Commands.root.usageError(
                    .invalidValue, "no finding, mistake or figure is called '\(name)'",
                    suggestion: closestMatch(to: name, among: names), at: ["explain"])
            }
        }
        for (index, write) in pages.enumerated() {
            if index > 0 { page.line() }
            write(page)
        }
        return .success
    }

    private func print(_ figure: FigureExplanation, on page: TextPage) {
        page.line((figure.name, .code), ("  " + figure.meaning, .strong))
        page.line()
        page.paragraph(figure.explanation)
        page.heading("Facts")
        page.columns(figure.facts.map { ($0.name, $0.text) }, .code)
        page.heading("In an expectation")
        page.verbatim(figure.example)
    }

    private func print(_ explanation: Explanation, on page: TextPage) {
        let severity = explanation.severity.isEmpty ? "" : " (\(explanation.severity))"
        page.line((explanation.code, .code), ("  " + explanation.title, .strong), (severity, .faint))
        page.line()
        page.paragraph(explanation.meaning)
        page.heading("Rule")
        for rule in explanation.rule { page.paragraph(rule) }
        if !explanation.source.isEmpty { page.paragraph(explanation.source, .faint) }
        if !explanation.example.isEmpty {
            page.heading("Example")
            page.verbatim(shortened(explanation.example))
        }
        page.heading("Remedy")
        for remedy in explanation.remedy { page.paragraph(remedy) }
        if !explanation.corrected.isEmpty {
            page.line()
            page.verbatim(explanation.corrected)
        }
        for listing in explanation.listings {
            page.heading(listing.language)
            page.verbatim(listing.code)
        }
    }

    /// What shows that there can be too much of something is itself too much to print.
    private func shortened(_ example: String) -> String {
        let lines = example.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.count <= 30
            ? example : lines.prefix(5).joined(separator: "\n") + "\n… \(lines.count - 5) more lines"
    }
}
