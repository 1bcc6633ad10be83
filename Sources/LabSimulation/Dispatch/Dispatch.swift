import LabRecording
import LabScenarioModel
import LabScenarioProgram

/// The state of libdispatch: queues, timer sources, and the deadlines that it watches.
struct Dispatch {
    var queues: Table<QueuePlan, QueueState>
    var sources = Table<DispatchSourceTag, DispatchSource>()
    var deadlines: DeadlineTable
    /// The actions that a source requests: a buffer, empty between two events.
    var actions: [DispatchSource.Action] = []
    /// The instant since which the first item of the main queue has waited, ns.
    var mainQueueWaits: Int64 = 0
    /// The pool threads without a queue, and the queues that may need a thread, by their numbers.
    private var idleThreads = MinHeap<Int32>()
    /// Those beyond the pool's limit, which serve serial queues alone, and the number of the first of them.
    private var idleExtras = MinHeap<Int32>()
    private let firstExtra: Int
    /// True if a serial queue may wait for a thread.
    var isShort = false
    private var waitingQueues = MinHeap<Int32>()

    mutating func node(of queue: QueueID, in graph: inout ObjectGraph) -> NodeID {
        if !queues[queue].node.exists {
            queues[queue].node = graph.insert(.root, index: queue.raw, entity: queues[queue].entity)
        }
        return queues[queue].node
    }

    init(_ plan: borrowing ScenarioPlan, _ program: borrowing Program) {
        deadlines = DeadlineTable(plan.device.choices)
        firstExtra = program.entities.threads.count
        queues = Table(
            program.entities.queues.ids.map {
                QueueState(entity: program.entities.queues[$0], kind: plan.queues[$0.index].kind)
            })
    }

    // MARK: Pool threads and the queues that they serve

    var hasIdleThread: Bool { idleThreads.first != nil || idleExtras.first != nil }

    mutating func becomesIdle(_ thread: ThreadID) {
        if thread.index < firstExtra { idleThreads.push(thread.raw) } else { idleExtras.push(thread.raw) }
    }

    mutating func takeIdleThread(for queue: QueueID) -> ThreadID? {
        let first = idleThreads.popFirst() ?? (queues[queue].kind == .serial ? idleExtras.popFirst() : nil)
        return first.map { ThreadID(raw: $0) }
    }

    /// Lets the next idle thread check if the queue needs it.
    mutating func awaitServer(of queue: QueueID) {
        if queues[queue].kind == .serial, !queues[queue].server.exists { isShort = true }
        guard !queues[queue].awaitsServer else { return }
        queues[queue].awaitsServer = true
        waitingQueues.push(queue.raw)
    }

    /// The first queue that has a block and needs a server.
    mutating func takeWaitingQueue() -> QueueID? {
        while let first = waitingQueues.popFirst() {
            let queue = QueueID(raw: first)
            queues[queue].awaitsServer = false
            if !queues[queue].items.isEmpty, queues[queue].needsServer { return queue }
        }
        return nil
    }
}

extension QueueID { static let main = QueueID(0) }

struct QueueState {
    let entity: EntityID
    let kind: QueuePlan.Kind
    var items = Queue<WorkItem>()
    /// The thread that serves a serial queue right now; none: no thread does.
    var server = ThreadID.none
    /// True if it is among the queues that the next idle thread checks.
    fileprivate(set) var awaitsServer = false
    var suspensions = 0
    /// The node of the references that the queue holds; none before its first use.
    var node: NodeID = .none

    var isSuspended: Bool { suspensions > 0 }

    var isReady: Bool { !items.isEmpty && !isSuspended }

    /// True if a pool thread has to serve it: a serial queue has at most one.
    var needsServer: Bool { !isSuspended && kind != .main && (kind != .serial || !server.exists) }

    /// Blocks that wait, in their order.
    var blocks: [BlockRef] {
        items.waiting.compactMap { if case .block(let block, _, _) = $0 { block } else { nil } }
    }

    func backlog(_ program: Program, _ timers: TimerTable) -> [PendingWork] {
        let delayed = items.waiting.compactMap { if case .delayedTimer(let timer, _) = $0 { timer } else { nil } }
        return Dictionary(grouping: blocks, by: \.plan).sorted { $0.key.index < $1.key.index }.map {
            program.pending($0.key, count: $0.value.count, in: .none)
        } + delayed.map { PendingWork(entity: timers[$0].entity, thread: .none, step: -1) }
    }
}

/// An item in a dispatch queue.
enum WorkItem {
    /// A block; `isDelayed`: from `dispatch_after`.
    case block(BlockRef, node: NodeID, isDelayed: Bool)
    case awaitedBlock(BlockRef, node: NodeID, waiter: ThreadID)
    case source(DispatchSourceID, DispatchSource.Item)
    /// The source of a `dispatch_after` whose block has run.
    case usedDelay
    /// A timer that is made of delayed blocks.
    case delayedTimer(TimerID, isDelayed: Bool)
    case task(TaskID)
    /// Code outside of the simulation.
    case host(Int)

    var wasDelayed: Bool {
        switch self {
        case .block(_, _, let isDelayed), .delayedTimer(_, let isDelayed): isDelayed
        case .awaitedBlock, .source, .usedDelay, .task, .host: false
        }
    }
}
