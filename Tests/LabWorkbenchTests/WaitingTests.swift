import LabAnalysis
import LabCatalogue
import LabTestBench
import Testing

@testable import LabWorkbench

/// Waits for queues, threads, locks and signals: what is told of them.
@Suite("Waits")
struct WaitingTests {
    /// A timer on a queue of its own, a queue `db`, and a moment of trouble.
    private static func tick(_ steps: String, at instant: String = "3.1s", _ trouble: String) -> String {
        """
        duration = "8s"
        [[queue]]
        id = "own"
        [[queue]]
        id = "db"
        \(Toml.timer("tick", "gcd", "400ms", repeats: true))
        queue = "own"
        leeway = "1ms"
        do = [\(steps)]
        [[thread]]
        id = "worker"
        do = [{ repeat = 1000, do = [{ wait_for = "job" }] }]
        \(Toml.event("1ms", #"{ count = "lock" }"#))
        \(Toml.event(instant, trouble))
        """
    }

    private static let read = #"{ sync = "db", name = "read", do = [{ work = "1ms" }] }"#
    private static let asks =
        #"{ async = "db", name = "answer", do = [{ count = "go" }] }, { wait_for = "go" }"#
    private static let locks = #"{ wait_for = "lock" }, { work = "1ms" }, { count = "lock" }"#
    private static func both(_ queue: String, _ first: String, then second: String) -> String {
        let waits = #"{ wait_for = "\#(first)" }, { work = "10ms" }, { wait_for = "\#(second)" }"#
        return #"{ async = "\#(queue)", do = [\#(waits), { count = "\#(second)" }, { count = "\#(first)" }] }"#
    }
    private static let never = #"{ async = "db", name = "import", do = [{ wait_for = "never" }] }"#
    private static let suspend = #"{ suspend = "db" }"#
    private static let end = ": it waits for what cannot come, and with it all that it has to call"

