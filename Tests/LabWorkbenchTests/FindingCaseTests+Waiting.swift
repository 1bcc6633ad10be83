import LabAnalysis
import LabCatalogue
import LabTestBench
import Testing

@testable import LabReports
@testable import LabWorkbench

// What waits for a loop, a queue or a thread.

extension FindingCaseTests {
    @Test(
        "a publisher and a display link are in the run loop that their code names, whichever thread makes them",
        arguments: [
            (Toml.timer("tick", "combine", "1s"), true), (Toml.timer("tick", "displaylink"), true),
            (Toml.timer("tick", "nstimer", "1s", repeats: true), false),
        ], ["main", "worker"])
    func namedLoop(timer: (text: String, namesLoop: Bool), thread: String) throws {
        let found = try Bench.messages(
            "TL0201",
            """
            duration = "3s"
            \(timer.text)
            thread = "\(thread)"
            held_by = "static"
            [[thread]]
            id = "worker"
            do = [{ create = "tick" }, { sleep = "10s" }]
            """)
        #expect(found.isEmpty == (timer.namesLoop && thread == "main"), "\(found)")
    }

    @Test(
        "a timer that a thread adds to main's loop outlives the thread's variable, unless that was its owner's",
        arguments: [
            ("", 0), ("held_by = \"local\"", 0),
            (
                "weak = \"model\"\n\(Toml.object("model", by: "local"))\nthread = \"setup\"\nstrong = \"tick\"",
                1
            ),
        ])
    func addedElsewhere(rest: String, count: Int) throws {
        let found = try Bench.messages(
            "TL0304",
            """
            duration = "5s"
            [[thread]]
            id = "setup"
            do = [{ create = "tick" }, { add = "tick", thread = "main" }]
            \(Toml.timer("tick", "nstimer", "1s", repeats: true))
            create = "timer"
            \(rest)
            """)
        #expect(found.count == count)
    }

    @Test(
        "what waits in a queue that stays suspended is told with the step that suspended it",
        arguments: ["repeats = true", "repeats = false\ndelay = \"6s\""])
    func suspendedQueue(rest: String) throws {
        let report = try Bench.run(
            """
            duration = "20s"
            [[queue]]
            id = "save"
            \(Toml.timer("autosave", "after", "3s"))
            queue = "save"
            \(rest)
            \(Toml.event("4s", #"{ suspend = "save" }"#))
            """)
        let found = report.analysis.findings.filter { $0.code == "TL0204" }
        let text = try #require(found.first.map { report.text($0.message) })
        #expect(found.count == 1 && text.contains("autosave") && text.contains("queue save"))
        #expect(report.trace.steps.contains(found[0].place))
    }

    @Test(
        "a pause that lasts is a note after one that was ended, and told only if a call is due in it",
        arguments: [
            ("gcd", [2500, -4500, 6500], 8, Severity.note), ("gcd", [2500, -4500, 7200], 8, nil),
            ("gcd", [2500, 2700, -4500], 8, .fault), ("gcd", [-1500, 2500], 8, .fault),
            ("after", [2500, -4500, 6500], 8, .note), ("after", [2500], 8, .fault),
        ])
    func pausedAgain(kind: String, steps: [Int], length: Int, severity: Severity?) throws {
        let (isSource, isIdle) = (kind == "gcd", steps[0] < 0)
        let events = steps.map { at in
            Toml.event("\(abs(at))ms", "{ \(at < 0 ? "resume" : "suspend") = \"\(isSource ? "poll" : "save")\" }")
        }
        let found = try Bench.findings(
            """
            duration = "\(length)s"
            [[queue]]
            id = "save"
            \(Toml.timer("poll", kind, "1s", repeats: true))
            queue = "save"
            \(isIdle ? "active = false" : "")
            \(events.joined(separator: "\n"))
            """
        ).filter { $0.code == "TL0204" }
        #expect(found.map(\.severity) == [severity].compactMap(\.self))
    }

    @Test("work for a thread whose loop never runs waits for that, not for another run")
    func neverRun() throws {
        let found = try Bench.messages(
            "TL0208",
            """
            duration = "9s"
            [[thread]]
            id = "worker"
            do = [{ sleep = "6s" }]
            \(Toml.event("2s", #"{ perform = "save", on_thread = "worker" }"#))
            """)
        #expect(found == ["save waits in the run loop of thread worker, which is never run"])
    }

