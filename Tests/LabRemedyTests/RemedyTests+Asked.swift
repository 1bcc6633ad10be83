import LabReports
import LabTestBench
import Testing

@testable import LabWorkbench

// What a scenario asks for is mended where it is in the way of what it expects.

extension RemedyTests {
    private static let metronome = """
        duration = "20s"
        \(Toml.timer("metronome", "nstimer", "500ms", repeats: true))
        tolerance = "100ms"
        \(Toml.timer("save", "nstimer", "530ms", repeats: true))

        """

    @Test("a tolerance is mended where its timer is named, or an expectation of it fails, and only there")
    func askedTolerance() throws {
        #expect(try remedies(Self.metronome).report.worst == nil)
        let named = try remedies(Self.metronome, timer: "metronome").report
        #expect(named.worst?.description == "TL0104 of metronome" && named.rows.map(\.name) == ["no tolerance"])
        let expecting = "[[expect]]\ntimer = \"metronome\"\nwaiting = { max = \"< 20ms\" }"
        let failed = try remedies(Self.metronome + expecting).report
        #expect(failed.worst == named.worst && failed.rows.first?.helps == true)
        let held = try remedies(Self.metronome + expecting.replacing("20ms", with: "200ms")).report
        #expect(held.worst == nil)
        #expect(try remedies(Self.metronome, timer: "save").report.worst == nil)
    }

    @Test("a run tells the same remedy where an expectation fails")
    func askedIsTold() throws {
        let expecting = "[[expect]]\ntimer = \"metronome\"\nwaiting = { max = \"< 20ms\" }"
        var outcome = try workbench.run(try folder.write("scenario.toml", Self.metronome + expecting))
        workbench.addBestRemedy(to: &outcome)
        #expect(outcome.report.remedy == "no tolerance")
    }

    @Test("a run whose expectation fails ends with what mends it, not with the advice for a warning beside it")
    func endsWithIt() throws {
        var outcome = try workbench.run(EverydayBug.quitUnderThePanel.path)
        workbench.addBestRemedy(to: &outcome)
        let page = Bench.text(outcome.report.page(log: .terminal))
        #expect(page.contains("do       ended by an event (openPanel)\n"), "\(page)")
        #expect(!page.contains("add it to") && page.contains("next     timerlab remedy"), "\(page)")
    }

    @Test("a call that reaches nobody is told beside a note where an expectation fails")
    func reachesNobody() throws {
        let page = Bench.text(try workbench.run(EverydayBug.timeoutOfALocal.path).report.page(log: .terminal))
        #expect(page.contains("[TL0112]") && page.contains("all that it refers to is gone by"), "\(page)")
    }

    @Test(
        "a clock for a date is offered to what is called once, not to what goes on each second as the system wakes",
        arguments: ["perform", "after", "gcd"], [true, false])
    func clockOfADate(kind: String, repeats: Bool) throws {
        let timer = Toml.timer("tick", kind, repeats ? "1s" : "20min", repeats: repeats)
        let sleep = Toml.event("1min", #"{ system_sleep = "10min" }"#)
        let report = try remedies("duration = \"1h\"\n\(timer)\n\(sleep)").report
        #expect(report.finding?.code == .systemSlept)
        #expect(report.advised.swift.contains("+") == !repeats, "\(report.advised.swift)")
    }

    @Test("what a worker adds to its run loop may be added to main's")
    func addedToMain() throws {
        let worker = #"[[thread]]\nid = "worker"\nstarts = "0s"\ndo = [{ create = "tick" }, { add = "tick" }]\n"#
            .replacing("\\n", with: "\n")
        let made = "thread = \"worker\"\ncreate = \"timer\"\nheld_by = \"static\"\n"
        let rows = try remedies(timer("nstimer", made + worker)).report.rows
        let row = try #require(rows.first { $0.name == "main's run loop" })
        #expect(
            row.helps && row.code.swift.contains("+ RunLoop.main.add(tickTimer!, forMode: .default)"), "\(row.code)")
    }

