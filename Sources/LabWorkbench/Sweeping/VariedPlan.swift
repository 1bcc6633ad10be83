import LabExactTime
import LabScenarioModel

/// A plan with one value at known places, so that another value needs no reading.
struct VariedPlan {
    private let plan: ScenarioPlan
    /// The value in that plan, where hardly another number is the same.
    private let known: Int64
    /// False for a count of turns.
    private let isTime: Bool

    /// Nil if the value affects the plan in another way, as readings with three values show.
    init?(_ values: ClosedRange<Int64>, read: (Int64) -> ScenarioPlan?) {
        guard Int128(values.upperBound) - Int128(values.lowerBound) >= 8 else { return nil }
        // Written with equally many digits, so that everything else keeps its place in the text.
        let tops = [values.upperBound, values.upperBound - 3]
        guard let top = tops.first(where: { "\($0)".utf8.count == "\($0 - 2)".utf8.count }) else { return nil }
        let probes = [top, top - 1, top - 2]
        let plans = probes.compactMap(read)
        guard plans.count == probes.count else { return nil }
        (plan, known) = (plans[1], probes[1])
        isTime = plan.steps { [known] in $0.busy == .turns(known) }.isEmpty
        guard plans[0] != plan, zip(probes, plans).allSatisfy({ with($0) == $1 }) else { return nil }
        // Values that are cut off or refused are at the small end, where the text is shorter.
        guard let least = read(values.lowerBound), with(values.lowerBound).numbers == least.numbers else { return nil }
    }

    func with(_ value: Int64) -> ScenarioPlan { plan.mappingNumbers(hasTimes: isTime) { $0 == known ? value : $0 } }
}

extension ScenarioPlan {
    /// Every count of turns and every time of whole ns, in their order.
    fileprivate var numbers: [Int64] {
        var numbers: [Int64] = []
        _ = mappingNumbers { number in
            numbers.append(number)
            return number
        }
        return numbers
    }

    /// Changes every count of turns and, if `hasTimes`, every time of whole ns.
    fileprivate func mappingNumbers(hasTimes: Bool = true, _ change: (Int64) -> Int64) -> ScenarioPlan {
        func turned(_ steps: [Step]) -> [Step] {
            steps.map { step in
                var step = step
                if case .turns(let turns)? = step.busy { step.busy = .turns(change(turns)) }
                step.steps = turned(step.steps)
                return step
            }
        }
        var mapped = mappingStepLists(turned)
        guard hasTimes else { return mapped }
        mapped = mapped.mappingTimes { _, time in
            guard time.isWhole, let whole = time.scaled(1) else { return time }
            return Rational(whole: change(whole))
        }
        // A timer without a first due point of its own still has none.
        for index in timers.indices where timers[index].delay == nil { mapped.timers[index].delay = nil }
        return mapped
    }
}
