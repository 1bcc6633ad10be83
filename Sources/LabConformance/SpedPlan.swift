import LabExactTime
import LabScenarioModel

extension ScenarioPlan {
    /// The scenario with all times divided by a factor.
    package func sped(up factor: Rational) -> ScenarioPlan {
        guard let share = factor.reciprocal else { return self }
        var plan = mappingTimes { _, time in time.times(share) ?? time }
        plan.device.loopCost = plan.device.loopCost.times(share) ?? plan.device.loopCost
        return plan
    }

    /// The shortest interval of a repeating timer, ns.
    package var shortestInterval: Rational? { timers.filter(\.repeats).compactMap(\.interval).min() }
}
