/// The description of a mechanism. The language, both runtimes, comparisons and the reference read it.
package struct MechanismRow {
    /// The place where the callback runs.
    package enum Home {
        /// In the run loop of a thread, in certain modes.
        case runLoop
        /// On a dispatch queue: one of its own unless the scenario names one.
        case queue
        /// On the main actor, or on a queue that the scenario names.
        case mainActor
        /// In a loop that waits, the whole body of a thread of its own.
        case ownThread
    }

    /// The name that texts use.
    public var name: String
    /// Its names in code, which a scenario may use as well.
    package var spellings: [String]
    package var home: Home
    /// The ways in which it can call back, the usual one first.
    package var styles: [CallbackStyle] = [.block]
    /// The keys of [[timer]] that it has, but not every mechanism.
    package var keys: Set<String> = []
    /// The verbs that act on some mechanisms only, and on this one.
    package var verbs: Set<String>
    /// The clock of its deadlines unless the scenario names one.
    public var clock = TimerClock.uptime
    /// True if it repeats by default.
    package var repeatsByNature = false
    /// True if it counts from its last firing, so that its delays add up.
    package var isRelative = false
    /// True if the system gives it a leeway of a tenth of its delay.
    package var hasDefaultLeeway = false
    /// True if only its holder keeps it alive; a run loop or the runtime holds any other one.
    package var needsHolder = false
    public var passedPoints = PassedPoints.dropped
    /// The part that live runs lack for it, on hosts without Apple's frameworks or on all; nil if there is none.
    package var lackOnOtherHosts: String?

    /// The row, with the keys that follow from its place and its form of callback.
    fileprivate var completed: MechanismRow {
        var row = self
        switch home {
        case .runLoop: row.keys.formUnion(["thread", "modes"])
        case .ownThread: row.keys.insert("thread")
        case .queue, .mainActor: row.keys.insert("queue")
        }
        if styles.contains(.block) { row.keys.formUnion(["strong", "weak"]) }
        if styles.contains(.target) { row.keys.formUnion(["target", "selector"]) }
        return row
    }
}

extension TimerKind {
    /// The facts of the mechanism.
    package var row: MechanismRow { Self.rows[Self.allCases.firstIndex(of: self) ?? 0] }

    // By case. A dictionary would double the cost at the start of a process.
    private static let rows = allCases.map { makeRow($0).completed }

