import LabScenarioModel
import LabTOML

extension Remedy {
    /// A countdown that counts calls stops as long as the timer is not called.
    static let clockRead = Remedy(
        name: "a clock is read", codes: ["TL0116", "TL0106", nil],
        cost: "none: what passed while no call came is made up for",
        code: """
            + «up $startKept¦$endKept»  // as it starts
            - $counted
            - $countShown
            «up + $timeShown
            ¦- $endCounted
            + $left
            + $leftShown
            + $endReached»
            """
    ) { site in
        guard let index = site.timers.first, let end = site.plan.end(ofCountdown: index) else { return }
        let field = "{remaining:\(end.filter { $0 != "\"" })}"
        for step in site.plan.timers[index].steps {
            if let text = site.document.value(of: "log", at: step.place) {
                site.edit(.set(text.replacing(#/{countdown:[^}]*}/#, with: field)), at: step.place, "log")
            }
            if step.ends(index), step.condition != nil {
                site.edit(.set("{ since = \(end) }"), at: step.place, "when")
            }
        }
    }
}

extension ScenarioPlan {
    /// The due point at which a timer that counts seconds down by its calls shows 0, as TOML.
    fileprivate func end(ofCountdown index: Int) -> String? {
        let (timer, second) = (timers[index], Int64(1_000_000_000))
        guard let from = timer.countdown, timer.repeats, timer.copies == nil, timer.interval?.scaled(1) == second
        else { return nil }
        let made = events.first { $0.steps.contains { $0.does(.create, .timer(index)) } }?.at ?? 0
        let first = made + (timer.firstWait?.scaled(1) ?? second)
        return from > (Int64.max - first) / second ? nil : TOMLText.duration(first + from * second)
    }
}
