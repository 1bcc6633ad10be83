import LabScenarioModel

/// The change of code that goes with a remedy, in both languages.
struct RemedyCode: Sendable {
    var swift: String
    /// Empty where a mechanism is not there in Objective-C.
    var objectiveC: String
}

extension RemedyCode {
    /// - Parameter plan: the scenario as the remedy has changed it.
    init(_ rule: RemedyRule, at site: RemedySite, after plan: ScenarioPlan) {
        self.init(swift: "", objectiveC: "")
        let (before, after) = (site.codes(in: site.plan), site.codes(in: plan))
        let isInObjectiveC = (before + after).allSatisfy { ObjectiveCCode.exists(for: $0.kind) }
        switch rule.code {
        case .edited:
            swift = SwiftCode.change(from: before, to: after)
            objectiveC = ObjectiveCCode.change(from: before, to: after)
        case .written(let swift, let objectiveC):
            let names = RemedyNames(site, after)
            (self.swift, self.objectiveC) = (names.filled(swift), names.filled(objectiveC))
        }
        if !isInObjectiveC { objectiveC = "" }
        let isDeclared = objectiveC.contains("weakSelf = self") || !objectiveC.contains("weakSelf")
        if !isDeclared { objectiveC = "  \(ObjectiveCCode.weakSelf)\n" + objectiveC }
    }
}

/// The names and lines of code that a scenario gives to a change that is written down.
struct RemedyNames {
    private var values: [(name: String, text: String)] = []

    /// - Parameter timers: as they are after the change.
    init(_ site: RemedySite, _ timers: [TimerCode]) {
        let timer = timers.first
        let name = timer?.timerName ?? TimerCode.identifier(site.trace.name(site.finding.subject)) + "Timer"
        var (isRelease, isAsync, which) = (false, false, "")
        var queue: String? = "work"
        func named(_ index: Int) -> String? {
            index == 0 ? nil : TimerCode.named(site.plan.queues[index].id, "Queue")
        }
        switch (site.culpritBlock ?? site.culprit)?.action {
        case .async(let index, _, _): (isAsync, queue) = (true, named(index))
        case .asyncAfter(_, let index, _, _, _): queue = named(index)
        case .sync(let index, _): queue = named(index)
        case .resume(let part): which = site.which { $0.action == .resume(part) }
        case .release: isRelease = true
        default: break
        }
        let thread = timer.flatMap { $0.original.thread == 0 ? nil : $0.original.thread }
            .map { TimerCode.named(site.plan.threads[$0].id, "Thread") }
        let waits = RemedyNames.waits(site.culprit?.action, in: site.plan, isOnMain: queue == nil)
        let replaced = RemedyNames.replaced(site)
        let isInactive = timer?.timer.startsActive == false
        let source = timer?.variable ?? name
        let ended = timers.filter { $0.kind != .perform }
        let remade = site.codes(in: site.plan).first.flatMap { $0.isRemade ? $0 : nil }
        let swiftQueue = queue ?? "DispatchQueue.main"
        let objcQueue = queue.map { "self." + $0 } ?? "dispatch_get_main_queue()"
        let strongly = RemedyNames.reaches(site, isWeak: false, swiftQueue, objcQueue)
        let weakly = RemedyNames.reaches(site, isWeak: true, swiftQueue, objcQueue)
        let block =
            site.culprit.flatMap { site.block(around: $0)?.action }.map { action -> String? in
                if case .async(let index, _, _) = action { named(index) } else { nil }
            } ?? nil
        values = [
            ("insideMade", timer.map { SwiftCode($0).madeInside } ?? ""),
            ("madeLazily", timer.map { SwiftCode($0).made[0].replacing("?", with: "") } ?? ""),
            ("kind", timer?.kind == .displayLink ? "CADisplayLink" : "Timer"), ("verb", "invalidate"),
            ("blockQueue", block ?? "work"), ("objcBlockQueue", "self." + (block ?? "work")),
            ("swiftStrongly", strongly.swift), ("objcStrongly", strongly.objectiveC),
            ("objcWeakSelf", weakly.objectiveC.contains("weakSelf") ? ObjectiveCCode.weakSelf : ""),
            ("swiftWeakly", weakly.swift), ("objcWeakly", weakly.objectiveC),
            ("swiftRan", replaced.swift), ("objcRan", replaced.objectiveC), ("where", site.placeOfWork),
            ("swiftJob", RemedyNames.job(site, isAsync: isAsync, JobWords.swift(queue: queue))),
            ("objcJob", RemedyNames.job(site, isAsync: isAsync, JobWords.objectiveC(queue: queue))),
            ("swiftWaits", waits.swift), ("objcWaits", waits.objectiveC), ("which", which),
            ("swiftEndGone", remade.map { SwiftCode($0).end } ?? ""),
            ("objcEndGone", remade.map { ObjectiveCCode($0).end } ?? ""),
            ("swiftMadeAgain", timer.map { SwiftCode($0).made.map { "  " + $0 }.joined(separator: "\n") } ?? ""),
            ("objcMadeAgain", timer.map { ObjectiveCCode($0).made.map { "  " + $0 }.joined(separator: "\n") } ?? ""),
            ("swiftMade", timer.map { SwiftCode($0).made.joined(separator: "\n") } ?? ""),
            ("objcMade", timer.map { ObjectiveCCode($0).made.joined(separator: "\n") } ?? ""),
            ("swiftLoopRun", SwiftCode.loopRunToTheEnd), ("objcLoopRun", ObjectiveCCode.loopRunToTheEnd),
            ("swiftEnd", ended.map { "self." + SwiftCode($0).end }.joined(separator: "\n")),
            ("objcEnd", ended.map { ObjectiveCCode($0).end }.joined(separator: "\n")),
            ("swiftJobQueue", swiftQueue), ("objcJobQueue", objcQueue),
            ("swiftThread", thread ?? ".main"), ("objcThread", thread.map { "self." + $0 } ?? "NSThread.mainThread"),
            ("task", site.backgroundTask.name), ("more", site.backgroundTask.hasHandler ? "      // …" : ""),
            ("swiftRevive", isInactive ? "\(source)?.activate()" : "if isSuspended { \(source)?.resume() }"),
            (
                "objcRevive",
                isInactive
                    ? "dispatch_activate(self.\(source));" : "if (self.isSuspended) dispatch_resume(self.\(source));"
            ),
            ("swiftReleased", isRelease ? "\(source) = nil" : "// at the end of what holds it: in its deinit"),
            ("objcReleased", isRelease ? "self.\(source) = nil;" : "// at the end of what holds it: in its dealloc"),
            ("method", timer?.method ?? "timerFired"), ("source", source), ("timer", name),
        ]
    }

    /// A template with the names in their places; lines of a value have the sign of the line that it stands in.
    func filled(_ template: String) -> String {
        let text = values.reduce(template) { text, value in
            let parts = value.text.split(separator: "\n", omittingEmptySubsequences: false)
            guard parts.count > 1, !value.text.hasSuffix("\n") else {
                return text.replacing("$" + value.name, with: value.text)
            }
            return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
                let sign = line.prefix { "+- ".contains($0) }
                return line.replacing("$" + value.name, with: parts.joined(separator: "\n" + sign))
            }.joined(separator: "\n")
        }
        let lines = text.split(separator: "\n").filter { !$0.allSatisfy { "+- ".contains($0) } }
        return lines.joined(separator: "\n")
    }
}
