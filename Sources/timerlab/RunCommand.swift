import LabCommandLine
import LabExactTime
import LabRecording
import LabReports
import LabScenarioModel
import LabWorkbench

/// `timerlab run`: runs scenarios and reports on each.
struct RunCommand: Command {
    private static let log = Option<LogExtent>(
        "log", value: "all|none|N",
        ValueKind("all, none, or how many lines") { text in
            switch text {
            case "all": .all
            case "none": .omitted
            default: Int(text).flatMap { $0 > 0 ? .most($0) : nil }
            }
        }, defaultText: "all; on a terminal at most 12")
    private static let messages = Flag("messages")
    private static let until = Option("until", value: "TIME", .duration("2.5s"))
    private static let budget = Option<Int64>(
        "budget", value: "N", .whole(1...Int64.max), defaultText: String(Budget().occurrences))
    private static let graph = Option<String>(
        "graph", value: "FILE",
        ValueKind("a file name that ends in .svg, since .dot is gone", hint: .file(extensions: ["svg"])) {
            $0.lowercased().hasSuffix(".svg") ? $0 : nil
        }, isRepeatable: true)
    private static let at = Option("at", value: "TIME", .duration("3s", from: 0))

    private static let trace = Option("trace", value: "FILE", .file("json"))
    private static let rows = Option<Rows>("rows", value: "timers|firings", .word, defaultText: "timers")

    private enum Rows: String, CaseIterable { case timers, firings }

    let word = "run"
    var options: [any DeclaredOption] {
        [
            Options.format, Options.quiet, Options.details, Self.log, Self.messages, Options.set, Options.expect,
            Options.seed, Self.until, Self.budget, Self.graph, Self.at.requiring(Self.graph), Self.trace, Options.html,
            Self.rows,
        ]
    }
    var arguments: [ArgumentSpec] { [.scenario(isRepeating: true)] }

    func files(_ line: ParsedCommand) -> FileUse {
        FileUse(
            scenarios: line.arguments, sets: line.all(Options.set),
            outputs: [Self.graph, Self.trace, Options.html].flatMap(line.outputs))
    }

    func run(_ line: ParsedCommand, on console: Console) throws -> ExitStatus {
        var changes = ScenarioChanges(sets: line.all(Options.set), seed: line[Options.seed])
        changes.holdsExpectations = line[Options.expect]
        changes.until = line[Self.until]
        changes.budget = line[Self.budget]
        let graphs = line.all(Self.graph)
        let traced = line[Self.trace]
        let html = line[Options.html]
        if !graphs.isEmpty || traced != nil || html != nil, line.arguments.count > 1 {
            let option = !graphs.isEmpty ? "--graph" : traced != nil ? "--trace" : "--html"
            throw UsageError("\(option) takes one scenario at a time: each would overwrite the file before")
        }
        let rows = line[Self.rows] ?? .timers
        if rows == .firings, line[Options.format] != .csv, line[Options.format] != .json {
            throw UsageError("--rows firings needs --format csv or --format json")
        }
        let log = line[Self.log] ?? console.logExtent(line)
        var kept = (graphs.isEmpty ? [] : KeptRecords.references).union(log == .omitted ? [] : .log)
        if rows == .firings { kept.formUnion(.firings) }
        // The head of a detailed page has the fingerprint; a browser's page contains the log, too.
        let isStreamed =
            log != .omitted && html == nil && traced == nil && !line[Options.details]
            && line[Options.format] ?? .text == .text
        if isStreamed { kept.subtract(.log) }
        if html != nil { kept.formUnion(RunReport.recordsForHTML) }
        if traced != nil { kept = .all }
        let workbench = Workbench.ofProcess()
        return console.each(line.arguments) { typed, isFirst throws(Problem) in
            let shipped = try workbench.finder.standIn(for: typed)
            if let shipped { console.note("\(typed): no such file here; this is the shipped \(shipped)") }
            let scenario = shipped ?? typed
            let stream = isStreamed ? console.logStream(log, isFirst: isFirst) : nil
            var outcome = try Progress.during("running \(typed)") { () throws(Problem) in
                try workbench.run(scenario, changes: changes, keeping: kept, log: stream)
            }
            outcome.report.isDetailed = line[Options.details]
            let isRead = [.text, .markdown].contains(line[Options.format] ?? .text)
            if isRead || html != nil, changes.altersNothing { workbench.addBestRemedy(to: &outcome) }
            if rows == .firings, line[Options.format] == .csv {
                outcome.report.writeFiringsAsCSV(hasHead: isFirst, to: console.output)
            } else {
                console.write(
                    outcome.report, as: line[Options.format], isQuiet: line[Options.quiet], log: log,
                    showsMessages: line[Self.messages], isFirst: isFirst, isBegun: isStreamed)
                if rows == .firings { outcome.report.writeFiringsAsJSON(to: console.output) }
            }
            if let warnings = outcome.warnings { console.complain(warnings) }
            if let until = changes.until, let end = outcome.end, end < until {
                let end = DurationText.format(end, digits: 9)
                console.note("--until only stops early, and \(typed) ends at \(end); --set duration=TIME runs longer")
            }
            for problem in outcome.problems { console.complain(problem) }
            var statuses = [outcome.status]
            statuses += graphs.map { graph in
                console.write(to: graph) { outcome.report.writeGraph(at: line[Self.at], to: $0) }
            }
            if let traced { statuses.append(console.write(to: traced) { outcome.report.writeTrace(to: $0) }) }
            if let html { statuses.append(console.write(to: html) { outcome.report.writeHTML(to: $0) }) }
            return ExitStatus.severest(statuses)
        }
    }
}
