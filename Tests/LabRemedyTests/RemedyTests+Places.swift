import LabAnalysis
import LabCatalogue
import LabReports
import LabTestBench
import Testing

@testable import LabWorkbench

/// Where a timer goes: to a worker, to another loop or queue, to a source.
extension RemedyTests {
    @Test("what runs a loop instead of its end is shown")
    func loopRun() throws {
        let run =
            "thread = \"worker\"\nrepeats = true\n[[thread]]\nid = \"worker\"\nstarts = \"1s\"\n"
            + "do = [{ run_loop = { until = \"4s\" } }, { log = \"bye\" }]"
        let ran = try #require(
            try remedies(timer("nstimer", run)).report.rows.first { $0.name == "loop run to the end" })
        #expect(ran.code.swift.hasPrefix("- // what runs its loop now\n+ while !Thread.current.isCancelled"))
        #expect(ran.code.swift.hasSuffix("+ timer.invalidate()  // the one in this run loop"))
    }

    @Test("work that leaves a serial queue loses the queue's protection; work that main hands over does not")
    func protection() throws {
        let busy =
            "[[queue]]\nid = \"cache\"\n[[event]]\nat = \"500ms\"\nevery = \"1s\"\n"
            + "do = [{ async = \"cache\", do = [{ work = \"400ms\" }] }]"
        let sync = "repeats = true\ndo = [{ sync = \"cache\", do = [{ work = \"1ms\" }] }]\n" + busy
        let rows = try remedies(timer("nstimer", every: "100ms", sync)).report.rows
        let moved = try #require(rows.first { $0.name.hasPrefix("work on another queue") })
        #expect(moved.cost.contains("loses the protection of queue cache"))
        let main = try Shipped.remedies(of: "TL0101").report.rows.filter { $0.name.hasPrefix("work on a") }
        #expect(!main.isEmpty && main.allSatisfy { !$0.cost.contains("protection") })
    }

    @Test("a sleep of what another thread performs is not put off on main")
    func performedElsewhere() throws {
        let worker =
            "repeats = true\nthread = \"worker\"\n[[thread]]\nid = \"worker\"\ndo = [{ run_loop = \"forever\" }]\n"
            + Toml.event("3.2s", #"{ perform = "upload", on_thread = "worker", do = [{ sleep = "3s" }] }"#)
        let rows = try remedies(timer("nstimer", worker)).report.rows
        #expect(!rows.isEmpty && !rows.contains { $0.name.hasPrefix("after instead of sleep") })
    }

    @Test("a timer that goes elsewhere is no help against a deadlock")
    func deadlock() throws {
        let locks =
            #"do = [{ count = "lock", when = { fired = 1 } }, { wait_for = "lock" }, { log = "x" }]"# + "\n"
            + "[[timer]]\nid = \"clock\"\nkind = \"nstimer\"\ninterval = \"1s\"\nrepeats = true"
        let report = try remedies(timer("nstimer", "repeats = true\n" + locks)).report
        #expect(report.worst?.code == "TL0503" && !report.rows.contains { $0.helps && $0.name == "dispatch source" })
    }

    @Test("a faster timer than any display samples something, and a slower one loses values")
    func samples() throws {
        func cost(_ interval: String) throws -> String? {
            try remedies(timer("gcd", every: interval, "repeats = true\nqueue = \"main\"")).report.rows
                .first { $0.name == "10 times a second" }?.cost
        }
        #expect(try cost("4ms")?.contains("a sensor loses 24 of 25 values") == true)
        #expect(try cost("20ms")?.contains("sensor") == false)
    }

    @Test("a cost names the modal panel that kept a timer waiting, and a thread that stays only as long as it stays")
    func costs() throws {
        func cost(_ name: String, _ rest: String) throws -> String? {
            try remedies(timer("nstimer", rest)).report.rows.first { $0.name == name }?.cost
        }
        func held(_ mode: String) -> String {
            "repeats = true\n" + Toml.event("1.5s", "{ mode = \"\(mode)\", for = \"3s\" }")
        }
        #expect(try cost("common modes", held("modal"))?.contains("while the modal panel is open") == true)
        #expect(try cost("common modes", held("tracking"))?.contains("while the interface scrolls") == true)
        let worker = "thread = \"worker\"\n[[thread]]\nid = \"worker\"\ndo = [{ sleep = \"8s\" }]"
        #expect(try cost("loop run to the end", worker) == "the thread stays until the timer has fired")
        #expect(try cost("loop run to the end", "repeats = true\n" + worker)?.contains("cancelled") == true)
    }

    @Test("what its own dealloc makes is not mended by adding it to a run loop")
    func madeInDealloc() throws {
        let outcome = try remedies(
            """
            duration = "5s"
            \(Toml.object("view", by: "navigation"))
            dealloc = [{ create = "link" }, { invalidate = "link" }]
            \(Toml.timer("link", "CADisplayLink"))
            create = "timer"
            target = "view"
            \(Toml.event("1s", #"{ pop = "view" }"#))
            """)
        let worst = try #require(outcome.report.worst)
        #expect(worst.code == "TL0315")
        #expect(outcome.report.rows.allSatisfy { !$0.helps || $0.name == "not made in dealloc" })
    }

    @Test("a timer that its worker adds to its own loop goes to main's with the step that adds it")
    func addedOnMain() throws {
        let rows = try remedies(
            timer(
                "nstimer", every: "200ms",
                "create = \"timer\"\nrepeats = true\nthread = \"worker\"\n[[thread]]\nid = \"worker\"\n"
                    + "do = [{ add = \"tick\", modes = [\"common\"] }, { run_loop = { before = \"distant-future\" } }]\n"
                    + "[[event]]\nat = \"3.1s\"\ndo = [{ perform = \"flush\", on_thread = \"worker\", do = [] }]")
        ).report.rows
        let main = try #require(rows.first { $0.name == "main's run loop" })
        #expect(main.figures.lost == 0)
        #expect(main.code.swift.contains("- RunLoop.current.add(tickTimer!, forMode: .common)"))
    }

    @Test("work that is on a queue already is guarded there, and what is off main goes to another queue")
    func onQueue() throws {
        let guarded = try Shipped.remedies(of: "TL0111").report.rows
        #expect(guarded.map(\.name) == ["skip while it runs"] && guarded.first?.code.swift.contains("show(") == false)
        let off = try remedies(timer("gcd", "repeats = true\ndo = [{ work = \"1500ms\" }]")).report.rows
        #expect(off.map(\.name) == ["work on another queue"] && off.first?.cost.contains("UI") == false)
    }

    @Test("a source in place of a timer has its tolerance as leeway")
    func tolerance() throws {
        let rows = try remedies(
            timer(
                "nstimer",
                "repeats = true\ntolerance = \"50ms\"\n[[event]]\nat = \"1.2s\"\n"
                    + "do = [{ mode = \"tracking\", for = \"2s\" }]")
        ).report.rows
        let source = try #require(rows.first { $0.name == "dispatch source" })
        #expect(source.code.swift.contains("leeway: .milliseconds(50)"))
        #expect(source.code.objectiveC.contains("50 * NSEC_PER_MSEC);"))
    }

    @Test("a display link becomes a source of its own rate, from the mode that it is in")
    func linkRate() throws {
        let link = """
            duration = "5s"
            \(Toml.timer("link", "displaylink"))
            \(Toml.event("1s", #"{ mode = "tracking", for = "2s" }"#))
            """
        let source = try #require(try remedies(link).report.rows.first { $0.name == "dispatch source" })
        #expect(source.code.swift.contains("repeating: 1.0 / 60)") && source.code.swift.contains("forMode: .default"))
        #expect(source.code.objectiveC.contains("1.0 / 60 * NSEC_PER_SEC, 0)"))
        #expect(source.code.objectiveC.contains("forMode:NSDefaultRunLoopMode"))
    }

    @Test("a dispatch source comes behind what keeps a display link, and its cost says that it is not in step")
    func linkStays() throws {
        let busy = "[[event]]\nat = \"1s\"\nevery = \"1s\"\ndo = [{ mode = \"tracking\", for = \"500ms\" }]"
        let rows = try remedies("duration = \"5s\"\n[[timer]]\nid = \"tick\"\nkind = \"displaylink\"\n" + busy).report
            .rows
        #expect(rows.map(\.name) == ["common modes", "dispatch source on main", "dispatch source"])
        #expect(rows.dropFirst().allSatisfy { $0.cost.hasSuffix("it is no longer in step with the display") })
    }

    @Test("a source on main is tried before one on a queue of its own, and takes over how the timer was ended")
    func sourceOnMain() throws {
        let keys = "strong = { it = \"tick\" }\ndealloc = [{ invalidate = \"tick\" }]"
        let rows = try remedies(
            timer(
                "nstimer",
                "repeats = true\nweak = \"it\"\n" + screen(keys, goes: false)
                    + "[[event]]\nat = \"1.2s\"\ndo = [{ mode = \"tracking\", for = \"2s\" }]")
        ).report.rows
        #expect(rows.map(\.name).prefix(2) == ["common modes", "dispatch source on main"], "\(rows)")
        let source = try #require(rows.first { $0.name == "dispatch source on main" })
        #expect(source.figures.findings.isEmpty && source.code.swift.contains("makeTimerSource(queue: .main)"))
        #expect(source.code.swift.contains("- isolated deinit { it?.invalidate() }"))
        #expect(source.code.swift.contains("+ isolated deinit { itTimerSource?.cancel() }"))
        #expect(source.code.objectiveC.contains("- - (void)dealloc { [_it invalidate]; }"))
    }

    @Test("a block of the main queue that becomes a source on main is on the main queue")
    func staysOnMain() throws {
        let rows = try remedies(
            timer("after", "repeats = true\nqueue = \"main\"\ndo = [{ work = \"5ms\" }]")
        ).report.rows
        let source = try #require(rows.first { $0.name == "dispatch source on main" })
        #expect(source.code.swift.contains("makeTimerSource(queue: .main)"), "\(source.code.swift)")
    }

    @Test("a source that is suspended twice and resumed once fires again when suspends come in pairs")
    func pairs() throws {
        let report = try remedies(
            FindingCode.suspended.example.replacing("active = false", with: "") + """

                \(Toml.event("0.5s", #"{ suspend = "tick" }, { suspend = "tick" }"#))
                \(Toml.event("1.5s", #"{ resume = "tick" }"#))
                """
        ).report
        #expect(report.rows.first?.name == "suspends in pairs")
        #expect(report.rows.first?.figures.lost == 0)
        let code = try #require(report.rows.first?.code.swift)
        for line in [
            "- tickTimerSource?.suspend()", "+ if !isSuspended", "- tickTimerSource?.resume()", "+ if isSuspended",
        ] {
            #expect(code.contains(line), "\(code)")
        }
    }

    @Test(
        "a source that is released while it is suspended is resumed first, whatever comes at the same instant",
        arguments: [
            (#"held_by = "static""#, #"{ release = "tick" }"#, "tickTimerSource = nil"),
            (player, #"{ assign = "player", nothing = true, property = "source" }"#, "source = nil"),
            (player, #"{ create = "tick" }"#, "source = DispatchSource"),
        ])
    func released(holder: String, step: String, last: String) throws {
        let report = try remedies(
            timer(
                "gcd",
                """
                repeats = true
                \(holder)
                \(Toml.event("0s", #"{ create = "tick" }"#))
                \(Toml.event("2.5s", #"{ suspend = "tick" }"#))
                \(Toml.event("4s", step))
                """)
        ).report
        let best = try #require(report.rows.first)
        #expect(best.name == "cancel, resume, release" && best.helps)
        #expect(best.code.swift.contains("  \(last)"), "\(best.code.swift)")
        #expect(!report.rows.contains { $0.name == "suspends in pairs" })
    }

    private static let player = Toml.object("player", by: "static") + "\nstrong = { source = \"tick\" }"

    @Test("half of 120 frames a second is 60")
    func halfOfFastFrames() throws {
        let rows = try remedies(
            """
            duration = "4s"
            [device]
            refresh = "120Hz"
            \(Toml.timer("link", "displaylink"))
            do = [{ work = "10ms" }]
            """
        ).report.rows
        let half = try #require(rows.first { $0.name == "half the frame rate" })
        #expect(half.code.swift.contains("preferred: 60"))
    }

    @Test("the first of two resumes may end a suspension, and does not become an activation")
    func resumeOfASuspension() throws {
        let rows = try remedies(
            timer(
                "gcd",
                "repeats = true\n[[event]]\nat = \"2500ms\"\ndo = [{ suspend = \"tick\" }]\n"
                    + "[[event]]\nat = \"3500ms\"\ndo = [{ resume = \"tick\" }]\n"
                    + "[[event]]\nat = \"3s\"\ndo = [{ resume = \"tick\" }]")
        ).report.rows
        #expect(!rows.contains { $0.name.contains("activate") })
    }

    @Test("the loop of a thread that works between its runs is not replaced")
    func workingLoop() throws {
        let rows = try remedies(
            timer(
                "nstimer",
                "repeats = true\nthread = \"worker\"\n[[thread]]\nid = \"worker\"\n"
                    + "do = [{ repeat = 3, do = [{ run_loop = { for = \"500ms\" } }, { work = \"400ms\" }] }]")
        ).report.rows
        #expect(!rows.isEmpty && !rows.contains { $0.name == "loop run to the end" })
    }

    @Test("copies of a timer do not skip work for one another's")
    func copiesOnAQueue() throws {
        let rows = try remedies(
            """
            duration = "10s"
            \(Toml.timer("row", "nstimer", "1s", repeats: true))
            copies = 200
            do = [{ work = "300us" }]
            \(Toml.timer("link", "displaylink"))
            """
        ).report.rows
        let queue = try #require(rows.first { $0.name.hasPrefix("work on a queue") })
        #expect(!queue.code.swift.contains("isBusy") && !queue.cost.contains("do nothing"))
    }

    @Test("the line of an invalid timer that is added again is the one that adds it")
    func addedAgain() throws {
        let rows = try remedies(
            timer(
                "nstimer",
                "repeats = true\ncreate = \"timer\"\nheld_by = \"static\"\n"
                    + "[[event]]\nat = \"0s\"\ndo = [{ add = \"tick\", modes = [\"common\"] }]\n"
                    + "[[event]]\nat = \"2500ms\"\ndo = [{ invalidate = \"tick\" }]\n"
                    + "[[event]]\nat = \"4s\"\ndo = [{ add = \"tick\", modes = [\"common\"] }]")
        ).report.rows
        let new = try #require(rows.first { $0.name == "new timer" })
        #expect(new.code.swift.hasPrefix("- RunLoop.main.add(tickTimer!, forMode: .common)"))
        #expect(new.code.objectiveC.contains("- [NSRunLoop.mainRunLoop addTimer:self.tickTimer"))
    }

    @Test("a timer that steps add in modes of their own is added to the program's own mode there")
    func ownModeOfAnAddedTimer() throws {
        let rows = try remedies(
            timer(
                "nstimer", every: "500ms",
                "repeats = true\ncreate = \"timer\"\n"
                    + "[[event]]\nat = \"0s\"\ndo = [{ add = \"tick\" }, { add = \"tick\", modes = [\"tracking\"] }]\n"
                    + "[[event]]\nat = \"5.2s\"\ndo = [{ mode = \"com.example.panel\", for = \"2s\" }]")
        ).report.rows
        let own = try #require(rows.first { $0.name == "that mode, too" })
        #expect(own.helps && own.figures.lost == 0 && own.code.swift.contains("RunLoop.Mode(\"com.example.panel\")"))
    }
}
