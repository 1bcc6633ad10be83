import LabCatalogue
import LabScenarioModel

/// A field of a log text, as it is written between braces.
struct LogFieldSchema: Sendable {
    /// The form of the text after the name and a colon.
    enum Form: Sendable {
        case plain(LogField)
        /// A start, and perhaps a width.
        case countdown
        /// The id of a timer.
        case timer(@Sendable (Int) -> LogField)
        /// The id of a timer of its kind; without one it is the callback's own.
        case ownTimer(LogField, other: @Sendable (Int) -> LogField)
        /// An instant.
        case time
        /// The name of a counter.
        case counter
    }

    let name: String
    let form: Form
    let usage: String
    let doc: String
    /// The kind of timers in whose callback it can be used; nil: any.
    let kind: TimerKind?

    init(_ name: String, _ form: Form, usage: String? = nil, _ doc: String, of kind: TimerKind? = nil) {
        self.name = name
        self.form = form
        self.usage = usage ?? "{\(name)}"
        self.doc = doc
        self.kind = kind
    }
}

extension Schema {
    static let logFields = [
        LogFieldSchema("n", .plain(.firing(fromZero: false)), "the number of firings of the callback's timer, from 1"),
        LogFieldSchema("n0", .plain(.firing(fromZero: true)), "the same, from 0"),
        LogFieldSchema(
            "countdown", .countdown, usage: "{countdown:60}",
            "60 less the firings before; {countdown:60:2} pads with zeros to two digits"),
        LogFieldSchema("turn", .plain(.turn), "the round of the surrounding `repeat`, from 0"),
        LogFieldSchema("thread", .plain(.thread), "the current thread, as [NSThread currentThread] describes itself"),
        LogFieldSchema(
            "data", .plain(.data), "the number of due points merged into this call of a dispatch source's handler",
            of: .gcd),
        LogFieldSchema("timestamp", .plain(.timestamp), "a display link's `timestamp`, in seconds", of: .displayLink),
        LogFieldSchema(
            "target_timestamp", .plain(.targetTimestamp), "a display link's `targetTimestamp`, in seconds",
            of: .displayLink),
        LogFieldSchema(
            "duration", .ownTimer(.frameDuration, other: { .linkDuration(timer: $0) }),
            "a display link's `duration`, in seconds; {duration:link} is another link's", of: .displayLink),
        LogFieldSchema(
            "valid", .timer { .isValid(timer: $0) }, usage: "{valid:tick}", "whether the timer is valid: 1 or 0"),
        LogFieldSchema(
            "fire_date", .timer { .fireDate(timer: $0) }, usage: "{fire_date:tick}",
            "the timer's next fire date, in seconds from the start"),
        LogFieldSchema("now", .plain(.now), "the time of day, in seconds from the start: follows a clock that is set"),
        LogFieldSchema(
            "remaining", .time, usage: "{remaining:60s}",
            "the seconds left to that instant, rounded up, as a countdown to a date shows them"),
        LogFieldSchema(
            "answer", .plain(.answer), "the answer of the last `is_kind_of`, `responds_to` or run call here: 1 or 0"),
        LogFieldSchema("count", .counter, usage: "{count:taps}", "the value of the counter"),
        LogFieldSchema("ticks", .plain(.ticks), "mach_absolute_time, in ticks of 125/3 ns"),
        LogFieldSchema("mode", .plain(.mode), "the mode that the current run loop runs in"),
        LogFieldSchema(
            "activity", .plain(.activity), "in an observer's `do`: the activity of this call, as a word"),
    ]
}
