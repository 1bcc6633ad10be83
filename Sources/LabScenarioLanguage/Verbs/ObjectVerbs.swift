import LabScenarioModel

extension Schema {
    static let objectVerbs = [
        VerbSchema(
            .assign, .objects, .part(.object), "Assigns to an instance variable of the object; one of the keys.",
            keys: [
                KeySchema(
                    "strong", .anyPart, "The new value of a strong variable.",
                    into: Operand(
                        { (step, part: PartReference) in step.value = part }, write: { $0.flag ? nil : $0.value }),
                    example: "\"tick\""),
                KeySchema(
                    "weak", .anyPart, "The new value of a weak variable.",
                    into: Operand(
                        { (step, part: PartReference) in (step.value, step.flag) = (part, true) },
                        write: { $0.flag ? $0.value : nil }), example: "\"tick\""),
                KeySchema(
                    "nothing", .yes, "Sets the variable `property` to nil.",
                    into: Operand(write: { $0.value == nil ? true : nil })),
                KeySchema(
                    "property", .text, "The variable's name.", into: .word, default: "the id of the assigned part"),
            ],
            example: "{ assign = \"controller\", weak = \"tick\" }"
        ) { $0.finishAssignment($1.fields, &$2) },
        VerbSchema(
            .release, .objects, .anyPart,
            """
            Releases the reference that a local or static variable holds. A dispatch source that was not cancelled releases \
            its handler and the handler's captures later, on its queue.
            """,
            example: "{ release = \"target\" }"
        ) { decoder, decoded, step in
            guard let part = step.part else { return false }
            if let owner = decoded.context.owner, decoder.makers.makesAtOnce(owner, part) {
                decoder.starts.record(part, at: step.place, in: decoded.context)
            }
            decoder.released.insert(part)
            return true
        },
        VerbSchema(
            .overRelease, .objects, .part(.object), "Releases once more than retained.",
            example: "{ over_release = \"controller\" }"),
        VerbSchema(
            .push, .objects, .part(.object),
            "Pushes the view controller; the one it hides gets `view_will_disappear`.",
            example: "{ push = \"details\" }"
        ) { decoder, decoded, step in
            guard decoded.context.site != .dealloc || decoded.context.owner != step.part else {
                decoder.values.report(
                    .impossiblePlace, "an object that is being deallocated cannot be pushed", at: step.place,
                    help: "nothing can be retained once its dealloc has begun")
                return false
            }
            if let part = step.part { decoder.pushed.insert(part.index) }
            return true
        },
        VerbSchema(
            .pop, .objects, .part(.object),
            "Pops the view controller: `view_will_disappear`, then the stack releases it. Another owner can keep it.",
            example: "{ pop = \"controller\" }"
        ) { decoder, decoded, step in
            guard decoded.context.site != .disappearing || decoded.context.owner != step.part else {
                decoder.values.report(
                    .endlessSteps, "popping it again would start its view_will_disappear without end", at: step.place,
                    help: "the pop that started these steps continues when they end")
                return false
            }
            if let part = step.part { decoder.pops.append((part.index, step.place)) }
            return true
        },
        VerbSchema(
            .isKindOf, .objects, .part(.object), "Sends isKindOfClass:; {answer} prints the answer.",
            keys: [KeySchema("class", .text, "The class.", into: .word, required: true)],
            example: "{ is_kind_of = \"proxy\", class = \"Target\" }"),
        VerbSchema(
            .respondsTo, .objects, .part(.object), "Sends respondsToSelector:; {answer} prints the answer.",
            keys: [KeySchema("selector", .text, "The message.", into: .word, required: true)],
            example: "{ responds_to = \"proxy\", selector = \"timerFired:\" }"),
        VerbSchema(
            .message, .objects, .part(.object, .timer),
            """
            Sends a message to a variable. Use it for `[weakSelf method]` in a block: if the object is gone, nothing happens. The \
            receiver is retained until the method returns.
            """,
            keys: [
                KeySchema("selector", .text, "The message.", into: .word, required: true, example: "\"timerRun\""),
                KeySchema("do", .steps, "The steps of the method.", into: .steps, default: "nothing"),
            ],
            inner: { decoded in
                // The steps are left out when the receiver is gone.
                var inner = decoded.context
                inner.isConditional = true
                return inner
            },
            example: "{ message = \"controller\", selector = \"timerRun\", do = [{ log = \"timerRun\" }] }"),
    ]
}

extension StepDecoder {
    fileprivate mutating func finishAssignment(_ fields: DecodedTable, _ step: inout Step) -> Bool {
        let keys = ["strong", "weak", "nothing"]
        guard let given = values.atMostOne(of: keys, in: fields, help: "an assignment has one value") else {
            return false
        }
        if given.isEmpty {
            values.report(
                .incompleteStep, "missing value for 'assign'", at: fields.span,
                help: "add strong = \"ID\", weak = \"ID\" or nothing = true")
        } else if step.word == nil {
            step.word = step.value.map(parts.id)
            guard step.word == nil else { return true }
            values.report(
                .incompleteStep, "missing key 'property' for 'assign' with 'nothing'", at: fields.span,
                help: "add property = \"NAME\"")
        }
        return !given.isEmpty && step.word != nil
    }
}
