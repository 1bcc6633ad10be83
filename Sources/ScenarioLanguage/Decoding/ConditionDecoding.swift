import ScenarioModel

extension ScenarioDecoder {
    /// A condition, `{ fired = 60 }`; whether there is a callback of its own to count is for the step to check.
    mutating func conditionTable(_ node: Node, of key: String) -> Condition? {
        guard node.isTable else {
            reportType(node, wanted: .condition, of: key)
            return nil
        }
        let before = collector.diagnostics.count
        let fields = table(node, as: Schema.condition)
        let asked = ["fired", "cancelled", "gone", "valid", "not"].filter { fields.isPresent($0) }
        guard asked.count <= 1 else {
            reportConflict(asked[0], asked[1], in: fields, help: "a condition asks one thing; nest steps for more")
            return nil
        }
        guard let question = asked.first else {
            if collector.diagnostics.count == before {
                report(
                    Diagnostic(
                        .emptyValue, "'\(key)' asks nothing", at: node.span,
                        help: "write one of fired, cancelled, gone, valid, not"))
            }
            return nil
        }
        if fields.isPresent("timer"), question != "fired" {
            reportConflict("timer", question, in: fields, help: "'timer' belongs to 'fired'")
            return nil
        }
        switch question {
        case "fired":
            guard case .comparison(let comparison)? = fields.item("fired")?.value,
                !fields.isPresent("timer") || fields.timer("timer") != nil
            else { return nil }
            return .fired(timer: fields.timer("timer"), comparison)
        case "cancelled": return fields.part("cancelled").map { .cancelled($0) }
        case "gone": return fields.part("gone").map { .gone($0) }
        case "valid": return fields.timer("valid").map { .valid(timer: $0) }
        default: return fields.condition("not").map { .not($0) }
        }
    }
}

extension Condition {
    /// Whether it asks for the timer whose callback it stands in.
    var asksForOwnTimer: Bool {
        switch self {
        case .fired(let timer, _): timer == nil
        case .cancelled, .gone, .valid: false
        case .not(let condition): condition.asksForOwnTimer
        }
    }
}
