import ScenarioModel

/// The verbs of the language; each has one description in `Schema.verbs`.
enum Verb: String, CaseIterable, Sendable {
    case work, loop, log, sleep
    case `repeat`
    case create, add, invalidate, fire
    case setFireDate = "set_fire_date"
    case suspend, resume, activate, cancel, pause, reschedule
    case runLoop = "run_loop"
    case mode
    case stopLoop = "stop_loop"
    case wakeLoop = "wake_loop"
    case performBlock = "perform_block"
    case dumpLoop = "dump_loop"
    case addCommonMode = "add_common_mode"
    case signal
    case perform
    case cancelPerform = "cancel_perform"
    case async
    case asyncAfter = "async_after"
    case assign, release
    case overRelease = "over_release"
    case push, pop
    case isKindOf = "is_kind_of"
    case respondsTo = "responds_to"
    case message
    case start, exit
    case systemSleep = "system_sleep"
    case background, foreground
    case setWallClock = "set_wall_clock"
}

/// One verb: what stands behind it, and which keys may follow.
struct VerbSchema: Sendable {
    enum Group: String, CaseIterable, Sendable {
        case work = "Work"
        case timers = "Making and timers"
        case runLoop = "Run loop"
        case later = "Later"
        case objects = "Objects"
        case threads = "Threads"
        case system = "System"
    }

    let verb: Verb
    let group: Group
    /// What stands behind the verb.
    let object: ValueType
    let doc: String
    /// The keys that may follow, `when` left out.
    let keys: [KeySchema]
    /// The kinds of timers that the verb works on; nil: no timer, or every one.
    let kinds: [TimerKind]?
    let example: String

    init(
        _ verb: Verb, _ group: Group, _ object: ValueType, _ doc: String, keys: [KeySchema] = [],
        kinds: [TimerKind]? = nil, example: String
    ) {
        self.verb = verb
        self.group = group
        self.object = object
        self.doc = doc
        self.keys = keys
        self.kinds = kinds
        self.example = example
    }

    /// The step as a table: the verb, its keys, and `when`.
    var table: TableSchema {
        TableSchema(
            verb.rawValue, .step, doc,
            keys: [KeySchema(verb.rawValue, object, doc, required: true)] + keys + [Schema.when], example: example)
    }
}

extension Schema {
    static let verbs: [VerbSchema] =
        workVerbs + timerVerbs + loopVerbs + laterVerbs + objectVerbs + threadVerbs + systemVerbs

    /// The tables of all verbs, built once.
    static let steps: [Verb: (schema: VerbSchema, table: TableSchema)] = Dictionary(
        verbs.map { ($0.verb, ($0, $0.table)) }, uniquingKeysWith: { first, _ in first })

    static let when = KeySchema(
        "when", .condition, "The step is left out unless this holds.", default: "always", example: "{ fired = 60 }")

    static let condition = TableSchema(
        "when", .inline, "A condition; one of the keys.",
        keys: [
            KeySchema(
                "fired", .comparison(.count),
                "How often `timer` (by default the one whose callback this is) has fired, this firing included.",
                example: "60"),
            KeySchema(
                "timer", .part(.timer), "The timer that `fired` is about.", default: "the callback's own",
                example: "\"tick\""),
            KeySchema(
                "cancelled", .part([.timer, .thread]), "This timer or thread has been cancelled.",
                example: "\"worker\""),
            KeySchema("gone", .part([.object, .timer]), "This part has been deallocated.", example: "\"controller\""),
            KeySchema("valid", .part(.timer), "This timer is valid.", example: "\"tick\""),
            KeySchema("not", .condition, "The opposite of a condition.", example: "{ valid = \"tick\" }"),
        ],
        example: "{ fired = 60 }")

    /// The two ways to say a date.
    static let dateKeys = [
        KeySchema("at", .fireDate, "The date, counted from the start of the scenario.", example: "\"3s\""),
        KeySchema("after", .duration(.any), "The date, counted from now.", example: "\"1s\""),
    ]

