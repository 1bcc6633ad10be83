import LabScenarioModel

extension Schema {
    static let object = TableSchema(
        "object", .many, "An object that is retained and released.",
        keys: [
            KeySchema(
                "id", .id, "The name that steps use.", sets: \ObjectPlan.id, required: true, example: "\"controller\""),
            KeySchema(
                "class", .text, "The name of its class.", sets: \ObjectPlan.className, default: "the id",
                example: "\"TimerViewController\""),
            KeySchema(
                "thread", .part(.thread), "The thread that makes it.", sets: \ObjectPlan.thread, default: "\"main\""),
            KeySchema(
                "held_by", .named(.holder), "The holder outside of all objects.", sets: \ObjectPlan.heldBy,
                default: "a local of its thread, unless an object's `strong` names it", example: "\"navigation\""),
            KeySchema(
                "strong", .named(.anyPart), "Its strong instance variables; a plain id is the variable's name too.",
                default: "none", example: "[\"tick\"]"),
            KeySchema("weak", .named(.anyPart), "Its weak instance variables.", default: "none"),
            KeySchema(
                "proxy", .word(ObjectPlan.Forwarding.self, but: .none), "Makes it a proxy of this kind.",
                sets: \ObjectPlan.forwarding, default: "an ordinary object", example: "\"nsproxy\""),
            KeySchema(
                "forwards_to", .part(.object), "The object that the proxy refers to, weakly.",
                sets: \ObjectPlan.forwardsTo, example: "\"controller\""),
            KeySchema(
                "selectors", .many(.text), "The only messages it understands.", sets: \ObjectPlan.selectors,
                default: "all that the scenario sends it", example: "[\"timerFired:\"]"),
            KeySchema("dealloc", .steps, "The steps of its `dealloc` (Swift: `deinit`).", default: "nothing"),
            KeySchema("view_will_disappear", .steps, "The steps when a pop or a push hides it.", default: "nothing"),
        ],
        example: """
            [[object]]
            id = "controller"
            class = "TimerViewController"
            held_by = "navigation"
            strong = ["tick"]
            dealloc = [{ invalidate = "tick" }]
            """)

    static let thread = TableSchema(
        "thread", .many,
        "A thread; with `id = \"main\"`, the steps of the main thread instead of running its run loop.",
        keys: [
            KeySchema(
                "id", .id, "The name that steps and other tables use.", sets: \ThreadPlan.id, required: true,
                example: "\"worker\""),
            KeySchema(
                "starts", .duration(.notNegative), "The instant at which it starts.", sets: \ThreadPlan.starts,
                default: "\"0s\"; by a `start` step if there is one", example: "\"0s\""),
            KeySchema(
                "do", .steps, "Its body.", default: "nothing: it ends at once",
                example: "[{ add = \"tick\" }, { run_loop = \"forever\" }]"),
            KeySchema(
                "target", .part(.object), "The object it was made with, kept until the thread ends.",
                sets: \ThreadPlan.target, example: "\"controller\""),
            KeySchema(
                "detached", .flag, "True if nothing refers to it, so that it cannot be cancelled.",
                sets: \ThreadPlan.isDetached, default: "false"),
        ],
        example: """
            [[thread]]
            id = "worker"
            do = [{ add = "tick" }, { run_loop = "forever" }]
            """)

    static let queue = TableSchema(
        "queue", .many, "A dispatch queue; the main queue is always there under the id \"main\".",
        keys: [
            KeySchema(
                "id", .id, "The name that timers and steps use.", sets: \QueuePlan.id, required: true,
                example: "\"work\""),
            KeySchema(
                "kind", .word(QueuePlan.Kind.self, but: .main), "The way it runs its blocks.", sets: \QueuePlan.kind,
                default: "\"serial\""),
        ],
        example: """
            [[queue]]
            id = "work"
            kind = "serial"
            """)

