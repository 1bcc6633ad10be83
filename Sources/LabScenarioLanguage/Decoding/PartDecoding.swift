import LabExactTime
import LabScenarioModel

extension ValueDecoder {
    mutating func queue(_ node: Node, into plan: inout ScenarioPlan) {
        var queue = QueuePlan(id: "", kind: .serial, place: node.span)
        _ = table(node, as: Schema.queue, setting: &queue)
        plan.queues.append(queue)
    }

    mutating func thread(_ node: Node, into plan: inout ScenarioPlan) -> PendingPart {
        let isMain = node["id"]?.text == "main"
        let earlier = plan.threads[0].place
        if !isMain { plan.threads.append(ThreadPlan(id: "", starts: nil)) }
        let index = isMain ? 0 : plan.threads.count - 1
        let fields = table(node, as: Schema.thread, setting: &plan.threads[index])
        if isMain { checkMainThread(fields, plan.threads[0], earlier: earlier) }
        plan.threads[index].place = node.span
        // The main thread of an app runs its run loop; any other ends when it has nothing to do.
        if !isMain || fields.isPresent("do") { plan.threads[index].body = [] }
        return PendingPart(.thread(index), fields).steps("do", .body, .thread(index)) { $0.threads[index].body = $1 }
    }

    private mutating func checkMainThread(_ fields: DecodedTable, _ thread: ThreadPlan, earlier: Place) {
        if !earlier.isEmpty {
            report(
                .duplicateID, "the main thread is described twice", at: fields.span, help: "put both bodies into one",
                related: [.init("first described here", at: earlier)])
        }
        for (key, isWrong) in [("starts", thread.starts != 0), ("detached", thread.isDetached)] where isWrong {
            report(
                .keyDoesNotApply, "'\(key)' does not apply to the main thread", at: fields.keySpan(key),
                help: "the main thread exists from the start")
        }
    }

    mutating func event(_ node: Node, into plan: inout ScenarioPlan) -> PendingPart {
        let index = plan.events.count
        var event = EventPlan(id: "event \(index + 1)", place: node.span, at: 0, steps: [])
        let fields = table(node, as: Schema.event, setting: &event)
        event.drawnAt = fields["at"]
        event.at = event.drawnAt?.points.first?.value ?? event.at
        if plan.duration > 0, plan.untilFired == nil, event.drawnAt == nil, event.at >= plan.duration {
            report(
                .afterTheEnd, severity: .warning,
                "\(event.id) never comes: the scenario ends at \(DurationText.format(plan.duration))",
                at: fields.valueSpan("at"), help: "a longer duration, or an earlier time")
        }
        if fields.isPresent("until"), !fields.isPresent("every") {
            report(
                .keyDoesNotApply, "'until' belongs to 'every'", at: fields.keySpan("until"),
                help: "add every = \"1s\", or leave 'until' out")
        }
        plan.events.append(event)
        return PendingPart(.event(index), fields)
            .steps("do", .event, .thread(event.thread)) { $0.events[index].steps = $1 }
    }

    mutating func observer(_ node: Node, into plan: inout ScenarioPlan) -> PendingPart {
        let index = plan.observers.count
        var observer = ObserverPlan(id: "observer \(index + 1)", activities: [], place: node.span)
        let fields = table(node, as: Schema.observer, setting: &observer)
        if fields.list("activities")?.isEmpty ?? false {
            report(
                .emptyValue, "'activities' is empty", at: fields.valueSpan("activities"),
                help: "name at least one activity, such as \"before-waiting\"")
        }
        plan.observers.append(observer)
        return PendingPart(.observer(index), fields)
            .steps("do", .observer, .thread(observer.thread)) { $0.observers[index].steps = $1 }
    }

    mutating func source(_ node: Node, into plan: inout ScenarioPlan) -> PendingPart {
        let index = plan.sources.count
        var source = SourcePlan(id: "", kind: .source1, place: node.span)
        let fields = table(node, as: Schema.source, setting: &source)
        plan.sources.append(source)
        return PendingPart(.source(index), fields)
            .steps("do", .source, .thread(source.thread)) { $0.sources[index].steps = $1 }
    }

    mutating func object(_ node: Node, into plan: inout ScenarioPlan) -> PendingPart {
        let index = plan.objects.count
        var object = ObjectPlan(id: "", className: "", place: node.span)
        let fields = table(node, as: Schema.object, setting: &object)
        if fields.item("class") == nil { object.className = object.id }
        object.strong = properties(fields, "strong")
        object.weak = properties(fields, "weak")
        checkProxy(object, fields, index)
        checkProperties(object)
        plan.objects.append(object)
        return PendingPart(.object(index), fields)
            .steps("dealloc", .dealloc, .anyThread) { $0.objects[index].dealloc = $1 }
            .steps("view_will_disappear", .disappearing, .anyThread) { $0.objects[index].viewWillDisappear = $1 }
    }

    private func properties(_ fields: DecodedTable, _ key: String) -> [PropertyPlan] {
        fields.named(key, as: PartReference.self).map { PropertyPlan(name: $0.name, part: $0.value, place: $0.place) }
    }

    private mutating func checkProxy(_ object: ObjectPlan, _ fields: DecodedTable, _ index: Int) {
        let needsTarget = object.forwarding != .none && object.forwarding != .classObject
        if needsTarget, !fields.isPresent("forwards_to") {
            report(
                .missingKey, "missing key 'forwards_to': a proxy stands for another object",
                at: fields.valueSpan("proxy"), help: "add forwards_to = \"ID\", the object that it stands for")
        }
        if !needsTarget, let place = fields.place(of: "forwards_to") {
            let what = object.forwarding == .classObject ? "a class object" : "an ordinary object"
            report(
                .keyDoesNotApply, "'forwards_to' does not apply to \(what)", at: place,
                help: "add proxy = \"nsproxy\", or leave it out")
        }
        if object.forwardsTo == index {
            report(
                .selfReference, "a proxy forwards to itself", at: fields.valueSpan("forwards_to"),
                help: "name the object that it stands for")
        }
    }

    private mutating func checkProperties(_ object: ObjectPlan) {
        var seen: [String: Place] = [:]
        for property in object.strong + object.weak {
            if let earlier = seen[property.name] {
                report(
                    .conflictingKeys, "the object has two variables '\(property.name.shownShort)'", at: property.place,
                    help: "name them: strong = { first = \"ID\" }", related: [.init("the other one", at: earlier)])
            }
            seen[property.name] = property.place
        }
    }
}
