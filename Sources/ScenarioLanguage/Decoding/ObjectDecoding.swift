import ScenarioModel

extension ScenarioDecoder {
    mutating func prepareObject(_ node: Node) -> PendingPart {
        let fields = table(node, as: Schema.object)
        let index = plan.objects.count
        let id = fields.text("id") ?? ""
        var object = ObjectPlan(id: id, className: fields.text("class") ?? id, place: node.span)
        object.thread = fields.thread("thread") ?? 0
        object.forwarding = fields.word("proxy", as: ObjectPlan.Forwarding.self) ?? .none
        object.forwardsTo = fields.object("forwards_to")
        object.heldBy = holders(fields)
        object.strong = properties(fields, "strong")
        object.weak = properties(fields, "weak")
        object.selectors = fields.texts("selectors")
        checkProxy(object, fields, index)
        checkProperties(object)
        plan.objects.append(object)
        return PendingPart(fields: fields, index: index)
    }

    /// The holders that `held_by` names.
    func holders(_ fields: DecodedTable) -> [Holder] {
        guard case .named(let items)? = fields.item("held_by")?.value else { return [] }
        return items.compactMap {
            guard case .holder(let holder) = $0.item.value else { return nil }
            return holder
        }
    }

    private func properties(_ fields: DecodedTable, _ key: String) -> [PropertyPlan] {
        guard case .named(let items)? = fields.item(key)?.value else { return [] }
        return items.compactMap {
            guard case .part(let part, _) = $0.item.value else { return nil }
            return PropertyPlan(name: $0.name, part: part, place: $0.item.span)
        }
    }

    private mutating func checkProxy(_ object: ObjectPlan, _ fields: DecodedTable, _ index: Int) {
        let needsTarget = object.forwarding != .none && object.forwarding != .classObject
        if needsTarget, !fields.isPresent("forwards_to") {
            report(
                Diagnostic(
                    .missingKey, "a proxy needs the key 'forwards_to'", at: fields.item("proxy")?.span ?? fields.span,
                    help: "add forwards_to = \"ID\", the object that it stands for"))
        }
        if !needsTarget, let place = fields.keySpans["forwards_to"] {
            let what = object.forwarding == .classObject ? "a class object" : "an ordinary object"
            report(
                Diagnostic(
                    .keyDoesNotApply, "'forwards_to' does not apply to \(what)", at: place,
                    help: "add proxy = \"nsproxy\", or leave it out"))
        }
        if object.forwardsTo == index {
            report(
                Diagnostic(
                    .selfReference, "a proxy forwards to itself", at: fields.item("forwards_to")?.span ?? fields.span,
                    help: "name the object that it stands for"))
        }
    }

    private mutating func checkProperties(_ object: ObjectPlan) {
        var seen: [String: Place] = [:]
        for property in object.strong + object.weak {
            if let earlier = seen[property.name] {
                report(
                    Diagnostic(
                        .conflictingKeys, "the object has two variables '\(property.name.shownShort)'",
                        at: property.place,
                        help: "name them: strong = { first = \"ID\" }",
                        related: [.init("the other one", at: earlier)]))
            }
            seen[property.name] = property.place
        }
    }

    mutating func finishObject(_ part: PendingPart) {
        let stage = StepContext.Stage.anyThread
        if let node = part.fields.steps("dealloc") {
            let context = StepContext(site: .dealloc, stage: stage, owner: .object(part.index))
            plan.objects[part.index].dealloc = steps(node, in: context)
        }
        if let node = part.fields.steps("view_will_disappear") {
            let context = StepContext(site: .disappearing, stage: stage, owner: .object(part.index))
            plan.objects[part.index].viewWillDisappear = steps(node, in: context)
        }
        guard !part.fields.isPresent("held_by") else { return }
        let isOwned = ownedParts.contains(.object(part.index))
        let isImmortal = plan.objects[part.index].forwarding == .classObject
        plan.objects[part.index].heldBy = isOwned || isImmortal ? [] : [.local]
    }
}
