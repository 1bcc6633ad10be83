import LabCatalogue
import LabScenarioModel
import LabTextLayout

/// Reads lists of steps, and notes what they make and start.
///
/// The meaning of a verb is in its row of `Schema.verbs`.
struct StepDecoder {
    var values: ValueDecoder
    /// The scenario with all of its parts; their steps are what is being read.
    let parts: ScenarioPlan
    var makers = PartMakers()
    var starts = StepStarts()
    /// Objects that steps push and pop, and parts whose variables they release.
    var pushed: Set<Int> = []
    var pops: [(object: Int, place: Place)] = []
    var released: Set<PartReference> = []

    mutating func steps(_ node: Node, in context: StepContext) -> [Step] {
        node.elements.compactMap { step($0, in: context) }
    }

    /// Checks that a task can be suspended at a step: its body always runs that step.
    mutating func checkTaskBody(_ step: DecodedStep) {
        let context = step.context
        let isTask = context.timer.flatMap { values.names.timerKinds[$0]?.row.home == .mainActor } ?? false
        if isTask, context.site == .callback, !context.isNested, !step.fields.isPresent("when") { return }
        values.report(
            .impossiblePlace, "'awaits' cannot be used in \(isTask ? "a part of a task's body" : context.title)",
            at: step.fields.keySpan("awaits"),
            help: "only the steps of a task's `do` themselves suspend it, without `when`; leave 'awaits' out")
    }

    private mutating func step(_ node: Node, in context: StepContext) -> Step? {
        guard node.isTable else {
            return values.refuse(
                .wrongType, "a step is an inline table; found \(node.kind.title)", at: node.span,
                help: "write { verb = …, … }, such as { work = \"5ms\" }")
        }
        let (entries, replaced) = replacingVerb(node.entries)
        guard let first = entries.first else {
            return values.refuse(
                .emptyStep, "an empty step", at: node.span, help: "write a verb, such as { work = \"5ms\" }")
        }
        guard let verb = Schema.steps[first.name] else { return refuseVerb(first, in: entries) }
        let others = entries.dropFirst().filter { Schema.steps[$0.name] != nil && verb.table.index[$0.name] == nil }
        for other in others {
            values.report(
                .twoVerbs, "a step has one verb; found '\(first.name)' and '\(other.name)'", at: other.key.span,
                help: "split it into two steps", related: [.init("the first verb", at: first.key.span)])
        }
        let fields = values.table(node, as: verb.table, skipping: Set(others.map(\.name)).union(replaced))
        if let reason = context.obstacle(to: verb.needs, fields) {
            return values.refuse(
                .impossiblePlace, "'\(verb.name)' cannot be used in \(context.title)", at: first.key.span, help: reason)
        }
        checkMechanism(verb, fields, at: first.value.span)
        for key in ["when", "until"] where fields.condition(key)?.asksForOwnTimer ?? false {
            _ = needsOwnTimer("'fired'", at: fields.valueSpan(key), in: context)
        }
        var inner = context
        if fields.isPresent("when") { inner.isConditional = true }
        return operands(DecodedStep(row: verb, fields: fields, context: inner))
    }

    /// Fills the operands from the keys; nil if a required one is missing, or the value of one is wrong.
    private mutating func operands(_ decoded: DecodedStep) -> Step? {
        var step = Step(decoded.row.verb, place: decoded.fields.span)
        var isWhole = true
        for key in decoded.row.table.keys {
            if let item = decoded.fields.item(key.name) {
                key.operand?.read(&self, decoded, item, &step)
            } else if key.isRequired || decoded.fields.isPresent(key.name) {
                isWhole = false
            }
        }
        guard isWhole else { return nil }
        decoded.row.finish(&self, decoded, &step)
        return step
    }

    /// The entries of a step without the verb and its keys, which a verb of the command line replaces.
    private func replacingVerb(_ entries: [Entry]) -> (entries: [Entry], replaced: Set<String>) {
        guard let first = entries.first, !first.isAdded, let old = Schema.steps[first.name]?.table,
            let place = entries.firstIndex(where: {
                $0.isAdded && Schema.steps[$0.name] != nil && old.index[$0.name] == nil
            }),
            let new = Schema.steps[entries[place].name]?.table
        else { return (entries, []) }
        var left = entries
        left.swapAt(0, place)
        let replaced = Set(entries.map(\.name).filter { $0 == first.name || old.key($0) != nil && new.key($0) == nil })
        return (left.filter { !replaced.contains($0.name) }, replaced)
    }

    private mutating func refuseVerb(_ first: Entry, in entries: [Entry]) -> Step? {
        if let verb = entries.first(where: { Schema.steps[$0.name] != nil }) {
            return values.refuse(
                .verbNotFirst, "the verb '\(verb.name)' is not the first key of its step", at: verb.key.span,
                help: "put '\(verb.name)' before '\(first.name.shownShort)'")
        }
        let known = Schema.verbs.map(\.name)
        return values.refuse(
            .unknownVerb, "unknown verb '\(first.name.shownShort)'", at: first.key.span,
            help: LanguageText.usual(first.name.lowercased(), "names of verbs").map { "did you mean '\($0)'?" }
                ?? Spelling.question(first.name, in: known, quote: "'") ?? "verbs are \(known.joined(separator: ", "))")
    }

    /// True if there is a callback whose timer can be meant.
    mutating func needsOwnTimer(_ what: String, at span: Place, in context: StepContext) -> Bool {
        guard context.timer == nil else { return true }
        values.report(
            .noOwnTimer, "\(what) refers to the timer of its callback, but this is \(context.title)", at: span,
            help: what.hasPrefix("{")
                ? "move the step into a timer's `do`" : "name the timer: { fired = …, timer = \"…\" }")
        return false
    }

    /// Checks that the verb exists for the kind of timer that its id names.
    private mutating func checkMechanism(_ verb: VerbSchema, _ fields: DecodedTable, at span: Place) {
        guard let kinds = verb.kinds, case .timer(let index)? = fields.part(verb.name),
            let kind = values.names.timerKinds[index], !kinds.contains(kind)
        else { return }
        values.report(
            .wrongMechanism,
            "'\(verb.name)' is for \(kinds.map(\.rawValue).joinedAsChoice()); this timer is \(kind.title)", at: span,
            help: kind.instead[verb.name])
    }
}

/// A step whose keys have their types.
struct DecodedStep {
    let row: VerbSchema
    let fields: DecodedTable
    let context: StepContext

    var verb: String { row.name }
}

extension TimerKind {
    /// For a message: `an nstimer`.
    var title: String { (self == .nstimer || rawValue.hasPrefix("a") ? "an " : "a ") + rawValue }
}
