import LabCatalogue
import LabScenarioModel

/// A field of a log text, as it is written between braces.
struct LogFieldSchema {
    /// The form of the text after the name and a colon.
    enum Form {
        case plain(LogField)
        /// A start, and perhaps a width.
        case countdown
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
    /// The kind of timers in whose callback it can be used; nil: any.
    let kind: TimerKind?

    init(_ name: String, _ form: Form, usage: String? = nil, of kind: TimerKind? = nil) {
        (self.name, self.form, self.usage, self.kind) = (name, form, usage ?? "{\(name)}", kind)
    }

    var doc: String { LanguageText.of("Log fields", key: name).doc }
}

extension Schema {
    static let logFields = [
        LogFieldSchema("n", .plain(.firing(fromZero: false))),
        LogFieldSchema("n0", .plain(.firing(fromZero: true))),
        LogFieldSchema("countdown", .countdown, usage: "{countdown:60}"),
        LogFieldSchema("turn", .plain(.turn)),
        LogFieldSchema("thread", .plain(.thread)),
        LogFieldSchema("data", .plain(.data), of: .gcd),
        LogFieldSchema("timestamp", .plain(.timestamp), of: .displayLink),
        LogFieldSchema("target_timestamp", .plain(.targetTimestamp), of: .displayLink),
        LogFieldSchema("duration", .ownTimer(.frameDuration, other: { .linkDuration(timer: $0) }), of: .displayLink),
        LogFieldSchema("valid", .timer { .isValid(timer: $0) }, usage: "{valid:tick}"),
        LogFieldSchema("fire_date", .timer { .fireDate(timer: $0) }, usage: "{fire_date:tick}"),
        LogFieldSchema("now", .plain(.now)),
        LogFieldSchema("remaining", .time, usage: "{remaining:60s}"),
        LogFieldSchema("answer", .plain(.answer)),
        LogFieldSchema("count", .counter, usage: "{count:taps}"),
        LogFieldSchema("ticks", .plain(.ticks)),
        LogFieldSchema("mode", .plain(.mode)),
        LogFieldSchema("activity", .plain(.activity)),
    ]
}
