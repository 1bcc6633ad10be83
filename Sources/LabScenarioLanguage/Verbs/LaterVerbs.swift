import LabCatalogue
import LabScenarioModel

extension Schema {
    static let blockName = KeySchema("name", .text, into: .at(\.name))
    static let modesKey = KeySchema("modes", .many(.mode), into: .modes)
    static let threadKey = KeySchema("thread", .part(.thread), into: .thread)
    static let stepsKey = KeySchema("do", .steps, into: .steps)

    private static let captureKeys = [
        KeySchema("strong", .many(.anyPart), into: .captures(weakly: false)),
        KeySchema("weak", .many(.anyPart), into: .captures(weakly: true)),
    ]

    static let blockSteps = KeySchema("do", .steps, into: .steps, required: true)

    /// The steps run later, on the queue that a key names.
    private static func onQueue(_ key: String) -> @Sendable (DecodedStep) -> StepContext? {
        { decoded in decoded.fields.index(key).map { decoded.context.later(on: .init(queue: $0)) } }
    }

    static let laterVerbs = [
        VerbSchema(
            .perform, .text, into: .word,
            keys: [
                KeySchema("target", .part(.object), into: .part),
                KeySchema("after", .duration(.any), into: .amount(\.delay)),
                KeySchema("on_thread", .part(.thread), into: .thread),
                KeySchema("in_modes", .many(.mode), into: .modes),
                KeySchema("wait", .flag, into: .flag),
                stepsKey,
            ],
            inner: { decoded in
                let context = decoded.context
                if let thread = decoded.fields.index("on_thread") { return context.later(on: .thread(thread)) }
                return decoded.fields.isPresent("after") ? context.later(on: context.stage) : context
            }, finish: { $0.finishPerform($1, &$2) }),
        VerbSchema(
            .cancelPerform, .oneOf([.yes, .part(.object)]), into: .part,
            keys: [KeySchema("selector", .text, into: .word)], needs: .runLoop { _ in true }),
        VerbSchema(
            .async, .part(.queue), into: .queue, keys: [blockSteps, blockName] + captureKeys, inner: onQueue("async")),
        VerbSchema(.sync, .part(.queue), into: .queue, keys: [blockSteps, blockName], inner: onQueue("sync")),
        VerbSchema(.waitFor, .text, into: .counter { names, name, _ in names.count(name) }),
        VerbSchema(
            .asyncAfter, .oneOf([.duration(.any), .times]), into: .amount(\.delay),
            keys: [
                KeySchema("queue", .part(.queue), into: .queue, required: true),
                blockSteps,
                KeySchema(
                    "clock", .word(TimerClock.self), into: Operand { (step, clock: TimerClock) in step.clock = clock }),
                blockName,
            ] + captureKeys, inner: onQueue("queue")),
    ]
}

extension StepDecoder {
    fileprivate mutating func finishPerform(_ decoded: DecodedStep, _ step: inout Step) {
        let fields = decoded.fields
        let help = "there is no performSelector:onThread:…afterDelay:; put the `after` into the `do` of an `on_thread`"
        guard let given = values.atMostOne(of: ["after", "on_thread"], in: fields, help: help) else { return }
        let usable = given == ["after"] ? ["in_modes"] : given == ["on_thread"] ? ["in_modes", "wait"] : []
        if let key = fields.present(["in_modes", "wait"]).first(where: { !usable.contains($0) }) {
            values.report(
                .keyDoesNotApply, "'\(key)' does not apply to this kind of perform", at: fields.keySpan(key),
                help: key == "wait" ? "it belongs to 'on_thread'" : "it belongs to 'after' and 'on_thread'")
        }
        if !given.isEmpty, !fields.isPresent("in_modes") { step.modes = [given == ["after"] ? .default : .common] }
    }
}
