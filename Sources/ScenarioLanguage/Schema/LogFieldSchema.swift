/// A field of a log text, as it is written between braces.
enum LogFieldName: String, CaseIterable, Sendable {
    case firing = "n"
    case firingFromZero = "n0"
    case countdown
    case turn, thread, data, timestamp
    case targetTimestamp = "target_timestamp"
    case frameDuration = "duration"
    case valid
    case fireDate = "fire_date"
    case now, answer, ticks, mode

    /// What follows the name, after colons.
    enum Arguments: Sendable {
        case none
        /// A start, and perhaps a width.
        case countdown
        /// The id of a timer.
        case timer
    }

    var arguments: Arguments {
        switch self {
        case .countdown: .countdown
        case .valid, .fireDate: .timer
        default: .none
        }
    }

    /// How it is written, and what it prints.
    var usage: (text: String, doc: String) {
        switch self {
        case .firing: ("{n}", "how often the callback's timer has fired, from 1")
        case .firingFromZero: ("{n0}", "the same, from 0")
        case .countdown:
            ("{countdown:60}", "60 less the firings before; {countdown:60:2} pads with zeros to two digits")
        case .turn: ("{turn}", "how often the surrounding `repeat` has gone round, from 0")
        case .thread: ("{thread}", "the current thread, as [NSThread currentThread] describes itself")
        case .data: ("{data}", "how many due points the handler of a dispatch source stands for")
        case .timestamp: ("{timestamp}", "a display link's `timestamp`, in seconds")
        case .targetTimestamp: ("{target_timestamp}", "a display link's `targetTimestamp`, in seconds")
        case .frameDuration: ("{duration}", "a display link's `duration`, in seconds")
        case .valid: ("{valid:tick}", "whether the timer is valid: 1 or 0")
        case .fireDate: ("{fire_date:tick}", "the timer's next fire date, in seconds from the start")
        case .now: ("{now}", "the time, in seconds from the start")
        case .answer: ("{answer}", "what the last `is_kind_of`, `responds_to` or run call here answered: 1 or 0")
        case .ticks: ("{ticks}", "mach_absolute_time, in ticks of 125/3 ns")
        case .mode: ("{mode}", "the mode that the current run loop runs in")
        }
    }
}
