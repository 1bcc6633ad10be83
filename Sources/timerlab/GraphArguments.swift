import CommandLineArguments
import ExactTime
import Laboratory
import Recording
import Reports

/// `--graph` and `--at`: drawings of who holds whom.
struct GraphArguments {
    private var files: [(path: String, format: GraphFormat)] = []
    /// ns; nil for the end.
    private var instant: Int64?

    static var options: [OptionSpec] {
        [
            .option(
                "graph", value: "FILE", isRepeatable: true,
                hint: .file(extensions: GraphFormat.allCases.map(\.rawValue)),
                help: "Draw who holds whom into FILE: .svg is a picture, .dot is for Graphviz."),
            .option("at", value: "TIME", help: "Draw it as it was at a simulated time such as 3s, not at the end."),
        ]
    }

    init(_ line: ParsedCommand) throws(UsageError) {
        for path in line.values("graph") {
            guard let format = GraphFormat(rawValue: path.split(separator: ".").last.map { $0.lowercased() } ?? ""),
                path.contains(".")
            else {
                throw GraphArguments.wrong("--graph '\(path)': the name has to end in .svg or .dot")
            }
            files.append((path, format))
        }
        if !files.isEmpty, line.arguments.count > 1 {
            throw GraphArguments.wrong("--graph takes one scenario at a time: each would overwrite the drawing before")
        }
        guard let text = line.value("at") else { return }
        guard !files.isEmpty else { throw GraphArguments.wrong("--at says when to draw, so it needs --graph") }
        guard case .success(let time) = DurationText.parse(text), let instant = time.scaled(1), instant >= 0 else {
            throw GraphArguments.wrong("'\(text)' is no value of --at, which takes a time with a unit, such as 3s")
        }
        self.instant = instant
    }

    /// The records that the drawings are made from.
    var kept: KeptRecords { files.isEmpty ? [] : .references }

    /// Writes the drawings that were asked for, and complains about those that cannot be written.
    func write(_ report: RunReport, _ console: Console) -> ExitStatus {
        var statuses: [ExitStatus] = []
        for (path, format) in files {
            do {
                try OutputFile.write(path, temporaries: console.temporaries) {
                    format.write(report, at: instant, to: $0)
                }
            } catch {
                console.complain(error.message)
                statuses.append(error.status)
            }
        }
        return ExitStatus.severest(statuses)
    }

    private static func wrong(_ message: String) -> UsageError {
        Commands.root.usageError(.invalidValue, message, at: ["run"])
    }
}
