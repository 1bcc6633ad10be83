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
        if site.mostCalls == 1 { site.set("repeats") { $0.repeats ? "false" : nil } }
    }

    static let endedByEvent = Remedy(name: "ended by an event", codes: [nil]) { site in
        // A lifetime has remedies of its own.
        guard let timer = site.timer, let most = site.mostCalls,
            !site.trial.figures.findings.contains(where: { $0.isOfLifetime && $0.subject == timer.id }),
            let first = site.trial.timers.first(where: { $0.name == timer.id })?.first
        else { return }
        // The last thing that happened between the making and the first call too many.
        let call = first.adding(saturating: most.multiplied(saturatingBy: timer.interval?.scaled(1) ?? 0))
        let earlier = site.plan.events.filter { $0.at < call && $0.every == nil }
        let made = earlier.filter { event in event.steps.all.contains(where: site.steps(.create).contains) }
        guard let event = earlier.max(by: { $0.at < $1.at }), !made.contains(where: { $0.at >= event.at }) else {
            return
        }
        // It comes before what the event waits for.
        site.edit(.insert("{ \(site.ending(timer)) }"), at: event.place, "do")
        site.changed = event.id
        if timer.repeats { site.cost = calledOnce.cost }
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
    /// The calls that a failed expectation wants of its timer at most; nil if it was not called too often.
    var mostCalls: Int64? {
        guard let timer, let called = trial.timers.first(where: { $0.name == timer.id }) else { return nil }
        let interval = timer.interval?.scaled(1) ?? 0
        return trial.broken.compactMap { verdict -> Int64? in
            if verdict.forbids(timer) { return 0 }
            guard verdict.subject == timer.id, case .figure(let figure, let comparison)? = verdict.outcome else {
                return nil
            }
            let calls = 0..<called.fired
            switch figure {
            case Figure(.fired): return calls.last(where: comparison.holds)
            case Figure(.last): return calls.last { comparison.holds(for: (called.first ?? 0) + ($0 - 1) * interval) }
            default: return nil
            }
        }.min()
    }

    /// The steps of its callback that arm it again.
    fileprivate var armings: [Step] {
        let all = steps(.create, .reschedule, .setFireDate) + timers.flatMap(plan.remakings).map(\.end)
        return (timer?.steps ?? []).filter(all.contains)
    }
}
