import LabExactTime
import LabScenarioModel

/// A plan with one value at known places, so that another value needs no reading.
struct VariedPlan: Sendable {
    private let plan: ScenarioPlan
    /// The places of the value among its numbers, in their order.
    private let places: [Int]

    /// Nil if the value affects the plan in another way, as readings with three values show.
    init?(_ values: ClosedRange<Int64>, read: (Int64) -> ScenarioPlan?) {
        guard Int128(values.upperBound) - Int128(values.lowerBound) >= 8 else { return nil }
        // Written with equally many digits, so that everything else keeps its place in the text.
        let tops = [values.upperBound, values.upperBound - 3]
        guard let top = tops.first(where: { "\($0)".utf8.count == "\($0 - 2)".utf8.count }) else { return nil }
        let probes = [top, top - 1, top - 2]
        let plans = probes.compactMap(read)
        guard plans.count == probes.count else { return nil }
        plan = plans[0]
        places = zip(plan.numbers, plans[1].numbers).enumerated().filter { $1.0 != $1.1 }.map(\.offset)
        guard !places.isEmpty, zip(probes, plans).allSatisfy({ with($0) == $1 }) else { return nil }
        // Values that are cut off or refused are at the small end, where the text is shorter.
        guard let least = read(values.lowerBound), with(values.lowerBound).numbers == least.numbers else { return nil }
    }

    func with(_ value: Int64) -> ScenarioPlan {
        plan.mappingNumbers { places.contains($0) ? value : $1 }
    }
}

extension ScenarioPlan {
    /// Every time of whole ns and every count of turns, in their order.
    fileprivate var numbers: [Int64] {
        var numbers: [Int64] = []
        _ = mappingNumbers { _, number in
            numbers.append(number)
            return number
        }
        return numbers
    }

    /// Changes every time of whole ns and every count of turns; `change` gets the index and the number.
    fileprivate func mappingNumbers(_ change: (Int, Int64) -> Int64) -> ScenarioPlan {
        var count = 0
        func next(_ number: Int64) -> Int64 {
            defer { count += 1 }
            return change(count, number)
        }
        func turned(_ steps: [Step]) -> [Step] {
            steps.map { step in
                guard case .turns(let turns)? = step.busy else { return step.mapping(steps: turned) }
                var step = step
                step.busy = .turns(next(turns))
                return step
            }
        }
        var mapped = mappingTimes { _, time in
            guard time.isWhole, let whole = time.scaled(1) else { return time }
            return Rational(whole: next(whole))
        }.mappingStepLists(turned)
        // A timer without a first due point of its own still has none.
        for index in timers.indices where timers[index].delay == nil { mapped.timers[index].delay = nil }
        return mapped
    }
}
