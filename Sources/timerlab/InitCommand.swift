import LabCommandLine
import LabPlatform
import LabReports
import Laboratory

/// `timerlab init`: a scenario to start from.
struct InitCommand: Command {
    /// A shipped scenario to start from, called `template-…`.
    enum Kind: String, CaseIterable {
        case countdown, poller
        case displayLink = "display-link"
        case gcd
        case taskSleep = "task-sleep"
        case worker, leak

        var name: String { "template-" + rawValue }
    }

    private static let force = Flag("force", help: "Replace a file that is there.")

    var spec: CommandSpec {
        CommandSpec(
            name: "init", abstract: "Write a commented scenario to start from, with expectations and a guard.",
            discussion: """
                Without KIND the kinds are listed. The file is KIND.toml in this folder, unless -o says otherwise; \
                -o - prints it. An existing file stays (status 73) without --force.
                """,
            options: [InitCommand.force],
            arguments: [
                ArgumentSpec(
                    name: "KIND", help: "The kind of timer in your code.", isOptional: true,
                    allowedValues: Kind.allCases.map(\.rawValue))
            ],
            examples: [
                ("timerlab init countdown", "Writes countdown.toml."),
                ("timerlab init leak -o controller.toml", "Writes controller.toml."),
            ],
            exitStatus: Exits.of(0, 64, 66, 73, 130))
    }

    func run(_ line: ParsedCommand, on console: Console) throws -> ExitStatus {
        let workbench = Workbench.ofProcess()
        guard let kind = line.arguments.first.flatMap(Kind.init(rawValue:)) else {
            let items = try Kind.allCases.map {
                ReportItem($0.rawValue, .strong, try workbench.shipped($0.name).listing.title)
            }
            console.write(Page(title: "timerlab init KIND", sections: [ReportSection("", [.items(items)])]))
            return .success
        }
        let text = try workbench.shipped(kind.name).text
        let output = line[Options.output]
        let path = output ?? kind.rawValue + ".toml"
        if path != "-", !line[InitCommand.force], (try? FileSystem.entry(at: path)) != nil {
            throw Problem(
                "\(path): is there already", help: "--force replaces it, -o FILE takes another name",
                status: .cannotWrite)
        }
        var status = ExitStatus.success
        if output == nil {
            status = console.write(to: path) { $0.write(text) }
        } else {
            // Then the file is the console's own output.
            console.output.write(text)
        }
        if path != "-", status == .success { console.note("\(path) is written; timerlab run \(path)") }
        return status
    }
}