    @Test("a fault that the best remedy leaves is named beside it")
    func faultStays() throws {
        let page = Bench.text(
            try remedies(
                """
                duration = "20s"
                \(Toml.object("view", by: "static"))
                [[object]]
                id = "scheduler"
                held_by = "view"
                strong = { timer = "tick", action = "view" }
                \(Toml.timer("tick", "nstimer", "1s", repeats: true))
                target = "scheduler"
                \(Toml.event("5s", #"{ release = "view" }"#))
                """
            ).report.page())
        #expect(page.contains("weak capture; TL0302 of view stays"), "\(page)")
    }

    @Test("a clock is advised only where calls may be counted")
    func clockAdvised() throws {
        let home = Toml.event("3.5s", "{ background = true }") + "\n" + Toml.event("7.5s", "{ foreground = true }")
        for (text, isAdvised) in [("{n}", true), ("{remaining:60s}", false), ("{now}", false), ("poll", false)] {
            let report = try remedies(timer("nstimer", "repeats = true\ndo = [{ log = \"\(text)\" }]\n" + home)).report
            #expect(report.finding?.code == "TL0106" && report.advised.swift.contains("= Date()") == isAdvised)
        }
    }

    @Test("a call at a time of day that follows the clock is shown no other clock, a poll is")
    func timeOfDay() throws {
        for (repeats, isAdvised) in [(false, false), (true, true)] {
            let report = try remedies(
                timer(
                    "gcd",
                    "repeats = \(repeats)\nclock = \"wall\"\n" + Toml.event("300ms", "{ set_wall_clock = \"500ms\" }"))
            )
            .report
            let codes = report.advised.swift + report.rows.map(\.code.swift).joined()
            #expect(report.finding?.code == "TL0110" && codes.isEmpty != isAdvised)
        }
    }

    @Test("a one-shot that makes itself again is no debounce: none of its calls is unwanted")
    func selfMade() throws {
        let report = try remedies(
            """
            duration = "10s"
            \(Toml.object("model", by: "static"))
            strong = { beat = "beat" }
            dealloc = [{ invalidate = "beat" }]
            \(Toml.timer("beat", "nstimer", "500ms"))
            do = [{ work = "20ms" }, { create = "beat" }]
            \(Toml.event("0s", #"{ create = "beat" }"#))
            """
        ).report
        #expect(report.worst?.code == "TL0108" && report.before.wrongCalls == 0)
    }

