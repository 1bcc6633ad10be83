import Dispatch
import LabScenarioModel
import Synchronization

/// The scenario's dispatch queues, and their numbers of suspensions.
final class LiveQueues: Sendable {
    private let queues: [DispatchQueue]
    private let suspensions: Mutex<[Int]>

    init(_ plans: [QueuePlan]) {
        queues = plans.map { plan in
            switch plan.kind {
            case .main: .main
            case .serial: DispatchQueue(label: plan.id)
            case .concurrent: DispatchQueue(label: plan.id, attributes: .concurrent)
            case .global: .global()
            }
        }
        suspensions = Mutex(Array(repeating: 0, count: plans.count))
    }

    subscript(index: Int) -> DispatchQueue { queues[index] }

    func suspend(_ index: Int) {
        suspensions.withLock { $0[index] += 1 }
        queues[index].suspend()
    }

    /// Has no effect on a queue that is not suspended.
    func resume(_ index: Int) {
        suspensions.withLock { counts in
            guard counts[index] > 0 else { return }
            counts[index] -= 1
            queues[index].resume()
        }
    }

    /// A suspended queue must not be released.
    func tearDown() {
        for (queue, count) in zip(queues, suspensions.withLock({ $0 })) {
            for _ in 0..<count { queue.resume() }
        }
    }
}
