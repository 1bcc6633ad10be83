import LabExactTime
import LabLogImport
import LabReports
import Laboratory

/// The formats of a report.
enum ReportFormatName: String, CaseIterable { case text, json, csv, markdown }

/// The formats of what has no figures.
enum ListFormatName: String, CaseIterable { case text, json }

/// When to print in colours.
enum ColorUse: String, CaseIterable {
    case auto, always, never
}

/// Options that several commands have, or that the program itself asks for.
enum Options {
    static let output = Option(
        "output", short: "o", value: "FILE", .file(),
        help: "Write to FILE, whole or not at all, instead of standard output.")
    static let color = Option<ColorUse>(
        "color", value: "WHEN", .word, defaultText: "auto",
        help: "When to print in colours; auto: on a terminal, unless NO_COLOR or TERM=dumb is set, or with FORCE_COLOR."
    )

    static let format = Option<ReportFormatName>(
        "format", value: "FORMAT", .word, defaultText: "text",
        help: "How to print it; json is JSON Lines with times in ns.")
    static let quiet = Flag("quiet", short: "q", help: "Leave out the firing log and the timeline.")
    static let stability = Flag(
        "stability", help: "Print Allan deviations, MTIE and their like over the averaging time.")

    static let html = Option(
        "html", value: "FILE", .file("html"),
        help: "Write it as a page for a browser too, one file: what, why, which line, on a timeline that zooms.")

    static let set = Option(
        "set", value: "PATH=VALUE", ValueKind("PATH=VALUE, such as timer.tick.interval=2s") { $0 }, isRepeatable: true,
        help: "Change a value of the scenarios.")
    static let seed = Option<UInt64>(
        "seed", value: "N", .whole(0...UInt64.max),
        help: "Start the random draws from N instead of the scenario's seed.")

    // MARK: Live runs

    static let live = Flag("live", help: "Run on the run loops, timers, threads and queues of this host, in real time.")
    static let timeScale = Option<Rational>(
        "time-scale", value: "K",
        ValueKind("a factor of at least 1, such as 10 or 2.5") { text in
            var scanner = NumberScanner(text)
            guard let factor = scanner.fraction(), scanner.isAtEnd, !scanner.overflowed else { return nil }
            return factor >= .one && factor <= Rational(whole: 1_000_000) ? factor : nil
        }, defaultText: "1", help: "Divide all durations by K; no interval may fall below 20ms.")
    static let limit = Option<Int64>(
        "limit", value: "TIME", .duration("10s"), help: "Stop each live run after so much real time.")
    /// For commands that run live only when asked to.
    static let whenLive: [any DeclaredOption] = {
        let reason = "the virtual clock needs none"
        return [live, timeScale.requiring(live, because: reason), limit.requiring(live, because: reason)]
    }()

    // MARK: Logs

    static let interval = Option<Rational>(
        "interval", value: "TIME",
        ValueKind("a duration such as 1s or 1/60s") { text in
            guard case .success(let interval) = DurationText.parse(text), interval > .zero, interval.scaled(1) ?? 0 > 0
            else { return nil }
            return interval
        }, defaultText: "inferred", help: "The interval that the timers were asked for, such as 1s or 1/60s.")
    static let by = Option<LogOptions.Grouping>(
        "by", value: "WHAT", .word, defaultText: "auto",
        help: "What tells several timers apart: their message, their thread, or none: all lines are one timer's.")
    static let match = Option("match", value: "TEXT", .text, help: "Take only lines whose message contains TEXT.")
    static let column = Option("column", value: "NAME", .text, help: "The column of a CSV table that holds the time.")
    static let ofLogs: [any DeclaredOption] = [interval, by, match, column]
}

extension ValueKind where Value == Int64 {
    /// A time in ns, of which one in words is an example.
    static func duration(_ example: String, from least: Int64 = 1) -> ValueKind {
        ValueKind("a duration such as \(example)") { text in
            guard case .success(let time) = DurationText.parse(text), let whole = time.scaled(1), whole >= least else {
                return nil
            }
            return whole
        }
    }
}

extension ParsedCommand {
    /// The files that an option has written.
    func outputs(of option: Option<String>) -> [FileUse.Output] {
        all(option).map { FileUse.Output("--\(option.spec.name) \($0)", path: $0) }
    }

    /// How to run live.
    var liveOptions: LiveOptions { LiveOptions(timeScale: self[Options.timeScale] ?? .one, limit: self[Options.limit]) }

    /// How to read logs.
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
    static func scenario(
        _ help: String = "A file, the name of a shipped scenario, or - for standard input.", isOptional: Bool = false,
        isRepeating: Bool = false
    ) -> ArgumentSpec {
        ArgumentSpec(
            name: "SCENARIO", help: help, isOptional: isOptional, isRepeating: isRepeating,
            hint: NameList.scenarios.hint(files: ["toml"]))
    }

    static let logs = ArgumentSpec(
        name: "LOG", help: "A log, or - for standard input.", isRepeating: true, hint: .file())
}
