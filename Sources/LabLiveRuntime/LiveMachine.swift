import Dispatch
import Foundation
import LabRecording
import LabScenarioModel
import LabScenarioProgram
import Synchronization

/// A scenario in progress on the host's own threads, run loops and queues.
///
/// Each part below holds one kind of state, guards it with its own lock and names no other part but the kernel. The
/// machine performs steps and combines the parts, in the `LiveMachine+…` files.
final class LiveMachine: Sendable {
    let plan: ScenarioPlan
    let program: Program
    let kernel: LiveKernel
    let stage: LiveStage
    let threads: LiveThreads
    let timers: LiveTimerTable
    let performs = PendingPerforms()
    let queues: LiveQueues
    let members = LiveMembers()
    let counters: Mutex<[Int64]>

    init(plan: ScenarioPlan, host: HostTraits) throws(TooManyModes) {
        self.plan = plan
        // All threads of libdispatch's pool have names.
        program = try Program(plan, hasPool: true, knowsTolerance: host.usesWindows)
        timers = LiveTimerTable(plan, program)
        queues = LiveQueues(plan.queues)
        counters = Mutex(Array(repeating: 0, count: plan.counters))
        Self.warmUp()
        kernel = LiveKernel(plan, program, host: host)
        stage = LiveStage(kernel)
        threads = LiveThreads(plan, entities: program.entities.threads, kernel: kernel)
    }

    /// The first use of anything costs almost a millisecond, which is not part of the scenario.
    private static func warmUp() {
        let timer = Timer(fire: Date(), interval: 0.001, repeats: true) { _ in }
        RunLoop.current.add(timer, forMode: .default)
        _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.003))
        timer.invalidate()
        HostLoop().rearm([RunLoop.Mode.default.native])
        let queue = DispatchQueue(label: "timerlab.warm-up")
        queue.sync {}
        let done = DispatchSemaphore(value: 0)
        queue.asyncAfter(deadline: .now() + .milliseconds(1)) { done.signal() }
        done.wait()
    }

    var clock: LiveClock { kernel.clock }

    var recorder: LiveRecorder { kernel.recorder }

    var modeNames: ModeNames { kernel.modes }

    var isOver: Bool { kernel.isOver }

    var context: ThreadContext { threads.current }

    func modeEntity(_ mode: ModeName) -> EntityID { program.entities.modes[program.modes[mode]] }

    /// The modes, each once, with the common modes in place of their set.
    func resolved(_ names: [ModeName]) -> [ModeName] { program.modes.resolved(names).map { program.modes.names[$0] } }

    func record(_ kind: Record.Kind, _ entity: EntityID, on context: ThreadContext, value: Int64 = 0, extra: Int64 = 0)
    {
        recorder.append(kind, entity: entity, thread: context.entity, value: value, extra: extra)
    }

    func remark(_ remark: Remark, about entity: EntityID, on context: ThreadContext, step: Int64) {
        record(.remarked, entity, on: context, value: remark.rawValue, extra: step)
    }
}
