import LabRecording
import LabScenarioModel
import LabScenarioProgram

/// Runs a scenario on a virtual clock: same scenario and seed, same recording, bit for bit, on every machine.
package struct Simulator: ~Copyable {
    var world: World

    /// - Throws: a fault if no simulation can run the plan.
    package init(plan: ScenarioPlan, sink: any RecordSink) throws(SimulationFault) {
        do {
            world = try World(plan: plan, sink: sink)
        } catch {
            throw .tooManyModes(limit: TooManyModes.limit)
        }
    }

    /// The header, the plan's entities and the templates of log lines, which are known before the run.
    package var beginning: Trace { world.result().trace }

    /// Runs to the end and returns everything but the records, which went to the sink.
    package mutating func run() -> SimulationResult {
        world.run()
        return world.result()
    }

    /// Runs a plan and keeps its whole recording.
    package static func record(_ plan: ScenarioPlan) throws(SimulationFault) -> SimulationResult {
        let keeper = RecordKeeper()
        var simulator = try Simulator(plan: plan, sink: keeper)
        var result = simulator.run()
        result.trace.records = keeper.records
        return result
    }
}

/// The result of a run.
package struct SimulationResult: Sendable {
    /// The reason why the run ended.
    package enum End: Sendable, Equatable {
        /// The duration was over, or nothing could happen any more.
        case duration
        /// `until_fired` was reached.
        case untilFired
        /// The simulated process crashed; the recording says why.
        case crashed
        /// The budget was used up, at one instant or in all; with the timers that were due next, soonest first.
        case budget(atOneInstant: Bool, at: Int64, pending: [Int])
        /// A limit on kept or waiting items was reached (`Ceiling`).
        case full(at: Int64)
    }

    /// The recording; without records unless they were kept.
    package var trace: Trace
    package var end: End
    /// The number of callouts, passes and steps.
    package var occurrences: Int64
}

/// A plan that cannot be simulated.
package enum SimulationFault: Error, Equatable {
    /// A run loop mode set is 64 bits wide.
    case tooManyModes(limit: Int)
}
