import LabScenarioLanguage
import LabScenarioModel

extension Remedy {
    static let tenthOfTolerance = Remedy(
        "tolerance of a tenth", for: ["TL0401"],
        cost: "each firing may be late by that much; it saves wake-ups where other timers can share them"
    ) { site in
        func tenth(_ timer: TimerPlan) -> String? { timer.interval?.scaled(1).map { TOMLText.duration($0 / 10) } }
        if let timer = site.timer, timer.kind == .nstimer {
            // Those of its thread share the wake-ups.
            site.timers += site.plan.timers.indices.filter { index in
                let other = site.plan.timers[index]
                return !site.timers.contains(index) && other.kind == .nstimer && other.thread == timer.thread
                    && other.repeats && other.tolerance == 0
                    && other.interval?.scaled(1) ?? 0 >= 1_000_000_000
            }
        }
        return ["leeway", "tolerance"].map { site.set($0, tenth) }.contains(true)
    }

    static let tenTimes = Remedy(
        "10 times a second", for: ["TL0401"], cost: "what changes between two looks is seen later; an event needs none"
    ) { site in
        site.set("interval") { ($0.interval?.scaled(1) ?? 100_000_000) < 100_000_000 ? "\"100ms\"" : nil }
    }
}
