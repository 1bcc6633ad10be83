import LabCatalogue
import LabExactTime
import LabScenarioModel

// Questions of remedies about the parts and steps of a scenario.

extension RemedySite {
    func steps(_ verbs: Verb...) -> [Step] { plan.steps { verbs.contains($0.verb) && isTimer($0.part) } }

    /// True for one of its timers.
    func isTimer(_ part: PartReference?) -> Bool { timers.contains { part == .timer($0) } }

    /// The step that causes the finding, else the first long one of the callback.
    var culprit: Step? {
        plan.steps { !$0.place.isEmpty && $0.place == finding?.place }.first ?? timer?.steps.first(where: \.isLong)
    }

    /// The mode of the program's own in which the timer was not called.
    var ownMode: ModeName? {
        if finding?.code == .modeNeverRun {
            let body = thread.flatMap { plan.threads[$0].body } ?? []
            return plan.steps { $0.isLoopRun && body.holds($0) }.lazy.flatMap(\.namedModes).first(where: \.isOwn)
        }
        return finding?.code == "TL0103" && timer?.isOffMain == false ? culprit?.namedModes.first(where: \.isOwn) : nil
    }

    /// True if the main queue is not served where its timer is not called, or until it is.
    var mainQueueWaits: Bool {
        guard let timer, !timer.isOffMain else { return false }
        let waits = timer.steps.first.map(plan.waits(behind:)) ?? []
        return ownMode != nil || waits.contains { $0 == culprit } || finding?.code == "TL0103" && timer.queue == 0
            || ["TL0201", "TL0205", "TL0207"].contains(finding?.code) && loopThread == 0
    }

    /// The steps that cause this finding and the same findings about other copies.
    var culprits: [Step] {
        let alike = trial.findings.filter { $0.code == finding?.code && trace.entity($0.subject)?.place == place }
        return plan.steps { step in !step.place.isEmpty && alike.contains { $0.place == step.place } }
    }

    /// The delayed perform of the finding.
    var culpritPerform: Step? {
        timers.isEmpty ? plan.steps { $0.place == place && $0.isDelayedPerform }.first : nil
    }

    /// The same, and the others of its method.
    var culpritPerforms: [Step] {
        guard let perform = culpritPerform else { return [] }
        return plan.steps { $0.isDelayedPerform && $0.word == perform.word && $0.part == perform.part }
    }

    var loopThread: Int? { timers.first.map { plan.adding(ofTimer: $0)?.thread ?? plan.timers[$0].thread } }

    /// The thread of the finding, or its timer's; the main one where its end is that of the process.
    var thread: Int? {
        if finding?.code == .loopNeverRan, let other = finding?.related, other == trace.entities.mainThread { return 0 }
        let names = subjects.flatMap { [$0.name, trace.name($0.home)] }
        return loopThread ?? plan.threads.firstIndex { names.contains($0.id) && !$0.place.isEmpty }
    }

    /// The loops around a step, the outermost first.
    func loops(around step: Step) -> [Step] { plan.steps { $0.verb == .repeating && $0.encloses(step) } }

    func block(around step: Step) -> Step? { plan.steps { $0.isPosted && $0.encloses(step) }.last }

    /// The part with a step, and true if that does not run on the main thread.
    func part(with step: Step) -> (name: String, isOffMain: Bool)? {
        let timers = plan.timers.map { ($0.id, $0.steps + $0.cancelSteps, $0.isOffMain) }
        let others =
            plan.events.map { ($0.id, $0.steps, $0.thread) } + plan.observers.map { ($0.id, $0.steps, $0.thread) }
            + plan.sources.map { ($0.id, $0.steps, $0.thread) }
            + plan.threads.enumerated().map { ($1.id, $1.body ?? [], $0) }
            + plan.objects.map { ($0.id, $0.dealloc + $0.viewWillDisappear, $0.thread) }
        return (timers + others.map { ($0, $1, $2 > 0) }).first { $0.1.holds(step) }.map { ($0.0, $0.2) }
    }

