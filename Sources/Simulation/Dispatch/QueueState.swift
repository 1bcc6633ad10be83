import Recording
import ScenarioModel

/// A dispatch queue.
struct QueueState {
    var entity: EntityID
    var kind: QueuePlan.Kind
    var items: [WorkItem] = []
    /// Items before this one have been taken.
    var head = 0
    /// The thread that serves a serial queue right now; -1: none.
    var server: Int32 = -1
    var suspensions = 0
    /// Stands for what the queue keeps; -1 before it is first needed.
    var node: Int32 = -1

    var isEmpty: Bool { head == items.count }
    var count: Int { items.count - head }

    mutating func takeFirst() -> WorkItem {
        let item = items[head]
        head += 1
        if head == items.count {
            items.removeAll(keepingCapacity: true)
            head = 0
        } else if head >= 4096, head * 2 >= items.count {
            items.removeFirst(head)
            head = 0
        }
        return item
    }
}

/// Something in a dispatch queue.
enum WorkItem {
    /// `isDelayed`: `dispatch_after` has kept it.
    case block(Int32, node: Int32, isDelayed: Bool)
    /// A dispatch source's handler.
    case source(Int32)
    /// A dispatch source's cancel handler.
    case cancellation(Int32)
    /// A dispatch source whose last reference is gone.
    case disposal(Int32)
    /// The source that `dispatch_after` had made for a block that has run.
    case usedDelay
    /// A timer that is made of delayed blocks.
    case delayedTimer(Int32, isDelayed: Bool)
    /// A job of a task.
    case task(Int32)

    /// Whether `dispatch_after` has kept it.
    var wasDelayed: Bool {
        switch self {
        case .block(_, _, let isDelayed), .delayedTimer(_, let isDelayed): isDelayed
        case .source, .cancellation, .disposal, .usedDelay, .task: false
        }
    }
}
