import Dispatch
import Foundation
import LabRecording
import LabScenarioModel
import LabScenarioProgram
import Synchronization

/// The services that every part of a run uses and that use no part: host, clock, recorder, drawn amounts, stage.
final class LiveKernel: Sendable {
    let host: HostTraits
    let modes: ModeNames
    let clock: LiveClock
    let recorder: LiveRecorder
    /// ns.
    let duration: Int64
    private let dice: Mutex<Dice>
    private let overruns = Atomic<Int64>(0)

    init(_ plan: ScenarioPlan, _ program: Program, host: HostTraits) {
        self.host = host
        modes = ModeNames(plan, common: program.modes.names(of: program.commonModes))
        duration = plan.duration
        dice = Mutex(Dice(plan, entities: program.entities.all))
        clock = LiveClock()
        recorder = LiveRecorder(clock: clock, end: plan.duration, firingLimit: plan.untilFired ?? .max)
    }

    var isOver: Bool { recorder.isClosed || clock.now >= duration }

    /// A time of a step, ns, with the same draws as in the simulation.
    func time(_ time: OpTime, in program: Program, for entity: EntityID) -> Int64 {
        dice.withLock { $0.time(time, in: program, for: entity) }
    }

    // MARK: Waiting and working

    /// The total excess of all busy work over the requested time, ns.
    var overrun: Int64 { overruns.load(ordering: .relaxed) }

    func work(until instant: Int64) {
        while clock.now < instant, !isOver {}
        let overrun = clock.now - instant
        if overrun > 0 { overruns.add(overrun, ordering: .relaxed) }
    }

    /// Blocks the calling thread until an instant or the end of the run, in slices, so that an interruption is noticed.
    func block(until instant: Int64) {
        let target = min(instant, duration)
        while !isOver {
            let now = clock.now
            guard now < target else { return }
            clock.wait(until: min(target, now + 100_000_000))
        }
    }
}

/// The events at given instants, which come from outside of the scenario's threads.
final class LiveStage: @unchecked Sendable {
    private let kernel: LiveKernel
    private let queue = DispatchQueue(label: "timerlab.stage", qos: .userInteractive)
    private let lock = NSLock()
    private var sources: [any DispatchSourceTimer] = []

    init(_ kernel: LiveKernel) { self.kernel = kernel }

    func at(_ instant: Int64, _ body: @escaping @Sendable () -> Void) {
        guard instant < kernel.duration else { return }
        let source = DispatchSource.makeTimerSource(flags: .strict, queue: queue)
        source.schedule(deadline: kernel.clock.deadline(instant), leeway: .nanoseconds(0))
        source.setEventHandler { [kernel] in if !kernel.isOver { body() } }
        lock.withLock { sources.append(source) }
        source.activate()
    }

    func tearDown() {
        lock.withLock {
            for source in sources { source.cancel() }
            sources = []
        }
    }
}
