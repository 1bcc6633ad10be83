import Analysis
import ExactTime
import Recording
import ScenarioLanguage
import ScenarioModel

/// A finding with what stands around it in its scenario, for a remedy to change.
struct RemedySite {
    let plan: ScenarioPlan
    let finding: Finding
    let trace: Trace
    /// The timers that the finding is about, as indices of the plan.
    let timers: [Int]
    /// Whom those timers keep, or who has them; of a proxy what it stands for.
    let owner: Int?
    var editor: ScenarioEditor
    /// The timer that hands its work over, and the object that is there meanwhile, so that its other firings do nothing.
    private(set) var job: (timer: String, object: String)?
    /// The part whose code changes, where it is not the timer's; nil: it is.
    private(set) var changed: String?
    /// The step of a thread's body that a run of its loop stands in for.
    private(set) var replaced: Step?
    /// What the change costs in this scenario, beside what it always does.
    private(set) var cost: String?

    init(_ finding: Finding, plan: ScenarioPlan, trace: Trace, text: [UInt8]) {
        (self.plan, self.finding, self.trace) = (plan, finding, trace)
        editor = ScenarioEditor(text)
        let subjects = [finding.subject, finding.related].compactMap { trace.entity($0) }
        let own = plan.timers.indices.filter { index in
            subjects.first.map { $0.kind == .timer && $0.place == plan.timers[index].place } ?? false
        }
        let object = subjects.lazy.filter { $0.kind == .object }.compactMap { subject in
            plan.objects.firstIndex { $0.place == subject.place }
        }.first
        timers =
            own.isEmpty
            ? plan.timers.indices.filter { index in object.map(plan.timers[index].objects.contains) ?? false } : own
        owner =
            (object ?? timers.lazy.compactMap { plan.timers[$0].objects.first ?? plan.owner(of: $0) }.first)
            .map { plan.objects[$0].forwardsTo ?? $0 }
    }

    var timer: TimerPlan? { timers.first.map { plan.timers[$0] } }

    func quoted(_ id: String) -> String { "\"\(id)\"" }

    /// An id that no part has yet.
    func fresh(_ id: String) -> String {
        let text = editor.text(at: 0..<Int.max)
        var (name, number) = (id, 2)
        while text.contains(quoted(name)) { (name, number) = ("\(id)\(number)", number + 1) }
        return name
    }

    /// The steps that something is true of, those inside of others too.
    func steps(where holds: (Step) -> Bool) -> [Step] {
        var found: [Step] = []
        plan.eachStep { if holds($0) { found.append($0) } }
        return found
    }

    /// The step that the finding is put down to, else the first long one of the callback.
    var culprit: Step? {
        steps { !$0.place.isEmpty && $0.place == finding.place }.first
            ?? timer?.steps.first { step in
                switch step.action {
                case .work, .sleep, .drawnSleep, .repeating: true
                default: false
                }
            }
    }

    // MARK: What several remedies do

    /// Sets a key of all timers that may have it; false when none may.
    mutating func set(_ key: String, _ value: (TimerPlan) -> String?) -> Bool {
        var changes = false
        for index in timers {
            let timer = plan.timers[index]
            guard timer.kind.row.keys.contains(key), let value = value(timer) else { continue }
            editor.set(key, to: value, at: timer.place)
            changes = true
        }
        return changes
    }

