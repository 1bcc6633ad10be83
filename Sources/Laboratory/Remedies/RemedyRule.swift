import LabAnalysis
import LabCatalogue
import LabScenarioLanguage
import LabScenarioModel

/// A remedy: which findings it is tried against, what it changes in a scenario, and what it changes in code.
struct RemedyRule: Sendable {
    /// What is done, as it stands in the table.
    let name: String
    /// What it costs; a sentence without its full stop.
    let cost: String
    let codes: [FindingCode]
    let code: Code
    /// Changes the scenario's text; false where it does not fit.
    let apply: @Sendable (inout RemedySite) -> Bool

    /// Where the change of code is from.
    enum Code: Sendable {
        /// From the timers of the scenario, before and after.
        case edited
        /// What surrounds a timer: lines with `- `, `+ ` or two spaces in front; `RemedyNames` has the names behind `$`.
        case written(swift: String, objectiveC: String)
    }

    init(
        _ name: String, cost: String, for codes: [FindingCode], code: Code = .edited,
        apply: @escaping @Sendable (inout RemedySite) -> Bool
    ) {
        (self.name, self.cost, self.codes, self.code, self.apply) = (name, cost, codes, code, apply)
    }

    init(
        _ name: String, cost: String, for codes: [FindingCode], swift: String, objectiveC: String,
        apply: @escaping @Sendable (inout RemedySite) -> Bool
    ) {
        self.init(name, cost: cost, for: codes, code: .written(swift: swift, objectiveC: objectiveC), apply: apply)
    }

    /// Those that are tried against a finding, the usual ones first; nil: against an expectation that fails.
    static func all(for code: FindingCode?) -> [RemedyRule] {
        let rules: [RemedyRule] = all
        return rules.filter { rule in code.map { rule.codes.contains($0) } ?? rule.codes.isEmpty }
    }

    static let all = ofThreads + ofTime + ofPlace + ofTasks + ofSources + ofOwners
}

// MARK: Where it runs

extension RemedyRule {
    private static let late: [FindingCode] = ["TL0101", "TL0102", "TL0109"]

    /// Work that a callback on main, or one off main, gives to a queue.
    private static func handedOver(_ name: String, cost: String, isOnMain: Bool) -> RemedyRule {
        RemedyRule(name, cost: cost, for: late, swift: "$where$swiftJob", objectiveC: "$where$objcJob") { site in
            guard let step = site.culprit else { return false }
            let timer = site.plan.timers.first { $0.steps.holds(step) }
            switch step.action {
            case .work, .sleep, .drawnSleep, .repeating:
                // What comes once has no earlier one to wait for.
                return site.isOffMain(step) != isOnMain
                    && site.handOver(step, of: timer?.id, isGuarded: timer?.repeats == true && step.condition == nil)
            default: return false
            }
        }
    }

