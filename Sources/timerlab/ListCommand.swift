import CommandLineArguments
import JSON
import Laboratory
import Reports

/// `timerlab list`: the shipped scenarios, or those in a folder.
struct ListCommand: Command {
    private static let format = Option<ListFormatName>(
        "format", value: "FORMAT", .word, defaultText: "text", help: "How to print them.")

    var spec: CommandSpec {
        CommandSpec(
            name: "list", abstract: "List the shipped scenarios, or those in folders, and the mechanisms.",
            discussion: "Behind a title stand the rows of the claims ledger that the scenario reproduces.",
            options: [ListCommand.format],
            arguments: [
                ArgumentSpec("FOLDER", help: "Where to look.", isOptional: true, isRepeating: true, hint: .directory)
            ],
            examples: [
                ("timerlab list", "All scenarios that can be run by name."),
                ("timerlab list Tests", "All scenarios below a folder."),
            ],
            exitStatus: Commands.exits(0, 64, 66, 73, 130))
    }

    func files(_ line: ParsedCommand) -> FileUse {
        FileUse(scenarios: line.arguments, readsShipped: line.arguments.isEmpty)
    }

    func run(_ line: ParsedCommand, on console: Console) throws(UsageError) -> ExitStatus {
        let workbench = Workbench.ofProcess()
        let (entries, faults) = workbench.list(folders: line.arguments)
        let mechanisms = line.arguments.isEmpty ? Mechanism.all : []
        for fault in faults { console.complain(fault) }
        for warning in workbench.warnings(of: line.arguments) { console.warn(warning) }
        if line[ListCommand.format] == .json {
            for entry in entries {
                JSONReport.line(
                    "scenario",
                    [
                        "name": .string(entry.name), "path": .string(entry.path), "title": .string(entry.title),
                        "claims": .array(entry.claims.map(JSONValue.string)),
                    ], to: console.output)
            }
            for mechanism in mechanisms {
                JSONReport.line(
                    "mechanism",
                    [
                        "name": .string(mechanism.name), "meaning": .string(mechanism.meaning),
                        "elsewhere": .array(mechanism.otherPlaces.map(JSONValue.string)),
                    ], to: console.output)
            }
        } else {
            let scenarios = entries.map { ReportItem($0.name, .strong, $0.title + rows($0.claims)) }
            let others = mechanisms.map { mechanism in
                let elsewhere = mechanism.otherPlaces.joined(separator: ", ")
                return ReportItem(
                    mechanism.name, .strong, mechanism.meaning + (elsewhere.isEmpty ? "" : "; also \(elsewhere)"))
            }
            let sections = [
                PlainSection("", [.items(scenarios)]),
                PlainSection("Mechanisms, for `timerlab compare`", [.items(others)]),
            ]
            console.write(Page(sections: others.isEmpty ? [sections[0]] : sections))
        }
        return ExitStatus.severest(faults.map(\.status))
    }

    private func rows(_ claims: [String]) -> String { claims.isEmpty ? "" : " (\(claims.joined(separator: ", ")))" }
}