    /// Gives work to a queue; `isGuarded` leaves out what comes while the last job is still waiting or running.
    ///
    /// - Parameter timer: whose step it is; nil: an event's or a thread's.
    mutating func handOver(_ step: Step, of timer: String?, isGuarded: Bool) -> Bool {
        changed = timer ?? name(ofPartWith: step)
        let id = timer ?? "main"
        let (queue, job) = (fresh("\(id).work"), fresh("\(id).job"))
        // A flag belongs to the thread that asks for it; what is on none of its own is asked for by any.
        let isOffMain = plan.timers.first { $0.id == timer }?.isOffMain ?? false
        let end =
            isOffMain ? "{ release = \(quoted(job)) }" : "{ async = \"main\", do = [{ release = \(quoted(job)) }] }"
        var (text, condition) = editor.parts(ofStep: step.place)
        if condition != nil, isGuarded { return false }
        if isGuarded { condition = "{ gone = \(quoted(job)) }" }
        if case .async = step.action {
            guard isGuarded, let close = text.lastIndex(of: "]") else { return false }
            text.insert(contentsOf: ", \(end)", at: close)
            guard let brace = text.lastIndex(of: "}") else { return false }
            text.insert(contentsOf: ", when = { gone = \(quoted(job)) } ", at: brace)
        } else {
            if isGuarded { text += ", \(end)" }
            text = "{ async = \(quoted(queue)), do = [\(text)]" + (condition.map { ", when = \($0) }" } ?? " }")
            editor.append("[[queue]]\nid = \(quoted(queue))")
        }
        if isGuarded {
            text += ", { create = \(quoted(job)), when = { gone = \(quoted(job)) } }"
            editor.append(
                "# It is there while a job waits or runs.\n[[object]]\nid = \(quoted(job))\nheld_by = \"static\"")
        }
        editor.replace(step.place, with: text)
        self.job = isGuarded ? (id, job) : nil
        return true
    }

    /// The part other than a timer that a step stands in.
    private func name(ofPartWith step: Step) -> String? {
        let lists =
            plan.events.map { ($0.id, $0.steps) } + plan.observers.map { ($0.id, $0.steps) }
            + plan.sources.map { ($0.id, $0.steps) } + plan.threads.map { ($0.id, $0.body ?? []) }
            + plan.objects.map { ($0.id, $0.dealloc + $0.viewWillDisappear) }
        return lists.first { $0.1.holds(step) }?.0
    }

    /// Makes all timers by another mechanism; false when something is done to one that only its own understands.
    mutating func become(_ kind: TimerKind) -> Bool {
        let timers = timers.filter { plan.timers[$0].kind != kind && plan.timers[$0].copies == nil }
        for index in timers {
            let timer = plan.timers[index]
            guard let interval = plan.interval(ofTimer: index) ?? timer.firstWait,
                timer.repeats || kind.row.keys.contains("repeats")
            else { return false }
            for step in steps(where: { $0.action.parts.contains(.timer(index)) }) {
                switch step.action {
                case .invalidate, .cancel:
                    let end = kind.row.verbs.contains("cancel") ? "cancel" : "invalidate"
                    editor.rename("invalidate", to: end, at: step.place)
                    editor.rename("cancel", to: end, at: step.place)
                case .add: editor.remove(stepAt: step.place)
                case .create, .assign, .release: break
                case .fire, .setFireDate, .pause, .reschedule, .suspend, .resume, .activate:
                    guard let verb = editor.keys(at: step.place).first, kind.row.verbs.contains(verb) else {
                        return false
                    }
                default: break
                }
            }
            if timer.kind == .displayLink { cost = "it is no longer in step with the display" }
            let known = kind.row.keys.union(["id", "kind", "do"])
            for key in editor.keys(at: timer.place) where !known.contains(key) || key == "held_by" {
                editor.set(key, to: nil, at: timer.place)
            }
            editor.set("kind", to: quoted(kind.rawValue), at: timer.place)
            if case .fireDate(let date) = timer.creation {
                editor.set("delay", to: quoted("\(date)ns"), at: timer.place)
            }
            if kind.row.keys.contains("interval"), timer.interval == nil {
                editor.set("interval", to: quoted("\(interval.numerator)/\(interval.denominator)ns"), at: timer.place)
            }
            if kind.row.keys.contains("repeats"), timer.repeats {
                editor.set("repeats", to: "true", at: timer.place)
            }
            if kind == .displayLink, let rate = interval.reciprocal?.scaled(1_000_000_000), rate > 0 {
                editor.set("fps", to: "\(min(rate, plan.device.fastestRefresh))", at: timer.place)
            }
            if kind == .gcd {
                if timer.tolerance > 0 { editor.set("leeway", to: quoted("\(timer.tolerance)ns"), at: timer.place) }
                captureWeakly(timer)
                if let owner, !plan.isOwned(timer: index) {
                    editor.set("held_by", to: quoted(plan.objects[owner].id), at: timer.place)
                }
                if let owner, plan.ends(ofTimer: index, owner: owner).inDealloc == 0 {
                    editor.add("{ cancel = \(quoted(timer.id)) }", to: "dealloc", at: plan.objects[owner].place)
                }
            } else if let target = timer.callback.target?.object, !kind.row.styles.contains(.target) {
                editor.set("strong", to: "[\(quoted(plan.objects[target].id))]", at: timer.place)
            }
        }
        return !timers.isEmpty
    }

