import LabCatalogue
import LabScenarioModel

/// One verb: what stands behind it, which keys may follow, where it can stand, and what it does.
struct VerbSchema: Sendable {
    enum Group: String, CaseIterable, Sendable {
        case work = "Work"
        case timers = "Making and timers"
        case runLoop = "Run loop"
        case later = "Later"
        case objects = "Objects"
        case threads = "Threads"
        case system = "System"
    }

    /// What a step needs of the place where it stands.
    enum Needs: Sendable {
        case nothing
        /// The run loop of the current thread, for a step of which this holds.
        case runLoop(@Sendable (DecodedTable) -> Bool)
        /// The same, to run it.
        case runningTheLoop
        /// A thread that the scenario may end.
        case ownThread
    }

    /// Turns a step whose keys are known into what it does; nil when something in it was wrong and has been reported.
    typealias Decode = @Sendable (inout StepDecoder, DecodedStep) -> Action?

    let group: Group
    let object: ValueType
    /// The keys that may follow, `when` left out.
    let keys: [KeySchema]
    /// The kinds of timers that the verb works on; nil: no timer, or every one.
    let kinds: [TimerKind]?
    let needs: Needs
    let decode: Decode
    /// The step as a table: the verb, its keys, and `when`.
    let table: TableSchema

    var name: String { table.name }

    init(
        _ name: String, _ group: Group, _ object: ValueType, _ doc: String, keys: [KeySchema] = [],
        needs: Needs = .nothing, example: String, _ decode: @escaping Decode
    ) {
        self.group = group
        self.object = object
        self.keys = keys
        kinds = TimerKind.having { $0.verbs.contains(name) }
        self.needs = needs
        self.decode = decode
        table = TableSchema(
            name, .step, doc, keys: [KeySchema(name, object, doc, required: true)] + keys + [Schema.when],
            example: example)
    }

    /// A verb that needs nothing but what stands behind it.
    init<Object>(
        _ name: String, _ group: Group, _ object: ValueType, _ doc: String, needs: Needs = .nothing, example: String,
        making action: @escaping @Sendable (Object) -> Action
    ) {
        self.init(name, group, object, doc, needs: needs, example: example) { _, step in step.object().map(action) }
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
    static let verbs = workVerbs + timerVerbs + loopVerbs + laterVerbs + objectVerbs + systemVerbs

    static let steps: [String: VerbSchema] = Dictionary(
        verbs.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

    static let when = KeySchema(
        "when", .condition, "The step is left out unless this holds.", default: "always", example: "{ fired = 60 }")

    static let condition = TableSchema(
        "when", .inline, "A condition; one of the keys.",
        keys: [
            KeySchema(
                "fired", .comparison(.count),
                "How often `timer` (by default the one whose callback this is) has fired, this firing included.",
                example: "60"),
            KeySchema(
                "timer", .part(.timer), "The timer that `fired` or `every` is about.", default: "the callback's own",
                example: "\"tick\""),
            KeySchema(
                "every", .integer(1...mostTurns), "The firing, counted as for `fired`, is a multiple of this.",
                example: "5"),
            KeySchema("since", .duration(.notNegative), "This instant has come.", example: "\"3s\""),
            KeySchema(
                "answer", .comparison(.count),
                "What {answer} prints: the answer of the last `is_kind_of`, `responds_to` or run call here.",
                example: "1"),
            KeySchema("count", .text, "The counter that `is` is about.", example: "\"taps\""),
            KeySchema(
                "is", .comparison(.count), "What stands on the counter.", default: "\">= 1\"", example: "\">= 3\""),
            KeySchema(
                "cancelled", .part([.timer, .thread]), "This timer or thread has been cancelled.",
                example: "\"worker\""),
            KeySchema("gone", .part([.object, .timer]), "This part has been deallocated.", example: "\"controller\""),
            KeySchema("valid", .part(.timer), "This timer is valid.", example: "\"tick\""),
            KeySchema("not", .condition, "The opposite of a condition.", example: "{ valid = \"tick\" }"),
        ])
}
