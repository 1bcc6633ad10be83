import Foundation
import LabRecording
import LabScenarioModel
import LabScenarioProgram

/// The state of a thread that only the thread itself uses.
final class ThreadContext {
    /// The planned thread; -1 for one of libdispatch's pool.
    let index: Int
    let entity: EntityID
    var modes: [ModeName] = []
    /// The answer to the latest question on this thread.
    var answer: Int64 = 0
    /// The timer that a `fire` step is about to call.
    var firedManually: LiveTimer?
    /// True if the thread was told to exit: steps and run calls return at once.
    var isLeaving = false

    init(index: Int, entity: EntityID) { (self.index, self.entity) = (index, entity) }
}

/// The planned threads of a run, as other threads see them, and the pool's threads as they appear.
final class LiveThreads: @unchecked Sendable {
    private struct Row {
        enum Status { case unborn, starting, running, ended }

        var status = Status.unborn
        var isCancelled = false
        var loop: HostLoop?
        var hasUsedLoop = false
        var thread: Thread?
    }

    private let entities: Table<ThreadPlan, EntityID>
    private let kernel: LiveKernel
    /// The key of a thread's context, one for each run, since callbacks of an earlier run may still need theirs.
    private let key: String
    private let lock = NSLock()
    private var rows: [Row]
    private var poolCount = 0

    init(_ plan: ScenarioPlan, entities: Table<ThreadPlan, EntityID>, kernel: LiveKernel) {
        (self.entities, self.kernel) = (entities, kernel)
        key = "timerlab.thread.\(kernel.modes.run)"
        rows = Array(repeating: Row(), count: plan.threads.count)
    }

    // MARK: The calling thread

    /// The calling thread of this run; threads of libdispatch are numbered in the order of their first use.
    var current: ThreadContext {
        if let known = Thread.current.threadDictionary[key] as? ThreadContext { return known }
        let number = lock.withLock {
            poolCount += 1
            return rows.count + poolCount - 1
        }
        let context = ThreadContext(index: -1, entity: entities[ThreadID(min(number, entities.count - 1))])
        register(context)
        return context
    }

    private func register(_ context: ThreadContext) {
        Thread.current.threadDictionary[key] = context
        kernel.recorder.append(.threadStarted, entity: context.entity, thread: context.entity)
    }

    func run(_ index: Int) -> ThreadContext {
        let context = ThreadContext(index: index, entity: entities[ThreadID(index)])
        let loop = HostLoop()
        for mode in kernel.modes.common where mode != .default { loop.addCommonMode(kernel.modes.native(mode)) }
        lock.withLock {
            rows[index].loop = loop
            rows[index].status = .running
        }
        register(context)
        return context
    }

    // MARK: Planned threads

    /// The entity of a planned thread, or of the calling one for -1.
    func entity(of thread: Int, _ context: ThreadContext) -> EntityID {
        thread >= 0 ? entities[ThreadID(thread)] : context.entity
    }

    func start(_ index: Int, name: String, _ body: @escaping @Sendable () -> Void) {
        let thread: Thread? = lock.withLock {
            guard index > 0, rows[index].status == .unborn else { return nil }
            let thread = Thread {
                // A name set before the start is lost on Linux.
                Thread.current.name = name
                body()
            }
            thread.qualityOfService = .userInteractive
            rows[index].status = .starting
            rows[index].thread = thread
            return thread
        }
        thread?.start()
    }

    func end(_ context: ThreadContext) {
        lock.withLock { rows[context.index].status = .ended }
        kernel.recorder.append(.threadEnded, entity: context.entity, thread: context.entity)
    }

    func cancel(_ index: Int) {
        lock.withLock {
            rows[index].isCancelled = true
            rows[index].thread?.cancel()
        }
    }

    func isCancelled(_ index: Int) -> Bool { lock.withLock { rows[index].isCancelled } }

    func hasEnded(_ index: Int) -> Bool { index >= 0 && lock.withLock { rows[index].status == .ended } }

    /// True if all threads but the main one have ended or never started.
    var areDone: Bool { lock.withLock { rows.dropFirst().allSatisfy { $0.status == .ended || $0.status == .unborn } } }

    // MARK: Run loops

    /// The run loop of a planned thread, after a wait for its start if it has been started; nil if it has none.
    func loop(of thread: Int) -> HostLoop? {
        guard thread >= 0 else { return HostLoop() }
        for _ in 0..<200 {
            let row = lock.withLock {
                defer { if rows[thread].loop != nil, rows[thread].status != .ended { rows[thread].hasUsedLoop = true } }
                return rows[thread]
            }
            guard row.status != .ended else { return nil }
            if let loop = row.loop {
                let entity = entities[ThreadID(thread)]
                if !row.hasUsedLoop { kernel.recorder.append(.loopCreated, entity: entity, thread: entity) }
                return loop
            }
            guard !kernel.isOver else { return nil }
            kernel.clock.wait(until: kernel.clock.now + 250_000)
        }
        return nil
    }

    func loop(of entity: EntityID) -> HostLoop? {
        lock.withLock { rows.indices.first { entities[ThreadID($0)] == entity }.flatMap { rows[$0].loop } }
    }

    func stopLoops() {
        for loop in lock.withLock({ rows.compactMap { $0.status == .running ? $0.loop : nil } }) {
            loop.stop()
            loop.wake()
        }
    }

    /// Releases threads and run loops, which have descriptors of their own and refer back to the run.
    func tearDown() {
        lock.withLock {
            for index in rows.indices {
                rows[index].loop?.requests.invalidate()
                (rows[index].thread, rows[index].loop) = (nil, nil)
            }
        }
        Thread.current.threadDictionary.removeObject(forKey: key)
    }
}
