import LabCatalogue
import LabScenarioModel

/// A verb: its value, the keys that may follow, its places, and its action.
struct VerbSchema {
    /// Checks the keys against one another and fills the other operands.
    typealias Finish = @Sendable (inout StepDecoder, DecodedStep, inout Step) -> Void

    let verb: Verb
    /// The kinds of timers that the verb works on; nil: no timer, or every one.
    let kinds: [TimerKind]?
    let needs: StepNeeds
    /// The context of its inner steps; nil if it is wrong, which has been reported.
    let inner: @Sendable (DecodedStep) -> StepContext?
    let finish: Finish
    /// The step as a table: the verb, its keys, and `when`.
    let table: TableSchema

    var name: String { verb.rawValue }

    var object: ValueType { table.keys[0].type }

    // A call, since hundreds of rows are made, each once.
    @inline(never) init(
        _ verb: Verb, _ object: ValueType, into operand: Operand? = .part, keys: [KeySchema] = [],
        needs: StepNeeds = .nothing, inner: @escaping @Sendable (DecodedStep) -> StepContext? = { $0.context },
        finish: @escaping Finish = { _, _, _ in }
    ) {
        (self.verb, self.needs, self.inner, self.finish) = (verb, needs, inner, finish)
        kinds = TimerKind.having { $0.verbs.contains(verb.rawValue) }
        let first = KeySchema(verb.rawValue, object, into: operand, required: true)
        table = TableSchema(verb.rawValue, .step, keys: [first] + keys + [Schema.when])
    }
}

extension TimerKind {
    /// The mechanisms of whose row something holds; nil: none.
    static func having(_ fact: (MechanismRow) -> Bool) -> [TimerKind]? {
        let kinds = allCases.filter { fact($0.row) }
        return kinds.isEmpty ? nil : kinds
    }
}

extension Schema {
    /// The verbs under their headings in the reference.
    static let verbGroups: KeyValuePairs<String, [VerbSchema]> = [
        "Work": workVerbs, "Making and timers": timerVerbs, "Run loop": loopVerbs, "Later": laterVerbs,
        "Objects": objectVerbs, "Threads": threadVerbs, "System": systemVerbs,
    ]

    static let verbs = verbGroups.flatMap(\.value)

    static let steps: [String: VerbSchema] = Dictionary(
        verbs.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

    static let when = KeySchema("when", .condition, into: .at(\.condition))

    static let condition = TableSchema(
        "when", .inline,
        KeySchema("fired", .comparison(.count)),
        KeySchema("timer", .part(.timer)),
        KeySchema("every", .integer(1...mostTurns)),
        KeySchema("since", .duration(.notNegative)),
        KeySchema("answer", .comparison(.count)),
        KeySchema("count", .text),
        KeySchema("is", .comparison(.count)),
        KeySchema("cancelled", .part(.timer, .thread)),
        KeySchema("gone", .part(.object, .timer)),
        KeySchema("valid", .part(.timer)),
        KeySchema("not", .condition))
}
