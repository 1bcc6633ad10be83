import LabAnalysis
import LabCatalogue
import LabTestBench
import Testing

@testable import LabReports
@testable import LabWorkbench

/// What is told once, and of the one that causes it.
extension FindingCaseTests {
    @Test("the modes of a timer that is never called are named with one in which its loop ran")
    func otherMode() throws {
        let found = try Bench.messages(
            "TL0206",
            """
            duration = "6s"
            [[thread]]
            id = "capture"
            do = [{ create = "meter" }, { run_loop = { in_mode = "own", for = "5s" } }]
            [[source]]
            id = "port"
            thread = "capture"
            modes = ["own"]
            \(Toml.timer("meter", "nstimer", "1s", repeats: true))
            thread = "capture"
            modes = ["common"]
            """)
        #expect(
            found == [
                "the run loop of thread capture never ran in mode default or tracking, in which meter is: it ran in own"
            ])
    }

    @Test(
        "a source that is activated as it is cancelled is freed, one that is resumed later was to be called again",
        arguments: [("{ cancel = \"tick\" }, { activate = \"tick\" }", false), ("{ cancel = \"tick\" }", true)])
    func activatedToBeFreed(steps: String, isTold: Bool) throws {
        let found = try Bench.messages(
            "TL0314",
            """
            duration = "6s"
            \(Toml.timer("tick", "gcd", "1s", repeats: true))
            held_by = "static"
            \(Toml.event("2.5s", steps))
            \(isTold ? Toml.event("3.5s", #"{ activate = "tick" }"#) : "")
            """)
        #expect(found.isEmpty != isTold, "\(found)")
    }

    @Test("a tool's end is that of the timers of its other threads", arguments: ["nstimer", "thread-sleep"])
    func otherThreads(kind: String) throws {
        let found = try Bench.messages(
            "TL0201",
            """
            duration = "6s"
            [[thread]]
            id = "main"
            do = [{ start = "worker" }, { work = "10ms" }]
            [[thread]]
            id = "worker"
            do = [{ create = "tick" }, { run_loop = "forever" }]
            \(Toml.timer("tick", kind, "1s", repeats: true))
            thread = "worker"
            """)
        #expect(found == ["tick is never called: the body of thread main ends at 10 ms, and the process with it"])
    }

    @Test("an end on another thread comes before the run call that it keeps, and a cancellation before a pace")
    func causeFirst() throws {
        let kept = """
            duration = "10s"
            [[thread]]
            id = "js"
            do = [{ create = "tick" }, { run_loop = "forever" }, { log = "stopped" }]
            \(Toml.timer("tick", "nstimer", "1s", repeats: true))
            thread = "js"
            held_by = "static"
            \(Toml.event("5.2s", #"{ invalidate = "tick" }"#))
            """
        #expect(try Bench.findings(kept).map(\.code) == ["TL0308", "TL0212"])
        let slow = """
            duration = "10s"
            \(Toml.timer("poll", "task-sleep", "1s", repeats: true))
            swallows_cancel = true
            do = [{ work = "10ms" }]
            \(Toml.event("5.5s", #"{ cancel = "poll" }"#))
            """
        #expect(try Bench.findings(slow).map(\.code).prefix(2) == ["TL0317", "TL0108"])
    }

    @Test(
        "a block or single call that runs when main ends is cut off, where it is not done by then",
        arguments: [("worker", "1s", true), ("worker", "5s", false), ("pool", "1s", true), ("pool", "3s", false)])
    func cutOff(queue: String, slept: String, isCutOff: Bool) throws {
        let text = """
            duration = "6s"
            [[queue]]
            id = "worker"
            [[queue]]
            id = "pool"
            kind = "global"
            [[thread]]
            id = "main"
            do = [{ async = "\(queue)", name = "save", do = [{ sleep = "2s" }, { log = "saved" }] }, { sleep = "\(slept)" }]
            """
        let told = "save is cut off: the body of thread main ends at 1 s, and the process with it"
        #expect(try Bench.messages("TL0201", text) == (isCutOff ? [told] : []))
        let call = "\(Toml.timer("save", "gcd", "100ms"))\nqueue = \"\(queue)\"\ndo = [{ sleep = \"2s\" }]\n"
        let timer = text.replacing(#/{ async.*] }, /#, with: "") + "\n" + call
        #expect(try Bench.messages("TL0201", timer) == (isCutOff ? [told] : []))
    }

    @Test(
        "a run call that the body's loop makes again has not returned for good",
        arguments: [("repeat = 1000000", false), ("repeat = 1", true)])
    func ranAgain(loop: String, isOver: Bool) throws {
        let found = try Bench.messages(
            "TL0207",
            """
            duration = "7s"
            \(Toml.tick)
            thread = "worker"
            [[thread]]
            id = "worker"
            do = [{ create = "tick" }, { \(loop), do = [{ run_loop = { for = "100ms" } }, { work = "2500ms" }] },
                { sleep = "60s" }]
            """)
        #expect(found.isEmpty != isOver, "\(found)")
    }

    @Test(
        "who retains a target in its dealloc is told of that alone, and crashes in any form",
        arguments: [
            (#"{ create = "later" }"#, "\(Toml.timer("later", "perform"))\ndelay = \"1s\"\ntarget = \"screen\""),
            (#"{ create = "later" }"#, "\(Toml.timer("later", "nstimer", "1s"))\ntarget = \"screen\""),
            (#"{ perform = "cleanUp", target = "screen", after = "1s" }"#, ""),
        ])
    func retainedInDealloc(step: String, timer: String) throws {
        let report = try Bench.run(
            """
            duration = "3s"
            \(Toml.object("screen", by: "navigation"))
            dealloc = [\(step)]
            \(timer)
            \(Toml.event("1s", #"{ pop = "screen" }"#))
            """)
        #expect(report.analysis.crash != nil)
        #expect(report.messages("TL0315").count == 1)
        #expect(timer.isEmpty || report.messages("TL0304").isEmpty)
    }

    @Test("a chain of blocks whose object is gone may have ended with it: a note", arguments: ["after", "gcd"])
    func chainWithoutObject(kind: String) throws {
        let findings = try Bench.findings(
            """
            duration = "6s"
            \(Toml.object("screen", by: "navigation"))
            \(Toml.timer("poll", kind, "1s", repeats: true))
            queue = "main"
            weak = "screen"
            held_by = "static"
            do = [{ message = "screen", selector = "poll" }]
            \(Toml.event("2.5s", #"{ pop = "screen" }"#))
            """)
        let found = try #require(findings.first { $0.code == "TL0312" })
        #expect((found.severity == .note) == (kind == "after"))
    }

    @Test(
        "a timer that is made when the object of its weak capture is gone has nothing that could end it",
        arguments: [("nstimer", true), ("task-sleep", true), ("nstimer", false)])
    func madeAfterOwner(kind: String, repeats: Bool) throws {
        let report = try Bench.run(
            """
            duration = "9s"
            \(Toml.object("screen", by: "navigation"))
            strong = { timer = "poll" }
            dealloc = [{ \(kind == "nstimer" ? "invalidate" : "cancel") = "poll" }]
            \(Toml.timer("poll", kind, "1s", repeats: repeats))
            weak = "screen"
            do = [{ message = "screen", selector = "poll" }]
            \(Toml.event("1s", #"{ async_after = "3s", queue = "main", weak = "screen", do = [{ create = "poll" }] }"#))
            \(Toml.event("2.5s", #"{ pop = "screen" }"#))
            """)
        let told = "poll fired 4 times for nothing: all that it refers to is gone since 2.5 s"
        #expect(report.messages() == (repeats ? [told] : []))
        #expect(report.analysis.findings.allSatisfy { $0.code == "TL0312" && $0.severity == .fault })
    }

    @Test("a countdown in the method that a block calls is one, too")
    func countdownInMethod() throws {
        let text = """
            duration = "30s"
            \(Toml.object("screen", by: "navigation"))
            \(Toml.tick)
            weak = "screen"
            do = [{ message = "screen", selector = "tick", do = [{ log = "{countdown:9}" }] }]
            \(Toml.event("2.5s", "{ background = true }"))
            \(Toml.event("6.2s", "{ foreground = true }"))
            """
        let found = try Bench.messages("TL0116", text)
        #expect(found == ["tick shows 0 at 13 s, but its time is over at 10 s: it counts calls"])
    }

    @Test("a date that is set again as it is has one due point", arguments: ["0s", "1s"])
    func sameDate(time: String) throws {
        let after = time == "0s" ? "5s" : "4s"
        let report = try Bench.run(
            """
            duration = "15s"
            \(Toml.timer("save", "nstimer"))
            delay = "5s"
            do = [{ work = "1ms" }]
            \(Toml.event(time, #"{ set_fire_date = "save", after = "\#(after)" }"#))
            """)
        let save = try #require(report.analysis.timers.first)
        #expect((save.fired, save.due, save.skipped) == (1, 1, 0))
    }

    @Test("a modal panel in a task of the main actor keeps the main queue, as one in a block does")
    func modalInTask() throws {
        let found = try Bench.messages(
            "TL0103",
            """
            duration = "15s"
            \(Toml.timer("ask", "task-sleep", "3s"))
            repeats = false
            tolerance = "0s"
            do = [{ mode = "modalPanel", for = "6s" }]
            \(Toml.timer("ticker", "task-sleep", "1s"))
            tolerance = "0s"
            """)
        #expect(found.first?.contains("runs the modal mode, and no other block of the main queue") == true, "\(found)")
    }

    @Test("a proxy that a timer keeps, as it should, is not what leaks")
    func proxy() throws {
        let report = try Bench.run(
            """
            duration = "6s"
            \(Toml.object("screen", by: "navigation"))
            strong = { timer = "tick" }
            [[object]]
            id = "proxy"
            proxy = "null-forwarding"
            forwards_to = "screen"
            held_by = "pool"
            \(Toml.tick)
            target = "proxy"
            \(Toml.event("3500ms", #"{ pop = "screen" }"#))
            """)
        #expect(report.messages("TL0301").isEmpty && report.messages("TL0304").count == 1)
    }
}
