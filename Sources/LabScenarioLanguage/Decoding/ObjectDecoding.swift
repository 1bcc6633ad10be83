import LabScenarioModel

extension ValueDecoder {
    mutating func object(_ node: Node, into plan: inout ScenarioPlan) -> PendingPart {
        let fields = table(node, as: Schema.object)
        let index = plan.objects.count
        let id = fields.text("id") ?? ""
        var object = ObjectPlan(id: id, className: fields.text("class") ?? id, place: node.span)
        object.thread = fields.index("thread") ?? 0
        object.forwarding = fields.word("proxy") ?? .none
        object.forwardsTo = fields.index("forwards_to")
        object.heldBy = fields.named("held_by", as: Holder.self).map(\.value)
        object.strong = properties(fields, "strong")
        object.weak = properties(fields, "weak")
        object.selectors = fields.values("selectors")
        checkProxy(object, fields, index)
        checkProperties(object)
        plan.objects.append(object)
        var part = PendingPart(reference: .object(index), fields: fields)
        part.takeSteps("dealloc", .dealloc, .anyThread) { $0.objects[index].dealloc = $1 }
        part.takeSteps("view_will_disappear", .disappearing, .anyThread) { $0.objects[index].viewWillDisappear = $1 }
        return part
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
