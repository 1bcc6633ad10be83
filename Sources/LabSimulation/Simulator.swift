import LabCatalogue
import LabRecording
import LabScenarioModel
import LabScenarioProgram

/// Runs a scenario on a virtual clock: same scenario and seed, same recording, bit for bit, on every machine.
package struct Simulator {
    var world: World

    /// - Throws: `TooManyModes` if no simulation can run the plan.
    package init(plan: ScenarioPlan, sink: any RecordSink) throws(TooManyModes) {
        world = try World(plan: plan, sink: sink)
        world.start()
    }

    /// The header, the plan's entities and the templates of log lines, which are known before the run.
    package var beginning: Trace { world.result().trace }

    /// Runs to the end and returns everything but the records, which went to the sink.
    package mutating func run() -> SimulationResult {
        world.run()
        return world.result()
    }

    /// Runs a plan and keeps its whole recording.
    package static func record(_ plan: ScenarioPlan) throws(TooManyModes) -> SimulationResult {
        let keeper = RecordKeeper()
        var simulator = try Simulator(plan: plan, sink: keeper)
        var result = simulator.run()
        result.trace.records = keeper.records
        return result
    }

    // MARK: In steps: a host has a turn at the end of each sleep

    /// The reading of a clock of the simulated machine, ns; 0 at the start.
    package func reading(of clock: TimerClock) -> Int64 { world.kernel.clock.reading(of: clock) }

    /// Adds a call, which runs on the main queue or on the plan's last queue; calls count from 0.
    /// `clock`: nil if it never sleeps.
    package mutating func addHostCall(named name: String, onMain: Bool, clock: TimerClock?) -> Int {
        let queue = QueueID(onMain ? 0 : world.plan.queues.count - 1)
        var traits = TimerTraits(interval: nil, repeats: false)
        (traits.countsInSleep, traits.passedPoints) = (clock != .uptime, .queued)
        let (home, call) = (world.program.entities.queues[queue], world.hostCalls.count)
        let (kind, detail) = (clock == nil ? Entity.Kind.event : .timer, TimerKind.taskSleep.rawValue)
        let entity = world.kernel.append(Entity(kind, name: name, detail: detail, home: home, timer: traits))
        let deadline = world.dispatch.deadlines.make(for: .host(call), entity: entity, clock: clock ?? .uptime)
        world.hostCalls.append(HostCall(entity: entity, deadline: deadline, queue: queue))
        return call
    }

    /// Lets a call sleep until an instant of its clock, as a `Task.sleep` does; without one its turn is next.
    /// `leeway`: ns; nil for the default one.
    package mutating func sleep(hostCall call: Int, until target: Int64?, leeway: Int64? = nil) {
        let row = world.hostCalls[call]
        let clock = world.dispatch.deadlines.clock(of: row.deadline)
        world.hostCalls[call].due = target.map { world.kernel.clock.recordingTime(of: $0, on: clock) }
        if let due = world.hostCalls[call].due { world.kernel.recordGrid(of: row.entity, due: due, interval: nil) }
        let left = target?.subtracting(saturating: reading(of: clock)) ?? 0
        guard let target, left > 0 else { return world.enqueue(.host(call), on: row.queue) }
        world.dispatch.deadlines.arm(
            row.deadline, target: target, leeway: leeway ?? CreationRules.leeway(ofDelay: left), &world.kernel)
    }

    /// Ends a sleep before its time; false when it is over.
    package mutating func cancel(hostCall call: Int) -> Bool {
        let row = world.hostCalls[call]
        guard world.dispatch.deadlines.isArmed(row.deadline) else { return false }
        world.dispatch.deadlines.disarm(row.deadline, &world.kernel)
        world.record(.gridEnded, entity: row.entity, on: .none)
        return true
    }

    /// Ends a call's turn, or keeps its thread busy for some ns; `step` returns the call again behind that.
    package mutating func endTurn(of call: Int, after work: Int64? = nil) {
        let (row, thread) = (world.hostCalls[call], world.hostCalls[call].turn.thread)
        if let work {
            guard case .proceed = world.work(work, step: -1, owner: row.entity, on: thread) else { return }
        } else {
            world.threads[thread].pop()
            let isLong = row.turn.began != world.kernel.now
            if isLong, row.due != nil { world.record(.returned, entity: row.entity, on: thread) }
        }
        world.execute(thread)
    }

    /// Runs to the next turn and returns its call, or through an instant of the recording's time, ns.
    package mutating func step(through instant: Int64) -> Int? {
        world.kernel.clock.end(behind: instant)
        while world.hostTurn == nil, world.step() {}
        if world.hostTurn == nil, !hasEnded {
            world.kernel.clock.advance(to: max(world.kernel.now, world.kernel.clock.end - 1))
        }
        return world.hostTurn.take()
    }

    /// True if no step follows: the process has ended, or the budget is used up.
    package var hasEnded: Bool { world.kernel.budget.ending != nil }

    /// Everything so far but the records, which went to the sink.
    package mutating func resultSoFar() -> SimulationResult {
        world.kernel.recorder.flush()
        return world.result()
    }
}

/// A call of a host: code outside of the simulation that sleeps and works on simulated threads.
struct HostCall {
    let entity: EntityID
    let deadline: DeadlineID
    let queue: QueueID
    /// The end of its sleep in the recording's time, ns; nil if it has not slept.
    var due: Int64?
    /// The thread that is the host's in a turn, and the turn's beginning on the uptime axis, ns.
    var turn = (thread: ThreadID.none, began: Int64(0))
}

extension World {
    mutating func begin(hostCall call: Int, on thread: ThreadID) {
        hostCalls[call].turn = (thread, kernel.now)
        threads[thread].push(.host(call))
        guard let due = hostCalls[call].due, kernel.budget.countFiring() else { return }
        record(.fired, entity: hostCalls[call].entity, on: thread, value: due, extra: 1)
    }
}
