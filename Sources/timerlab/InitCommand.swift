import LabCommandLine
import LabPlatform
import LabReports
import LabWorkbench

/// `timerlab init`: a scenario to start from.
struct InitCommand: Command {
    /// The shipped scenarios to start from, called `template-…`.
    static let kinds = ["countdown", "poller", "display-link", "gcd", "task-sleep", "worker", "leak"]

    private static let force = Flag("force")

    let word = "init"
    var options: [any DeclaredOption] { [Self.force] }
    var arguments: [ArgumentSpec] { [ArgumentSpec(name: "KIND", isOptional: true, hint: .values(Self.kinds))] }

    func run(_ line: ParsedCommand, on console: Console) throws -> ExitStatus {
        let workbench = Workbench.ofProcess()
        guard let kind = line.arguments.first else {
            let items = try Self.kinds.map {
                ReportItem($0, .strong, try workbench.shipped("template-" + $0).listing.title)
            }
            console.write(Page(title: "timerlab init KIND", sections: [ReportSection("", [.items(items)])]))
            return .success
        }
        let text = try workbench.shipped("template-" + kind).text
        let output = line[Options.output]
        let path = output ?? kind + ".toml"
        if path != "-", !line[Self.force], (try? FileSystem.entry(at: path)) != nil {
            throw Problem(
                "\(path): is there already", help: "--force replaces it, -o FILE takes another name",
                status: .cannotWrite)
        }
        // With an output, the file is the console's own.
        if output != nil { console.output.write(text) }
        let status = output == nil ? console.write(to: path) { $0.write(text) } : .success
        if path != "-", status == .success { console.note("\(path) is written; timerlab run \(path)") }
        return status
    }
}
