import LabAnalysis
import LabTestBench
import Testing

@testable import LabWorkbench

/// What nothing puts in order, and what something does.
@Suite("A free order")
struct FreeOrderTests {
    struct Story: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// What stands beside an NSTimer of 1 s.
        var text: String
        var kind = "nstimer"
        /// Whether its callback takes 400 ms.
        var work = false
        /// What is said of it; nil: nothing.
        var said: String?
    }

    private static func event(at: String = "3s", _ steps: String) -> String {
        "[[event]]\nat = \"\(at)\"\ndo = [\(steps)]"
    }

    private static func timer(_ kind: String, _ rest: String = "") -> String {
        """
        \(Toml.timer("other", kind, "3s", repeats: true))
        do = [{ work = "400ms" }]
        \(rest)
        """
    }

    static let stories = [
        Story(
            testDescription: "an event ends it when it is due", text: event(#"{ invalidate = "tick" }"#),
            said: "event 1 ended it"),
        Story(testDescription: "an event ends it before that", text: event(at: "2.9s", #"{ invalidate = "tick" }"#)),
        Story(
            testDescription: "an event suspends it when it is due", text: event(#"{ suspend = "tick" }"#), kind: "gcd",
            said: "event 1 suspended it"),
        Story(
            testDescription: "it is suspended when it is due, and resumed later",
            text: event(#"{ suspend = "tick" }"#) + "\n" + event(at: "4.2s", #"{ resume = "tick" }"#), kind: "gcd",
            said: "only after it was resumed"),
        Story(
            testDescription: "a link is paused when its frame comes, and draws one more or less",
            text: event(#"{ pause = "tick" }"#) + "\n" + event(at: "4.2s", #"{ resume = "tick" }"#),
            kind: "displaylink"),
        Story(
            testDescription: "a cancellation that its body does not notice lets it go on at once",
            text: "swallows_cancel = true\n" + event(at: "2.9s", #"{ cancel = "tick" }"#), kind: "task-sleep"),
        Story(
            testDescription: "it is suspended before that", text: event(at: "2.9s", #"{ suspend = "tick" }"#),
            kind: "gcd"),
        Story(
            testDescription: "it is ended when it is due, and suspended since before that",
            text: event(at: "2.9s", #"{ suspend = "tick" }"#) + "\n"
                + event(#"{ cancel = "tick" }, { resume = "tick" }"#),
            kind: "gcd"),
        Story(
            testDescription: "what ends it when it is due has run another mode until then",
            text: event(at: "2.5s", #"{ mode = "tracking", for = "500ms" }, { invalidate = "tick" }"#)),
        Story(
            testDescription: "two sources of a queue are due together", text: timer("gcd", "queue = \"main\""),
            kind: "gcd",
            work: true, said: "when timer tick began"),
        Story(testDescription: "two timers of a run loop are due together", text: timer("nstimer"), work: true),
        Story(
            testDescription: "two sources of different queues are due together", text: timer("gcd"), kind: "gcd",
            work: true),
    ]

    @Test("is told where it mattered, and nowhere else", arguments: stories)
    func told(story: Story) throws {
        let found = try Bench.messages(
            "TL0501",
            """
            duration = "5.5s"
            \(Toml.timer("tick", "\(story.kind)"))
            \(story.kind == "displaylink" ? "" : "interval = \"1s\"\nrepeats = true")
            \(story.work ? "do = [{ work = \"400ms\" }]" : "")
            \(story.kind == "gcd" ? "queue = \"main\"" : "")
            \(story.text)
            """)
        #expect(found.isEmpty == (story.said == nil) && found.allSatisfy { $0.contains(story.said ?? "") }, "\(found)")
    }

    @Test("a deadlock tells once who waits for whom")
    func deadlock() throws {
        let found = try Bench.messages(
            "TL0503",
            """
            duration = "5s"
            [[queue]]
            id = "q"
            \(Toml.timer("beat", "gcd", "1s", repeats: true))
            queue = "q"
            do = [{ work = "10ms" }, { sync = "main", do = [{ log = "update" }] }]
            \(Toml.event("3.005s", #"{ sync = "q", do = [{ log = "read" }] }"#))
            """)
        let both = "thread main waits for queue q, and queue q waits for queue main: neither continues"
        #expect(found.count == 1 && found[0].hasPrefix(both), "\(found)")
    }

    @Test(
        "a handler waits forever for a signal that a later block of its own serial queue would send",
        arguments: [("api", true), ("net", false)])
    func signalBehindItself(answering: String, isDead: Bool) throws {
        let found = try Bench.messages(
            "TL0503",
            """
            duration = "5s"
            [[queue]]
            id = "api"
            [[queue]]
            id = "net"
            \(Toml.timer("sync", "gcd", "1s", repeats: true))
            queue = "api"
            do = [{ async = "\(answering)", name = "answer", do = [{ count = "answered" }] }, { wait_for = "answered" }]
            """)
        #expect(found.count == (isDead ? 1 : 0))
        #expect(found.allSatisfy { $0.hasPrefix("queue api waits for a signal by block answer") })
    }

    @Test("a thread that waits for main sends no signal that main waits for")
    func signalOfAWaitingThread() throws {
        let found = try Bench.messages(
            "TL0503",
            """
            duration = "5s"
            [[thread]]
            id = "worker"
            do = [{ work = "500ms" }, { perform = "show", on_thread = "main", wait = true, do = [] }, { count = "done" }]
            \(Toml.event("0.1s", #"{ wait_for = "done" }"#))
            """)
        #expect(found.count == 2 && found[0].hasPrefix("thread main waits"), "\(found)")
    }
}