    @Test("half the frames cost nothing where no more were drawn, and no sequence has due points that wait")
    func noCost() throws {
        let frames = try remedies(
            timer("displaylink", "do = [{ work = \"21ms\" }]").replacing(#/interval.*\n/#, with: ""))
        let half = frames.report.rows.first { $0.name == "half the frame rate" }
        #expect(half?.cost == "none: it draws as often as now, but evenly")
        let drifting = try remedies(timer("task-sleep", "repeats = true\ndo = [{ work = \"15ms\" }]"))
        #expect(drifting.report.before.hasWaiting == false && drifting.report.rows.first?.figures.hasWaiting == true)
    }

    @Test("a debounce whose cancellation is swallowed ends by it")
    func swallowed() throws {
        let key = "do = [{ cancel = \"search\" }, { create = \"search\" }]"
        let outcome = try remedies(
            """
            duration = "6s"
            \(Toml.timer("search", "Task.sleep", "300ms"))
            repeats = false
            swallows_cancel = true
            [[event]]
            at = "1s"
            \(key)
            [[event]]
            at = "1.15s"
            \(key)
            [[expect]]
            timer = "search"
            fired = 1
            """)
        let row = try #require(outcome.report.rows.first)
        #expect(row.name == "cancellation ends it" && row.helps)
        #expect(
            row.code.swift.contains("-     try? await Task.sleep")
                && row.code.swift.contains("+     guard (try? await Task.sleep"))
        #expect(String(decoding: outcome.texts[0], as: UTF8.self).contains("swallows_cancel = false"))
    }

    @Test(
        "a block that keeps its owner captures it weakly, and keeps what else it captures",
        arguments: [
            ("async_after = \"8s\", queue = \"main\"", "DispatchQueue.main.asyncAfter(deadline: .now() + 8)"),
            ("async_after = \"8s\", queue = \"main\", clock = \"wall\"", "asyncAfter(wallDeadline: .now() + 8)"),
            ("async_after = \"8s\", queue = \"files\"", "- filesQueue.asyncAfter(deadline: .now() + 8)"),
        ])
    func block(step: String, code: String) throws {
        let outcome = try remedies(
            """
            duration = "6s"
            [[queue]]
            id = "files"
            \(Toml.object("vc", by: "navigation"))
            \(Toml.object("image", by: "static"))
            \(Toml.event("1s", #"{ \#(step), strong = ["vc", "image"], name = "dismiss", do = [{ work = "1ms" }] }"#))
            \(Toml.event("2s", #"{ pop = "vc" }"#))
            """)
        let row = try #require(outcome.report.rows.first)
        #expect(row.name == "weak capture in the block" && row.helps)
        #expect(row.code.swift.contains(code) && row.code.swift.contains("[weak self] in self?.dismiss() }"))
        #expect(row.code.objectiveC.contains("^{ [weakSelf dismiss]; });"))
        let text = String(decoding: outcome.texts[0], as: UTF8.self)
        #expect(text.contains("strong = [\"image\"]") && text.contains("weak = [\"vc\"]"))
    }

    @Test("a timer that is added to the loop of another thread is mended there, or goes to main")
    func addedElsewhere() throws {
        let rows = try remedies(
            """
            duration = "10s"
            [[thread]]
            id = "w"
            do = [{ create = "once" }, { run_loop = "forever" }]
            \(Toml.timer("once", "nstimer", "1s"))
            repeats = false
            thread = "w"
            \(Toml.timer("late", "nstimer"))
            create = "timer"
            interval = "500ms"
            repeats = true
            \(Toml.event("3s", #"{ add = "late", thread = "w" }"#))
            """
        ).report.rows
        let helping = rows.filter(\.helps).map(\.name)
        #expect(helping == ["loop with a port", "main's run loop", "dispatch source"])
        #expect(rows[1].code.swift.contains("+ RunLoop.main.add(lateTimer!, forMode: .default)"))
    }

    @Test("a timer that a thread makes as it starts is not scheduled where it is made, but added to main's loop")
    func madeAtStart() throws {
        let rows = try remedies(
            """
            duration = "10s"
            [[thread]]
            id = "w"
            do = [{ sleep = "1s" }]
            \(Toml.timer("tick", "nstimer"))
            interval = "1s"
            repeats = true
            thread = "w"
            """
        ).report.rows
        let main = try #require(rows.first { $0.name == "main's run loop" })
        #expect(main.code.swift.contains("+ tickTimer = Timer(timeInterval: 1, repeats: true)"))
        #expect(main.code.swift.contains("+ RunLoop.main.add(tickTimer!, forMode: .default)"))
    }

    @Test("a loop that is run before its timer is made gets no port: it would not return")
    func loopBeforeTimer() throws {
        let rows = try remedies(
            """
            duration = "10s"
            [[thread]]
            id = "uploader"
            do = [{ run_loop = "forever" }, { create = "beat" }]
            \(Toml.timer("beat", "nstimer", "1s", repeats: true))
            thread = "uploader"
            """
        ).report.rows
        #expect(rows.first?.name == "loop run to the end" && !rows.contains { $0.name == "loop with a port" })
    }

    @Test("a weak reference that is made in dealloc goes, in the words of the step that makes it")
    func weakInDealloc() throws {
        let block = try #require(try Shipped.remedies(of: "TL0311").report.rows.first)
        #expect(block.code.swift.contains("- DispatchQueue.main.async { [weak self] in self?.finish() }"))
        let property = try remedies(
            """
            duration = "3s"
            \(Toml.object("view", by: "static"))
            dealloc = [{ assign = "proxy", weak = "view", property = "target" }]
            \(Toml.object("proxy", by: "static"))
            \(Toml.event("1s", #"{ release = "view" }"#))
            """)
        #expect(property.report.rows.first?.code.objectiveC.contains("- self.proxy.target = self;") == true)
    }

    @Test("a number of calls or more is wanted, although it holds; any other number is what the fault does")
    func wantedCalls() throws {
        func rows(_ fired: String) throws -> [RemedyReport.Row] {
            try remedies(
                """
                duration = "6s"
                \(Toml.object("it", by: "local"))
                \(Toml.timer("tick", "nstimer", "1s", repeats: true))
                target = "it"
                \(Toml.event("500ms", #"{ create = "it" }, { create = "tick" }, { release = "it" }"#))
                [[expect]]
                timer = "tick"
                fired = "\(fired)"
                """
            ).report.rows
        }
        let wanted = try #require(try rows(">= 4").first { $0.name == "weak capture" })
        #expect(wanted.figures.failed == 1 && !wanted.helps)
        #expect(try rows("5").first?.name == "weak capture")
    }

    @Test("a timer is in its run loop when a weak variable gets it, in Swift and in Objective-C")
    func weakVariable() throws {
        let text = timer(
            "nstimer",
            "repeats = true\n" + Toml.object("it", by: "static") + "\nweak = { clock = \"tick\" }\n"
                + Toml.event("1.2s", #"{ mode = "tracking", for = "2s" }"#))
        let code = try #require(try remedies(text).report.rows.first { $0.name == "common modes" }?.code)
        let lines = ["+ let clock = Timer(", "+ RunLoop.main.add(clock, forMode: .common)", "+ self.clock = clock"]
        for line in lines { #expect(code.swift.contains(line), "\(code.swift)") }
        #expect(code.objectiveC.contains("addTimer:clock") && code.objectiveC.hasSuffix("+ self.clock = clock;"))
    }

    @Test("a stop watch that loses its ticks does not get fewer of them")
    func countedTicks() throws {
        let busy = Toml.event("105ms", #"{ work = "30ms" }"#) + "\nevery = \"100ms\""
        let report = try remedies(timer("nstimer", every: "10ms", "repeats = true\n" + busy)).report
        #expect(report.rows.first?.name.hasPrefix("work on a queue (event") == true)
        #expect(!report.rows.contains { $0.name.contains("10 times a second") })
    }

    @Test("a background task that is begun under the name of another ends that, in the scenario and in the code")
    func begunTwice() throws {
        let outcome = try Shipped.remedies(EverydayBug.uploadBegunTwice.path)
        let code = try #require(outcome.report.rows.first?.code)
        #expect(code.swift.hasPrefix("+ // The one before it") && code.objectiveC.hasPrefix("+ // The one before it"))
        #expect(
            String(decoding: outcome.texts[0], as: UTF8.self).contains("{ end_background_task = \"upload\" }, { begin"))
    }

    @Test("a source in a property of what nobody has is held by holding that")
    func heldWithItsOwner() throws {
        let best = try #require(
            try remedies(
                """
                duration = "6s"
                \(Toml.object("wrapper", by: "local"))
                strong = { source = "tick" }
                \(Toml.timer("tick", "gcd", "1s", repeats: true))
                weak = "wrapper"
                \(Toml.event("500ms", #"{ create = "wrapper" }, { create = "tick" }, { release = "wrapper" }"#))
                """
            ).report.rows.first)
        #expect(
            best.name == "held by a property" && best.helps && best.code.swift.hasSuffix("+ self.wrapper = wrapper"))
    }

    @Test("an expectation that fails as before is not mended by fewer calls")
    func fewerCalls() throws {
        let rows = try remedies(
            timer(
                "nstimer",
                "repeats = true\n" + Toml.event("1.5s", "{ background = true }")
                    + "\n" + Toml.event("4.5s", "{ foreground = true }") + "\n[[expect]]\ntimer = \"tick\"\nskipped = 0"
            )
        ).report.rows
        #expect(!rows.contains { $0.name == "called once" }, "\(rows.map(\.name))")
    }
}
