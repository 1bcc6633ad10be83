import LabCatalogue
import LabCommandLine
import LabReports
import LabTextLayout
import LabWorkbench

/// `timerlab explain`: the meaning of a code or a figure.
struct ExplainCommand: Command {
    let word = "explain"
    var options: [any DeclaredOption] { [Options.listFormat] }
    var arguments: [ArgumentSpec] {
        [
            ArgumentSpec(
                name: "CODE", isOptional: true, isRepeating: true,
                hint: .names(
                    { arguments in
                        let workbench = Workbench.ofProcess()
                        return arguments.isEmpty
                            ? Explanations.names + workbench.finder.shippedNames
                            : workbench.parts(of: arguments).timers.map { $0 + "#" }
                    }, files: ["toml"]))
        ]
    }

    func files(_ line: ParsedCommand) -> FileUse {
        FileUse(scenarios: line.arguments.last?.contains("#") == true ? Array(line.arguments.prefix(1)) : [])
    }

    func run(_ line: ParsedCommand, on console: Console) throws -> ExitStatus {
        let isFiring = line.arguments.count == 2 && line.arguments[1].contains("#")
        guard isFiring || line[Options.listFormat] != .json else {
            throw UsageError("--format json prints a firing: name its scenario and its number")
        }
        if line.arguments.isEmpty {
            let codes = Explanations.all.map { ReportItem($0.code, .code, $0.title) }
            let figures = Figure.Family.allCases.map { ReportItem($0.rawValue, .code, $0.meaning) }
            console.write(Page(sections: [ReportSection("", [.items(codes)]), ReportSection("", [.items(figures)])]))
            return .success
        }
        if isFiring {
            let told = try Workbench.ofProcess().explain(line.arguments[0], firing: line.arguments[1])
            if line[Options.listFormat] == .json {
                told.writeJSON(to: console.output)
            } else {
                console.write(told.page)
            }
            return .success
        }
        let pages = try line.arguments.map { name in
            if let page = Explanations.of(name)?.page ?? Explanations.figure(name)?.page { return page }
            throw unknown(name)
        }
        for (index, page) in pages.enumerated() { console.write(page, isFirst: index == 0) }
        return .success
    }

    /// The error for a word that is neither a code nor a figure: a mistyped one, or a firing without its second half.
    private func unknown(_ name: String) -> UsageError {
        let isScenario = ScenarioFinder.isPath(name) || (try? Workbench.ofProcess().isScenario(name)) == true
        guard !isScenario, !name.contains("#") else {
            return UsageError(
                "a firing is explained by its scenario and its number",
                suggestion: "timerlab explain \(isScenario ? name : "SCENARIO") \(isScenario ? "TIMER#1" : name)")
        }
        if let successor = Figure.successor(of: name) {
            return UsageError(
                "'\(name)' is no figure any more", suggestion: "timerlab explain \(successor.prefix { $0 != "," })")
        }
        // A number is not corrected like a word.
        let isCode = name.uppercased().hasPrefix("TL") && name.dropFirst(2).allSatisfy(\.isNumber)
        return UsageError(
            "unknown code or figure \(quoted(name)); 'timerlab explain' lists them",
            suggestion: isCode ? nil : Spelling.nearest(to: name, in: Explanations.names))
    }
}

extension Figure.Family {
    fileprivate var page: Page {
        Page(
            title: "\(rawValue)  \(meaning)",
            sections: [
                ReportSection("", [.paragraph(explanation, indent: 2)]),
                ReportSection("Facts", [.items(facts.map { ReportItem($0.name, .code, $0.text) })]),
                ReportSection("In an expectation", [.code("\(rawValue) = \(example)")]),
            ])
    }
}

extension Explanation {
    fileprivate var page: Page {
        let finding = FindingCode(rawValue: code)
        let tried = (finding?.tried ?? []).map { ReportItem($0.name, .plain, $0.cost, .faint) }
        let command = tried.isEmpty ? [] : [ReportItem("timerlab remedy SCENARIO", .code)]
        let rules = rule.map { ReportBlock.paragraph($0, indent: 2) }
        let sections = [
            ReportSection("", [.paragraph(meaning, indent: 2)]),
            ReportSection("Rule", rules + [.paragraph(source, .faint, indent: 2)]),
            ReportSection("Example", [.code(example)]),
            ReportSection("Remedy", remedy.map { .paragraph($0, indent: 2) }),
            ReportSection("", [.code(corrected)]),
        ]
        return Page(
            title: "\(code)  \(title)" + (severity.isEmpty ? "" : " (\(severity))"),
            sections: sections + (finding?.listings ?? []).map { ReportSection($0.language, [.change($0.code)]) }
                + [ReportSection("Remedies that timerlab tries, and their costs", [.items(tried), .items(command)])])
    }
}