    /// Has a timer's block capture weakly what it captures, or what was called instead of a block.
    mutating func captureWeakly(_ timer: TimerPlan) {
        if !timer.callback.userInfo.isEmpty { loseUserInfo() }
        if timer.reached.isEmpty { return }
        let ids = Set(timer.reached).sorted().map { quoted(plan.objects[$0].id) }
        setWeak(ids.joined(separator: ", "), of: timer)
    }

    mutating func loseUserInfo() { cost = "its userInfo goes: the block reads it from self" }

    private mutating func setWeak(_ ids: String, of timer: TimerPlan) {
        editor.set("strong", to: nil, at: timer.place)
        editor.set("weak", to: "[\(ids)]", at: timer.place)
    }

    /// A step that ends a timer.
    func ending(_ timer: TimerPlan) -> String {
        if timer.kind == .perform, let owner { return "cancel_perform = \(quoted(plan.objects[owner].id))" }
        return "\(timer.kind.row.verbs.contains("invalidate") ? "invalidate" : "cancel") = \(quoted(timer.id))"
    }

    /// Has what the timers' owner does at one of its ends begin with the end of those timers.
    mutating func end(in key: String) -> Bool {
        guard let owner else { return false }
        if case .perform(let perform)? = culpritPerform?.action, perform.target == owner {
            let ending = "{ cancel_perform = \(quoted(plan.objects[owner].id)) }"
            editor.add(ending, to: key, at: plan.objects[owner].place)
            return true
        }
        for index in timers {
            let ends = plan.ends(ofTimer: index, owner: owner)
            if (key == "dealloc" ? ends.inDealloc : ends.withScreen) > 0 { continue }
            editor.add("{ \(ending(plan.timers[index])) }", to: key, at: plan.objects[owner].place)
        }
        return !timers.isEmpty
    }
}

extension TimerPlan {
    /// What a delayed perform would be as a timer.
    fileprivate init(_ perform: PerformPlan, id: String) {
        self.init(id: id, kind: .perform)
        if case .after(let delay, let modes) = perform.delivery {
            (self.delay, self.modes) = (Rational(whole: delay), modes)
        }
        (callback.target, callback.selector) = (perform.target.map { TargetPlan(object: $0) }, perform.selector)
    }

    /// The objects that its callback keeps.
    fileprivate var objects: [Int] { reached + callback.userInfo }

    /// Its target, and what its block captures.
    fileprivate var reached: [Int] {
        var objects = callback.target.map { [$0.object] } ?? []
        for capture in callback.captures { if case .object(let object) = capture.part { objects.append(object) } }
        return objects
    }
}

extension DevicePlan {
    /// How often its display is refreshed in a second.
    var fastestRefresh: Int64 { refresh.scaled(1) ?? 60 }
}

extension ScenarioPlan {
    /// The object that has a variable for a timer.
    fileprivate func owner(of timer: Int) -> Int? {
        objects.firstIndex { ($0.strong + $0.weak).contains { $0.part == .timer(timer) } }
    }
}

// MARK: For one remedy

extension RemedySite {
    /// The thread that the finding is about, or its timer's.
    var thread: ThreadPlan? {
        if let timer { return plan.threads[timer.thread] }
        return [finding.subject, finding.related].lazy.compactMap { trace.entity($0) }
            .flatMap { [$0, trace.entity($0.home)].compactMap { $0 } }
            .compactMap { entity in plan.threads.first { $0.id == entity.name && !$0.place.isEmpty } }.first
    }