    /// True if a step does not run on main: a block runs on its queue or thread, another step with its part.
    func isOffMain(_ step: Step) -> Bool {
        let outer = plan.steps { ($0.queue != nil || $0.thread != nil) && $0.encloses(step) }.last
        return outer.map { $0.queue ?? $0.thread ?? 0 > 0 } ?? part(with: step)?.isOffMain ?? false
    }

    /// The queue that calls a step: of its block, or of its timer; the main queue for any other on main.
    func servingQueue(of step: Step) -> Int? {
        queue(around: step) ?? timer(with: step)?.queue ?? (isOffMain(step) ? nil : 0)
    }

    /// The queue of the innermost block around a step.
    func queue(around step: Step) -> Int? { plan.steps { $0.queue != nil && $0.encloses(step) }.last?.queue }

    /// True if a step runs while its object is deallocated, so that no block may refer to self.
    func deallocates(_ step: Step) -> Bool { plan.objects.contains { $0.dealloc.holds(step) } }

    // MARK: In code

    /// The part whose code changes, and the step's line.
    mutating func sayWhere(_ step: Step) {
        changed = changed ?? part(with: step)?.name
        words["where"] = changed.map { "\($0), line \(document.line(of: step.place) ?? 0)" }
    }

    /// The word of a queue; the main queue needs none.
    mutating func say(queue: Int?) {
        let name = queue.map { plan.queues[$0].id.named("Queue") } ?? "work"
        words["jobQueue"] = queue == 0 ? nil : "\(name)====self.\(name)"
    }

    mutating func say(loopOf thread: Int) {
        let name = plan.threads[thread].id.named("Loop")
        words["woken"] = thread == 0 ? "CFRunLoopGetMain()" : "\(name)====self.\(name)"
    }

    /// A step's verb, method, thread, delay, and its queue or one for work without a queue.
    mutating func say(_ step: Step) {
        say(queue: step.queue)
        words["method"] = step.word?.method ?? (step.name ?? "finish").identifier
        words["thread"] = step.thread.flatMap { $0 > 0 ? plan.threads[$0].id.named("Thread") : nil }
        words["first"] = if case .fixed(let length)? = step.delay { TimerCode.decimal(length) } else { "delay" }
        words.set([
            "does-\(step.verb.rawValue)": true, "takes": step.word?.hasSuffix(":") == true,
            "delayed": step.verb == .asyncAfter, "wall": step.clock == .wall, "atStart": false,
            "offMain": step.queue != 0,
        ])
        if step.verb == .assign, let owner = step.part {
            words["property"] = "\(plan.id(of: owner).identifier).\(step.word?.identifier ?? "")"
        }
    }
}

extension ObjectPlan {
    var isView: Bool { className.lowercased().hasSuffix("view") }
}

extension TimerPlan {
    /// The timer that corresponds to a delayed perform.
    init(_ perform: Step) {
        self.init(id: perform.word ?? "", kind: .perform, place: perform.place)
        if case .fixed(let delay)? = perform.delay { (self.delay, modes) = (Rational(whole: delay), perform.modes) }
        (callback.target, callback.selector) = (perform.part.map { TargetPlan(object: $0.index) }, perform.word ?? "")
    }

    var captures: [CapturePlan] { callback.captures + cancelCaptures }

    /// True if its callback does not run on the main thread: queue 0 is the main queue, thread 0 the main thread.
    var isOffMain: Bool { queue.map { $0 > 0 } ?? (thread > 0) }
}

extension ScenarioPlan {
    /// The scenario with a timer for each step that is a delayed perform, behind its own.
    var withPerforms: ScenarioPlan {
        var plan = self
        plan.timers += steps(where: \.isDelayedPerform).map(TimerPlan.init)
        return plan
    }

