import LabTestBench
import Testing

@testable import LabWorkbench

// Which parts a remedy changes, and how they appear in code.

extension RemedyTests {
    @Test("two changes of one class show the code of its delayed perform, too, and name it")
    func pairWithPerform() throws {
        let drag = """
            [[event]]
            at = "1.1s"
            do = [{ perform = "hide", target = "it", after = "300ms" }, { mode = "tracking", for = "4s" }]
            """
        let report = try remedies(
            timer(
                "nstimer",
                "repeats = true\nweak = \"it\"\n" + screen("strong = { timer = \"tick\" }", goes: false) + drag)
        ).report
        let best = try #require(report.rows.first)
        #expect(best.name == "common modes (tick, hide)" && best.figures.findings.isEmpty)
        #expect(
            best.code.swift.contains("inModes: [.common]") && best.code.swift.contains("RunLoop.main.add"),
            "\(best.code.swift)")
    }

    @Test("all delayed performs of an object are taken back by one step")
    func cancelledOnce() throws {
        let second = "[[timer]]\nid = \"tock\"\nkind = \"perform\"\ndelay = \"30s\"\ntarget = \"it\"\n"
        let outcome = try remedies(
            "duration = \"8s\"\n" + second + second.replacing("tock", with: "tack") + screen(""))
        let row = try #require(outcome.report.rows.firstIndex { $0.name == "ended with the screen" })
        let text = String(decoding: outcome.texts[row], as: UTF8.self)
        #expect(text.split(separator: "cancel_perform").count == 2, "\(text)")
    }

    @Test("the name of a class is no template", arguments: ["A$name", "A«timer b¦c»"])
    func names(name: String) throws {
        let report = try remedies(
            """
            duration = "5s"
            \(screen("class = \"\(name)\"\nstrong = { delegate = \"other\" }"))
            [[object]]
            id = "other"
            strong = { owner = "it" }
            """
        ).report
        #expect(
            report.rows.contains { $0.code.swift.contains("+ weak var owner: \(name)?") },
            "\(report.rows.map(\.code.swift))")
    }

    @Test("a step of a cancel handler is in the code of its source")
    func cancelHandler() throws {
        let report = try remedies(
            timer("nstimer", every: "100ms", "repeats = true")
                + """
                [[timer]]
                id = "source"
                kind = "gcd"
                interval = "1s"
                repeats = true
                queue = "main"
                on_cancel = [{ sleep = "500ms" }]
                [[event]]
                at = "3.05s"
                do = [{ cancel = "source" }]
                """
        )
        .report
        let row = try #require(report.rows.first { $0.name.hasPrefix("after instead of sleep") })
        #expect(row.code.swift.hasPrefix("  // source, line 13 of the scenario"), "\(row.code.swift)")
    }

    @Test("a source that waits for a busy main queue is tried without the waiting")
    func syncOnMain() throws {
        let report = try remedies(
            timer("gcd", every: "200ms", "repeats = true\ndo = [{ sync = \"main\", do = [{ work = \"1ms\" }] }]")
                + "[[event]]\nat = \"3.1s\"\ndo = [{ work = \"1.2s\" }]"
        ).report
        let row = try #require(report.rows.first { $0.name == "nothing waits" }, "\(report.rows.map(\.name))")
        #expect(row.figures.lost == 0 && row.code.swift.contains("+ DispatchQueue.main.async"), "\(row.code.swift)")
    }

    @Test("a work item that is stored to be ended does not keep its owner")
    func storedItem() throws {
        let rest = """
            queue = "main"
            strong = "controls"
            \(Toml.object("controls", by: "static"))
            \(Toml.event("1s", #"{ create = "tick" }"#))
            \(Toml.event("2s", #"{ create = "tick" }"#))
            [[expect]]
            timer = "tick"
            fired = 1

            """
        let outcome = try remedies(timer("after", every: "3s", rest))
        let row = try #require(outcome.report.rows.first)
        #expect(row.name == "ended before remade")
        #expect(row.code.swift.contains("+ tickWorkItem = DispatchWorkItem { [weak self] in"), "\(row.code)")
        #expect(row.code.objectiveC.contains("dispatch_block_create(0, ^{ [weakSelf tickFired]; })"))
        #expect(!String(decoding: outcome.texts[0], as: UTF8.self).contains("strong"))
    }

    @Test("what is to end at an event is offered no longer interval, which meets a number by accident")
    func notSlower() throws {
        let rows = try Shipped.remedies(EverydayBug.levelAfterCancel.path).report.rows
        #expect(!rows.contains { $0.name == "10 times a second" })
    }

    @Test(
        "a block of main that only acts is shown as its own call, one that works as a result",
        arguments: [
            (
                "log = \"gone\"",
                "- DispatchQueue.main.sync { self.close() }\n+ DispatchQueue.main.async { self.close() }"
            ),
            (
                "work = \"1ms\"",
                "- let result = DispatchQueue.main.sync { compute() }\n- show(result)\n+ DispatchQueue.main"
            ),
        ])
    func actsOnMain(step: String, code: String) throws {
        let inner = "{ sync = \"main\", name = \"close\", do = [{ \(step) }] }"
        let sync = "{ sync = \"own\", do = [\(inner)] }"
        let rows = try remedies("duration = \"3s\"\n[[queue]]\nid = \"own\"\n" + Toml.event("1s", sync)).report.rows
        #expect(rows.first?.code.swift.hasPrefix(code) == true, "\(rows)")
    }

    @Test("a loop that sleeps is shown as a loop where its drift is only a note")
    func loopDrifts() throws {
        let report = try remedies(timer("thread-sleep", every: "16ms", "repeats = true\ndo = [{ work = \"5ms\" }]"))
            .report
        let code = report.advised.swift
        #expect(code.hasPrefix("  tickThread = Thread {") && code.contains("mach_wait_until"), "\(code)")
    }

    @Test("a background task is ended where the block that it was begun for ends")
    func taskOfBlock() throws {
        let begin = "{ begin_background_task = \"save\" }, { background = true }, "
        let outcome = try remedies(
            "duration = \"60s\"\n[[queue]]\nid = \"disk\"\n[[event]]\nat = \"5s\"\n"
                + "do = [\(begin){ async = \"disk\", do = [{ work = \"800ms\" }] }]\n")
        let best = try #require(outcome.report.rows.first)
        #expect(best.name == "ended where its work ends" && best.helps, "\(outcome.report.rows.map(\.name))")
        let text = String(decoding: outcome.texts[0], as: UTF8.self)
        #expect(text.contains("{ work = \"800ms\" }, { end_background_task = \"save\" }"), "\(text)")
    }

    @Test("a userInfo that is another object than self is named in the class of the timer's target, as is its selector")
    func otherInUserInfo() throws {
        let rows = try remedies(
            """
            duration = "8s"
            \(Toml.object("view", by: "static"))
            [[object]]
            id = "toast"
            \(Toml.timer("dismiss", "nstimer", "3s"))
            target = "view"
            selector = "_hide:"
            user_info = "toast"
            \(Toml.event("1s", ##"{ create = "toast" }, { create = "dismiss" }, { release = "toast" }"##))
            """
        ).report.rows
        let row = try #require(rows.first { $0.name == "not in userInfo" })
        #expect(row.code.swift.contains("target: self, selector: #selector(_hide(_:)), userInfo: toast"))
    }

    @Test("where only the author knows what was meant, nothing is tried, and no code is shown")
    func forItsAuthor() throws {
        let drop = "[[thread]]\nid = \"worker\"\ndo = [{ add = \"tick\" }, { run_loop = \"forever\" }]"
        for scenario in [timer("nstimer", every: "0s", "repeats = true"), timer("nstimer", "repeats = true\n" + drop)] {
            let report = try remedies(scenario).report
            #expect(report.rows.isEmpty && report.advised.swift.isEmpty && report.finding?.severity == .warning)
        }
    }
}
