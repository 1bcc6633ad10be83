import LabScenarioModel

extension ValueDecoder {
    /// A condition, `{ fired = 60 }`; the step checks that it has a callback of its own to count.
    mutating func condition(_ node: Node, of key: String) -> Condition? {
        let before = collector.diagnostics.count
        let fields = table(node, as: Schema.condition)
        let questions = ["fired", "every", "since", "answer", "count", "cancelled", "gone", "valid", "not"]
        guard
            let asked = atMostOne(of: questions, in: fields, help: "a condition is a single test; nest steps for more")
        else { return nil }
        guard let question = asked.first else {
            guard collector.diagnostics.count == before else { return nil }
            return refuse(
                .emptyValue, "the condition '\(key)' is empty", at: node.span,
                help: "write one of \(questions.joined(separator: ", "))")
        }
        for (key, owners) in [("timer", ["fired", "every"]), ("is", ["count"])]
        where fields.isPresent(key) && !owners.contains(question) {
            reportConflict(key, question, in: fields, help: "'\(key)' belongs to '\(owners[0])'")
            return nil
        }
        guard !fields.isPresent("timer") || fields.index("timer") != nil else { return nil }
        switch question {
        case "fired": return fields["fired"].map { .fired(timer: fields.index("timer"), $0) }
        case "every": return fields.integer("every").map { .every(timer: fields.index("timer"), $0) }
        case "since": return fields.duration("since").map { .since($0) }
        case "answer": return fields["answer"].map { .answered($0) }
        case "count":
            guard let name = fields.text("count"), !fields.isPresent("is") || fields.item("is") != nil else {
                return nil
            }
            return .counted(counter: counters.ask(name, at: fields.valueSpan("count")), fields["is"] ?? .atLeast(1))
        case "cancelled": return fields.part("cancelled").map { .cancelled($0) }
        case "gone": return fields.part("gone").map { .gone($0) }
        case "valid": return fields.index("valid").map { .valid(timer: $0) }
        default: return fields.condition("not").map { .not($0) }
        }
    }
}
