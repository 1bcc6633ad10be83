import LabScenarioModel

// What one remedy does to a scenario, and where it is done.

extension RemedySite {
    /// The thread that the finding is about, or its timer's.
    var thread: ThreadPlan? {
        if let loopThread { return plan.threads[loopThread] }
        return [finding.subject, finding.related].lazy.compactMap { trace.entity($0) }
            .flatMap { [$0, trace.entity($0.home)].compactMap { $0 } }
            .compactMap { entity in plan.threads.first { $0.id == entity.name && !$0.place.isEmpty } }.first
    }

    /// The thread in whose run loop its timer is.
    var loopThread: Int? { timers.first.map { plan.thread(whoseLoopHas: $0) } }

    /// The steps that add its timers to a run loop.
    var addingSteps: [Step] { steps { step in timers.contains { step.adds($0) } } }

    /// The body of a thread that runs its loop until it is cancelled, and ends its timers then.
    private func loopToTheEnd(of thread: String, isDetached: Bool = false) -> String {
        let until = isDetached ? "" : "until = { cancelled = \(quoted(thread)) }, "
        let run = "{ run_loop = { in_mode = \"default\", for = \"1s\", return_after_source = true } }"
        let rounds = max(1000, 2 * plan.duration / 1_000_000_000)
        let ends = timers.map { plan.timers[$0] }.filter { $0.kind != .perform }.map { ", { \(ending($0)) }" }
        return "{ repeat = \(rounds), \(until)do = [\(run)] }" + ends.joined()
    }

    /// The variable of the background task that the finding is about, and whether it has an expiration handler.
    var backgroundTask: (name: String, hasHandler: Bool) {
        let begun = begunTasks
        guard begun.count == 1, let step = begun.first, case .beginBackgroundTask(_, let steps) = step.action else {
            return ("backgroundTask", false)
        }
        let id = editor.value(of: "begin_background_task", at: step.place) ?? ""
        let isOnly = self.steps { if case .beginBackgroundTask = $0.action { true } else { false } }.count == 1
        return (isOnly ? "backgroundTask" : TimerCode.named(id, "Task"), !steps.isEmpty)
    }

    /// The steps that begin the background task that the finding is about; all where it names none.
    var begunTasks: [Step] {
        let begun = steps { if case .beginBackgroundTask = $0.action { true } else { false } }
        return culprit.flatMap { step in begun.first { $0.place == step.place } }.map { [$0] } ?? begun
    }

    /// Where the work is that is handed over, in front of its lines, unless it is a timer's.
    var placeOfWork: String {
        guard let changed, let culprit, !plan.timers.contains(where: { $0.id == changed }) else { return "" }
        return "  // \(changed), \(line(of: culprit)) of the scenario\n"
    }

    private func line(of step: Step) -> String {
        "line \(editor.text(at: 0..<step.place.lowerBound).count { $0 == "\n" } + 1)"
    }

    private func makes(_ step: Step) -> Bool {
        timers.contains { step.adds($0) || step.action == .create(.timer($0)) }
    }

    /// Whether no run of that thread's loop stands before what makes its timers: it would not return with a port.
    var isMadeBeforeLoops: Bool {
        let body = thread?.body ?? []
        return !body[..<(body.lastIndex(where: makes) ?? 0)].contains { $0.action.isLoopRun }
    }

    /// Has that thread run its loop instead of what is its end now, or at its end.
    mutating func runLoopToTheEnd() -> Bool {
        guard let thread, let body = thread.body, !thread.place.isEmpty else { return false }
        let loop = loopToTheEnd(of: thread.id, isDetached: thread.isDetached)
        replaced = body.dropFirst(body.lastIndex(where: makes).map { $0 + 1 } ?? 0).last {
            switch $0.action {
            case .runLoop, .sleep: true
            case .repeating(_, let steps, _): steps.contains { $0.action.isLoopRun }
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

    /// Has a timer's block end it where its owner is gone; the block of no other mechanism is passed what ends it.
    @discardableResult
    mutating func endWithoutOwner(_ timer: TimerPlan, _ owner: String) -> Bool {
        guard timer.kind == .nstimer else { return false }
        editor.add("{ \(ending(timer)), when = { gone = \(owner) } }", to: "do", at: timer.place)
        return true
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

    /// The step that gives the owner to a block of a queue, strongly; the finding is about it, or what it captures.
    var culpritBlock: Step? {
        owner.flatMap { owner in
            steps { step in
                step.place.overlaps(finding.place)
                    && step.blockCaptures.contains { $0.part == .object(owner) && !$0.isWeak }
            }.last
        }
    }

    /// Has that block capture its owner weakly.
    mutating func captureWeaklyInBlock() -> Bool {
        guard let step = culpritBlock, let owner else { return false }
        func ids(_ isListed: (_ isOwner: Bool, _ isWeak: Bool) -> Bool) -> String? {
            let ids = step.blockCaptures.compactMap { capture in
                guard case .object(let object) = capture.part, isListed(object == owner, capture.isWeak) else {
                    return String?.none
                }
                return quoted(plan.objects[object].id)
            }
            return ids.isEmpty ? nil : "[\(ids.joined(separator: ", "))]"
        }
        editor.set("strong", to: ids { !$0 && !$1 }, at: step.place)
        editor.set("weak", to: ids { $0 || $1 }, at: step.place)
        return true
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