    private static let ofPlace = [
        RemedyRule(
            "common modes", cost: "the callback runs while the interface scrolls: keep it below 4 ms",
            for: ["TL0103", "TL0206"]
        ) { site in
            var changes = site.set("modes") { $0.kind == .perform || $0.modes != [.common] ? "[\"common\"]" : nil }
            for step in site.addingSteps where site.editor.keys(at: step.place).contains("modes") {
                site.editor.set("modes", to: "[\"common\"]", at: step.place)
                changes = true
            }
            if let step = site.culpritPerform {
                site.editor.set("in_modes", to: "[\"common\"]", at: step.place)
                changes = true
            }
            return changes
        },
        handedOver("work on a queue", cost: "UI work is now off main: send it back", isOnMain: true),
        handedOver("work on another queue", cost: "the callback goes on before the work is done", isOnMain: false),
        RemedyRule(
            "skip while it runs", cost: "a flag", for: late + ["TL0111"], swift: "$swiftJob", objectiveC: "$objcJob"
        ) { site in
            guard let step = site.culprit, case .async = step.action, step.condition == nil,
                let timer = site.plan.timers.first(where: { $0.steps.holds(step) })
            else { return false }
            return site.handOver(step, of: timer.id, isGuarded: true)
        },
        RemedyRule(
            "one request at a time", cost: "a flag, which an answer that fails has to lower, too", for: ["TL0502"],
            swift: """
                + guard !isAsking else { return }
                + isAsking = true
                  fetch { answer in
                +     self.isAsking = false
                      self.show(answer)
                  }
                """,
            objectiveC: """
                + if (self.isAsking) return;
                + self.isAsking = YES;
                  [self fetch:^(id answer) {
                +     self.isAsking = NO;
                      [self show:answer];
                  }];
                """
        ) { site in
            guard let step = site.culprit, step.condition == nil, step.isPosted,
                let timer = site.plan.timers.first(where: { $0.steps.holds(step) })
            else { return false }
            return site.handOver(step, of: timer.id, isGuarded: true)
        },
        RemedyRule(
            "dispatch source on main", cost: "the handler runs while the interface scrolls: keep it below 4 ms",
            for: ["TL0103", "TL0206", "TL0108", "TL0112"]
        ) { site in
            guard let timer = site.timer, !timer.isOffMain, site.become(.gcd) else { return false }
            site.editor.set("queue", to: "\"main\"", at: timer.place)
            return true
        },
        RemedyRule(
            "dispatch source",
            cost: "its handler is off main: `@Sendable`, and hand over what the interface shows",
            for: late + ["TL0103", "TL0201", "TL0206", "TL0202", "TL0205", "TL0207", "TL0108", "TL0112"]
        ) { site in
            // What keeps main busy drops the frames of what draws, wherever that is called.
            if site.timer?.kind == .displayLink, site.finding.code.map(late.contains) == true { return false }
            // On main it is another remedy.
            for timer in site.timers where site.plan.timers[timer].queue == 0 {
                site.editor.set("queue", to: nil, at: site.plan.timers[timer].place)
            }
            return site.become(.gcd)
        },
        RemedyRule(
            "queue of its own", cost: "its handler is off main: hand over what the interface shows",
            for: ["TL0103", "TL0102"]
        ) { site in
            let queue = site.fresh("\(site.timer?.id ?? "timer").queue")
            site.editor.append("[[queue]]\nid = \"\(queue)\"")
            return site.set("queue") { _ in "\"\(queue)\"" }
        },
        RemedyRule(
            "scheduled on main", cost: "its callback shares the main thread with the interface", for: ["TL0201"],
            swift: "- $swiftMade\n+ DispatchQueue.main.async {\n+     $insideMade\n+ }",
            objectiveC: "- $objcMade\n+ dispatch_async(dispatch_get_main_queue(), ^{\n+     $objcMade\n+ });"
        ) { site in
            let made = site.steps { step in
                site.timers.contains { step.action == .create(.timer($0)) || step.adds($0) } && site.isOffMain(step)
                    && site.block(around: step) != nil
            }
            for step in made {
                site.editor.replace(
                    step.place, with: "{ async = \"main\", do = [\(site.editor.text(at: step.place))] }")
            }
            return !made.isEmpty
        },
        RemedyRule(
            "main's run loop", cost: "its callback shares the main thread with the interface",
            for: ["TL0201", "TL0205", "TL0207"]
        ) { site in
            guard let timer = site.timer, timer.isServedByLoop, site.loopThread ?? 0 > 0, !timer.isMadeByStep else {
                return false
            }
            for step in site.addingSteps {
                site.editor.set("thread", to: "\"main\"", at: step.place)
            }
            return site.set("thread") { _ in "\"main\"" }
        },
        RemedyRule(
            "held at 60 frames a second", cost: "motion is less smooth; a step by the link's timestamp costs nothing",
            for: []
        ) { site in
            site.plan.device.fastestRefresh > 60 && site.set("fps") { $0.frameRate.preferred == nil ? "60" : nil }
        },
        RemedyRule(
            "half the frame rate", cost: "motion is less smooth", for: ["TL0109"]
        ) { $0.set("fps") { _ in "30" } },
        RemedyRule(
            "display link", cost: "called for each frame it asks for, on main, and not at all off the screen",
            for: ["TL0115", "TL0401", "TL0102", "TL0101"]
        ) { site in
            guard let timer = site.timer, timer.thread == 0,
                timer.callback.target != nil || timer.callback.captures.isEmpty,
                let interval = timer.interval?.scaled(1), interval <= 50_000_000,
                // It calls no oftener than the display is refreshed: a help only where less will do.
                ["TL0401", "TL0115"].contains(site.finding.code)
                    || interval > 990_000_000 / site.plan.device.fastestRefresh
            else { return false }
            return site.become(.displayLink) && site.set("modes") { _ in "[\"common\"]" }
        },
    ]
}

// MARK: What it waits for

extension RemedyRule {
    private static let ofTime = [
        RemedyRule(
            "repeating timer", cost: "none: it keeps a grid", for: ["TL0108"]
        ) { site in site.timer?.kind == .perform && site.become(.nstimer) },
        RemedyRule(
            "absolute deadlines", cost: "points that have passed have to be skipped, or they come in a burst",
            for: ["TL0108"]
        ) { site in
            switch site.timer?.kind {
            case .taskSleep: site.set("absolute") { _ in "true" } && site.set("tolerance") { _ in "\"0s\"" }
            case .threadSleep: site.become(.machWait)
            default: false
            }
        },
        RemedyRule(
            "no tolerance", cost: "it shares no wake-up any more",
            for: ["TL0104", "TL0112", "TL0102"]
        ) { site in
            let strict = site.set("strict") { _ in "true" }
            let leeway = site.set("leeway") { _ in "\"0s\"" }
            return site.set("tolerance") { _ in "\"0s\"" } || strict || leeway
        },
        RemedyRule(
            "tolerance of a tenth",
            cost: "each firing may be late by that much; it saves wake-ups where other timers can share them",
            for: ["TL0401"]
        ) { site in
            func tenth(_ timer: TimerPlan) -> String? { timer.interval?.scaled(1).map { TOMLText.duration($0 / 10) } }
            let leeway = site.set("leeway", tenth)
            return site.set("tolerance", tenth) || leeway
        },
        RemedyRule(
            "10 times a second", cost: "what changes between two looks is seen later; an event needs none",
            for: ["TL0401"]
        ) { site in
            site.set("interval") { ($0.interval?.scaled(1) ?? 100_000_000) < 100_000_000 ? "\"100ms\"" : nil }
        },
        RemedyRule(
            "uptime clock", cost: "it no longer means a date", for: ["TL0110"]
        ) { $0.set("clock") { _ in "\"uptime\"" } },
    ]
}
