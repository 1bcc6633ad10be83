import LabConformance
import LabScenarioModel
import LabSteps

/// Invents scenarios: timers, modes, nested loops, blocks, sources, observers, queue items, dispatch timers, a second
/// thread, and what is done to them, also from one thread to the other.
///
/// Same seed, same scenario. Every step has a place of its own, so that recordings of it can be told apart by place.
package struct RandomScenarios: Sendable {
    private var numbers: SeededNumbers
    var plan = ScenarioPlan()
    private var nextPlace = 1

    var worker: Int?
    /// Dispatch sources that steps may do everything to that does not end the process.
    var freeSources: [Int] = []
    /// Dispatch sources that are let go once, and are never suspended.
    var releasedSources: [Int] = []

    private init(seed: UInt64) {
        numbers = SeededNumbers(seed: seed)
        plan.seed = seed
    }

    /// The scenario of a seed.
    package static func scenario(seed: UInt64) -> ScenarioPlan { scenario(seed: seed) { _ in } }

    /// The same with what `more` invents.
    static func scenario(seed: UInt64, with more: (inout RandomScenarios) -> Void) -> ScenarioPlan {
        var maker = RandomScenarios(seed: seed)
        maker.make()
        more(&maker)
        maker.plan.creationOrder = maker.plan.madeParts
        return maker.plan
    }

    private mutating func make() {
        plan.title = "random scenario \(plan.seed)"
        plan.duration = milliseconds(600...1400)
        if chance(0.4) {
            worker = plan.threads.count
            plan.threads.append(ThreadPlan(id: "worker", place: place(), starts: milliseconds(0...40), body: []))
        }
        makeLoopTimers()
        makeQueueTimers()
        makeWaitingTimers()
        makeSources()
        makeObservers()
        for index in plan.timers.indices { plan.timers[index].steps = callback(of: index) }
        for index in plan.sources.indices { plan.sources[index].steps = shortSteps() }
        makeEvents()
        makeCrossings()
        if let worker { plan.threads[worker].body = workerBody() }
    }

    // MARK: Choices

    /// Not on round numbers, so that few things are due together.
    mutating func milliseconds(_ range: ClosedRange<Int64>) -> Int64 {
        Int64.random(in: range.lowerBound * 10...range.upperBound * 10, using: &numbers) * 100_000
    }

    mutating func workTime() -> Int64 { chance(0.7) ? milliseconds(1...25) : milliseconds(25...160) }

    mutating func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &numbers) < share }

    mutating func pick<Value>(_ values: [Value]) -> Value { values[Int.random(in: 0..<values.count, using: &numbers)] }

    mutating func number(_ range: ClosedRange<Int64>) -> Int64 { Int64.random(in: range, using: &numbers) }

    /// Some of the blocks have a name.
    mutating func step(_ action: Action, when condition: Condition? = nil) -> Step {
        let isNamed = [.async, .asyncAfter, .performBlock].contains(action.verb) && nextPlace.isMultiple(of: 3)
        return Step(action, place: place(), when: condition, name: isNamed ? "block \(nextPlace)" : nil)
    }

    /// An event whose actions draw nothing.
    mutating func addEvent(_ id: String, at range: ClosedRange<Int64>, _ actions: [Action]) {
        var event = EventPlan(id: id, place: place(), at: milliseconds(range), steps: [])
        event.steps = actions.map { step($0) }
        plan.events.append(event)
    }

    mutating func place() -> Place {
        defer { nextPlace += 1 }
        return nextPlace..<nextPlace + 1
    }
}