    /// The body of a thread that runs its loop until it is cancelled, and ends its timers then.
    private func loopToTheEnd(of thread: String, isDetached: Bool = false) -> String {
        let until = isDetached ? "" : "until = { cancelled = \(quoted(thread)) }, "
        let run = "{ run_loop = { in_mode = \"default\", for = \"1s\", return_after_source = true } }"
        let rounds = max(1000, 2 * plan.duration / 1_000_000_000)
        let ends = timers.map { plan.timers[$0] }.filter { $0.kind != .perform }.map { ", { \(ending($0)) }" }
        return "{ repeat = \(rounds), \(until)do = [\(run)] }" + ends.joined()
    }

    /// Whether work that is handed over is that of a callback off main.
    var isJobOffMain: Bool { plan.timers.first { $0.id == changed }?.isOffMain ?? false }

    /// Where the work is that is handed over, in front of its lines, unless it is a timer's.
    var placeOfWork: String {
        guard let changed, let culprit, !plan.timers.contains(where: { $0.id == changed }) else { return "" }
        return "  // \(changed), \(line(of: culprit)) of the scenario\n"
    }

    private func line(of step: Step) -> String {
        "line \(editor.text(at: 0..<step.place.lowerBound).count { $0 == "\n" } + 1)"
    }

    /// Has that thread run its loop instead of what is its end now, or at its end.
    mutating func runLoopToTheEnd() -> Bool {
        guard let thread, let body = thread.body, !thread.place.isEmpty else { return false }
        let loop = loopToTheEnd(of: thread.id, isDetached: thread.isDetached)
        let isMade = body.lastIndex { step in timers.contains { step.adds($0) || step.action == .create(.timer($0)) } }
        replaced = body.dropFirst(isMade.map { $0 + 1 } ?? 0).last {
            switch $0.action {
            case .runLoop, .sleep: true
            default: false
            }
        }
        if let replaced {
            editor.replace(replaced.place, with: loop)
        } else {
            editor.add(loop, to: "do", at: thread.place, first: false)
        }
        return true
    }

    /// Gives its timers a thread with a run loop, which is cancelled where they were ended.
    mutating func moveToWorker(_ timer: TimerPlan) -> Bool {
        let thread = fresh("\(timer.id).thread")
        editor.append("[[thread]]\nid = \(quoted(thread))\nstarts = \"0s\"\ndo = [\(loopToTheEnd(of: thread))]")
        for step in steps(where: { step in timers.contains { step.ends($0) } }) {
            guard !timer.steps.holds(step), let verb = editor.keys(at: step.place).first else { continue }
            editor.rename(verb, to: "cancel", at: step.place)
            editor.set(verb, to: quoted(thread), at: step.place)
        }
        return set("thread") { _ in "\"\(thread)\"" }
    }

    /// Has a flag go with each suspend and resume, so that a second of its kind does nothing.
    mutating func suspendInPairs() -> Bool {
        func isSuspend(_ step: Step) -> Bool { timers.contains { step.action == .suspend(.timer($0)) } }
        let found = steps { step in isSuspend(step) || timers.contains { step.action == .resume(.timer($0)) } }
        guard let timer, timer.startsActive, found.contains(where: isSuspend), !found.allSatisfy(isSuspend),
            found.allSatisfy({ $0.condition == nil })
        else { return false }
        let flag = quoted(fresh("\(timer.id).suspended"))
        for step in found {
            let (verb, condition) =
                isSuspend(step) ? ("create", "{ gone = \(flag) }") : ("release", "{ not = { gone = \(flag) } }")
            editor.set("when", to: condition, at: step.place)
            editor.insert(", { \(verb) = \(flag), when = \(condition) }", at: step.place.upperBound)
        }
        editor.append("# It is there while the source is suspended.\n[[object]]\nid = \(flag)\nheld_by = \"static\"")
        return true
    }

