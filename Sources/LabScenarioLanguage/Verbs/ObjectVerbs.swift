import LabScenarioModel

extension Schema {
    static let objectVerbs = [
        VerbSchema(
            "assign", .objects, .part(.object), "Assigns to an instance variable of the object; one of the keys.",
            keys: [
                KeySchema("strong", .part(.all), "What a strong variable gets.", example: "\"tick\""),
                KeySchema("weak", .part(.all), "What a weak variable gets.", example: "\"tick\""),
                KeySchema("nothing", .yes, "The variable gets nil; `property` says which."),
                KeySchema("property", .text, "The variable's name.", default: "the id of what is assigned"),
            ],
            example: "{ assign = \"controller\", weak = \"tick\" }"
        ) { decoder, step in step.index.flatMap { decoder.assignment(to: $0, step.fields) } },
        VerbSchema(
            "release", .objects, .part(.all),
            """
            Releases the reference that a local or static variable holds. A dispatch source that was not cancelled releases \
            its handler, and what that captures, later and on its queue.
            """,
            example: "{ release = \"target\" }"
        ) { decoder, step in
            guard let part: PartReference = step.object() else { return nil }
            if let owner = step.context.owner, decoder.makers.makesAtOnce(owner, part) {
                decoder.starts.note(part, at: step.fields.span, in: step.context)
            }
            decoder.released.insert(part)
            return .release(part)
        },
        VerbSchema(
            "over_release", .objects, .part(.object), "Releases once more than retained.",
            example: "{ over_release = \"controller\" }", making: { (part: PartReference) in .overRelease(part.index) }),
        VerbSchema(
            "push", .objects, .part(.object),
            "Pushes the view controller; the one it hides gets `view_will_disappear`.",
            example: "{ push = \"details\" }"
        ) { decoder, step in
            guard let object = step.index else { return nil }
            guard step.context.site != .dealloc || step.context.owner != .object(object) else {
                return decoder.values.refuse(
                    .impossiblePlace, "an object that is being deallocated cannot be pushed", at: step.fields.span,
                    help: "nothing can be retained once its dealloc has begun")
            }
            decoder.pushed.insert(object)
            return .push(object)
        },
        VerbSchema(
            "pop", .objects, .part(.object),
            "Pops the view controller: `view_will_disappear`, then the stack releases it; any other owner keeps it.",
            example: "{ pop = \"controller\" }"
        ) { decoder, step in
            guard let object = step.index else { return nil }
            guard step.context.site != .disappearing || step.context.owner != .object(object) else {
                return decoder.values.refuse(
                    .endlessSteps, "popping it again would start its view_will_disappear without end",
                    at: step.fields.span, help: "the pop that started these steps continues when they end")
            }
            decoder.pops.append((object, step.fields.span))
            return .pop(object)
        },
        VerbSchema(
            "is_kind_of", .objects, .part(.object), "Sends isKindOfClass:; {answer} prints what came back.",
            keys: [KeySchema("class", .text, "The class that is asked about.", required: true)],
            example: "{ is_kind_of = \"proxy\", class = \"Target\" }"
        ) { _, step in
            guard let object = step.index, let name = step.fields.text("class") else { return nil }
            return .isKindOf(object: object, className: name)
        },
        VerbSchema(
            "responds_to", .objects, .part(.object), "Sends respondsToSelector:; {answer} prints what came back.",
            keys: [KeySchema("selector", .text, "The message that is asked about.", required: true)],
            example: "{ responds_to = \"proxy\", selector = \"timerFired:\" }"
        ) { _, step in
            guard let object = step.index, let selector = step.fields.text("selector") else { return nil }
            return .respondsTo(object: object, selector: selector)
        },
        VerbSchema(
            "message", .objects, .part([.object, .timer]),
            """
            Sends a message to a variable. Use it for `[weakSelf method]` in a block: if the object is gone, nothing happens. The \
            receiver is kept until the method is done.
            """,
            keys: [
                KeySchema("selector", .text, "The message.", required: true, example: "\"timerRun\""),
                KeySchema("do", .steps, "What the method does.", default: "nothing"),
            ],
            example: "{ message = \"controller\", selector = \"timerRun\", do = [{ log = \"timerRun\" }] }"
        ) { decoder, step in
            guard let receiver: PartReference = step.object() else { return nil }
            // The steps are left out when the receiver is gone.
            var inner = step.context
            inner.isConditional = true
            let steps = decoder.steps(of: step, in: inner) ?? []
            return step.fields.text("selector").map {
                .message(MessagePlan(receiver: receiver, selector: $0, steps: steps))
            }
        },
    ]
}

extension StepDecoder {
    fileprivate mutating func assignment(to object: Int, _ fields: DecodedTable) -> Action? {
        let given = fields.present(["strong", "weak", "nothing"])
        guard given.count < 2 else {
            return values.refuseConflict(given[0], given[1], in: fields, help: "an assignment has one value")
        }
        switch given.first {
        case nil:
            return values.refuse(
                .incompleteStep, "missing value for 'assign'", at: fields.span,
                help: "add strong = \"ID\", weak = \"ID\" or nothing = true")
        case "nothing":
            guard let property = fields.text("property") else {
                return values.refuse(
                    .incompleteStep, "missing key 'property' for 'assign' with 'nothing'", at: fields.span,
                    help: "add property = \"NAME\"")
            }
            return .assign(owner: object, property: property, part: nil, isWeak: false)
        case let key?:
            guard let part = fields.part(key) else { return nil }
            let property = fields.text("property") ?? parts.id(of: part)
            return .assign(owner: object, property: property, part: part, isWeak: key == "weak")
        }
    }
}
