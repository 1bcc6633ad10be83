import LabRecording
import LabScenarioModel
import LabScenarioProgram

/// An activation of a run loop, pass after pass; activations may nest (CFRunLoop.c: __CFRunLoopRun).
///
/// It is a pure machine: `next` returns the next action, and the caller reports the result before it asks again.
struct RunLoopPass {
    enum Action: Equatable {
        case begin
        case beginPass
        case observe(ObserverPlan.Activity)
        case runBlocks
        case runSources0(onlyFirst: Bool)
        /// Asks if the last of the source0s was called; answered by `calledSources0`.
        case judgeSources0
        case pollMainQueue
        /// Drains the pool, as UIKit's observer does after all others (README: autorelease pools).
        case drainPool(isAtExit: Bool)
        /// Answered by `woke`, also if the thread did not sleep.
        case wait(sleeps: Bool)
        case handle(Ports.Port)
        case decide
        case end
    }

    /// The place in the pass, with the name of the next step.
    private enum Phase: Int {
        case entry, begin, beginPass, beforeTimers, beforeSources, firstBlocks, sources0, sourcesDone
        case blocksAfterSources, beforeWaiting, announceWait, drainPool, wait
        // The second half of the pass begins here.
        case afterWaiting, handle, lastBlocks, decide, exit, done, end
    }

    let mode: ModeID
    /// The time of the run call, ns; `Int64.max`: no end.
    private let time: Int64
    /// The end of its time on the uptime axis, ns; `Int64.max`: none.
    private(set) var deadline = Int64.max
    /// True if it returns after a source was handled (`stopAfterHandle`).
    let returnsAfterSource: Bool
    /// The number of objects in the thread's autorelease pools when it began.
    let poolMark: Int
    private var phase = Phase.entry
    private var port = Ports.Port.none
    private var hasHandledSource = false
    /// True in the first pass and right after a drain: the main queue is then one port among others.
    private var servedMainQueue = true
    /// True if it serves the main dispatch queue; decided when it begins (README: main queue).
    private(set) var servesMainQueue = false
    private(set) var prefersTimers = true
    private(set) var result = RunResult.running

    init(mode: ModeID, time: Int64, returnsAfterSource: Bool, poolMark: Int) {
        (self.mode, self.time, self.returnsAfterSource, self.poolMark) = (mode, time, returnsAfterSource, poolMark)
    }

    /// True for a run of zero seconds: exactly one pass, without a sleep.
    private var polls: Bool { time == 0 }

    /// The instant at which the end of its time wakes the loop; `Int64.max`: never.
    var limit: Int64 { polls ? .max : deadline }

    /// True if a wake-up has an effect now: from the start of a pass to the end of its wait (CFRunLoop.c:
    /// __CFRunLoopSetIgnoreWakeUps).
    var heedsWakeUps: Bool { phase.rawValue < Phase.afterWaiting.rawValue }

    private var sleeps: Bool { !polls && !hasHandledSource }

    mutating func next() -> Action {
        switch phase {
        case .entry: return go(.begin, .observe(.entry))
        case .begin: return .begin
        case .beginPass: return .beginPass
        case .beforeTimers: return go(.beforeSources, .observe(.beforeTimers))
        case .beforeSources: return go(.firstBlocks, .observe(.beforeSources))
        case .firstBlocks: return go(.sources0, .runBlocks)
        case .sources0: return .runSources0(onlyFirst: returnsAfterSource)
        case .sourcesDone: return .judgeSources0
        case .blocksAfterSources: return go(.beforeWaiting, .runBlocks)
        case .beforeWaiting: return .pollMainQueue
        case .announceWait: return go(.drainPool, .observe(.beforeWaiting))
        case .drainPool: return go(.wait, .drainPool(isAtExit: false))
        case .wait: return .wait(sleeps: sleeps)
        case .afterWaiting: return sleeps ? go(.handle, .observe(.afterWaiting)) : handle()
        case .handle: return handle()
        case .lastBlocks: return go(.decide, .runBlocks)
        case .decide: return .decide
        case .exit: return go(.done, .observe(.exit))
        case .done: return go(.end, .drainPool(isAtExit: true))
        case .end: return .end
        }
    }

    private mutating func go(_ next: Phase, _ action: Action) -> Action {
        phase = next
        return action
    }

    private mutating func handle() -> Action {
        switch port {
        case .mainQueue: (hasHandledSource, servedMainQueue) = (true, true)
        case .event: hasHandledSource = true
        case .none, .wakeUp, .timer, .source1: break
        }
        return go(.lastBlocks, .handle(port))
    }

    // MARK: What an action came to

    /// The time of the call counts from here, after the Entry observers; a loop that they stopped makes no pass
    /// (CFRunLoop.c: __CFRunLoopRun).
    mutating func begin(servesMainQueue: Bool, isStopped: Bool, now: Int64) {
        self.servesMainQueue = servesMainQueue
        if time < .max { deadline = now.adding(saturating: time) }
        if isStopped { result = .stopped }
        phase = isStopped ? .exit : .beginPass
    }

    /// - Parameter isQuiet: true if nothing can happen before the wait.
    mutating func beginPass(isQuiet: Bool) {
        hasHandledSource = false
        port = .none
        phase = isQuiet ? .beforeWaiting : .beforeTimers
    }

    mutating func ranSources0(any: Bool) { phase = any ? .sourcesDone : .beforeWaiting }

    /// The result of the last source0 counts (CFRunLoop.c: __CFRunLoopDoSources0).
    mutating func calledSources0(isLastSkipped: Bool) {
        hasHandledSource = !isLastSkipped
        phase = isLastSkipped ? .beforeWaiting : .blocksAfterSources
    }

    /// - Returns: true if the main queue is served without a wait.
    mutating func pollMainQueue(isReady: Bool) -> Bool {
        prefersTimers = servedMainQueue
        if !servedMainQueue, isReady {
            port = .mainQueue
            phase = .handle
            return true
        }
        servedMainQueue = false
        phase = sleeps ? .announceWait : .wait
        return false
    }

    /// Timers have fired in the wait, so this is no longer the first pass.
    mutating func hasFastForwarded() { prefersTimers = false }

    mutating func woke(by port: Ports.Port) {
        self.port = port
        phase = .afterWaiting
    }

    mutating func handledSource() { hasHandledSource = true }

    /// The five tests at the end of a pass, in their order.
    mutating func decide(now: Int64, isStopped: Bool, isEmpty: @autoclosure () -> Bool) {
        let end: RunResult? =
            hasHandledSource && returnsAfterSource
            ? .handledSource : deadline <= now ? .timedOut : isStopped ? .stopped : isEmpty() ? .finished : nil
        phase = end == nil ? .beginPass : .exit
        result = end ?? result
    }
}