    @Test(
        "a chain whose next call still waits at the end is late, and what it waits for is told",
        arguments: ["after", "perform", "task-sleep"], ["6.5s", "8.5s"])
    func chainWaitsAtEnd(kind: String, start: String) throws {
        let timer = Toml.timer("tick", kind, "1s", repeats: true) + (kind == "after" ? "\nqueue = \"main\"" : "")
        let told = try Bench.messages(
            "TL0102", "duration = \"9s\"\n\(timer)\n" + Toml.event(start, #"{ work = "20s" }"#))
        let isLong = start == "6.5s"
        #expect(told == (isLong ? ["tick skips 2 of 8 due points: event 1 keeps it waiting"] : []), "\(told)")
    }

    @Test("a point that comes due as the process ends has not waited")
    func dueAtTheEnd() throws {
        let report = try Bench.run(
            """
            duration = "100s"
            \(Toml.timer("tick", "nstimer", "1s", repeats: true))
            \(Toml.event("2s", #"{ begin_background_task = "upload" }"#))
            \(Toml.event("3s", "{ background = true }"))
            """)
        #expect(report.analysis.crash != nil && !report.timingLegend.contains("≥"))
        #expect(!Bench.text(report.page()).contains("1 ns"))
    }

    @Test(
        "timers that keep one another waiting are told together, and a single copy that waits for another timer is not",
        arguments: [
            ("copies = 6", "6 copies of row ask thread main for 600 ms of work a second: one is up to 5 ms late"),
            (
                "[[timer]]\nid = \"other\"\nkind = \"nstimer\"\ninterval = \"10ms\"\nrepeats = true\ndo = [{ work = \"9500us\" }]",
                "row and other ask thread main for 1.05 s of work a second: other skips 499 of 999 due points"
            ), ("", nil),
        ])
    func together(parts: String, text: String?) throws {
        let report = try Bench.run(
            """
            duration = "10s"
            \(Toml.timer("row", "nstimer", "10ms", repeats: true))
            do = [{ work = "1ms" }]
            \(parts)
            """)
        let loads = FindingGroup.all(in: report).compactMap { $0.load.map { $0.text(in: report.trace) } }
        #expect(loads == [text].compactMap { $0 })
    }

    @Test("who waits for what is performed on another thread waits for that, not for a signal")
    func performed() throws {
        let found = try Bench.messages(
            "TL0102",
            """
            duration = "6s"
            [[thread]]
            id = "disk"
            do = [{ run_loop = "forever" }]
            [[source]]
            id = "port"
            thread = "disk"
            \(Toml.timer("flush", "nstimer", "2s", repeats: true))
            do = [{ perform = "write", on_thread = "disk", wait = true, do = [{ work = "600ms" }] }]
            \(Toml.timer("spinner", "nstimer", "100ms", repeats: true))
            """)
        #expect(found.first?.contains("timer flush waits for thread disk") == true)
    }

    @Test("a serial queue gets its thread at the very instant at which others take the last of the pool")
    func lastThreads() throws {
        let report = try Bench.run(
            """
            duration = "12s"
            [[queue]]
            id = "all"
            kind = "global"
            [[queue]]
            id = "own"
            [[event]]
            at = "2.5s"
            do = [{ repeat = 80, do = [{ async = "all", do = [{ sleep = "5s" }] }] },
                { async = "own", name = "save", do = [{ count = "saved" }] }, { wait_for = "saved" }]
            \(Toml.timer("tick", "nstimer", "1s", repeats: true))
            """)
        #expect(report.analysis.timers.first?.skipped == 0 && report.messages("TL0102") == [])
    }

    @Test("a pool with a free thread keeps nobody waiting")
    func freeThread() throws {
        let found = try Bench.messages(
            "TL0102",
            """
            duration = "12s"
            \(Toml.timer("tick", "gcd", "1s", repeats: true))
            queue = "all"
            [[queue]]
            id = "all"
            kind = "global"
            \(Toml.event("2.5s", #"{ repeat = 60, do = [{ async = "all", do = [{ sleep = "5s" }] }] }"#))
            """)
        #expect(found.isEmpty)
    }

    @Test("who waits forever is told of the deadlock, and of no work that keeps it waiting")
    func deadlockAlone() throws {
        let report = try Bench.run(
            """
            duration = "10s"
            [[queue]]
            id = "net"
            \(Toml.timer("poll", "gcd", "1s", repeats: true))
            queue = "net"
            do = [{ wait_for = "A" }, { work = "100ms" }, { wait_for = "B" }, { work = "10ms" },
                { count = "B" }, { count = "A" }]
            \(Toml.event("0s", #"{ count = "A" }, { count = "B" }"#))
            [[event]]
            at = "3050ms"
            do = [{ wait_for = "B" }, { work = "100ms" }, { wait_for = "A" }, { count = "A" }, { count = "B" }]
            """)
        #expect(report.messages("TL0503").count == 1 && report.messages("TL0102").isEmpty)
    }

    @Test(
        "blocks that hold every thread of the pool keep a timer waiting, but for a serial queue: it gets another thread",
        arguments: ["global", "concurrent", "serial"])
    func exhaustedPool(kind: String) throws {
        let report = try Bench.run(
            """
            duration = "12s"
            \(Toml.timer("tick", "gcd", "1s", repeats: true))
            queue = "own"
            [[queue]]
            id = "own"
            kind = "\(kind)"
            [[queue]]
            id = "all"
            kind = "global"
            \(Toml.event("2.5s", #"{ repeat = 100, do = [{ async = "all", do = [{ sleep = "5s" }] }] }"#))
            """)
        if kind == "serial" {
            #expect(report.messages("TL0102") == [] && report.analysis.timers.first?.skipped == 0)
            return
        }
        #expect(report.messages("TL0102").first?.hasPrefix("tick skips 4 of 11 due points") == true)
        let finding = try #require(report.analysis.findings.first { $0.code == "TL0102" })
        #expect(finding.situation == .queue && finding.remedy.contains("threads of the pool"))
    }
}