    private static func makeRow(_ kind: TimerKind) -> MechanismRow {
        switch kind {
        case .nstimer:
            MechanismRow(
                name: "NSTimer",
                spellings: ["NSTimer", "Timer", "CFRunLoopTimer", "Timer.scheduledTimer", "scheduledTimer"],
                home: .runLoop, styles: [.target, .block, .invocation],
                keys: ["interval", "delay", "fire_date", "repeats", "create", "tolerance", "user_info", "copies"],
                verbs: ["add", "invalidate", "fire", "set_fire_date", "set_tolerance"])
        case .displayLink:
            MechanismRow(
                name: "Display link", spellings: ["CADisplayLink"], home: .runLoop, styles: [.target],
                keys: ["create", "active", "frame_interval", "fps", "fps_range", "copies"],
                verbs: ["add", "invalidate", "pause", "resume", "set_fps"], repeatsByNature: true,
                lackOnOtherHosts: "no display link")
        case .gcd:
            MechanismRow(
                name: "Dispatch source",
                spellings: ["DispatchSourceTimer", "DispatchSource.makeTimerSource", "dispatch", "dispatch_source"],
                home: .queue, styles: [.block, .function],
                keys: ["interval", "delay", "repeats", "leeway", "strict", "clock", "active", "on_cancel", "copies"],
                verbs: ["suspend", "resume", "activate", "cancel", "reschedule"], needsHolder: true,
                passedPoints: .merged)
        case .perform:
            MechanismRow(
                name: "perform(_:with:afterDelay:)",
                spellings: [
                    "performSelector", "performSelector:withObject:afterDelay:", "perform(_:with:afterDelay:)",
                ], home: .runLoop, styles: [.target], keys: ["interval", "delay", "repeats", "copies"], verbs: [],
                isRelative: true)
        case .after:
            MechanismRow(
                name: "asyncAfter",
                spellings: [
                    "asyncAfter", "DispatchQueue.asyncAfter", "DispatchQueue.main.asyncAfter", "dispatch_after",
                ], home: .queue, keys: ["interval", "delay", "repeats", "clock", "copies"], verbs: ["cancel"],
                isRelative: true, hasDefaultLeeway: true)
        case .machWait:
            MechanismRow(
                name: "mach_wait_until", spellings: ["mach_wait_until"], home: .ownThread,
                keys: ["interval", "delay", "repeats"], verbs: ["cancel"], repeatsByNature: true, passedPoints: .queued)
        case .threadSleep:
            MechanismRow(
                name: "Thread.sleep", spellings: ["Thread.sleep", "NSThread.sleep"], home: .ownThread,
                keys: ["interval", "delay", "repeats"], verbs: ["cancel"], repeatsByNature: true, isRelative: true)
        case .taskSleep:
            MechanismRow(
                name: "Task.sleep", spellings: ["Task.sleep"], home: .mainActor,
                keys: ["interval", "delay", "repeats", "tolerance", "clock", "absolute", "copies", "swallows_cancel"],
                verbs: ["cancel"], clock: .continuous, repeatsByNature: true, isRelative: true, hasDefaultLeeway: true)
        case .asyncTimer:
            MechanismRow(
                name: "AsyncTimerSequence", spellings: ["AsyncTimerSequence"], home: .mainActor,
                keys: ["interval", "tolerance", "clock", "copies"], verbs: ["cancel"], clock: .continuous,
                repeatsByNature: true, hasDefaultLeeway: true, passedPoints: .queued,
                lackOnOtherHosts: "no AsyncTimerSequence: swift-async-algorithms is a package of its own")
        case .combine:
            MechanismRow(
                name: "Timer.publish", spellings: ["Timer.publish", "TimerPublisher"], home: .runLoop,
                keys: ["interval", "tolerance", "copies"], verbs: ["cancel"], repeatsByNature: true, needsHolder: true,
                lackOnOtherHosts: "no Combine")
        }
    }

    /// The advice for a key or a verb that belongs to other mechanisms.
    package var instead: [String: String] {
        var advice: [String: String] = [:]
        switch row.home {
        case .runLoop, .ownThread: advice["queue"] = "its callback runs on a thread: write thread = \"ID\""
        case .queue, .mainActor: advice["thread"] = "its callback runs on a queue: write queue = \"ID\""
        }
        if row.home == .ownThread {
            advice["copies"] = "each such loop needs a thread of its own; write them one by one"
        }
        if row.verbs.contains("cancel") { advice["invalidate"] = "end it with { cancel = … }" }
        if row.verbs.contains("invalidate") { advice["cancel"] = "end it with { invalidate = … }" }
        for section in texts.sections("instead") {
            for word in section.words.dropFirst() { advice[String(word)] = section.prose }
        }
        return advice
    }

    /// The meaning in one line, for the reference and `compare`.
    package var doc: String { texts.prose("meaning") }

    private var texts: [TextSection] { TextSection.all(in: MechanismTexts.all[rawValue]) }

    /// The mechanism that has this name here or in code.
    package static func spelled(_ name: String) -> TimerKind? { allCases.first { $0.names.contains(name) } }

    /// The mechanism that has this name here or in code, in any case.
    package static func named(_ name: String) -> TimerKind? {
        allCases.first { kind in kind.names.contains { $0.lowercased() == name.lowercased() } }
    }

    private var names: [String] { [rawValue] + row.spellings }
}
