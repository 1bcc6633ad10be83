import LabReports
import LabTestBench
import Testing

@testable import LabWorkbench

/// Bugs that everybody makes once: asked for too often, waited for on main, resumed after a cancel.
extension RemedyTests {
    @Test(
        "the main thread of a script runs its loop for ever, or for as long as it slept",
        arguments: [
            ("", "RunLoop.main.run()"),
            (", { sleep = \"2s\" }, { log = \"over\" }", "RunLoop.main.run(until: Date() + 2)"),
        ])
    func mainRun(rest: String, run: String) throws {
        let body = "repeats = true\n[[thread]]\nid = \"main\"\ndo = [{ create = \"tick\" }\(rest)]"
        let outcome = try remedies(timer("nstimer", body))
        let row = try #require(outcome.report.rows.first)
        #expect(row.name == "loop run to the end" && row.helps && row.code.swift.hasSuffix("+ " + run))
        #expect(
            row.code.objectiveC.contains("[NSRunLoop.mainRunLoop run") && !row.code.objectiveC.contains("invalidate"))
    }

    @Test("work that keeps itself waiting since it is asked for too often is asked for once")
    func inItsOwnWay() throws {
        let scroll = Toml.event("1s", #"{ create = "tick" }"#) + "\nevery = \"16ms\"\nuntil = \"2s\""
        let rest = "queue = \"main\"\ndo = [{ work = \"30ms\" }]\n" + scroll
        let report = try remedies(timer("after", every: "2s", rest)).report
        #expect(report.worst?.code == "TL0102" && report.rows.first?.name == "ended before remade")
    }

    @Test("a worker that waits for what main performs in another mode does not wait")
    func performedOnMain() throws {
        let show = #"{ perform = "show", on_thread = "main", wait = true, in_modes = ["default"] }"#
        let worker = "[[thread]]\nid = \"worker\"\ndo = [{ create = \"tick\" }, { run_loop = \"forever\" }]\n"
        let scroll = Toml.event("3.1s", #"{ mode = "tracking", for = "3s" }"#)
        let rows = try remedies(timer("nstimer", "repeats = true\ndo = [\(show)]\n" + worker + scroll)).report.rows
        #expect(rows.contains { $0.name == "nothing waits" && $0.code.swift.hasSuffix("waitUntilDone: false)") })
    }

    @Test("a timer that only a weak property has is gone before it is added: a strong one keeps it")
    func weakBeforeAdded() throws {
        let make =
            #"{ create = "tick" }, { assign = "screen", weak = "tick", property = "tick" }, { release = "tick" }"#
        let screen = "[[object]]\nid = \"screen\"\nheld_by = \"navigation\"\nweak = { tick = \"tick\" }\n"
        let report = try remedies(
            timer(
                "nstimer",
                "repeats = true\ncreate = \"timer\"\n" + screen + Toml.event("100ms", make) + "\n"
                    + Toml.event("1s", #"{ add = "tick", modes = ["common"] }"#))
        ).report
        let best = try #require(report.rows.first)
        #expect(report.worst?.code == "TL0309" && report.before.findings.count == 1)
        #expect(best.name == "strong property" && best.helps && best.figures.findings.isEmpty)
    }

    @Test("an invalidated timer that is added again is a new one, and was made before, too")
    func addedAfterItsEnd() throws {
        let stop = Toml.event("3.5s", #"{ invalidate = "tick" }"#)
        let start = Toml.event("6s", #"{ add = "tick" }"#)
        let report = try remedies(timer("nstimer", "repeats = true\n\(stop)\n\(start)")).report
        let best = try #require(report.rows.first)
        #expect(best.name == "new timer" && best.figures.wakeUps > report.before.wakeUps)
    }

    @Test("a port is added to a scenario that says where it was asked")
    func askedSomewhere() throws {
        #expect(try Shipped.remedies("run-loop-run-returns-at-once").report.rows.first?.helps == true)
    }

    @Test("a loop that waits on main goes to a queue as a whole")
    func loopOnMain() throws {
        let answer = #"{ async_after = "3s", queue = "net", do = [{ count = "done" }] }"#
        let wait = #"{ repeat = 1000, do = [{ sleep = "100ms" }], until = { count = "done" } }"#
        let tap = "repeats = true\n[[queue]]\nid = \"net\"\n" + Toml.event("1.5s", "\(answer), \(wait)")
        let outcome = try remedies(timer("nstimer", tap))
        #expect(outcome.report.rows.first?.name.hasPrefix("work on a queue") == true)
        #expect(String(decoding: outcome.texts[0], as: UTF8.self).contains("do = [\(wait)]"))
    }

    @Test("of requests whose answers go to main one at a time is made")
    func answersOnMain() throws {
        let answer = #"{ async = "main", do = [{ log = "price" }] }"#
        let fetch = "{ sleep = { p0 = \"300ms\", p50 = \"900ms\", p100 = \"3s\" } }, \(answer)"
        let poll = "repeats = true\ndo = [{ async = \"net\", do = [\(fetch)] }]\n"
        let outcome = try remedies(timer("nstimer", poll + "[[queue]]\nid = \"net\"\nkind = \"concurrent\""))
        let row = try #require(outcome.report.rows.first)
        #expect(outcome.report.worst?.code == "TL0502" && row.name == "one request at a time" && row.helps)
    }

    @Test("work that overlaps and answers nobody is a job, whose flag main lowers, and no request")
    func overlappingWork() throws {
        let job = "repeats = true\ndo = [{ async = \"net\", do = [{ work = \"3s\" }] }]\n"
        let report = try remedies(timer("nstimer", job + "[[queue]]\nid = \"net\"\nkind = \"concurrent\"")).report
        let code = try #require(report.rows.first { $0.name == "one request at a time" }).code.swift
        #expect(code.contains("DispatchQueue.main.async { self.isBusy = false") && !code.contains("fetch"), "\(code)")
    }

    @Test("the end of a job wakes the loop, which calls an observer before waiting again: that is a cost")
    func observerBeforeWaiting() throws {
        let idle = "[[observer]]\nid = \"idle\"\nactivities = [\"before-waiting\"]\ndo = [{ work = \"80ms\" }]"
        let rows = try remedies(timer("nstimer", every: "50ms", "repeats = true\n" + idle)).report.rows
        let row = try #require(rows.first { $0.name.hasPrefix("work on a queue") })
        #expect(row.cost.contains("calls the observer again"), "\(row.cost)")
    }

    @Test("a timer of the tracking mode alone was added to it, not scheduled")
    func addedForTracking() throws {
        let row = try #require(
            try remedies(timer("nstimer", "repeats = true\nmodes = [\"tracking\"]")).report.rows.first)
        #expect(
            row.name == "common modes" && row.code.swift.contains("- RunLoop.main.add(tickTimer!, forMode: .tracking)"),
            "\(row.code.swift)")
    }

    @Test("a source that was cancelled is made again, not resumed")
    func cancelledSource() throws {
        let restart = Toml.event("3s", #"{ cancel = "tick" }"#) + "\n" + Toml.event("5s", #"{ resume = "tick" }"#)
        let row = try #require(try remedies(timer("gcd", "repeats = true\n" + restart)).report.rows.first)
        #expect(
            row.name == "made again, not resumed" && row.helps
                && row.code.swift.hasPrefix("- tickTimerSource?.resume()\n+ ")
        )
        // Called at 1 s and 2 s, and again from 6 s.
        #expect(row.figures.wakeUps > 3, "\(row.figures.wakeUps)")
    }

    @Test("a body runs its loop before it lets its variables go, and what still never fires is no remedy")
    func behindTheAdding() throws {
        let report = try Shipped.remedies("worker-run-loop").report
        #expect(report.rows.filter(\.helps).map(\.name) == ["loop run to the end"])
        #expect(report.rows.contains { $0.name == "dispatch source" })
    }

    @Test("a timer that a thread's body schedules is mended on that thread")
    func madeByBody() throws {
        let body = "repeats = true\n[[thread]]\nid = \"logger\"\ndo = [{ create = \"tick\" }]"
        let row = try #require(try remedies(timer("nstimer", body)).report.rows.first)
        #expect(row.name == "loop run to the end" && row.helps)
    }

    @Test(
        "work of a task, a sleep on a queue, a cancel by another selector and a forgotten key have their own code",
        arguments: [
            (
                Toml.timer("clock", "Timer", "500ms", repeats: true) + "\nmodes = [\"common\"]\n"
                    + Toml.timer("decode", "Task.sleep", "5s") + "\ntolerance = \"0s\"\ndo = [{ work = \"2s\" }]",
                "work in a task of its own (decode)", "+     let result = await Task.detached { compute() }.value"
            ),
            (
                Toml.timer("ticks", "AsyncTimerSequence", "1s") + "\ndo = [{ work = \"2500ms\" }]",
                "work in a task of its own", "+     self.isBusy = false; show(result)"
            ),
            (
                "[[queue]]\nid = \"network\"\n" + Toml.timer("beat", "DispatchSourceTimer", "2s", repeats: true)
                    + "\nqueue = \"network\"\n"
                    + Toml.event("3s", #"{ async = "network", name = "retry", do = [{ sleep = "7s" }] }"#),
                "after instead of sleep (event 1)", "+ networkQueue.asyncAfter(deadline: .now() + 7) {"
            ),
            (
                Toml.object("button", by: "static") + "\n"
                    + Toml.event("1s", #"{ perform = "send:", target = "button", after = "0.5s" }"#) + "\n"
                    + Toml.event(
                        "1.2s",
                        #"{ cancel_perform = "button", selector = "send" }, "#
                            + #"{ perform = "send:", target = "button", after = "0.5s" }"#),
                "ended before remade",
                "+ NSObject.cancelPreviousPerformRequests(withTarget: self, selector: #selector(send(_:)), object: nil)\n  perform(#selector(send(_:))"
            ),
            (
                Toml.timer("tick", "Timer", "1s") + "\n[[expect]]\ntimer = \"tick\"\nfired = 19", "repeats",
                "repeats: true"
            ),
        ])
    func own(parts: String, name: String, code: String) throws {
        let rows = try remedies("duration = \"20s\"\n" + parts).report.rows
        let best = try #require(rows.first)
        #expect(best.helps && best.name == name && best.code.swift.contains(code), "\(rows.map(\.name)) \(best.code)")
    }

    @Test(
        "what only the system holds back is told with what its author can do",
        arguments: [
            (
                Toml.timer("tick", "after", "10s") + "\nqueue = \"main\"\n"
                    + Toml.event("2s", #"{ system_sleep = "5s" }"#), "wallDeadline"
            ),
            (
                "[device]\nkept_alive = true\nthrottled = { p0 = \"3s\", p100 = \"5s\" }\n"
                    + Toml.timer("tick", "nstimer", "4s", repeats: true) + "\n"
                    + Toml.event("2s", "{ background = true }"), "beginActivity"
            ),
            (
                Toml.timer("daily", "Timer", "24h", repeats: true) + "\n"
                    + Toml.event("15h", #"{ system_sleep = "8h" }"#),
                "wallDeadline: .now() + 86400, repeating: 86400"
            ),
            (
                Toml.timer("link", "CADisplayLink") + "\nfps = 50\n[[expect]]\ntimer = \"link\"\nfired = 50",
                "preferredFrameRateRange"
            ),
            (
                "[device]\nrefresh = \"120Hz\"\nframe_cap = \"no-promotion-key\"\n[[timer]]\nid = \"link\"\n"
                    + "kind = \"displaylink\"\nfps_range = { min = 80, max = 120 }", "YES to the Info.plist"
            ),
            // What else keeps main busy is in the way of no rate.
            (
                "[device]\nrefresh = \"120Hz\"\nframe_cap = \"no-promotion-key\"\n[[timer]]\nid = \"link\"\n"
                    + "kind = \"displaylink\"\nfps = 120\ndo = [{ work = \"4ms\" }]\n"
                    + "[[expect]]\ntimer = \"link\"\nfired = \">= 2000\"", "YES to the Info.plist"
            ),
        ])
    func heldBack(parts: String, advice: String) throws {
        let isLong = parts.contains("24h")
        let report = try remedies("duration = \"\(isLong ? 60 * 3600 : 20)s\"\n" + parts).report
        let told = (report.finding?.remedy ?? "") + report.advised.swift
        #expect(told.contains(advice) && report.rows.isEmpty, "\(told)")
    }
}
