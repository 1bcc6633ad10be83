import LabExactTime
import LabScenarioModel
import LabSteps

/// Timers that one step makes and another makes again: in the timer's own callback, in another's or in an event.
extension RandomScenarios {
    /// A scenario that a host can run; every third makes timers again.
    package static func onHosts(seed: UInt64) -> ScenarioPlan {
        guard seed.isMultiple(of: 3) else { return scenario(seed: seed) }
        var plan = scenario(seed: seed) { $0.makeAgain() }
        plan.creationOrder.removeAll { plan.madeBySteps.contains($0) }
        return plan
    }

    private mutating func makeAgain() {
        let timers = plan.timers.indices.filter {
            [.nstimer, .perform, .gcd, .after].contains(plan.timers[$0].kind) && plan.timers[$0].thread == 0
                && plan.timers[$0].creation == .scheduled && !releasedSources.contains($0)
        }
        for timer in timers where chance(0.7) {
            plan.madeBySteps.insert(.timer(timer))
            addEvent("makes \(plan.timers[timer].id)", at: 1...60, [.create(.timer(timer))])
            let other = pick(timers)
            if chance(0.5), plan.timers[other].queue ?? 0 == 0, plan.timers[timer].queue ?? 0 == 0 {
                let condition = Condition.fired(timer: nil, .equal(number(1...3)))
                plan.timers[other].steps += madeAgain(timer).map { step($0, when: condition) }
            }
            if chance(0.5) { addEvent("makes \(plan.timers[timer].id) again", at: 100...900, madeAgain(timer)) }
        }
    }

    /// Made again, mostly after its end.
    private mutating func madeAgain(_ timer: Int) -> [Action] {
        let part = PartReference.timer(timer)
        let end: Action? =
            switch plan.timers[timer].kind {
            case .nstimer: .invalidate(part)
            case .gcd, .after: .cancel(part)
            default: nil
            }
        return [chance(0.6) ? end : nil, .create(part)].compactMap(\.self)
    }
}
