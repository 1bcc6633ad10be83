import LabCatalogue
import LabScenarioLanguage
import LabScenarioModel
import LabTOML

extension Remedy {
    static let repeatingTimer = Remedy(name: "repeating timer", codes: ["TL0108"], cost: "none: it keeps a grid") {
        site in
        guard let timer = site.timer else { return false }
        let again = timer.steps.filter { step in site.timers.contains { step.does(.create, .timer($0)) } }
        guard let first = timer.delay ?? timer.interval, site.edit(.remove, again) else {
            return timer.kind == .perform && site.become(.nstimer)
        }
        if let kind = [.perform: TimerKind.nstimer, .after: .gcd][timer.kind], !site.become(kind) { return false }
        if timer.kind == .nstimer { site.cost = "what makes it again in its callback goes" }
        site.edit(.set(TOMLText.interval(first)), at: timer.place, "interval")
        site.edit(.set("true"), at: timer.place, "repeats")
        return true
    }

    static let absoluteDeadlines = Remedy(
        name: "absolute deadlines", codes: ["TL0108"],
        cost: "points that have passed have to be skipped, or they come in a burst"
    ) { site in
        if site.timer?.kind == .taskSleep {
            return site.set("absolute") { _ in "true" } && site.set("tolerance") { _ in "\"0s\"" }
        }
        site.cost = "ticks() is in timerlab reference from-code"
        return site.timer?.kind == .threadSleep && site.become(.machWait)
    }
}
