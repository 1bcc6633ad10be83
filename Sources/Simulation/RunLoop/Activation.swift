import Recording
import ScenarioProgram

/// One activation of a run loop: one call of a run function, which may nest (CFRunLoop.c: __CFRunLoopRun).
struct Activation {
    /// Where in the pass the activation stands; the names follow the pass of CFRunLoop.c.
    enum Phase {
        case entry
        /// The observers of Entry have been called; the first pass is about to begin.
        case begin
        case beforeTimers
        case beforeSources
        case firstBlocks
        case sources0
        /// The signalled source0s have been called.
        case sourcesDone
        case blocksAfterSources
        case beforeWaiting
        /// The observers of BeforeWaiting have been called; the autorelease pool comes last.
        case drainPool
        case wait
        case afterWaiting
        case handle
        case lastBlocks
        case decide
        case exit
        /// The Exit observers have been called; the autorelease pool comes last.
        case done
        case drained
    }

    var mode: ModeID
    /// On the uptime axis, ns; `Int64.max`: none.
    var deadline: Int64
    /// Returns after a source was handled (`stopAfterHandle`).
    var returnsAfterSource: Bool
    /// A zero-second run: exactly one pass that does not sleep.
    var polls: Bool
    /// The call's step; -1: the app's own.
    var step: Int32
    var phase = Phase.entry
    /// The one port that the pass takes.
    var port = Ports.Port.none
    var handledSource = false
    /// True in the first pass and right after a drain: the main queue is then one port among others.
    var servedMainQueue = true
    /// Whether it serves the main dispatch queue; settled when it begins (README: main queue).
    var servesMainQueue = false
    /// Whether timers go before the main queue in this pass.
    var prefersTimers = true
    /// How much was in the thread's autorelease pools when it began.
    var poolMark = 0
    var result = RunResult.running

    /// Whether a wake-up has an effect now: from the start of a pass to the end of its wait (CFRunLoop.c:
    /// __CFRunLoopSetIgnoreWakeUps). A phase is named for what comes next, so `handle` is inside AfterWaiting's calls.
    var heedsWakeUps: Bool {
        switch phase {
        case .entry, .begin, .beforeTimers, .beforeSources, .firstBlocks, .sources0, .sourcesDone,
            .blocksAfterSources, .beforeWaiting, .drainPool, .wait:
            true
        case .afterWaiting, .handle, .lastBlocks, .decide, .exit, .done, .drained: false
        }
    }
}
