import CommandLineArguments
import ExactTime
import Laboratory
import Reports

/// What `run`, `compare` and `conform` have in common on the command line when they run in real time.
enum LiveArguments {
    static let speed: [OptionSpec] = [
        .option(
            "time-scale", value: "K", defaultText: "1",
            help: "Divide all durations by K; no interval may fall below 20ms."),
        .option("limit", value: "TIME", help: "Stop each live run after so much real time."),
    ]

    static let live = OptionSpec.flag(
        "live", help: "Run on the run loops, timers, threads and queues of this host, in real time.")

    /// - Throws: `UsageError` for values that are none.
    static func options(_ line: ParsedCommand, command: String) throws(UsageError) -> LiveOptions {
        var options = LiveOptions()
        let given = ["time-scale", "limit"].first { line.value($0) != nil }
        if command != "conform", !line.flag("live"), let given {
            throw Commands.root.usageError(
                .invalidValue, "--\(given) is about real time and goes with --live; the virtual clock needs none",
                at: [command])
        }
        if let text = line.value("time-scale") {
            guard let factor = factor(text) else {
                throw wrong(text, "--time-scale", "a factor of at least 1, such as 10 or 2.5", command)
            }
            options.timeScale = factor
        }
        if let text = line.value("limit") {
            guard case .success(let time) = DurationText.parse(text), let limit = time.scaled(1), limit > 0 else {
                throw wrong(text, "--limit", "a time with a unit, such as 10s", command)
            }
            options.limit = limit
        }
        return options
    }

    /// A decimal number from 1 to a million.
    private static func factor(_ text: String) -> Rational? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, let whole = parts.first, whole.count <= 7, let number = Int128(whole) else {
            return nil
        }
        let digits = parts.count == 2 ? parts[1] : ""
        guard digits.count <= 6, digits.allSatisfy({ $0.isASCII && $0.isNumber }), parts.count == 1 || !digits.isEmpty
        else { return nil }
        let scale = (0..<digits.count).reduce(Int128(1)) { power, _ in power * 10 }
        let factor = Rational(number * scale + (Int128(digits) ?? 0), over: scale)
        return factor.flatMap { $0 >= .one && $0 <= Rational(whole: 1_000_000) ? $0 : nil }
    }

    static func wrong(_ value: String, _ option: String, _ wanted: String, _ command: String) -> UsageError {
        Commands.root.usageError(
            .invalidValue, "'\(value)' is no value of \(option), which takes \(wanted)", at: [command])
    }
}

extension Console {
    /// Shows on a terminal that what goes on is real time, and lets an interruption end the run with what there is.
    func watch(_ options: LiveOptions, _ title: String) -> LiveOptions {
        var options = options
        let interrupts = interrupts
        options.onNote = { note in StandardError.write("timerlab: note: \(VisibleText.line(note))\n") }
        options.onStart = { stop in interrupts.catchNext(stop) }
        guard Progress.canBeShown else { return options }
        options.everySecond = { passed, duration in
            let left = max(0, duration - passed + 999_999_999) / 1_000_000_000
            StandardError.write(
                "\r\u{1B}[Klive: \(VisibleText.line(title)), \(left) s left; Ctrl-C prints what there is")
        }
        return options
    }

    /// Takes the countdown away again.
    func endWatch() {
        interrupts.catchNext(nil)
        if Progress.canBeShown { StandardError.write("\r\u{1B}[K") }
    }
}