    private static let workVerbs = [
        VerbSchema(
            .work, .work, .oneOf([.duration(.notNegative), .quantiles(.time)]),
            "Keeps the thread busy, for a time or one drawn from percentiles.", example: "{ work = \"5ms\" }"),
        VerbSchema(
            .loop, .work, .integer(0...mostTurns),
            "So many turns of a counting loop, each at the device's `loop_cost`.",
            example: "{ loop = 1_000_000_000 }"),
        VerbSchema(
            .log, .work, .logText, "Writes a line to the firing log; {n} and other fields are filled in.",
            example: "{ log = \"resend ({countdown:60})\" }"),
        VerbSchema(
            .sleep, .work, .duration(.notNegative), "Blocks the thread without working.", example: "{ sleep = \"2s\" }"),
        VerbSchema(
            .repeat, .work, .integer(0...mostTurns), "Does the steps so many times.",
            keys: [
                KeySchema("do", .steps, "The steps.", required: true),
                KeySchema("until", .condition, "Stops before a round at which this holds.", default: "never"),
            ],
            example: "{ repeat = 9999, do = [{ work = \"1ms\" }], until = { cancelled = \"worker\" } }"),
    ]

    private static let timerVerbs = [
        VerbSchema(
            .create, .timers, .part([.timer, .object, .observer, .source]),
            "Makes the part now, on this thread, instead of at its thread's start.", example: "{ create = \"tick\" }"),
        VerbSchema(
            .add, .timers, .part([.timer, .observer, .source]), "Adds it to a run loop.",
            keys: [
                KeySchema("modes", .many(.mode), "The modes.", default: "the part's own"),
                KeySchema("thread", .part(.thread), "Whose run loop.", default: "the current thread's"),
            ],
            kinds: [.nstimer, .displayLink], example: "{ add = \"tick\", modes = [\"common\"] }"),
        VerbSchema(
            .invalidate, .timers, .part([.timer, .observer, .source]), "Takes it out of its run loop for good.",
            kinds: [.nstimer, .displayLink], example: "{ invalidate = \"tick\" }"),
        VerbSchema(
            .fire, .timers, .part(.timer), "Runs the callback now; the schedule stays as it is.", kinds: [.nstimer],
            example: "{ fire = \"tick\" }"),
        VerbSchema(
            .setFireDate, .timers, .part(.timer), "Sets the next fire date, from which the grid goes on.",
            keys: dateKeys, kinds: [.nstimer], example: "{ set_fire_date = \"tick\", after = \"1s\" }"),
        VerbSchema(
            .suspend, .timers, .part([.timer, .queue]),
            "Suspends a dispatch source or a queue; suspensions are counted.",
            kinds: [.gcd], example: "{ suspend = \"beat\" }"),
        VerbSchema(
            .resume, .timers, .part([.timer, .queue]), "Takes back one suspension, or a display link's pause.",
            kinds: [.gcd, .displayLink], example: "{ resume = \"beat\" }"),
        VerbSchema(
            .activate, .timers, .part(.timer), "Activates a dispatch source that was made inactive.", kinds: [.gcd],
            example: "{ activate = \"beat\" }"),
        VerbSchema(
            .cancel, .timers, .part([.timer, .thread]),
            """
            Cancels a dispatch source, a task or a subscription, or a thread. A source lets go of its handler on its queue, \
            and then calls its cancel handler; a block of dispatch_after stays in its queue until it is due.
            """,
            kinds: [.gcd, .after, .taskSleep, .asyncTimer, .combine, .machWait, .threadSleep],
            example: "{ cancel = \"beat\" }"),
        VerbSchema(
            .pause, .timers, .part(.timer), "Pauses a display link; `resume` goes on.", kinds: [.displayLink],
            example: "{ pause = \"link\" }"),
        VerbSchema(
            .reschedule, .timers, .part(.timer),
            "`dispatch_source_set_timer` again: a new grid, pending firings dropped.",
            keys: dateKeys + [
                KeySchema("interval", .exactDuration(.notNegative), "The new interval.", default: "fires once"),
                KeySchema("leeway", .duration(.notNegative), "The new leeway.", default: "\"0s\""),
            ],
            kinds: [.gcd], example: "{ reschedule = \"beat\", after = \"0s\", interval = \"1s\" }"),
    ]

