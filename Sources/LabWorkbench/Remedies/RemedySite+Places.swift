import LabCatalogue
import LabScenarioModel

// The parts and steps of a finding.

extension RemedySite {
    /// The steps that do one of these to its timers.
    func steps(_ verbs: Verb...) -> [Step] {
        plan.steps { step in verbs.contains(step.verb) && timers.contains { step.part == .timer($0) } }
    }

    /// The step that causes the finding, else the first long one of the callback.
    var culprit: Step? {
        plan.steps { !$0.place.isEmpty && $0.place == finding.place }.first ?? timer?.steps.first(where: \.isLong)
    }

    /// The mode of the program's own in which the timer was not called.
    var ownMode: ModeName? {
        finding.code == "TL0103" && timer?.isOffMain == false ? culprit?.namedModes.first(where: \.isOwn) : nil
    }

    /// True if the main queue is not served where its timer is not called.
    var mainQueueWaits: Bool {
        guard let timer, !timer.isOffMain else { return false }
        return ownMode != nil || finding.code == "TL0103" && timer.queue == 0
            || ["TL0201", "TL0205", "TL0207"].contains(finding.code) && loopThread == 0
    }

    /// True if its timers' own work keeps the main thread busy, for a tenth of a second or longer.
    var keepsMainBusy: Bool {
        !plan.steps { step in
            if case .fixed(..<100_000_000)? = step.busy { return false }
            return step.isLong && timers.contains { plan.timers[$0].steps.holds(step) } && !isOffMain(step)
        }.isEmpty
    }

    /// The steps that cause this finding and the same findings about other copies.
    var culprits: [Step] {
        let found = plan.steps { !$0.place.isEmpty && finding.alike.contains($0.place) }
        return found.isEmpty ? [culprit].compactMap(\.self) : found
    }

    /// The delayed perform of the finding.
    var culpritPerform: Step? {
        let place = trace.entity(finding.subject)?.place
        return timers.isEmpty ? plan.steps { $0.place == place && $0.isDelayedPerform }.first : nil
    }

    /// The thread in whose run loop its timer is.
    var loopThread: Int? { timers.first.map { plan.adding(ofTimer: $0)?.thread ?? plan.timers[$0].thread } }

    /// The thread of the finding, or its timer's.
    var thread: ThreadPlan? {
        if let loopThread { return plan.threads[loopThread] }
        let entities = [finding.subject, finding.related].compactMap { trace.entity($0) }
        let names = entities.flatMap { [$0.name, trace.name($0.home)] }
        return names.lazy.compactMap { name in plan.threads.first { $0.id == name && !$0.place.isEmpty } }.first
    }

    /// The block of a queue around a step.
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

    /// True if a step does not run on the main thread: a block runs on its queue or thread, any other step with its part.
    func isOffMain(_ step: Step) -> Bool {
        let outer = plan.steps { ($0.queue != nil || $0.thread != nil) && $0.encloses(step) }.last
        return outer.map { $0.queue ?? $0.thread ?? 0 > 0 } ?? part(with: step)?.isOffMain ?? false
    }

    /// The queue of the innermost block around a step.
    func queue(around step: Step) -> Int? { plan.steps { $0.queue != nil && $0.encloses(step) }.last?.queue }

    /// True if a step runs while its object is deallocated, so that no block may refer to self.
    func deallocates(_ step: Step) -> Bool { plan.objects.contains { $0.dealloc.holds(step) } }

    // MARK: In code

    /// The part whose code changes, and the line of the step.
    mutating func sayWhere(_ step: Step) {
        changed = changed ?? part(with: step)?.name
        words["where"] = changed.map { "\($0), line \(document.line(of: step.place) ?? 0)" }
    }

    /// The words of a step: its verb, its method, its thread, its delay, and its queue or one for work without a queue.
    mutating func say(_ step: Step) {
        let queue = step.queue.map { plan.queues[$0].id.named("Queue") } ?? "work"
        // The main queue needs no word.
        words["jobQueue"] = step.queue == 0 ? nil : "\(queue)====self.\(queue)"
        words["method"] = step.word?.method ?? (step.name ?? "finish").identifier
        words["thread"] = step.thread.flatMap { $0 > 0 ? plan.threads[$0].id.named("Thread") : nil }
        words["first"] = if case .fixed(let length)? = step.delay { TimerCode.decimal(length) } else { "delay" }
        words.set([
            "does-\(step.verb.rawValue)": true, "takes": step.word?.hasSuffix(":") == true,
            "delayed": step.verb == .asyncAfter, "wall": step.clock == .wall, "atStart": false,
        ])
        if step.verb == .assign, let owner = step.part {
            words["property"] = "\(plan.id(of: owner).identifier).\(step.word?.identifier ?? "")"
        }
    }
}
