import ExactTime
import ScenarioModel

/// A part whose keys are read; its steps are read when all parts are known.
struct PendingPart {
    let fields: DecodedTable
    let index: Int
}

extension ScenarioDecoder {
    mutating func prepareQueue(_ node: Node) {
        let fields = table(node, as: Schema.queue)
        let kind = fields.word("kind", as: QueuePlan.Kind.self) ?? .serial
        queueKinds.append(kind)
        plan.queues.append(QueuePlan(id: fields.text("id") ?? "", kind: kind, place: node.span))
    }

    mutating func prepareThread(_ node: Node) -> PendingPart {
        let fields = table(node, as: Schema.thread)
        let target = fields.object("target")
        let isDetached = fields.flag("detached") ?? false
        guard fields.text("id") != "main" else {
            return prepareMainThread(fields, target: target, isDetached: isDetached)
        }
        var thread = ThreadPlan(id: fields.text("id") ?? "", place: node.span)
        thread.starts = fields.duration("starts")
        thread.body = []
        thread.target = target
        thread.isDetached = isDetached
        plan.threads.append(thread)
        return PendingPart(fields: fields, index: plan.threads.count - 1)
    }

    private mutating func prepareMainThread(
        _ fields: DecodedTable, target: Int?, isDetached: Bool
    ) -> PendingPart {
        if !plan.threads[0].place.isEmpty {
            report(
                Diagnostic(
                    .duplicateID, "the main thread is described twice", at: fields.span,
                    help: "put both bodies into one",
                    related: [.init("first described here", at: plan.threads[0].place)]))
        }
        for (key, isWrong) in [("starts", (fields.duration("starts") ?? 0) != 0), ("detached", isDetached)]
        where isWrong {
            report(
                Diagnostic(
                    .keyDoesNotApply, "'\(key)' does not apply to the main thread",
                    at: fields.keySpans[key] ?? fields.span,
                    help: "the main thread is there from the start"))
        }
        plan.threads[0].place = fields.span
        plan.threads[0].target = target
        return PendingPart(fields: fields, index: 0)
    }

    mutating func finishThread(_ part: PendingPart) {
        guard let node = part.fields.steps("do") else {
            if part.index == 0, part.fields.isPresent("do") == false { plan.threads[0].body = nil }
            return
        }
        let context = StepContext(site: .body, stage: .thread(part.index), owner: .thread(part.index))
        plan.threads[part.index].body = steps(node, in: context)
    }

    mutating func prepareEvent(_ node: Node) -> PendingPart {
        let fields = table(node, as: Schema.event)
        let index = plan.events.count
        var event = EventPlan(
            id: fields.text("id") ?? "event \(index + 1)", place: node.span, at: fields.duration("at") ?? 0,
            thread: fields.thread("thread") ?? 0, steps: [])
        event.every = fields.exact("every")
        event.until = fields.duration("until")
        if fields.isPresent("until"), !fields.isPresent("every") {
            report(
                Diagnostic(
                    .keyDoesNotApply, "'until' belongs to 'every'", at: fields.keySpans["until"] ?? node.span,
                    help: "add every = \"1s\", or leave 'until' out"))
        }
        plan.events.append(event)
        return PendingPart(fields: fields, index: index)
    }

    mutating func finishEvent(_ part: PendingPart) {
        guard let node = part.fields.steps("do") else { return }
        let stage = StepContext.Stage.thread(plan.events[part.index].thread)
        plan.events[part.index].steps = steps(node, in: StepContext(site: .event, stage: stage))
    }

    mutating func prepareObserver(_ node: Node) -> PendingPart {
        let fields = table(node, as: Schema.observer)
        let index = plan.observers.count
        let activities = fields.texts("activities")?.compactMap { ObserverPlan.Activity(rawValue: $0) } ?? []
        if fields.list("activities")?.isEmpty ?? false {
            report(
                Diagnostic(
                    .emptyValue, "an observer of nothing", at: fields.item("activities")?.span ?? node.span,
                    help: "name at least one activity, such as \"before-waiting\""))
        }
        var observer = ObserverPlan(
            id: fields.text("id") ?? "observer \(index + 1)", activities: activities, place: node.span)
        observer.modes = fields.modes("modes") ?? [.default]
        observer.order = fields.integer("order") ?? 0
        observer.repeats = fields.flag("repeats") ?? true
        observer.thread = fields.thread("thread") ?? 0
        plan.observers.append(observer)
        return PendingPart(fields: fields, index: index)
    }

    mutating func finishObserver(_ part: PendingPart) {
        guard let node = part.fields.steps("do") else { return }
        let stage = StepContext.Stage.thread(plan.observers[part.index].thread)
        plan.observers[part.index].steps = steps(
            node, in: StepContext(site: .observer, stage: stage, owner: .observer(part.index)))
    }

    mutating func prepareSource(_ node: Node) -> PendingPart {
        let fields = table(node, as: Schema.source)
        let index = plan.sources.count
        var source = SourcePlan(
            id: fields.text("id") ?? "", kind: fields.word("kind", as: SourcePlan.Kind.self) ?? .source1,
            place: node.span)
        source.modes = fields.modes("modes") ?? [.default]
        source.order = fields.integer("order") ?? 0
        source.thread = fields.thread("thread") ?? 0
        source.at = fields.durations("at") ?? []
        plan.sources.append(source)
        return PendingPart(fields: fields, index: index)
    }

    mutating func finishSource(_ part: PendingPart) {
        guard let node = part.fields.steps("do") else { return }
        let stage = StepContext.Stage.thread(plan.sources[part.index].thread)
        plan.sources[part.index].steps = steps(
            node, in: StepContext(site: .source, stage: stage, owner: .source(part.index)))
    }
}
