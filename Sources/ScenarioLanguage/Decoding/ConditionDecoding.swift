import ScenarioModel

extension ValueDecoder {
    /// A condition, `{ fired = 60 }`; whether there is a callback of its own to count is for the step to check.
    mutating func conditionTable(_ node: Node, of key: String) -> Condition? {
        guard node.isTable else { return refuseType(node, wanted: .condition, of: key) }
        let before = collector.diagnostics.count
        let fields = table(node, as: Schema.condition)
        let asked = fields.present(["fired", "cancelled", "gone", "valid", "not"])
        guard asked.count <= 1 else {
            return refuseConflict(
                asked[0], asked[1], in: fields, help: "a condition is a single test; nest steps for more")
        }
        guard let question = asked.first else {
            guard collector.diagnostics.count == before else { return nil }
            return refuse(
                .emptyValue, "the condition '\(key)' is empty", at: node.span,
                help: "write one of fired, cancelled, gone, valid, not")
        }
        if fields.isPresent("timer"), question != "fired" {
            return refuseConflict("timer", question, in: fields, help: "'timer' belongs to 'fired'")
        }
        switch question {
        case "fired":
            guard let comparison: Comparison = fields["fired"],
                !fields.isPresent("timer") || fields.index("timer") != nil
            else { return nil }
            return .fired(timer: fields.index("timer"), comparison)
        case "cancelled": return fields.part("cancelled").map { .cancelled($0) }
        case "gone": return fields.part("gone").map { .gone($0) }
        case "valid": return fields.index("valid").map { .valid(timer: $0) }
        default: return fields.condition("not").map { .not($0) }
        }
    }
}
