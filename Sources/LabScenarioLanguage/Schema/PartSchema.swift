import LabScenarioModel

extension Schema {
    static let object = TableSchema(
        "object", .many, "An object that is retained and released.",
        keys: [
            KeySchema("id", .id, "The name that steps use.", required: true, example: "\"controller\""),
            KeySchema("class", .text, "The name of its class.", default: "the id", example: "\"TimerViewController\""),
            KeySchema("thread", .part(.thread), "The thread that makes it.", default: "\"main\""),
            KeySchema(
                "held_by", .named(.holder), "The holder outside of all objects.",
                default: "a local of its thread, unless an object's `strong` names it", example: "\"navigation\""),
            KeySchema(
                "strong", .named(.part(.all)), "Its strong instance variables; a plain id is the variable's name too.",
                default: "none", example: "[\"tick\"]"),
            KeySchema("weak", .named(.part(.all)), "Its weak instance variables.", default: "none"),
            KeySchema(
                "proxy", .word(ObjectPlan.Forwarding.words(but: .none)), "Makes it a proxy of this kind.",
                default: "an ordinary object", example: "\"nsproxy\""),
            KeySchema(
                "forwards_to", .part(.object), "The object that the proxy refers to, weakly.", example: "\"controller\""
            ),
            KeySchema(
                "selectors", .many(.text), "The only messages it understands.",
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
            KeySchema("id", .id, "The name that steps and other tables use.", required: true, example: "\"worker\""),
            KeySchema(
                "starts", .duration(.notNegative), "The instant at which it starts.",
                default: "\"0s\"; by a `start` step if there is one", example: "\"0s\""),
            KeySchema(
                "do", .steps, "Its body.", default: "nothing: it ends at once",
                example: "[{ add = \"tick\" }, { run_loop = \"forever\" }]"),
            KeySchema(
                "target", .part(.object), "The object it was made with, kept until the thread ends.",
                example: "\"controller\""),
            KeySchema(
                "detached", .flag, "True if nothing refers to it, so that it cannot be cancelled.", default: "false"),
        ],
        example: """
            [[thread]]
            id = "worker"
            do = [{ add = "tick" }, { run_loop = "forever" }]
            """)

    static let queue = TableSchema(
        "queue", .many, "A dispatch queue; the main queue is always there under the id \"main\".",
        keys: [
            KeySchema("id", .id, "The name that timers and steps use.", required: true, example: "\"work\""),
            KeySchema(
                "kind", .word(QueuePlan.Kind.words(but: .main)), "The way it runs its blocks.", default: "\"serial\""),
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
                "id", .id,
                "A name for the log and for `--set`; without one paths count from 0: `event.0` is event 1.",
                default: "event 1, event 2 …", example: "\"drag\""),
            KeySchema(
                "at", .oneOf([.duration(.notNegative), .times]),
                "The instant; percentiles are drawn from once for each run.", required: true, example: "\"1.7s\""),
            KeySchema("every", .exactDuration(.positive), "The event repeats at this interval.", example: "\"100ms\""),
            KeySchema("until", .duration(.notNegative), "With `every`: the repetition ends here.", example: "\"5s\""),
            KeySchema("thread", .part(.thread), "The thread that handles it.", default: "\"main\""),
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
            KeySchema("id", .id, "The name that steps use.", default: "observer 1, observer 2 …"),
            KeySchema(
                "activities", .many(.word(ObserverPlan.Activity.words)), "The activities for which it is called.",
                required: true,
                example: "[\"before-waiting\"]"),
            KeySchema("modes", .many(.mode), "The modes it is added in.", default: "[\"default\"]"),
            KeySchema("order", .integer(Int64.min...Int64.max), "Smaller ones are called first.", default: "0"),
            KeySchema("repeats", .flag, "False: it is called once, then invalidated.", default: "true"),
            KeySchema("thread", .part(.thread), "The thread whose run loop it observes.", default: "\"main\""),
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
            KeySchema("id", .id, "The name that steps use.", required: true, example: "\"port\""),
            KeySchema("kind", .word(SourcePlan.Kind.words), "The way it is woken.", default: "\"source1\""),
            KeySchema("modes", .many(.mode), "The modes it is added in.", default: "[\"default\"]"),
            KeySchema("order", .integer(Int64.min...Int64.max), "Smaller ones are served first.", default: "0"),
            KeySchema("thread", .part(.thread), "The thread whose run loop it is added to.", default: "\"main\""),
            KeySchema(
                "at", .many(.duration(.notNegative)), "The instants of its messages or signals.", default: "never",
                example: "[\"1s\", \"2s\"]"), KeySchema("do", .steps, "The steps of its callback.", default: "nothing"),
        ],
        example: """
            [[source]]
            id = "port"
            thread = "worker"
            at = "2s"
            """)
}
