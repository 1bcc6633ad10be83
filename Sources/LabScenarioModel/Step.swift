import LabCatalogue
import LabExactTime

/// A verb with its operands, place and condition.
///
/// The verb's row in the language assigns its keys to operands.
public struct Step: Sendable, Equatable {
    public var verb: Verb
    public var place: Place
    /// The condition under which the step runs; nil: always.
    public var condition: Condition?
    /// The name of the block that it makes; nil: the usual one of its verb.
    public var name: String?

    /// The part that the verb acts on.
    public var part: PartReference?
    /// The new value of a variable.
    public var value: PartReference?
    /// The thread whose run loop is meant; nil: the current one.
    public var thread: Int?
    public var queue: Int?
    /// The time of a piece of work or of a sleep, ns.
    public var busy: Amount?
    /// The time until something is due, or by which a clock is moved, ns.
    public var delay: Amount?
    /// A tolerance or leeway, ns.
    public var slack: Int64?
    public var date: FireDate?
    /// From one due point to the next, ns.
    public var interval: Rational?
    /// Frames a second: the rate of the display.
    public var refresh: Rational?
    /// The rate that a display link asks for.
    public var frames: FrameRatePlan?
    public var call: RunCall?
    public var modes: [ModeName] = []
    public var steps: [Step] = []
    public var captures: [CapturePlan] = []
    public var text: LogTextPlan?
    /// A selector, a property or a class.
    public var word: String?
    public var counter: Int?
    public var number: Int64?
    /// The verb's variant: it awaits, wakes, waits, sets, or refers weakly.
    public var flag = false
    public var clock = TimerClock.uptime
    /// The condition that ends a loop.
    public var until: Condition?

    public init(
        _ verb: Verb, _ part: PartReference? = nil, place: Place = 0..<0, with set: (inout Step) -> Void = { _ in }
    ) {
        (self.verb, self.part, self.place) = (verb, part, place)
        set(&self)
    }

    /// True if its verb and its part are these.
    package func does(_ verb: Verb, _ part: PartReference) -> Bool { self.verb == verb && self.part == part }

    /// True if it writes nothing but the seconds to an instant.
    package var showsSeconds: Bool {
        let fields = text?.fields ?? []
        return verb == .log && !fields.isEmpty && fields.allSatisfy { if case .remaining = $0 { true } else { false } }
    }

    /// True if it runs the current run loop.
    package var isLoopRun: Bool { call != nil }

    /// The modes that the step names.
    package var namedModes: [ModeName] { modes + (call.map { [$0.mode] } ?? []) }
}

/// A time, ns.
public enum Amount: Sendable, Equatable {
    case fixed(Int64)
    /// A table to draw from each time, ns.
    case drawn(QuantileTable)
    /// Turns of a counting loop, each at the device's loop cost.
    case turns(Int64)
}

/// The new fire date of a timer.
public enum FireDate: Sendable, Equatable {
    /// ns after the scenario's start.
    case at(Int64)
    /// ns after now.
    case after(Int64)
    /// The next time at which the wall clock, ns after the start, shows a multiple of `every` and `past` more.
    case next(every: Int64, past: Int64)
    /// When the wall clock shows this instant, ns after what it showed at the start.
    case shown(Int64)
    case distantFuture
    case distantPast
}

/// The run method of a call.
public enum RunMethod: Sendable {
    /// The app's own `CFRunLoopRun`, or a thread that cannot do anything else.
    case app
    /// `run`: activations until one finds nothing in the mode.
    case forever
    /// `run(until:)`.
    case until
    /// `run(mode:before:)`: one activation that returns after a source was handled.
    case once
    /// `CFRunLoopRunInMode`.
    case inMode
    /// Runs the loop in a mode for a time, as a drag or a modal panel does.
    case nested
}

/// A call of a run method of the current thread's run loop.
public struct RunCall: Sendable, Equatable {
    public var method: RunMethod
    public var mode = ModeName.default
    /// nil: `duration` counts from the call.
    public var until: FireDate?
    /// ns
    public var duration: Int64 = 0
    public var returnsAfterSource = true

    public static let forever = RunCall(method: .forever, until: .distantFuture)

    public static func until(_ date: FireDate) -> RunCall { RunCall(method: .until, until: date) }

    public static func once(mode: ModeName, before date: FireDate) -> RunCall {
        RunCall(method: .once, mode: mode, until: date)
    }

    public static func inMode(_ mode: ModeName, for duration: Int64, returnAfterSourceHandled: Bool) -> RunCall {
        RunCall(method: .inMode, mode: mode, duration: duration, returnsAfterSource: returnAfterSourceHandled)
    }

    public static func nested(_ mode: ModeName, for duration: Int64) -> RunCall {
        RunCall(method: .nested, mode: mode, duration: duration, returnsAfterSource: false)
    }
}

/// A log line with fields to be filled in.
public struct LogTextPlan: Sendable, Equatable {
    public enum Piece: Sendable, Equatable {
        case literal(String)
        case field(LogField)
    }

    public var pieces: [Piece]
    package var fields: [LogField] { pieces.compactMap { if case .field(let field) = $0 { field } else { nil } } }

    public init(pieces: [Piece]) { self.pieces = pieces }
}

/// The value of a `{field}` in a log line.
public enum LogField: Sendable, Equatable {
    /// The firings of this callback's timer, this one included, minus 1 when it counts from zero.
    case firing(fromZero: Bool)
    /// `start` minus the firings before this one, padded with zeros to a width.
    case countdown(from: Int64, width: Int64)
    /// The round of the surrounding `repeat`, from zero.
    case turn
    /// `<NSThread: 0x…>{number = 1, name = main}`.
    case thread
    /// The due points merged into this call of a dispatch source's handler.
    case data
    /// Seconds: a display link's properties.
    case timestamp
    case targetTimestamp
    case frameDuration
    /// Another display link's; 0 before its first callback.
    case linkDuration(timer: Int)
    /// 1 for a valid timer, else 0.
    case isValid(timer: Int)
    /// Seconds since the scenario's start: the timer's next fire date.
    case fireDate(timer: Int)
    /// Seconds since the scenario's start.
    case now
    /// Whole seconds from now to this instant, ns, rounded up; 0 when it has passed.
    case remaining(until: Int64)
    /// The answer to the latest `is_kind_of`, `responds_to` or run call on this thread: 1 or 0.
    case answer
    case counter(Int)
    /// `mach_absolute_time` in ticks of 125/3 ns.
    case ticks
    /// The mode that the current run loop runs in.
    case mode
    /// The activity for which the observer with these steps was called.
    case activity
}

/// The condition under which a step runs.
public enum Condition: Sendable, Equatable {
    /// The firings of a timer (nil: of the callback's own) so far, this one included.
    case fired(timer: Int?, Comparison)
    /// The firing, as above, is a multiple of this.
    case every(timer: Int?, Int64)
    /// This instant, ns after the scenario's start, has been reached.
    case since(Int64)
    /// The answer to the latest question on this thread.
    case answered(Comparison)
    /// The value of a counter.
    case counted(counter: Int, Comparison)
    case cancelled(PartReference)
    case gone(PartReference)
    case valid(timer: Int)
    indirect case not(Condition)
}
