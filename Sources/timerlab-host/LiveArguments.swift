import LabCommandLine
import LabExactTime
import LabTextLayout
import LabWorkbench

extension Options {
    static let timeScale = Option<Rational>(
        "time-scale", value: "K",
        ValueKind("a factor of at least 1, such as 10 or 2.5") { text in
            NumberScanner.number(text).flatMap { (.one...Rational(whole: 1_000_000)).contains($0) ? $0 : nil }
        }, defaultText: "1")
    static let limit = Option<Int64>("limit", value: "TIME", .duration("10s"))
}

extension ParsedCommand {
    var liveOptions: LiveOptions { LiveOptions(timeScale: self[Options.timeScale] ?? .one, limit: self[Options.limit]) }
}

extension Console {
    /// Shows the passing of real time on a terminal, and lets an interruption end the run with the results so far.
    func watching<Result>(
        _ options: LiveOptions, _ title: String, _ body: (LiveOptions) throws(Problem) -> Result
    ) throws(Problem) -> Result {
        var options = options
        let interrupts = interrupts
        options.onNote = { note in StandardError.say("timerlab: note: " + note) }
        options.onStart = { stop in interrupts.catchNext(stop) }
        options.everySecond = { passed, duration in
            let left = max(0, duration - passed + 999_999_999) / 1_000_000_000
            Progress.show("live: \(VisibleText.line(title)), \(left) s left; Ctrl-C prints what there is")
        }
        output.flush()
        defer {
            interrupts.catchNext(nil)
            Progress.show()
        }
        return try body(options)
    }
}
