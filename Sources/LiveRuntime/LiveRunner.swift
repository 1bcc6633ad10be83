import CoreFoundation
import Dispatch
import Foundation
import Recording
import ScenarioModel
import ScenarioProgram

/// Runs a scenario on the host's own run loops, timers, threads and queues, in real time.
public struct LiveRunner: Sendable {
    private let plan: ScenarioPlan
    private let machine: LiveMachine

    /// Throws what the host lacks, one error for each part.
    public init(plan: ScenarioPlan, host: HostTraits = .own) throws(LiveRefusals) {
        let refusals = LiveRefusal.all(in: plan)
        guard refusals.isEmpty else { throw LiveRefusals(all: refusals) }
        self.plan = plan
        do {
            machine = try LiveMachine(plan: plan, host: host)
        } catch {
            let lack = LiveRefusal("no more than \(TooManyModes.limit) run loop modes", at: 0..<0)
            throw LiveRefusals(all: [lack])
        }
    }

    /// Ends the run early; what has been recorded so far is kept. May be called from any thread.
    public func interrupt() { machine.interrupt() }

    /// Runs to the end and returns the recording; to be called on the main thread, which takes the part of the
    /// scenario's.
    ///
    /// `everySecond` is told, on a thread of its own, how much time has passed, in ns.
    public func run(everySecond: (@Sendable (Int64) -> Void)? = nil) -> LiveRun {
        precondition(Thread.isMainThread, "the scenario's main thread is the process's")
        let watch = StallWatch(clock: machine.clock)
        let (trace, end) = HostLoop.withoutNaps { machine.run(everySecond: everySecond) }
        let overruns = machine.overruns.load(ordering: .relaxed)
        return LiveRun(trace: trace, end: end, longestStall: max(watch.stop(), overruns))
    }
}

/// What a live run leaves behind.
public struct LiveRun: Sendable {
    public enum End: Sendable, Equatable {
        case duration
        /// `until_fired` was reached.
        case untilFired
        case interrupted
        /// More happened than can be kept.
        case tooMuch
    }

    public var trace: Trace
    public var end: End
    /// The host's noise during the run, in ns: for how long at worst a thread that only waits was not woken, or by how
    /// much all busy work together took longer than asked for, whichever is more.
    public var longestStall: Int64
}

/// What a host lacks to run a scenario for real.
public struct LiveRefusals: Error, Sendable, Equatable {
    public var all: [LiveRefusal]
}

extension LiveMachine {
    func interrupt() {
        recorder.close(.interrupted)
        stopLoops()
    }

    func run(everySecond: (@Sendable (Int64) -> Void)?) -> (trace: Trace, end: LiveRun.End) {
        let ticker = startTicker(everySecond)
        let stopper = startStopper()
        for index in plan.events.indices { scheduleEvent(index) }
        for (index, source) in plan.sources.enumerated() {
            for instant in source.at { stage(at: instant) { self.receiveInput(index) } }
        }
        for (index, thread) in plan.threads.enumerated().dropFirst() {
            guard let starts = thread.starts else { continue }
            if starts <= 0 { startThread(index) } else { stage(at: starts) { self.startThread(index) } }
        }
        runThread(0)
        block(until: plan.duration)
        recorder.close(.duration)
        waitForThreads()
        stopper.cancel()
        ticker?.cancel()
        tidyUp()
        let tables = recorder.take()
        return (trace(tables), tables.closing?.end ?? .duration)
    }

    private func startTicker(_ everySecond: (@Sendable (Int64) -> Void)?) -> (any DispatchSourceTimer)? {
        guard let everySecond else { return nil }
        let ticker = DispatchSource.makeTimerSource(queue: .global())
        ticker.schedule(deadline: clock.deadline(1_000_000_000), repeating: .seconds(1))
        ticker.setEventHandler { everySecond(self.clock.now) }
        ticker.activate()
        return ticker
    }

    /// At the end all run loops are told to stop, again and again until every thread has come back.
    private func startStopper() -> any DispatchSourceTimer {
        let stopper = DispatchSource.makeTimerSource(flags: .strict, queue: DispatchQueue(label: "timerlab.stopper"))
        stopper.schedule(deadline: clock.deadline(plan.duration), repeating: .milliseconds(2))
        stopper.setEventHandler { if self.isOver { self.stopLoops() } }
        stopper.activate()
        return stopper
    }

    private func stopLoops() {
        for loop in guarded({ threads.compactMap { $0.status == .running ? $0.loop : nil } }) {
            loop.stop()
            loop.wake()
        }
    }

    private func waitForThreads() {
        for _ in 0..<1000 {
            let isDone = guarded {
                threads.dropFirst().allSatisfy { $0.status == .ended || $0.status == .unborn }
            }
            if isDone { return }
            Thread.sleep(forTimeInterval: 0.001)
        }
    }

    /// Nothing of this run may go on in the next one.
    private func tidyUp() {
        for timer in timers.joined() {
            let (made, request, source) = guarded {
                defer { (timer.timer, timer.request, timer.source) = (nil, nil, nil) }
                timer.task?.cancel()
                return (timer.timer, timer.request, timer.source)
            }
            made?.invalidate()
            request?.cancel()
            guard let source else { continue }
            // A source may be let go neither inactive nor suspended.
            if !timer.isActive { source.activate() }
            for _ in 0..<max(0, timer.suspensions) { source.resume() }
            source.cancel()
        }
        for request in performs { request.timer.request?.cancel() }
        for (queue, count) in suspensions.enumerated() {
            for _ in 0..<count { queues[queue].resume() }
        }
        for input in inputs { input.invalidate() }
        for thread in threads { thread.loop?.requests.invalidate() }
        for source in sources { source?.invalidate() }
        for index in sources.indices { sources[index] = nil }
        for index in observers.indices { removeObserver(index) }
        for stage in stages { stage.cancel() }
        // Blocks that were still waiting come to nothing now, and not in a later run.
        for mode in program.modes.names.rows.sorted(by: { $0.name < $1.name }) {
            _ = HostLoop.run(modeNames.native(mode), seconds: 0, returnAfterSource: false)
        }
        // Threads and run loops have descriptors of their own, and refer back to the run.
        guarded { for index in threads.indices { (threads[index].thread, threads[index].loop) = (nil, nil) } }
        unregister()
        inputs = []
        inboxes = [:]
        stages = []
        performs = []
    }

    func removeObserver(_ index: Int) {
        if let observer = guarded({ observers[index] }) { CFRunLoopObserverInvalidate(observer) }
    }

    private func trace(_ tables: LiveRecorder.Tables) -> Trace {
        var trace = Trace()
        trace.header = TraceHeader(plan)
        trace.header.clock = .live
        trace.header.duration = tables.closing?.time ?? plan.duration
        trace.entities = program.entities.all
        trace.steps = program.steps
        trace.templates = program.templates.rows
        trace.intervals = tables.intervals
        trace.texts = tables.texts
        trace.arguments = tables.arguments
        trace.records = tables.records
        var fingerprint = Fingerprint()
        fingerprint.absorb(tables.records, entities: program.entities.all)
        trace.fingerprint = fingerprint.value
        return trace
    }
}
