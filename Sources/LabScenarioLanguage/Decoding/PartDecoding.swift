import LabExactTime
import LabScenarioModel

extension ValueDecoder {
    mutating func queue(_ node: Node, into plan: inout ScenarioPlan) {
        let fields = table(node, as: Schema.queue)
        plan.queues.append(
            QueuePlan(id: fields.text("id") ?? "", kind: fields.word("kind") ?? .serial, place: node.span))
    }

    mutating func thread(_ node: Node, into plan: inout ScenarioPlan) -> PendingPart {
        let fields = table(node, as: Schema.thread)
        let isMain = fields.text("id") == "main"
        let index = isMain ? 0 : plan.threads.count
        if isMain {
            checkMainThread(fields, earlier: plan.threads[0].place)
        } else {
            plan.threads.append(ThreadPlan(id: fields.text("id") ?? "", starts: fields.duration("starts")))
            plan.threads[index].isDetached = fields.flag("detached") ?? false
        }
        plan.threads[index].place = node.span
        plan.threads[index].target = fields.index("target")
        // The main thread of an app runs its run loop; any other ends when it has nothing to do.
        if !isMain || fields.isPresent("do") { plan.threads[index].body = [] }
        var part = PendingPart(reference: .thread(index), fields: fields)
        part.takeSteps("do", .body, .thread(index)) { $0.threads[index].body = $1 }
        return part
    }

    private mutating func checkMainThread(_ fields: DecodedTable, earlier: Place) {
        if !earlier.isEmpty {
            report(
                .duplicateID, "the main thread is described twice", at: fields.span, help: "put both bodies into one",
                related: [.init("first described here", at: earlier)])
        }
        for (key, isWrong) in [
            ("starts", (fields.duration("starts") ?? 0) != 0), ("detached", fields.flag("detached") ?? false),
        ] where isWrong {
            report(
                .keyDoesNotApply, "'\(key)' does not apply to the main thread", at: fields.keySpan(key),
                help: "the main thread exists from the start")
        }
    }

    mutating func event(_ node: Node, into plan: inout ScenarioPlan) -> PendingPart {
        let fields = table(node, as: Schema.event)
        let index = plan.events.count
        var event = EventPlan(
            id: fields.text("id") ?? "event \(index + 1)", place: node.span, at: fields.duration("at") ?? 0,
            thread: fields.index("thread") ?? 0, steps: [])
        event.drawnAt = fields["at"]
        event.at = event.drawnAt?.points.first?.value ?? event.at
        event.every = fields.exact("every")
        if plan.duration > 0, plan.untilFired == nil, event.drawnAt == nil, event.at >= plan.duration {
            report(
                .afterTheEnd, severity: .warning,
                "\(event.id) never comes: the scenario ends at \(DurationText.format(plan.duration))",
                at: fields.valueSpan("at"), help: "a longer duration, or an earlier time")
        }
        event.until = fields.duration("until")
        if fields.isPresent("until"), !fields.isPresent("every") {
            report(
                .keyDoesNotApply, "'until' belongs to 'every'", at: fields.keySpan("until"),
                help: "add every = \"1s\", or leave 'until' out")
        }
        plan.events.append(event)
        var part = PendingPart(reference: .event(index), fields: fields)
        part.takeSteps("do", .event, .thread(event.thread)) { $0.events[index].steps = $1 }
        return part
    }

    mutating func observer(_ node: Node, into plan: inout ScenarioPlan) -> PendingPart {
        let fields = table(node, as: Schema.observer)
        let index = plan.observers.count
        let activities = fields.values("activities", as: String.self) ?? []
        if fields.list("activities")?.isEmpty ?? false {
            report(
                .emptyValue, "'activities' is empty", at: fields.valueSpan("activities"),
                help: "name at least one activity, such as \"before-waiting\"")
        }
        var observer = ObserverPlan(
            id: fields.text("id") ?? "observer \(index + 1)",
            activities: activities.compactMap { ObserverPlan.Activity(rawValue: $0) }, place: node.span)
        observer.modes = fields.modes("modes") ?? [.default]
        observer.order = fields.integer("order") ?? 0
        observer.repeats = fields.flag("repeats") ?? true
        observer.thread = fields.index("thread") ?? 0
        plan.observers.append(observer)
        var part = PendingPart(reference: .observer(index), fields: fields)
        part.takeSteps("do", .observer, .thread(observer.thread)) { $0.observers[index].steps = $1 }
        return part
    }

    mutating func source(_ node: Node, into plan: inout ScenarioPlan) -> PendingPart {
        let fields = table(node, as: Schema.source)
        let index = plan.sources.count
        var source = SourcePlan(id: fields.text("id") ?? "", kind: fields.word("kind") ?? .source1, place: node.span)
        source.modes = fields.modes("modes") ?? [.default]
        source.order = fields.integer("order") ?? 0
        source.thread = fields.index("thread") ?? 0
        source.at = fields.values("at") ?? []
        plan.sources.append(source)
        var part = PendingPart(reference: .source(index), fields: fields)
        part.takeSteps("do", .source, .thread(source.thread)) { $0.sources[index].steps = $1 }
        return part
    }
}
