import LabCatalogue
import LabRecording
import LabScenarioModel
import LabScenarioProgram

/// A call of a host, that is, of code outside of the simulation that sleeps and works on simulated threads.
struct HostCall {
    let entity: EntityID
    let deadline: DeadlineID
    let queue: QueueID
    /// The end of its sleep in the recording's time, ns; nil if it has not slept.
    var due: Int64?
    /// The start of its turn on the uptime axis.
    var began: Int64 = 0
}

/// A turn of the host, in which it owns a simulated thread until it ends the turn.
package struct HostTurn: Sendable, Equatable {
    package let call: Int
    let thread: ThreadID
}

extension World {
    mutating func begin(hostCall call: Int, on thread: ThreadID) {
        hostCalls[call].began = kernel.now
        threads[thread].push(.host(call))
        guard let due = hostCalls[call].due, kernel.budget.countFiring() else { return }
        record(.fired, entity: hostCalls[call].entity, on: thread, value: due, extra: 1)
    }
}

/// The simulation in steps: a host has a turn at the end of each sleep, and decides how to continue.
extension Simulator {
    /// True if the run is over before its time.
    package var isOver: Bool { world.kernel.budget.ending != nil }

    /// The reading of a clock of the simulated machine, ns; 0 at the start.
    package func reading(of clock: TimerClock) -> Int64 { world.kernel.clock.reading(of: clock) }

    /// Adds a call, which runs on the main queue or on the plan's last queue; calls count from 0.
    package mutating func addHostCall(named name: String, onMain: Bool, clock: TimerClock) -> Int {
        let queue = QueueID(onMain ? 0 : world.plan.queues.count - 1)
        var traits = TimerTraits(interval: nil, repeats: false)
        (traits.countsInSleep, traits.passedPoints) = (clock != .uptime, .queued)
        let home = world.program.entities.queues[queue]
        let entity = world.kernel.append(
            Entity(.timer, name: name, detail: TimerKind.taskSleep.rawValue, home: home, timer: traits))
        let call = world.hostCalls.count
        let deadline = world.dispatch.deadlines.make(for: .host(call), entity: entity, clock: clock)
        world.hostCalls.append(HostCall(entity: entity, deadline: deadline, queue: queue))
        return call
    }

    /// Enqueues a call without a sleep.
    package mutating func enqueue(hostCall call: Int) {
        world.hostCalls[call].due = nil
        world.enqueue(.host(call), on: world.hostCalls[call].queue)
    }

    /// Lets a call sleep until an instant of its clock, as a `Task.sleep` does; nil: the default leeway.
    package mutating func sleep(hostCall call: Int, until target: Int64, leeway: Int64?) {
        let row = world.hostCalls[call]
        let clock = world.dispatch.deadlines.clock(of: row.deadline)
        let due = world.kernel.clock.recordingTime(of: target, on: clock)
        world.hostCalls[call].due = due
        world.kernel.recordGrid(of: row.entity, due: due, interval: nil)
        let left = target.subtracting(saturating: world.kernel.clock.reading(of: clock))
        guard left > 0 else { return world.enqueue(.host(call), on: row.queue) }
        world.arm(row.deadline, target: target, leeway: leeway ?? CreationRules.leeway(ofDelay: left))
    }

    /// Ends a sleep early; false if it is already over.
    package mutating func cancel(hostCall call: Int) -> Bool {
        let row = world.hostCalls[call]
        guard world.dispatch.deadlines.isArmed(row.deadline) else { return false }
        world.request(world.dispatch.deadlines.disarm(row.deadline, world.kernel.clock, world.kernel.dice))
        world.record(.gridEnded, entity: row.entity, on: .none)
        world.hostCalls[call].due = nil
        return true
    }

    /// Keeps the thread of a turn busy; `step` returns the same turn after the work.
    package mutating func work(_ amount: Int64, in turn: HostTurn) {
        let owner = world.hostCalls[turn.call].entity
        if case .proceed = world.work(amount, step: -1, owner: owner, on: turn.thread) { world.execute(turn.thread) }
    }

    /// Ends a turn: its thread continues.
    package mutating func end(_ turn: HostTurn) {
        world.threads[turn.thread].pop()
        let call = world.hostCalls[turn.call]
        if call.due != nil, call.began != world.kernel.now {
            world.record(.returned, entity: call.entity, on: turn.thread)
        }
        world.execute(turn.thread)
    }

    /// Runs to the next turn, or through an instant of the recording's time, ns, if no turn comes before.
    package mutating func step(through instant: Int64) -> HostTurn? {
        world.kernel.clock.end(behind: instant)
        while world.hostTurn == nil, world.step() {}
        defer { world.hostTurn = nil }
        if world.hostTurn == nil { world.kernel.clock.advance(to: max(world.kernel.now, world.kernel.clock.end - 1)) }
        return world.hostTurn
    }

    /// The recording so far, without its records, which went to the sink.
    package mutating func resultSoFar() -> SimulationResult {
        world.kernel.recorder.flush()
        var result = world.result()
        result.trace.header.duration = world.kernel.time.adding(saturating: 1)
        return result
    }
}
