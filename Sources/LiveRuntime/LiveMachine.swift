import CoreFoundation
import Dispatch
import ExactTime
import Foundation
import Recording
import ScenarioModel
import ScenarioProgram
import Synchronization

/// A scenario in progress on the host's own threads, run loops and queues.
///
/// `@unchecked`: what changes is guarded by `lock`, or belongs to one thread; the objects of Foundation that it holds are
/// called from other threads only where their source says that they may be (CFRunLoop.c).
final class LiveMachine: @unchecked Sendable {
    let plan: ScenarioPlan
    let program: Program
    let clock: LiveClock
    let recorder: LiveRecorder
    let host: HostTraits
    let modeNames: ModeNames
    /// By how much all busy work together has taken longer than asked for, ns.
    let overruns = Atomic<Int64>(0)
    private let lock = NSLock()
    /// Under which a thread keeps its context; callbacks of an earlier run may still come and look for theirs.
    private let key: String

    // Guarded by the lock.
    var threads: [LiveThreadState]
    var timers: [[LiveTimer]]
    var queues: [DispatchQueue] = []
    var suspensions: [Int]
    var performs: [PendingPerform] = []
    var inputs: [LiveInput] = []
    /// By thread; none: no event waits.
    var inboxes: [Int: LiveInbox] = [:]
    var sources: [LiveInput?]
    var observers: [CFRunLoopObserver?]
    var dice: Dice
    var stages: [any DispatchSourceTimer] = []
    private var poolCount = 0

    private static let runs = Atomic<Int>(0)

    init(plan: ScenarioPlan, host: HostTraits) throws(TooManyModes) {
        self.plan = plan
        self.host = host
        // All threads of libdispatch's pool have names.
        let program = try Program(plan, hasPool: true, knowsTolerance: host.usesWindows)
        self.program = program
        var becomingCommon: [ModeName] = []
        plan.eachStep { step in
            if case .addCommonMode(let mode, _) = step.action { becomingCommon.append(mode) }
        }
        modeNames = ModeNames(
            run: LiveMachine.runs.add(1, ordering: .relaxed).newValue,
            common: program.modes.names(of: program.commonModes),
            becomingCommon: becomingCommon)
        key = "timerlab.thread.\(modeNames.run)"
        threads = Array(repeating: LiveThreadState(), count: plan.threads.count)
        timers = plan.timers.indices.map { index in
            program.instances(of: index).map {
                LiveTimer(
                    plan: index, entity: program.entities.timers[$0], kind: plan.timers[index].kind,
                    list: program.timers[index].callback)
            }
        }
        suspensions = Array(repeating: 0, count: plan.queues.count)
        sources = Array(repeating: nil, count: plan.sources.count)
        observers = Array(repeating: nil, count: plan.observers.count)
        dice = Dice(plan, entities: program.entities.all)
        queues = plan.queues.map { queue in
            switch queue.kind {
            case .main: .main
            case .serial: DispatchQueue(label: queue.id)
            case .concurrent: DispatchQueue(label: queue.id, attributes: .concurrent)
            case .global: .global()
            }
        }
        LiveMachine.warmUp()
        clock = LiveClock()
        recorder = LiveRecorder(clock: clock, end: plan.duration, firingLimit: plan.untilFired ?? .max)
    }

    /// The first use of anything costs most of a millisecond, which is not the scenario's.
    private static func warmUp() {
        let timer = Timer(fire: Date(), interval: 0.001, repeats: true) { _ in }
        RunLoop.current.add(timer, forMode: .default)
        _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.003))
        timer.invalidate()
        HostLoop().rearm([HostLoop.defaultMode])
        let queue = DispatchQueue(label: "timerlab.warm-up")
        queue.sync {}
        let done = DispatchSemaphore(value: 0)
        queue.asyncAfter(deadline: .now() + .milliseconds(1)) { done.signal() }
        done.wait()
    }

    func guarded<Value>(_ body: () throws -> Value) rethrows -> Value {
        lock.lock()
        defer { lock.unlock() }
        return try body()
    }

    /// Whether nothing is to happen any more.
    var isOver: Bool {
        recorder.isClosed || clock.now >= plan.duration
    }

    /// What the calling thread is in this run; threads of libdispatch are numbered as they turn up.
    var context: ThreadContext {
        if let known = Thread.current.threadDictionary[key] as? ThreadContext { return known }
        let number = guarded {
            poolCount += 1
            return poolCount
        }
        let last = program.entities.threads.count - 1
        let entity = program.entities.threads[ThreadID(min(plan.threads.count + number - 1, last))]
        let context = ThreadContext(index: -1, entity: entity)
        register(context)
        recorder.append(.threadStarted, entity: entity, thread: entity)
        return context
    }

    func register(_ context: ThreadContext) { Thread.current.threadDictionary[key] = context }

    func unregister() { Thread.current.threadDictionary.removeObject(forKey: key) }

    /// The entity of a planned thread, or of the calling one for -1.
    func entity(ofThread thread: Int, _ context: ThreadContext) -> EntityID {
        thread >= 0 ? program.entities.threads[ThreadID(thread)] : context.entity
    }

    func modeEntity(_ mode: ModeName) -> EntityID { program.entities.modes[program.modes[mode]] }

    /// The modes themselves, the common set filled in, each once.
    func resolved(_ names: [ModeName]) -> [ModeName] { program.modes.resolved(names).map { program.modes.names[$0] } }

    func record(_ kind: Record.Kind, _ entity: EntityID, on context: ThreadContext, value: Int64 = 0, extra: Int64 = 0)
    {
        recorder.append(kind, entity: entity, thread: context.entity, value: value, extra: extra)
    }

    func remark(_ remark: Remark, about entity: EntityID, on context: ThreadContext, step: Int64) {
        record(.remarked, entity, on: context, value: remark.rawValue, extra: step)
    }

    /// Does something at an instant, from outside of all threads of the scenario.
    func stage(at instant: Int64, _ body: @escaping @Sendable () -> Void) {
        guard instant < plan.duration else { return }
        let source = DispatchSource.makeTimerSource(flags: .strict, queue: LiveMachine.stageQueue)
        source.schedule(deadline: clock.deadline(instant), leeway: .nanoseconds(0))
        source.setEventHandler { [weak self] in
            guard let self, !self.isOver else { return }
            body()
        }
        guarded { stages.append(source) }
        source.activate()
    }

    private static let stageQueue = DispatchQueue(label: "timerlab.stage", qos: .userInteractive)
}
