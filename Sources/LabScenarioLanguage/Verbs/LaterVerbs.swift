import LabCatalogue
import LabScenarioModel

extension Schema {
    /// Of each verb that makes a block.
    static let blockName = KeySchema(
        "name", .text, "What the block is called in the recording, the findings and the reports.",
        default: "what all blocks of the verb are called", example: "\"save\"")

    static let captureKeys = [
        KeySchema("strong", .many(.part(.all)), "What the block captures strongly.", default: "nothing"),
        KeySchema("weak", .many(.part(.all)), "What the block captures weakly.", default: "nothing"),
    ]

    static let laterVerbs = [
        VerbSchema(
            "perform", .later, .text,
            "performSelector…: at once, `after` a delay by a timer of the current run loop, or `on_thread` by a source0.",
            keys: [
                KeySchema(
                    "target", .part(.object), "The receiver, kept until it is done.", default: "no particular object"),
                KeySchema("after", .duration(.any), "The delay.", example: "\"2s\""),
                KeySchema("on_thread", .part(.thread), "The thread that performs it.", example: "\"worker\""),
                KeySchema(
                    "in_modes", .many(.mode), "With `after` or `on_thread`: the modes.",
                    default: "[\"default\"] with `after`, [\"common\"] with `on_thread`"),
                KeySchema("wait", .flag, "With `on_thread`: waits until it is done.", default: "false"),
                KeySchema("do", .steps, "What the method does.", default: "nothing"),
            ],
            needs: .runLoop { $0.isPresent("after") },
            example: "{ perform = \"late:\", target = \"controller\", after = \"2s\", do = [{ log = \"late\" }] }"
        ) { $0.performance($1) },
        VerbSchema(
            "cancel_perform", .later, .oneOf([.yes, .part(.object)]),
            "cancelPreviousPerformRequests in the current run loop, for one receiver or for those without (true).",
            keys: [KeySchema("selector", .text, "Only this message.", default: "all messages")],
            needs: .runLoop { _ in true }, example: "{ cancel_perform = \"controller\" }"
        ) { _, step in
            guard step.fields.item(step.verb) != nil else { return nil }
            return .cancelPerform(target: step.index, selector: step.fields.text("selector"))
        },
        VerbSchema(
            "async", .later, .part(.queue), "dispatch_async: the steps as a block on a queue.",
            keys: [KeySchema("do", .steps, "The steps.", required: true), blockName] + captureKeys,
            example: "{ async = \"main\", do = [{ log = \"on main\" }] }"
        ) { decoder, step in
            guard let queue = step.index, let steps = decoder.steps(of: step, in: step.context.later(onQueue: queue))
            else { return nil }
            return .async(queue: queue, steps: steps, captures: step.fields.captures)
        },
        VerbSchema(
            "sync", .later, .part(.queue),
            """
            dispatch_sync: the steps as a block on a queue, and waits until they are done. On the current thread where the queue \
            is free; on the thread's own queue it crashes, and where the queue waits for this thread it never ends (TL0503).
            """,
            keys: [KeySchema("do", .steps, "The steps.", required: true), blockName],
            example: "{ sync = \"main\", do = [{ log = \"on main\" }] }"
        ) { decoder, step in
            guard let queue = step.index, let steps = decoder.steps(of: step, in: step.context.later(onQueue: queue))
            else { return nil }
            return .sync(queue: queue, steps: steps)
        },
        VerbSchema(
            "wait_for", .later, .text,
            """
            DispatchSemaphore.wait, or a lock: waits until the counter of this name is above zero, and takes one away. `count` \
            signals it.
            """,
            example: "{ wait_for = \"answer\" }"
        ) { decoder, step in
            guard let name: String = step.object() else { return nil }
            return .waitFor(counter: decoder.values.counters.count(name))
        },
        VerbSchema(
            "async_after", .later, .oneOf([.duration(.any), .quantiles(.time)]),
            """
            dispatch_after: the same after a delay, with its leeway of a tenth; the delay is a time, or drawn from percentiles. \
            On the main queue `run(mode:before:)` returns after the block.
            """,
            keys: [
                KeySchema("queue", .part(.queue), "The queue.", required: true, example: "\"main\""),
                KeySchema("do", .steps, "The steps.", required: true),
                KeySchema("clock", .word(TimerClock.words), "The clock of the deadline.", default: "\"uptime\""),
                blockName,
            ] + captureKeys,
            example: "{ async_after = \"2s\", queue = \"main\", do = [{ log = \"later\" }] }"
        ) { decoder, step in
            let fields = step.fields
            guard let queue = fields.index("queue"),
                let steps = decoder.steps(of: step, in: step.context.later(onQueue: queue)),
                let delay = step.object().map(TimeAmount.fixed) ?? step.object().map(TimeAmount.drawn)
            else { return nil }
            return .asyncAfter(
                delay: delay, queue: queue, clock: fields.word("clock") ?? .uptime, steps: steps,
                captures: fields.captures)
        },
    ]
}

extension StepDecoder {
    fileprivate mutating func performance(_ step: DecodedStep) -> Action? {
        let fields = step.fields
        guard let selector: String = step.object() else { return nil }
        var inner = step.context
        let delivery: PerformPlan.Delivery
        let usableKeys: [String]
        switch fields.present(["after", "on_thread"]) {
        case []:
            delivery = .direct
            usableKeys = []
        case ["after"]:
            guard let delay = fields.duration("after") else { return nil }
            delivery = .after(delay, modes: fields.modes("in_modes") ?? [.default])
            usableKeys = ["in_modes"]
            inner = inner.later(on: inner.stage)
        case ["on_thread"]:
            guard let thread = fields.index("on_thread") else { return nil }
            delivery = .onThread(
                thread, modes: fields.modes("in_modes") ?? [.common], waits: fields.flag("wait") ?? false)
            usableKeys = ["in_modes", "wait"]
            inner = inner.later(on: .thread(thread))
        default:
            return values.refuseConflict(
                "after", "on_thread", in: fields,
                help:
                    "there is no performSelector:onThread:…afterDelay:; put the `after` into the `do` of an `on_thread`"
            )
        }
        if let key = fields.present(["in_modes", "wait"]).first(where: { !usableKeys.contains($0) }) {
            return values.refuse(
                .keyDoesNotApply, "'\(key)' does not apply to this kind of perform", at: fields.keySpan(key),
                help: key == "wait" ? "it belongs to 'on_thread'" : "it belongs to 'after' and 'on_thread'")
        }
        return .perform(
            PerformPlan(
                selector: selector, target: fields.index("target"), delivery: delivery,
                steps: steps(of: step, in: inner) ?? []))
    }
}
