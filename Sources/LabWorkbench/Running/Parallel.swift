import LabPlatform
import LabScenarioModel
import Synchronization

/// Work on all cores, with results in the order of the work.
enum Parallel {
    /// The number of pieces at a time that fit into the address space: the limits of a run stop it at half a GiB.
    static func jobs(_ wanted: Int, within addressSpace: Int?) -> Int {
        max(1, min(wanted, (addressSpace ?? .max) / (1 << 29)))
    }

    /// - Parameters: - jobs: the number of pieces at a time, if there is room; nil for the cores. - finished: called
    ///   after each piece with the number of finished ones, one call at a time.
    static func map<Input: Sendable, Output: Sendable>(
        _ inputs: [Input], jobs: Int? = nil, finished: @Sendable (Int) -> Void = { _ in },
        _ body: @Sendable (Input) -> Output
    ) -> [Output] {
        let jobs = Self.jobs(jobs ?? ProcessEnvironment.cores, within: ProcessEnvironment.addressSpace)
        let next = Atomic<Int>(0)
        let results = Mutex<(outputs: [Output?], done: Int)>((Array(repeating: nil, count: inputs.count), 0))
        @Sendable func work() {
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
        withoutActuallyEscaping(work) { SystemThread.perform(min(jobs, inputs.count), $0) }
        return results.withLock { $0.outputs.compactMap { $0 } }
    }

    /// The same for work that may fail; the first failure, in the order of the work, is thrown at the end.
    static func tryMap<Input: Sendable, Output: Sendable>(
        _ inputs: [Input], jobs: Int? = nil, _ body: @Sendable (Input) throws(Problem) -> Output
    ) throws(Problem) -> [Output] {
        let results = map(inputs, jobs: jobs) { input in Result { () throws(Problem) in try body(input) } }
        return try results.map { result throws(Problem) in try result.get() }
    }

    /// Runs a plan with the seeds after its own, unless the first shows that nothing is random.
    ///
    /// - Parameters: - count: the seeds, the plan's own included. - isSame: true if a run has the result of that one.
    static func otherSeeds<Output: Sendable>(
        of plan: ScenarioPlan, count: Int, jobs: Int? = nil,
        _ run: @Sendable (ScenarioPlan) throws(Problem) -> Output, isSame: (Output) -> Bool
    ) throws(Problem) -> [Output] {
        let plans = (1..<max(1, count)).map { offset in
            var other = plan
            other.seed = plan.seed &+ UInt64(offset)
            return other
        }
        guard let first = plans.first else { return [] }
        let second = try run(first)
        return isSame(second) ? [] : try [second] + tryMap(Array(plans.dropFirst()), jobs: jobs, run)
    }
}
