import Dispatch
import Platform
import Synchronization

/// Work that is shared out among the processor's cores, with results in the order of the work.
enum Parallel {
    /// - Parameters:
    ///   - jobs: how many pieces are worked on at a time.
    ///   - finished: called after each piece with how many are done, one call at a time.
    static func map<Input: Sendable, Output: Sendable>(
        _ inputs: [Input], jobs: Int, finished: @Sendable (Int) -> Void = { _ in },
        _ body: @Sendable (Input) -> Output
    ) -> [Output] {
        let next = Atomic<Int>(0)
        let results = Mutex<(outputs: [Output?], done: Int)>((Array(repeating: nil, count: inputs.count), 0))
        @Sendable func work(_: Int) {
            while true {
                let index = next.add(1, ordering: .relaxed).oldValue
                guard index < inputs.count else { return }
                let output = body(inputs[index])
                results.withLock { state in
                    state.outputs[index] = output
                    state.done += 1
                    finished(state.done)
                }
            }
        }
        if jobs <= 1 || inputs.count <= 1 {
            work(0)
        } else {
            DispatchQueue.concurrentPerform(iterations: min(jobs, inputs.count), execute: work)
        }
        return results.withLock { $0.outputs.compactMap { $0 } }
    }
}
