import LabCommandLine
import LabExactTime
import LabLogImport
import Laboratory

/// The formats of output without figures.
enum ListFormatName: String, CaseIterable { case text, json }

extension Options {
    static let stability = Flag(
        removed: "stability", instead: "drift and jitter say how steady a timer is")

    static let html = Option(
        "html", value: "FILE", .file("html"),
        help: "Also write a page for a browser: answer, causes, lines and a timeline that zooms, in one file.")

    // MARK: Logs

    static let interval = Option<Rational>(
        "interval", value: "TIME",
        ValueKind("a duration such as 1s or 1/60s") { text in
            guard case .success(let interval) = DurationText.parse(text), interval > .zero, interval.scaled(1) ?? 0 > 0
            else { return nil }
            return interval
        }, defaultText: "inferred", help: "The interval of the timers in the code, such as 1s or 1/60s.")
    static let by = Option<LogOptions.Grouping>(
        "by", value: "WHAT", .word, defaultText: "auto",
        help: "The mark that tells several timers apart: message, thread, or none if all lines are one timer's.")
    static let match = Option("match", value: "TEXT", .text, help: "Take only lines whose message contains TEXT.")
    static let column = Option("column", value: "NAME", .text, help: "The column of a CSV table that holds the time.")
    static let ofLogs: [any DeclaredOption] = [interval, by, match, column]
}

extension ParsedCommand {
    /// The options for reading logs.
    var logRequest: LogRequest {
        var request = LogRequest()
        request.interval = self[Options.interval]
        request.options.grouping = self[Options.by] ?? request.options.grouping
        request.options.match = self[Options.match]
        request.options.column = self[Options.column]
        return request
    }
}

extension ArgumentSpec {
    static let logs = ArgumentSpec(
        name: "LOG", help: "A log, or - for standard input.", isRepeating: true, hint: .file())
}
