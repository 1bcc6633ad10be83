import LabCatalogue
import LabScenarioModel
import LabTOML

extension Remedy {
    static let repeatingTimer = Remedy(name: "repeating timer", codes: ["TL0108"], cost: "none: it keeps a grid") {
        site in
        guard let timer = site.timer, !timer.repeats, let first = timer.delay ?? timer.interval, !site.armings.isEmpty
        else { return }
        let kind = [.perform: TimerKind.nstimer, .after: .gcd][timer.kind]
        if let kind, !site.become(kind) { return }
        site.edit(.remove, site.armings)
        if timer.kind == .nstimer || timer.kind == .gcd { site.cost = "what sets it again in its callback goes" }
        site.edit(.set(TOMLText.interval(first)), at: timer.place, "interval")
        site.edit(.set("true"), at: timer.place, "repeats")
    }

    static let repeats = Remedy(name: "repeats", codes: [nil], cost: "it is called until it is invalidated") { site in
        if site.steps(.create, .setFireDate).isEmpty { site.set("repeats") { $0.repeats ? nil : "true" } }
    }

    static let calledOnce = Remedy(name: "called once", codes: [nil], cost: "it is called no more after that") { site in
        let isWanted = site.trial.broken.contains { verdict in
            verdict.subject == site.timer?.id && verdict.expected.contains(#/^fired = (1|["'](1|<= 1|< 2)["'])$/#)
        }
        if isWanted { site.set("repeats") { $0.repeats ? "false" : nil } }
    }

    static let endedByEvent = Remedy(name: "ended by an event", codes: [nil]) { site in
        guard let timer = site.timer, site.trial.broken.contains(where: { $0.forbids(timer) }),
            let call = site.trial.timers.first(where: { $0.name == timer.id })?.first
        else { return }
        // The last thing that happened between the making and the call.
        let earlier = site.plan.events.filter { $0.at < call && $0.every == nil }
        let made = earlier.filter { event in event.steps.contains(where: site.steps(.create).contains) }
        guard let event = earlier.max(by: { $0.at < $1.at }), !made.contains(where: { $0.at >= event.at }) else {
            return
        }
        site.edit(.append("{ \(site.ending(timer)) }"), at: event.place, "do")
        site.changed = event.id
    }

    static let keptGrid = Remedy(
        name: "armed once", codes: ["TL0108"], cost: "none: it keeps its grid",
        code: "«endBefore - $endBefore\n- $madeBefore¦- $rearmed  // in its callback»"
    ) { site in if site.timer?.repeats == true { site.edit(.remove, site.armings) } }

    static let absoluteDeadlines = Remedy(
        name: "absolute deadlines", codes: ["TL0108", nil],
        cost: "points that have passed have to be skipped, or they come in a burst"
    ) { site in
        if site.timer?.kind == .taskSleep {
            site.set("absolute") { _ in "true" }
            site.set("tolerance") { _ in "\"0s\"" }
        } else if site.timer?.kind == .threadSleep {
            site.cost = "ticks() is in timerlab reference from-code"
            site.become(.machWait)
        }
    }
}

extension RemedySite {
    /// The steps of its callback that arm it again.
    fileprivate var armings: [Step] {
        let all = steps(.create, .reschedule, .setFireDate) + timers.flatMap(plan.remakings).map(\.end)
        return (timer?.steps ?? []).filter(all.contains)
    }
}