    /// The modes and the thread of the last step that adds a timer to a run loop, maybe from another thread.
    func adding(ofTimer index: Int) -> (modes: [ModeName], thread: Int?, isElsewhere: Bool)? {
        steps { $0.does(.add, .timer(index)) }.last.map { step in
            let own = threads.firstIndex { $0.body?.holds(step) == true }
            return (step.modes, step.thread ?? own, step.thread != nil && step.thread != own)
        }
    }

    /// The number of blocks of the main queue in which a timer is made or added, or is a request.
    func handsToMain(timer index: Int) -> Int {
        let makings = steps { $0.does(.create, .timer(index)) || $0.does(.add, .timer(index)) }.map(\.place)
        return steps { step in
            step.queue == 0 && step.steps.contains { ([timers[index].place] + makings).contains($0.place) }
        }.count
    }

    /// The steps that end a timer, but those just before it is made again, and those that ask for its owner.
    func ends(ofTimer index: Int, owner: Int?) -> [Step] {
        let cancelled = timers[index].kind == .perform ? owner.map(PartReference.object) : nil
        let remaking = remakings(timer: index).map(\.end)
        return steps { step in
            (step.ends(index) || step.cancels(timers[index]) && step.part == cancelled && cancelled != nil)
                && !step.asks(whetherGone: owner) && !remaking.contains(step)
        }
    }

    func list(with step: Step) -> [Step]? { stepLists.first { $0.contains { $0.place == step.place } } }

    /// The steps that wait for a signal that a step comes before, in the same list.
    func waits(behind step: Step) -> [Step] {
        let following = stepLists.flatMap { list in list.drop { $0.place != step.place } }
        let signals = following.filter { $0.verb == .count && !$0.place.isEmpty }.map(\.counter)
        return steps { $0.verb == .waitFor && signals.contains($0.counter) }
    }

    /// True for a sleep that blocks the thread of a task, which could await.
    func sleepsInTask(_ step: Step) -> Bool {
        step.isSleep && timers.contains { $0.kind.row.home == .mainActor && $0.steps.contains(step) }
    }

    /// The pairs of steps that end a timer and make it again.
    func remakings(timer index: Int) -> [(end: Step, made: Step)] {
        stepLists.flatMap { zip($0, $0.dropFirst()) }.map { (end: $0, made: $1) }.filter { end, made in
            let isMade = made.does(.create, .timer(index))
            let isRequest = timers[index].kind == .perform && (isMade || made.isDelayedPerform)
            return isRequest && end.cancels(timers[index]) || end.ends(index) && isMade
        }
    }

    func holders(ofTimer index: Int) -> [Int] {
        objects.indices.filter { (objects[$0].strong + objects[$0].weak).contains { $0.part == .timer(index) } }
    }
}

extension [Step] {
    /// True if a step is one of them or inside one.
    func holds(_ step: Step) -> Bool { contains { $0.place == step.place || $0.encloses(step) } }
}

extension Step {
    func encloses(_ step: Step) -> Bool { place != step.place && step.place.clamped(to: place) == step.place }

    /// True if it gives a block to a queue without waiting.
    var isPosted: Bool { verb == .async || verb == .asyncAfter }

    /// True if it takes time in its callback.
    var isLong: Bool { [.work, .loop, .repeating].contains(verb) || verb == .sleep && !flag }

    /// True if it blocks its thread and does nothing.
    var isSleep: Bool { verb == .sleep && !flag && condition == nil }

    var isDelayedPerform: Bool { verb == .perform && delay != nil }

    /// True if it cancels the requests of a method, or all.
    func cancels(_ perform: TimerPlan) -> Bool {
        verb == .cancelPerform && (word ?? perform.callback.selector) == perform.callback.selector
    }

    func ends(_ timer: Int) -> Bool { does(.invalidate, .timer(timer)) || does(.cancel, .timer(timer)) }

    func asks(whetherGone object: Int?) -> Bool { object.map { condition == .gone(.object($0)) } ?? false }
}
