import LabRecording
import LabScenarioModel

// The parts and steps of a finding.

extension RemedySite {
    /// The steps that meet a condition, nested ones included.
    func steps(where holds: (Step) -> Bool) -> [Step] { plan.steps(where: holds) }

    /// The step that causes the finding, else the first long one of the callback.
    var culprit: Step? {
        steps { !$0.place.isEmpty && $0.place == finding.place }.first ?? timer?.steps.first(where: \.isLong)
    }

    /// The steps that cause this finding and the same findings about other copies.
    var culprits: [Step] {
        let found = steps { !$0.place.isEmpty && finding.alike.contains($0.place) }
        return found.isEmpty ? [culprit].compactMap(\.self) : found
    }

    /// The delayed perform of the finding.
    var culpritPerform: Step? {
        let place = trace.entity(finding.subject)?.place
        return timers.isEmpty ? steps { $0.place == place && $0.isDelayedPerform }.first : nil
    }

    /// The step whose block of a queue captures the owner strongly; the finding is about the block or its captures.
    var culpritBlock: Step? {
        owner.flatMap { owner in
            steps { step in
                step.place.overlaps(finding.place)
                    && step.captures.contains { $0.part == .object(owner) && !$0.isWeak }
            }.last
        }
    }

    /// The steps that make its timers, and those that add them to a run loop.
    var makingSteps: [Step] { steps { step in timers.contains { step.does(.create, .timer($0)) } } }
    var addingSteps: [Step] { steps { step in timers.contains { step.adds($0) } } }

    /// The thread in whose run loop its timer is.
    var loopThread: Int? { timers.first.map { plan.adding(ofTimer: $0)?.thread ?? plan.timers[$0].thread } }

    /// The thread of the finding, or its timer's.
    var thread: ThreadPlan? {
        if let loopThread { return plan.threads[loopThread] }
        return [finding.subject, finding.related].lazy.compactMap { trace.entity($0) }
            .flatMap { [$0, trace.entity($0.home)].compactMap { $0 } }
            .compactMap { entity in plan.threads.first { $0.id == entity.name && !$0.place.isEmpty } }.first
    }

    /// The block of a queue around a step.
    func block(around step: Step) -> Step? {
        steps { outer in outer.isPosted && outer.place != step.place && outer.place.overlaps(step.place) }
            .filter { $0.place.lowerBound <= step.place.lowerBound && step.place.upperBound <= $0.place.upperBound }
            .last
    }

    /// True if a step does not run on the main thread: a block runs on its queue, any other step with its part.
    func isOffMain(_ step: Step) -> Bool {
        let part = plan.timers.first { $0.steps.holds(step) }?.isOffMain
        let event = plan.events.first { $0.steps.holds(step) }.map { $0.thread > 0 }
        let block = steps { $0.queue != nil && $0.place != step.place && [$0].holds(step) }.last
        return block?.queue.map { $0 > 0 } ?? part ?? event ?? false
    }

    /// The part with a step, if it is not a timer.
    func name(ofPartWith step: Step) -> String? {
        let lists =
            plan.events.map { ($0.id, $0.steps) } + plan.observers.map { ($0.id, $0.steps) }
            + plan.sources.map { ($0.id, $0.steps) } + plan.threads.map { ($0.id, $0.body ?? []) }
            + plan.objects.map { ($0.id, $0.dealloc + $0.viewWillDisappear) }
        return lists.first { $0.1.holds(step) }?.0
    }

    func line(of step: Step) -> String {
        "line \(document.text(at: 0..<step.place.lowerBound).count { $0 == "\n" } + 1)"
    }

    // MARK: In code

    /// The queue of a block, or one for work that has none yet.
    mutating func sayQueue(of step: Step) {
        let name = step.queue.map { $0 == 0 ? nil : TimerCode.named(plan.queues[$0].id, "Queue") } ?? "work"
        say("jobQueue", name ?? "DispatchQueue.main", name.map { "self." + $0 } ?? "dispatch_get_main_queue()")
    }

    /// A step that refers to self later, strongly or weakly: a block of a queue, else a property.
    mutating func sayReach(_ step: Step) {
        sayQueue(of: step)
        say("reachedMethod", TimerCode.identifier(step.name ?? "finish"))
        var call = ("async", "async(")
        if step.verb == .assign, let owner = step.part {
            let place = "\(TimerCode.identifier(plan.id(of: owner))).\(TimerCode.identifier(step.word ?? ""))"
            return say("weakly", "\(place) = self  // a weak property", "self.\(place) = self;  // a weak property")
        }
        if step.verb == .asyncAfter {
            let clock = step.clock
            var time = "delay"
            if case .fixed(let length)? = step.delay { time = TimerCode.decimal(length) }
            call = (
                "asyncAfter(\(clock == .wall ? "wallDeadline" : "deadline"): .now() + \(time))",
                "after(dispatch_\(clock == .wall ? "walltime(NULL" : "time(DISPATCH_TIME_NOW"), "
                    + "\(time) * NSEC_PER_SEC), "
            )
        }
        say(
            "strongly", "$jobQueue.\(call.0) { self.$reachedMethod() }",
            "dispatch_\(call.1)$jobQueue, ^{ [self $reachedMethod]; });")
        say(
            "weakly", "$jobQueue.\(call.0) { [weak self] in self?.$reachedMethod() }",
            "dispatch_\(call.1)$jobQueue, ^{ [weakSelf $reachedMethod]; });")
        say("captured", if: true)
    }
}