    /// Which of several calls the finding is put down to: behind its line of code.
    func which(_ isAlike: (Step) -> Bool) -> String {
        let alike = steps(where: isAlike)
        guard alike.count > 1, let culprit, let index = alike.firstIndex(of: culprit) else { return "" }
        return "  // call \(index + 1) of \(alike.count): \(line(of: culprit)) of the scenario"
    }

    /// Gives the loop of that thread something to wait for.
    mutating func addPort() -> Bool {
        guard let thread else { return false }
        editor.append(
            "[[source]]\nid = \(quoted(fresh("port")))\nkind = \"source1\"\nthread = \(quoted(thread.id))")
        return true
    }

    /// The code of the timers that the change is about, in the scenario as it was or as it is now.
    func codes(in plan: ScenarioPlan) -> [TimerCode] {
        let other = changed.flatMap { name in self.plan.timers.firstIndex { $0.id == name } }
        let indices = other.map { [$0] } ?? timers
        guard indices.isEmpty, let culpritPerform else {
            return indices.map { TimerCode($0, of: plan, from: self.plan, owner: owner) }
        }
        // A delayed perform that a step asks for is a timer, too.
        func performs(in plan: ScenarioPlan) -> [Step] {
            var found: [Step] = []
            plan.eachStep { if $0.isDelayedPerform { found.append($0) } }
            return found
        }
        let index = performs(in: self.plan).firstIndex(of: culpritPerform)
        func withTimer(_ plan: ScenarioPlan) -> ScenarioPlan {
            var plan = plan
            if let index, case .perform(let perform) = performs(in: plan)[index].action {
                plan.timers.append(TimerPlan(perform, id: trace.name(finding.subject)))
            }
            return plan
        }
        let timer = self.plan.timers.count
        return [TimerCode(timer, of: withTimer(plan), from: withTimer(self.plan), owner: owner)]
    }

    /// The delayed perform that the finding is about.
    var culpritPerform: Step? {
        let place = trace.entity(finding.subject)?.place
        return timers.isEmpty ? steps { $0.place == place && $0.isDelayedPerform }.first : nil
    }

    /// Lets a static variable hold the timers, unless an object does.
    mutating func hold() -> Bool {
        for index in timers where !plan.isOwned(timer: index) {
            editor.set("held_by", to: "\"static\"", at: plan.timers[index].place)
        }
        return true
    }

    /// Has the handlers that hold their own timer capture it weakly.
    mutating func captureItselfWeakly() -> Bool {
        let found = timers.filter { index in
            plan.timers[index].callback.captures.contains { $0.part == .timer(index) && !$0.isWeak }
        }
        for timer in found.map({ plan.timers[$0] }) { setWeak(quoted(timer.id), of: timer) }
        return !found.isEmpty
    }

    /// Puts another object between the timers and their target.
    mutating func stand(in forwarding: String) -> Bool {
        guard let owner else { return false }
        var changes = false
        for timer in timers.map({ plan.timers[$0] }) {
            guard let target = timer.callback.target?.object else { continue }
            // What is a proxy already needs none; it is replaced by what ends the timer itself.
            guard target == owner || forwarding == "self-invalidating" && plan.objects[target].forwardsTo == owner
            else { continue }
            if timer.callback.userInfo.contains(owner) { cost = "userInfo keeps it still: pass something else" }
            let id = quoted(fresh("\(timer.id).\(forwarding)"))
            editor.append(
                "[[object]]\nid = \(id)\nproxy = \"\(forwarding)\"\nforwards_to = \(quoted(plan.objects[owner].id))")
            editor.set("target", to: id, at: timer.place)
            changes = true
        }
        return changes
    }
}

extension [Step] {
    /// Whether a step is one of them, or inside of one.
    func holds(_ step: Step) -> Bool {
        var isThere = false
        each { if $0.place == step.place { isThere = true } }
        return isThere
    }
}

extension Step {
    fileprivate var isDelayedPerform: Bool {
        if case .perform(let plan) = action, case .after = plan.delivery { true } else { false }
    }
}