    private static let objectVerbs = [
        VerbSchema(
            .assign, .objects, .part(.object), "Assigns to an instance variable of the object; one of the keys.",
            keys: [
                KeySchema("strong", .part(.all), "What a strong variable gets.", example: "\"tick\""),
                KeySchema("weak", .part(.all), "What a weak variable gets.", example: "\"tick\""),
                KeySchema("nothing", .yes, "The variable gets nil; `property` says which."),
                KeySchema("property", .text, "The variable's name.", default: "the id of what is assigned"),
            ],
            example: "{ assign = \"controller\", weak = \"tick\" }"),
        VerbSchema(
            .release, .objects, .part(.all),
            """
            Lets go of the reference that a local or static variable holds. A dispatch source that was not cancelled lets go \
            of its handler, and of what that captures, later and on its queue.
            """,
            example: "{ release = \"target\" }"),
        VerbSchema(
            .overRelease, .objects, .part(.object), "Releases once more than retained.",
            example: "{ over_release = \"controller\" }"),
        VerbSchema(
            .push, .objects, .part(.object), "Pushes the view controller; the one it hides gets `view_will_disappear`.",
            example: "{ push = \"details\" }"),
        VerbSchema(
            .pop, .objects, .part(.object), "Pops the view controller: `view_will_disappear`, then the stack lets go.",
            example: "{ pop = \"controller\" }"),
        VerbSchema(
            .isKindOf, .objects, .part(.object), "Sends isKindOfClass:; {answer} prints what came back.",
            keys: [KeySchema("class", .text, "The class that is asked about.", required: true)],
            example: "{ is_kind_of = \"proxy\", class = \"Target\" }"),
        VerbSchema(
            .respondsTo, .objects, .part(.object), "Sends respondsToSelector:; {answer} prints what came back.",
            keys: [KeySchema("selector", .text, "The message that is asked about.", required: true)],
            example: "{ responds_to = \"proxy\", selector = \"timerFired:\" }"),
        VerbSchema(
            .message, .objects, .part([.object, .timer]),
            """
            Sends a message to a variable. What is gone reads nil, and a message to nil does nothing: so says a block what it \
            does through a weak capture. The receiver is kept until the method is done.
            """,
            keys: [
                KeySchema("selector", .text, "The message.", required: true, example: "\"timerRun\""),
                KeySchema("do", .steps, "What the method of whoever answers does.", default: "nothing"),
            ],
            example: "{ message = \"controller\", selector = \"timerRun\", do = [{ log = \"timerRun\" }] }"),
    ]

    private static let threadVerbs = [
        VerbSchema(
            .start, .threads, .part(.thread), "Starts the thread.", example: "{ start = \"worker\" }"),
        VerbSchema(
            .exit, .threads, .yes, "Ends the current thread as it stands: its local variables are never let go.",
            example: "{ exit = true }"),
    ]

    private static let systemVerbs = [
        VerbSchema(
            .systemSleep, .system, .duration(.notNegative), "The whole system sleeps.",
            example: "{ system_sleep = \"30s\" }"),
        VerbSchema(.background, .system, .yes, "The app goes to the background.", example: "{ background = true }"),
        VerbSchema(.foreground, .system, .yes, "The app comes back.", example: "{ foreground = true }"),
        VerbSchema(
            .setWallClock, .system, .duration(.any), "Moves the wall clock forward, or back below zero.",
            example: "{ set_wall_clock = \"1h\" }"),
    ]
}
