import LabScenarioModel

extension Schema {
    private static let selectorKey = KeySchema("selector", .text, into: .word, required: true)

    static let objectVerbs = [
        VerbSchema(
            .assign, .part(.object),
            keys: [
                KeySchema("strong", .anyPart, into: .at(\.value, flag: false)),
                KeySchema("weak", .anyPart, into: .at(\.value, flag: true)),
                KeySchema("nothing", .yes),
                KeySchema("property", .text, into: .word),
            ], finish: { $0.finishAssignment($1.fields, &$2) }),
        VerbSchema(
            .release, .anyPart,
            finish: { decoder, decoded, step in
                guard let part = step.part else { return }
                if let owner = decoded.context.owner, decoder.makers.madeAtOnce[owner]?.contains(part) == true {
                    decoder.starts.record(part, at: step.place, in: decoded.context)
                }
                decoder.released.insert(part)
            }),
        VerbSchema(.overRelease, .part(.object)),
        VerbSchema(
            .push, .part(.object),
            finish: { decoder, decoded, step in
                if decoded.context.site == .dealloc, decoded.context.owner == step.part {
                    decoder.values.report(
                        .impossiblePlace, "an object that is being deallocated cannot be pushed", at: step.place,
                        help: "nothing can be retained once its dealloc has begun")
                } else if let part = step.part {
                    decoder.pushed.insert(part.index)
                }
            }),
        VerbSchema(
            .pop, .part(.object),
            finish: { decoder, decoded, step in
                if decoded.context.site == .disappearing, decoded.context.owner == step.part {
                    decoder.values.report(
                        .endlessSteps, "popping it again would start its view_will_disappear without end",
                        at: step.place, help: "the pop that started these steps continues when they end")
                } else if let part = step.part {
                    decoder.pops.append((part.index, step.place))
                }
            }),
        VerbSchema(.isKindOf, .part(.object), keys: [KeySchema("class", .text, into: .word, required: true)]),
        VerbSchema(.respondsTo, .part(.object), keys: [selectorKey]),
        VerbSchema(
            .message, .part(.object, .timer), keys: [selectorKey, stepsKey],
            inner: { decoded in
                // The steps are left out when the receiver is gone.
                var inner = decoded.context
                inner.isConditional = true
                return inner
            }),
    ]
}

extension StepDecoder {
    fileprivate mutating func finishAssignment(_ fields: DecodedTable, _ step: inout Step) {
        let keys = ["strong", "weak", "nothing"]
        guard let given = values.atMostOne(of: keys, in: fields, help: "an assignment has one value") else { return }
        step.word = step.word ?? step.value.map(parts.id)
        if given.isEmpty {
            values.report(
                .incompleteStep, "missing value for 'assign'", at: fields.span,
                help: "add strong = \"ID\", weak = \"ID\" or nothing = true")
        } else if step.word == nil {
            values.report(
                .incompleteStep, "missing key 'property' for 'assign' with 'nothing'", at: fields.span,
                help: "add property = \"NAME\"")
        }
    }
}
