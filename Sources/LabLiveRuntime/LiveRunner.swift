import Dispatch
import Foundation
import LabRecording
import LabScenarioModel
import LabScenarioProgram

/// Runs a scenario on the host's own run loops, timers, threads and queues, in real time.
package struct LiveRunner {
    private let machine: LiveMachine

    /// - Throws: the refusals, one for each part.
    package init(plan: ScenarioPlan, host: HostTraits = .own) throws(LiveRefusals) {
        let refusals = LiveRefusal.all(in: plan)
        guard refusals.isEmpty else { throw LiveRefusals(all: refusals) }
        do { machine = try LiveMachine(plan: plan, host: host) } catch {
            throw LiveRefusals(all: [.init(what: "no more than \(ModeSet.capacity) run loop modes", place: 0..<0)])
        }
    }

    /// Ends the run early and keeps the recording so far. May be called from any thread.
    package func interrupt() {
        machine.recorder.close(.interrupted)
        machine.threads.stopLoops()
    }

    /// Runs to the end and returns the recording; call it on the main thread, which is also the scenario's.
    ///
    /// Calls `everySecond` on a thread of its own with the time that has passed and the length of the run, in ns.
    package func run(everySecond: (@Sendable (Int64, Int64) -> Void)? = nil) -> LiveRun {
        precondition(Thread.isMainThread, "the scenario's main thread is the process's")
        let watch = StallWatch(clock: machine.clock)
        let (trace, end) = HostLoop.withoutNaps { machine.run(everySecond: everySecond) }
        return LiveRun(trace: trace, end: end, longestStall: max(watch.stop(), machine.kernel.overrun))
    }
}

extension LiveMachine {
    func run(everySecond: (@Sendable (Int64, Int64) -> Void)?) -> (trace: Trace, end: LiveRun.End) {
        if let everySecond { tick(1, everySecond) }
        let stopper = startStopper()
        for index in plan.events.indices { scheduleEvent(index) }
        for (index, source) in plan.sources.enumerated() {
            for instant in source.at { stage.at(instant) { self.source(index).signal() } }
        }
        for index in plan.threads.indices.dropFirst() {
            guard let starts = plan.threads[index].starts else { continue }
            if starts <= 0 { startThread(index) } else { stage.at(starts) { self.startThread(index) } }
        }
        runThread(0)
        // The end of its body is that of the process.
        if plan.threads[0].body == nil { kernel.block(until: plan.duration) }
        recorder.close(.duration)
        for _ in 0..<1000 where !threads.areDone {
            threads.stopLoops()
            Thread.sleep(forTimeInterval: 0.001)
        }
        stopper.cancel()
        tearDown()
        let tables = recorder.snapshot()
        return (trace(tables), tables.closing?.end ?? .duration)
    }

    /// Reports the time that has passed, from the n-th second on.
    private func tick(_ second: Int64, _ everySecond: @escaping @Sendable (Int64, Int64) -> Void) {
        stage.at(second * 1_000_000_000) {
            everySecond(self.clock.now, self.plan.duration)
            self.tick(second + 1, everySecond)
        }
    }

    /// At the end it stops all run loops, again and again until every thread has returned.
    private func startStopper() -> any DispatchSourceTimer {
        let stopper = DispatchSource.makeTimerSource(flags: .strict, queue: DispatchQueue(label: "timerlab.stopper"))
        stopper.schedule(deadline: clock.deadline(plan.duration), repeating: .milliseconds(2))
        stopper.setEventHandler { if self.isOver { self.threads.stopLoops() } }
        stopper.activate()
        return stopper
    }

    /// Ends everything of this run, so that the next one starts without it.
    private func tearDown() {
        for timer in timers.all { timer.tearDown() }
        for request in performs.remove(where: { _ in true }) { request.timer.tearDown() }
        queues.tearDown()
        members.tearDown()
        stage.tearDown()
        // Blocks that still waited run now, without effect, and not in a later run.
        for mode in program.modes.names.rows.sorted(by: { $0.name < $1.name }) {
            _ = HostLoop.run(modeNames.native(mode), seconds: 0, returnAfterSource: false)
        }
        threads.tearDown()
    }

    private func trace(_ tables: LiveRecorder.Tables) -> Trace {
        var trace = tables.trace
        trace.header = TraceHeader(plan)
        trace.header.clock = .live
        trace.header.duration = tables.closing?.time ?? plan.duration
        trace.entities = timers.entities
        trace.steps = program.steps.map(\.place)
        trace.tolerances = program.entities.tolerances
        trace.templates = Array(program.templates.rows)
        var fingerprint = Fingerprint()
        fingerprint.absorb(trace.records, entities: trace.entities)
        trace.fingerprint = fingerprint.value
        return trace
    }
}
