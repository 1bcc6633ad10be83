import LabCatalogue
import LabScenarioModel
import LabTextLayout

extension Schema {
    /// The name of a verb that makes a block.
    static let blockName = KeySchema(
        "name", .text, "The name of the block in the recording, the findings and the reports.", into: .at(\.name),
        default: "the name of all blocks of the verb", example: "\"save\"")

    private static let captureKeys = [
        KeySchema(
            "strong", .many(.anyPart), "The strong captures of the block.", into: .captures(weakly: false),
            default: "nothing"),
        KeySchema(
            "weak", .many(.anyPart), "The weak captures of the block.", into: .captures(weakly: true),
            default: "nothing"),
    ]

    private static let blockSteps = KeySchema("do", .steps, "The steps.", into: .steps, required: true)

    /// The steps run later, on the queue that a key names.
    private static func onQueue(_ key: String) -> @Sendable (DecodedStep) -> StepContext? {
        { decoded in decoded.fields.index(key).map { decoded.context.later(onQueue: $0) } }
    }

    static let laterVerbs = [
        VerbSchema(
            .perform, .later, .text, into: .word,
            "performSelector…: at once, `after` a delay (a timer of the current run loop), or `on_thread` (a source0).",
            keys: [
                KeySchema(
                    "target", .part(.object), "The receiver, retained until the message has been sent.", into: .part,
                    default: "no particular object"),
                KeySchema("after", .duration(.any), "The delay.", into: .amount(\.delay), example: "\"2s\""),
                KeySchema(
                    "on_thread", .part(.thread), "The thread that performs it.", into: .thread, example: "\"worker\""),
                KeySchema(
                    "in_modes", .many(.mode), "With `after` or `on_thread`: the modes.", into: .modes,
                    default: "[\"default\"] with `after`, [\"common\"] with `on_thread`"),
                KeySchema(
                    "wait", .flag, "With `on_thread`: waits until it is done.", into: .flag, default: "false"),
                KeySchema("do", .steps, "The steps of the method.", into: .steps, default: "nothing"),
            ],
            inner: { decoded in
                let context = decoded.context
                if let thread = decoded.fields.index("on_thread") { return context.later(on: .thread(thread)) }
                return decoded.fields.isPresent("after") ? context.later(on: context.stage) : context
            },
            example: "{ perform = \"late:\", target = \"controller\", after = \"2s\", do = [{ log = \"late\" }] }",
            finish: { $0.finishPerform($1, &$2) }),
        VerbSchema(
            .cancelPerform, .later, .oneOf([.yes, .part(.object)]), into: .partOrNone,
            "cancelPreviousPerformRequests in the current run loop: for one receiver, or for performs without one (true).",
            keys: [KeySchema("selector", .text, "Only this message.", into: .word, default: "all messages")],
            needs: .runLoop { _ in true }, example: "{ cancel_perform = \"controller\" }"),
        VerbSchema(
            .async, .later, .part(.queue), into: .queue, "dispatch_async: submits the steps as a block to a queue.",
            keys: [blockSteps, blockName] + captureKeys, inner: onQueue("async"),
            example: "{ async = \"main\", do = [{ log = \"on main\" }] }"),
        VerbSchema(
            .sync, .later, .part(.queue), into: .queue,
            """
            dispatch_sync: submits the steps as a block to a queue and waits until they are done. A free queue runs them on the \
            current thread. The thread's own queue crashes; a queue that waits for this thread never returns (TL0503).
            """,
            keys: [blockSteps, blockName], inner: onQueue("sync"),
            example: "{ sync = \"main\", do = [{ log = \"on main\" }] }"),
        VerbSchema(
            .waitFor, .later, .text, into: .counter { names, name, _ in names.count(name) },
            """
            DispatchSemaphore.wait, or a lock: waits until the counter of this name is above zero, then subtracts one. `count` \
            signals it.
            """,
            example: "{ wait_for = \"answer\" }"),
        VerbSchema(
            .asyncAfter, .later, .oneOf([.duration(.any), .times]), into: .amount(\.delay),
            """
            dispatch_after: the same after a delay, with a leeway of a tenth; the delay is a time, or drawn from percentiles. \
            On the main queue `run(mode:before:)` returns after the block.
            """,
            keys: [
                KeySchema("queue", .part(.queue), "The queue.", into: .queue, required: true, example: "\"main\""),
                blockSteps,
                KeySchema(
                    "clock", .word(TimerClock.self), "The clock of the deadline.",
                    into: Operand(
                        { (step, clock: TimerClock) in step.clock = clock }, write: { $0.clock.rawValue }),
                    default: "\"uptime\""),
                blockName,
            ] + captureKeys,
            inner: onQueue("queue"), example: "{ async_after = \"2s\", queue = \"main\", do = [{ log = \"later\" }] }"),
    ]
}

extension StepDecoder {
    fileprivate mutating func finishPerform(_ decoded: DecodedStep, _ step: inout Step) -> Bool {
        let fields = decoded.fields
        let help = "there is no performSelector:onThread:…afterDelay:; put the `after` into the `do` of an `on_thread`"
        guard let given = values.atMostOne(of: ["after", "on_thread"], in: fields, help: help) else { return false }
        let usable = given == ["after"] ? ["in_modes"] : given == ["on_thread"] ? ["in_modes", "wait"] : []
        if let key = fields.present(["in_modes", "wait"]).first(where: { !usable.contains($0) }) {
            values.report(
                .keyDoesNotApply, "'\(key)' does not apply to this kind of perform", at: fields.keySpan(key),
                help: key == "wait" ? "it belongs to 'on_thread'" : "it belongs to 'after' and 'on_thread'")
            return false
        }
        if !given.isEmpty, !fields.isPresent("in_modes") { step.modes = [given == ["after"] ? .default : .common] }
        return true
    }
}
