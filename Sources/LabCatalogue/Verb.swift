/// The verbs of the language; their rows are in `LabScenarioLanguage/Verbs`.
public enum Verb: String, Sendable, CaseIterable {
    // Work
    case work, loop, log, sleep, count
    case repeating = "repeat"
    // Making and timers
    case create, add, invalidate, fire, suspend, resume, activate, cancel, pause, reschedule
    case setFireDate = "set_fire_date"
    case setTolerance = "set_tolerance"
    case setRate = "set_fps"
    // Run loop
    case mode, signal
    case runLoop = "run_loop"
    case stopLoop = "stop_loop"
    case wakeLoop = "wake_loop"
    case performBlock = "perform_block"
    case dumpLoop = "dump_loop"
    case addCommonMode = "add_common_mode"
    // Later
    case perform, async, sync
    case cancelPerform = "cancel_perform"
    case waitFor = "wait_for"
    case asyncAfter = "async_after"
    // Objects
    case assign, release, push, pop, message
    case overRelease = "over_release"
    case isKindOf = "is_kind_of"
    case respondsTo = "responds_to"
    // Threads and the system
    case start, exit, background, foreground
    case systemSleep = "system_sleep"
    case setWallClock = "set_wall_clock"
    case setRefresh = "set_refresh"
    case beginBackgroundTask = "begin_background_task"
    case endBackgroundTask = "end_background_task"

    /// True if the system does it, and no thread of the app.
    public var isSystem: Bool { [.systemSleep, .background, .foreground, .setWallClock, .setRefresh].contains(self) }

    /// The usual name of the block that a step submits; nil for a verb that makes none, or names it itself.
    package var blockName: String? { Self.blockNames[self] }

    private static let blockNames: [Verb: String] = [
        .performBlock: "perform block", .async: "async block", .sync: "sync block",
        .asyncAfter: "async_after block", .beginBackgroundTask: "expiration handler",
    ]
}