    @Test(
        "a thread that waits for what nothing left can do is told with that, wherever it waits",
        arguments: [
            (
                tick(#"{ wait_for = "go", when = { fired = 4 } }"#, ""),
                ["queue own waits for a signal that nothing gives, and with it all that it has to call"]
            ),
            (
                tick(asks, suspend),
                ["queue own waits for a signal by block answer, which waits in queue db, which is suspended" + end]
            ),
            (tick(read, suspend), ["queue own waits for queue db, which is suspended" + end]),
            (
                tick(read, never),
                [
                    "queue own waits for queue db, and queue db waits for a signal that nothing gives"
                        + ", and with it all that it has to call",
                    "queue db waits for a signal that nothing gives, and with it all that it has to call",
                ]
            ),
            (
                tick(locks, #"{ async = "db", name = "import", do = [{ wait_for = "lock" }, { work = "5ms" }] }"#),
                ["queue own waits for a signal that cannot come, and with it all that it has to call"]
            ),
            (
                tick("", #"{ async = "own", name = "import", do = [{ wait_for = "never" }] }"#),
                ["queue own waits for a signal that nothing gives, and with it all that it has to call"]
            ),
            (
                tick(
                    "",
                    #"{ count = "other" }, "# + both("db", "other", then: "lock") + ", "
                        + both("own", "lock", then: "other")),
                [
                    "queue db waits for queue own, and queue own waits for queue db: neither continues"
                ]
            ),
            (
                tick(
                    "",
                    #"{ count = "other" }, "# + both("db", "lock", then: "other") + ", "
                        + both("own", "lock", then: "other")), []
            ),
            (
                tick(
                    "",
                    #"{ async = "pool", name = "sum", do = [{ wait_for = "zero" }, { count = "zero" }] }"#)
                    + "\n[[queue]]\nid = \"pool\"\nkind = \"global\"",
                ["block sum waits for a signal that nothing gives, and its thread with it"]
            ),
            // What comes before the end, or may come, is waited for with reason.
            (tick(asks, suspend + #", { sleep = "1s" }, { resume = "db" }"#), []),
            (tick(locks, #"{ async = "db", do = [{ wait_for = "lock" }, { work = "10s" }, { count = "lock" }] }"#), []),
            (tick(read, never + #", { count = "never" }"#), []),
            (tick("", never), []),
        ])
    func endless(text: String, messages: [String]) throws {
        #expect(try Set(Bench.messages("TL0503", text)) == Set(messages))
    }

    @Test("main is told what it waits for in its own body, where only it could bring that about")
    func main() throws {
        let wait = #"{ async = "main", name = "job", do = [{ count = "done" }] }, { wait_for = "done" }"#
        let text = "duration = \"5s\"\n[[thread]]\nid = \"main\"\n"
        let told = "thread main waits for a signal by block job, which only it could run"
        let run = try Bench.run(text + "do = [\(wait)]")
        #expect(run.messages("TL0503") == [told + Self.end])
        let advice = try #require(run.analysis.findings.first?.remedy)
        #expect(advice.contains("semaphore") && !advice.contains("defer"), "\(advice)")
        let own = try Bench.findings("duration = \"5s\"\n" + Toml.event("1s", #"{ sync = "main", do = [] }"#))
        #expect(own.map(\.code) == ["TL0503"] && own.first?.remedy.hasPrefix("call it directly") == true)
        let loop =
            #"{ async = "main", do = [{ count = "done" }] }, "#
            + #"{ async = "main", do = [{ repeat = 1000, do = [{ run_loop = { in_mode = "default", for = "1s" } }], "#
            + #"until = { count = "done", is = 2 } }] }, { async = "main", do = [{ count = "done" }] }"#
        let held = try Bench.findings("duration = \"5s\"\n" + Toml.event("1s", loop))
        #expect(held.map(\.code) == ["TL0503"] && held.first?.remedy.hasPrefix("let the block return") == true)
        let worker = "[[thread]]\nid = \"worker\"\nstarts = \"1s\"\ndo = [{ count = \"done\" }]\n"
        #expect(try Bench.messages("TL0503", text + "do = [{ wait_for = \"done\" }]\n" + worker) == [])
    }

    @Test(
        "a callback that waits is told with what it waits for, and what held that",
        arguments: [
            (
                locks,
                #"{ async = "db", name = "import", do = [{ wait_for = "lock" }, { work = "1.5s" }, { count = "lock" }] }"#,
                "waiting for a signal from block import"
            ),
            (
                read, suspend + #", { async_after = "1.5s", queue = "main", do = [{ resume = "db" }] }"#,
                "waiting for queue db, which is suspended"
            ),
            (
                #"{ sync = "main", name = "show", do = [] }"#, #"{ mode = "private", for = "1.5s" }"#,
                "waiting for queue main, while event 2 runs the private mode"
            ),
            (
                #"{ perform = "show", on_thread = "main", wait = true, in_modes = ["default"], do = [] }"#,
                #"{ mode = "tracking", for = "1.5s" }"#,
                "waiting for thread main, while event 2 runs the tracking mode"
            ),
            (
                #"{ wait_for = "go", when = { fired = 8 } }"#, #"{ sleep = "1.5s" }, { count = "go" }"#,
                "waiting for a signal from thread main, which event 2 keeps busy"
            ),
        ])
    func waiting(steps: String, trouble: String, words: String) throws {
        let text = Self.tick(steps, trouble)
        let messages = try Bench.messages("TL0102", text)
        #expect(messages.count == 1 && messages[0].hasSuffix(words), "\(messages)")
        #expect(try Bench.messages("TL0101", text).isEmpty)
    }

    @Test("a suspended queue is named, with the timers and blocks that it keeps")
    func suspended() throws {
        let text = Self.tick("", #"{ suspend = "own" }, { async = "own", name = "save", do = [] }"#)
        #expect(
            try Bench.messages("TL0204", text) == [
                "save waits in queue own, which is suspended", "tick skips 12 of 19 due points: queue own is suspended",
            ])
    }

    @Test("blocks that run side by side have not waited for each other")
    func sideBySide() throws {
        let text = """
            duration = "10s"
            [[queue]]
            id = "net"
            kind = "concurrent"
            \(Toml.timer("submit", "nstimer", "200ms", repeats: true))
            do = [{ async = "net", name = "upload", do = [{ wait_for = "slot" }, { sleep = "1s" }, { count = "slot" }] }]
            \(Toml.event("1ms", #"{ count = "slot" }, { count = "slot" }"#))
            """
        #expect(try !Bench.messages("TL0111", text).contains { $0.contains("none began") })
    }

    @Test(
        "blocks that waited because of the mode of a run loop are told with that mode",
        arguments: [
            (
                #"{ async = "main", name = "show", do = [{ work = "2ms" }] }"#, "private",
                ", where the main queue is not served"
            ),
            (
                #"{ perform = "show", on_thread = "main", in_modes = ["default"], do = [{ work = "2ms" }] }"#,
                "tracking",
                ", which it is not in"
            ),
        ])
    func modes(step: String, mode: String, lack: String) throws {
        let text = """
            duration = "8s"
            [[queue]]
            id = "own"
            \(Toml.timer("tick", "gcd", "200ms", repeats: true))
            queue = "own"
            leeway = "1ms"
            do = [\(step)]
            \(Toml.event("3.1s", "{ mode = \"\(mode)\", for = \"3s\" }"))
            """
        let messages = try Bench.messages("TL0103", text)
        #expect(messages.count == 1 && messages[0].hasSuffix("event 1 runs the \(mode) mode" + lack), "\(messages)")
        #expect(try Bench.messages("TL0111", text).isEmpty)
    }

    @Test("the step that waits is shown: it names the lock or the queue", arguments: [locks, read])
    func step(steps: String) throws {
        let write = #"[{ wait_for = "lock" }, { work = "1s" }, { count = "lock" }]"#
        let hold = #"{ async = "db", name = "write", do = "# + write + " }"
        let page = Bench.text(try Bench.run(Self.tick(steps, hold)).page())
        let step = steps == Self.read ? Self.read : #"{ wait_for = "lock" }"#
        #expect(page.contains("  step   \(step)") || page.contains("  step     \(step)"), "\(page.suffix(900))")
    }
}