    static let event = TableSchema(
        "event", .many,
        """
        An event that a thread's run loop receives. It is modelled as a source1 in all common modes, like AppKit's events and \
        the system's messages. UIKit passes touches to a source0 instead.
        """,
        keys: [
            KeySchema(
                "id", .id, "A name for the log and for `--set`; without one paths count from 0: `event.0` is event 1.",
                sets: \EventPlan.id, default: "event 1, event 2 …", example: "\"drag\""),
            KeySchema(
                "at", .oneOf([.duration(.notNegative), .times]),
                "The instant; percentiles are drawn from once for each run.", sets: \EventPlan.at, required: true,
                example: "\"1.7s\""),
            KeySchema(
                "every", .exactDuration(.positive), "The event repeats at this interval.", sets: \EventPlan.every,
                example: "\"100ms\""),
            KeySchema(
                "until", .duration(.notNegative), "With `every`: the repetition ends here.", sets: \EventPlan.until,
                example: "\"5s\""),
            KeySchema(
                "thread", .part(.thread), "The thread that handles it.", sets: \EventPlan.thread, default: "\"main\""),
            KeySchema(
                "do", .steps, "The steps of its handler.", required: true,
                example: "[{ mode = \"tracking\", for = \"2s\" }]"),
        ],
        example: """
            [[event]]
            at = "1.7s"
            do = [{ mode = "tracking", for = "2s" }]
            """)

    static let observer = TableSchema(
        "observer", .many, "An observer of a run loop.",
        keys: [
            KeySchema(
                "id", .id, "The name that steps use.", sets: \ObserverPlan.id, default: "observer 1, observer 2 …"),
            KeySchema(
                "activities", .many(.word(ObserverPlan.Activity.self)), "The activities for which it is called.",
                sets: \ObserverPlan.activities, required: true, example: "[\"before-waiting\"]"),
            KeySchema(
                "modes", .many(.mode), "The modes it is added in.", sets: \ObserverPlan.modes,
                default: "[\"default\"]"),
            KeySchema(
                "order", .integer(Int64.min...Int64.max), "Smaller ones are called first.", sets: \ObserverPlan.order,
                default: "0"),
            KeySchema(
                "repeats", .flag, "False: it is called once, then invalidated.", sets: \ObserverPlan.repeats,
                default: "true"),
            KeySchema(
                "thread", .part(.thread), "The thread whose run loop it observes.", sets: \ObserverPlan.thread,
                default: "\"main\""),
            KeySchema("do", .steps, "The steps of its callback.", default: "nothing", example: "[{ log = \"idle\" }]"),
        ],
        example: """
            [[observer]]
            activities = ["before-waiting"]
            do = [{ log = "idle" }]
            """)

    static let source = TableSchema(
        "source", .many, "An input source of a run loop.",
        keys: [
            KeySchema("id", .id, "The name that steps use.", sets: \SourcePlan.id, required: true, example: "\"port\""),
            KeySchema(
                "kind", .word(SourcePlan.Kind.self), "The way it is woken.", sets: \SourcePlan.kind,
                default: "\"source1\""),
            KeySchema(
                "modes", .many(.mode), "The modes it is added in.", sets: \SourcePlan.modes, default: "[\"default\"]"),
            KeySchema(
                "order", .integer(Int64.min...Int64.max), "Smaller ones are served first.", sets: \SourcePlan.order,
                default: "0"),
            KeySchema(
                "thread", .part(.thread), "The thread whose run loop it is added to.", sets: \SourcePlan.thread,
                default: "\"main\""),
            KeySchema(
                "at", .many(.duration(.notNegative)), "The instants of its messages or signals.", sets: \SourcePlan.at,
                default: "never", example: "[\"1s\", \"2s\"]"),
            KeySchema("do", .steps, "The steps of its callback.", default: "nothing"),
        ],
        example: """
            [[source]]
            id = "port"
            thread = "worker"
            at = "2s"
            """)
}
