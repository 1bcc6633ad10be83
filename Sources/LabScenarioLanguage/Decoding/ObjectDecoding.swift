import LabScenarioModel

extension ValueDecoder {
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

    private mutating func checkProxy(
        _ object: ObjectPlan, _ fields: DecodedTable, _ index: Int
    ) {
        let needsTarget = object.forwarding != .none && object.forwarding != .classObject
        if needsTarget, !fields.isPresent("forwards_to") {
            report(
                .missingKey, "missing key 'forwards_to': a proxy stands for another object",
                at: fields.valueSpan("proxy"), help: "add forwards_to = \"ID\", the object that it stands for")
        }
        if !needsTarget, let place = fields.keySpans["forwards_to"] {
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
