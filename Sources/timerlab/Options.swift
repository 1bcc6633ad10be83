import LabCommandLine
import LabExactTime
import LabLogImport

/// The formats of output without figures.
enum ListFormatName: String, CaseIterable { case text, json }

extension Options {
    static let listFormat = Option<ListFormatName>("format", value: "FORMAT", .word, defaultText: "text")

    static let html = Option("html", value: "FILE", .file("html"))

    static let interval = Option<Rational>(
        "interval", value: "TIME",
        ValueKind("a duration such as 1s or 1/60s") { text in
            guard case .success(let interval) = DurationText.parse(text), interval > .zero, interval.scaled(1) ?? 0 > 0
            else { return nil }
            return interval
        }, defaultText: "inferred")
    static let by = Option<LogOptions.Grouping>("by", value: "WHAT", .word, defaultText: "auto")
    static let match = Option("match", value: "TEXT", .text)
    static let column = Option("column", value: "NAME", .text)
    static let ofLogs: [any DeclaredOption] = [interval, by, match, column]
}

extension ParsedCommand {
    var logOptions: LogOptions {
        var options = LogOptions()
        options.interval = self[Options.interval]
        options.grouping = self[Options.by] ?? options.grouping
        options.match = self[Options.match]
        options.column = self[Options.column]
        return options
    }
}

extension ArgumentSpec {
    static let logs = ArgumentSpec(name: "LOG", isRepeating: true, hint: .file())
}
