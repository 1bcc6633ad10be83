import LabTOML

extension Remedy {
    static let activated = Remedy(name: "activated", codes: ["TL0204"]) { site in
        site.set("active") { $0.startsActive ? nil : "true" }
    }

    static let begunWithScreen = Remedy(name: "begun with the screen", codes: ["TL0204"]) { site in
        if site.finding?.situation == .hidden { site.beginAsScreenComes() }
    }

    /// A flag makes a second suspend or resume in a row do nothing.
    static let suspendsInPairs = Remedy(
        name: "suspends in pairs", codes: ["TL0204", "TL0310"], cost: "a flag: one resume too many ends the process",
        code: "$pairs\n«active ¦+ «swift isSuspended = true¦self.isSuspended = YES;»  // where it is made»"
    ) { site in
        let (suspends, resumes) = (site.steps(.suspend), site.steps(.resume))
        guard let timer = site.timer, !suspends.isEmpty, !resumes.isEmpty,
            (suspends + resumes).allSatisfy({ $0.condition == nil })
        else { return }
        let isActive = timer.startsActive
        site.words.set(["isResumed": true])
        let state = isActive ? "suspended" : "resumed"
        let flag = site.newFlag("\(timer.id).\(state)", "while the source is \(state)")
        let (gone, there) = ("{ gone = \(flag) }", "{ not = { gone = \(flag) } }")
        let (makes, drops) = isActive ? (suspends, resumes) : (resumes, suspends)
        for (steps, verb, condition) in [(makes, "create", gone), (drops, "release", there)] {
            site.edit(.set(condition), steps, "when")
            site.edit(.append("{ \(verb) = \(flag), when = \(condition) }"), steps)
        }
    }

    static let keptInterval = Remedy(
        name: "with its interval", codes: ["TL0204"], code: "- $scheduledOnce\n+ $scheduledOften"
    ) { site in
        let once = site.steps(.reschedule).filter { site.document.value(of: "interval", at: $0.place) == nil }
        guard site.finding?.situation == .once, let interval = site.timer?.interval, let step = once.last
        else { return }
        site.edit(.set(TOMLText.interval(interval)), once, "interval")
        site.say(step)
        if case .after(let time)? = step.date { site.words["first"] = TimerCode.decimal(time) }
    }

    static let scheduledAgain = Remedy(
        name: "scheduled again at resume", codes: [nil],
        cost: "a whole interval passes after each resume", code: "+ $rearmed\n  $resumed"
    ) { site in
        guard let timer = site.timer, let interval = timer.interval.map(TOMLText.interval),
            !site.steps(.suspend).isEmpty, site.steps(.reschedule).isEmpty
        else { return }
        let again = "reschedule = \(TOMLText.quoted(timer.id)), after = \(interval), interval = \(interval)"
        site.insert(again, before: site.steps(.resume))
    }

    static let resumedAtItsEnd = Remedy(
        name: "resumed at its end", codes: ["TL0204"],
        cost: "only where it is suspended then: one resume too many ends the process", code: "  $end\n+ $resumed"
    ) { site in
        // One that was never activated has more to do than to end.
        guard let timer = site.timer, timer.startsActive else { return }
        site.edit(.append("{ resume = \(TOMLText.quoted(timer.id)) }"), site.steps(.cancel))
    }

    static let resumedAsOften = Remedy(
        name: "resumed as often as suspended", codes: ["TL0204"],
        cost: "there the pause ends at once: resume it where its reason ends",
        code: "  // at the end of what suspends it\n+ «swift $lane.resume()¦dispatch_resume(self.$lane);»"
    ) { site in
        guard let step = site.culprit, case .queue(let queue)? = step.part, let last = site.plan.list(with: step)?.last
        else { return }
        let id = site.plan.queues[queue].id
        site.words["lane"] = id.named("Queue")
        site.edit(.append("{ resume = \(TOMLText.quoted(id)) }"), at: last.place)
    }
}
