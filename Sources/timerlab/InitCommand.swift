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

    private static let force = Flag("force")

    var spec: CommandSpec {
        CommandSpec(
            "init", in: CommandTexts.all, options: [InitCommand.force],
            arguments: [
                ArgumentSpec(name: "KIND", isOptional: true, allowedValues: Kind.allCases.map(\.rawValue))
            ])
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
