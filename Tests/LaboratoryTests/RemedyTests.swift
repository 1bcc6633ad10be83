import Analysis
import Conformance
import Foundation
import Recording
import Reports
import Testing

@testable import Laboratory

/// Remedies are tried, not told: what a row of the table says is what a run of its scenario does.
@Suite("Remedies")
struct RemedyTests {
    private let folder: ScratchFolder
    private let workbench = Workbench(finder: ScenarioFinder(roots: []))

    init() throws { folder = try ScratchFolder() }

    private func remedies(_ text: String, timer: String? = nil) throws -> RemedyOutcome {
        try workbench.remedies(try folder.write("scenario.toml", text), timer: timer)
    }

    private func example(_ code: FindingCode) throws -> String {
        try #require(FindingRule.all.first { $0.code == code }).example
    }

    /// A page as it is printed.
    private func text(_ report: RemedyReport) -> String {
        ByteStream.text { PageText().write(report.page, to: $0) }
    }

    @Test(
        "the first takes the worst finding of a shipped scenario away, or the answer says that nothing does",
        arguments: Shipped.listings.map(\.path))
    func first(path: String) throws {
        let report = try Shipped.workbench.remedies(path).report
        // Each has its own name, and changes some code.
        #expect(Set(report.rows.map(\.name)).count == report.rows.count)
        #expect(report.rows.allSatisfy { !$0.swift.isEmpty })
        if report.worst == nil { return }
        let answer = text(report)
        let says =
            answer.contains("nothing that was tried takes it away") || answer.contains("none of the")
            || answer.contains("that was tried makes nothing better") || answer.contains("no remedy is known")
        #expect((report.rows.first.map { $0.helps && report.isMended(by: $0) } ?? false) != says, "\(answer)")
    }

    @Test("a run that a crash cuts short is measured by the crash alone, a chain by how far it is behind")
    func figures() throws {
        let crash = try remedies(FindingRule.of("TL0310").example).report
        #expect(text(crash).contains("changes  TL0310 of tick gone, crash 1 → 0\n"))
        #expect(text(crash).contains("as it is: until the crash at 1.5 s"))
        let chain = try remedies(FindingRule.of("TL0108").example).report
        #expect(chain.before.behind > 0 && chain.before.waiting == 0 && text(chain).contains("behind"))
    }

    @Test("each finding that can be mended is mended in its own example", arguments: FindingRule.all)
    func examples(rule: FindingRule) throws {
        let report = try remedies(rule.example).report
        guard rule.harm != .asked, !["TL0501", "TL0502"].contains(rule.code) else { return }
        #expect(
            report.rows.contains { $0.helps && report.isMended(by: $0) }, "\(rule.code) \(report.rows.map(\.name))")
    }

    /// `TIMERLAB_INVENTED=500` tries so many.
    private static let invented = ProcessInfo.processInfo.environment["TIMERLAB_INVENTED"].flatMap(UInt64.init) ?? 6

    @Test("what is written does what the table says, also of invented scenarios", arguments: 1...invented)
    func written(seed: UInt64) throws {
        try holds(try remedies(ScenarioText(RandomScenarios.scenario(seed: seed)).toml), isClean: false)
    }

    @Test("so it does of each finding's example", arguments: FindingRule.all)
    func writtenExample(rule: FindingRule) throws { try holds(try remedies(rule.example)) }

    /// - Parameter isClean: whether the scenario gave no warnings before.
    private func holds(_ outcome: RemedyOutcome, isClean: Bool = true) throws {
        for (number, row) in outcome.report.rows.enumerated() where row.helps {
            let text = try outcome.text(number + 1, writtenTo: "\(folder.path)/new.toml", replacing: false)
            let run = try workbench.run(try folder.write("written.toml", text))
            #expect(run.problems.isEmpty && (run.warnings == nil || !isClean))
            let figures = RemedyReport.Figures(run.report.trace, run.report.analysis)
            #expect(figures == row.figures, "\(row.name): \(figures.changes(from: row.figures))")
            #expect(!row.figures.changes(from: outcome.report.before).isEmpty)
        }
    }

    @Test("what is often tried and does not help is said to make nothing better")
    func useless() throws {
        let kept = try remedies(try example("TL0301")).report
        #expect(kept.rows.first { $0.name == "weakSelf as target" }?.helps == false)
        #expect(text(kept).contains("no better as a whole: ") && text(kept).contains("weakSelf as target"))
    }

    @Test("what the code has already is not tried: no tolerance, or an end in dealloc")
    func alreadyThere() throws {
        #expect(!(try remedies(try example("TL0102")).report.rows.contains { $0.name == "no tolerance" }))
        let there = screen("strong = { it = \"tick\" }\ndealloc = [{ invalidate = \"tick\" }]")
        let rows = try remedies(timer("nstimer", "repeats = true\ntarget = \"it\"\n" + there)).report.rows
        #expect(!rows.isEmpty && !rows.contains { $0.name == "ended in dealloc" })
    }

    @Test(
        "of a block that captures weakly already only what ends it is new, and what is cancelled is made so that it can be"
    )
    func weakAlready() throws {
        let source = "repeats = true\nweak = \"it\"\n" + screen("strong = { it = \"tick\" }")
        let block = "repeats = true\nqueue = \"main\"\nweak = \"it\"\n" + screen("")
        for (kind, rest) in [("gcd", source), ("after", block)] {
            let rows = try remedies(timer(kind, rest)).report.rows
            #expect(!rows.contains { $0.name == "weak capture" })
            if kind == "gcd" { continue }
            let ended = try #require(rows.first { $0.name == "ended in dealloc" })
            #expect(ended.swift.contains("+ tickWorkItem = DispatchWorkItem { [weak self] in self?.tickFired() }"))
            #expect(ended.objectiveC.contains("dispatch_block_cancel(_tickWorkItem);"))
        }
    }

    @Test("a timer that moves to a worker is ended with that thread, and what runs a loop instead of its end is shown")
    func worker() throws {
        let busy = "repeats = true\ntarget = \"it\"\n[[event]]\nat = \"1s\"\ndo = [{ work = \"3s\" }]\n"
        let outcome = try remedies(
            timer(
                "nstimer",
                busy + screen("view_will_disappear = [{ log = \"bye\" }, { invalidate = \"tick\" }]", goes: false)))
        let index = try #require(outcome.report.rows.firstIndex { $0.name == "worker's run loop" })
        let code = outcome.report.rows[index].swift
        #expect(code.contains("-     tickTimer?.invalidate()") && code.contains("+     tickThread?.cancel()"))
        #expect(code.contains("  func stop() {") && code.contains("      // …\n  }"))
        let text = String(decoding: outcome.texts[index], as: UTF8.self)
        #expect(
            text.contains("{ cancel = \"tick.thread\" }") && text.contains("until = { cancelled = \"tick.thread\" }"))
        let run =
            "thread = \"worker\"\nrepeats = true\n[[thread]]\nid = \"worker\"\nstarts = \"1s\"\n"
            + "do = [{ run_loop = { until = \"4s\" } }, { log = \"bye\" }]"
        let ran = try #require(
            try remedies(timer("nstimer", run)).report.rows.first { $0.name == "loop run to the end" })
        #expect(ran.swift.hasPrefix("- RunLoop.current.run(until: Date() + 3)\n+ while !Thread.current.isCancelled"))
        #expect(ran.swift.hasSuffix("+ tickTimer?.invalidate()"))
    }

    @Test("a timer is shown in the loop that a step adds it to, and a drift that cannot be told is none of a remedy's")
    func told() throws {
        let added =
            "create = \"timer\"\nrepeats = true\n[[thread]]\nid = \"w\"\nstarts = \"0s\"\n"
            + "do = [{ run_loop = { until = \"1s\" } }, { add = \"tick\" }]"
        let rows = try remedies(timer("nstimer", added)).report.rows
        #expect(rows.contains { $0.swift.contains("- RunLoop.current.add(tickTimer!") })
        #expect(!rows.contains { $0.swift.contains("- RunLoop.main.add") })
        var (old, new) = (RemedyReport.Figures(), RemedyReport.Figures())
        (old.drift, new.isDriftUnknown) = (278_000_000, true)
        #expect(new.changes(from: old) == ["drift +27.8 % → unknown"])
    }

    @Test("a loop on main is shown on main, and the flag of one that is not is asked for by any thread")
    func loops() throws {
        let onMain = try remedies(timer("thread-sleep", "thread = \"main\"\ndo = [{ work = \"100ms\" }]")).report.rows
        #expect(!onMain.isEmpty && onMain.allSatisfy { !$0.swift.contains("- tickThread") })
        let own = try remedies(timer("mach-wait", "do = [{ work = \"1500ms\" }]")).report.rows
        let other = try #require(own.first { $0.name == "work on another queue" })
        #expect(other.swift.contains("slot.wait(timeout: .now())") && !other.swift.contains("DispatchQueue.main"))
    }

    @Test("work that an event hands over is told of that event")
    func ofEvent() throws {
        let busy = "repeats = true\n[[event]]\nid = \"save\"\nat = \"2s\"\ndo = [{ work = \"3s\" }]"
        let other = "\n[[event]]\nid = \"load\"\nat = \"6s\"\ndo = [{ work = \"2s\" }]\n"
        let second =
            "[[timer]]\nid = \"other\"\nkind = \"nstimer\"\ninterval = \"1s\"\nrepeats = true\ndelay = \"5s\"\n"
        let names = try remedies(timer("nstimer", busy + other + second)).report.rows.map(\.name)
        #expect(names.contains("work on a queue (save)"), "\(names)")
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
        #expect(source.swift.contains("leeway: .milliseconds(50)"))
        #expect(source.objectiveC.contains("50 * NSEC_PER_MSEC);"))
    }

    @Test("where something is random it is told with how many other seeds the first is the best")
    func seeds() throws {
        let random = """
            duration = "30s"
            [[timer]]
            id = "poll"
            kind = "nstimer"
            interval = "1s"
            repeats = true
            do = [{ work = { p0 = "100ms", p90 = "500ms", p100 = "4s" } }]
            """
        let told = /of seed 1; 1 is the best with [0-4] of 4 other seeds, too/
        #expect(text(try remedies(random).report).contains(told))
        let fixed = random.replacing("{ p0 = \"100ms\", p90 = \"500ms\", p100 = \"4s\" }", with: "\"4s\"")
        #expect(!text(try remedies(fixed).report).contains("other seeds"))
    }

    @Test("of work that is handed over it is told how many firings come while it goes on")
    func idle() throws {
        let outcome = try Shipped.workbench.remedies("heavy-work")
        let row = try #require(outcome.report.rows.first { $0.name == "work on a queue" })
        #expect(row.cost.hasSuffix("; 35 of 42 firings come while a job runs, and do nothing"))
    }

    @Test("what only the scenario asks for is told where points are lost by it")
    func asked() throws {
        let outcome = try remedies(try example("TL0106"))
        #expect(outcome.report.rows.isEmpty && text(outcome.report).contains("TL0106"))
        #expect(!text(outcome.report).contains("nothing to mend"))
    }

    @Test("a display link becomes a source of its own rate, from the mode that it is in")
    func linkRate() throws {
        let link = """
            duration = "5s"
            [[timer]]
            id = "link"
            kind = "displaylink"
            modes = ["common"]
            [[event]]
            at = "1s"
            do = [{ mode = "panel", for = "2s" }]
            """
        let source = try #require(try remedies(link).report.rows.first { $0.name == "dispatch source" })
        #expect(source.swift.contains("repeating: 1.0 / 60)") && source.swift.contains("forMode: .common"))
        #expect(source.objectiveC.contains("1.0 / 60 * NSEC_PER_SEC, 0)"))
        #expect(source.objectiveC.contains("forMode:NSRunLoopCommonModes"))
    }

    @Test("a source that is suspended twice and resumed once fires again when suspends come in pairs")
    func pairs() throws {
        let report = try remedies(
            FindingRule.suspended.example.replacing("active = false", with: "") + """

                [[event]]
                at = "0.5s"
                do = [{ suspend = "tick" }, { suspend = "tick" }]
                [[event]]
                at = "1.5s"
                do = [{ resume = "tick" }]
                """
        ).report
        #expect(report.rows.first?.name == "suspends in pairs")
        #expect(report.rows.first?.figures.lost == 0)
        #expect(report.rows.first?.swift.contains("func pause()") == true)
    }

    /// A timer with some keys and parts after it.
    private func timer(_ kind: String, every interval: String = "1s", _ rest: String) -> String {
        "duration = \"10s\"\n[[timer]]\nid = \"tick\"\nkind = \"\(kind)\"\ninterval = \"\(interval)\"\n\(rest)\n"
    }

    @Test("a source that is released while it is suspended is resumed first, whatever comes at the same instant")
    func released() throws {
        let report = try remedies(
            timer(
                "gcd",
                """
                repeats = true
                held_by = "static"
                [[event]]
                at = "2.5s"
                do = [{ suspend = "tick" }]
                [[event]]
                at = "4s"
                do = [{ release = "tick" }]
                """)
        ).report
        #expect(report.rows.first?.name == "cancel, resume, release")
        #expect(!report.rows.contains { $0.name == "suspends in pairs" })
    }

    @Test("what is shown as code is what was run")
    func asRun() throws {
        let busy = "repeats = true\ndo = [{ work = \"50ms\" }]\n[[event]]\nat = \"2s\"\ndo = [{ work = \"3s\" }]"
        let perform = try remedies(timer("perform", busy)).report
        let worker = try #require(perform.rows.first { $0.name == "worker's run loop" })
        #expect(worker.figures.findings.isEmpty)
        let model = "[[object]]\nid = \"model\"\nheld_by = \"navigation\"\nstrong = { it = \"tick\" }\n"
        let gone = "[[event]]\nat = \"5.2s\"\ndo = [{ mode = \"tracking\", for = \"3s\" }, { pop = \"model\" }]"
        let publisher = try remedies(timer("combine", "strong = \"model\"\n" + model + gone)).report
        let source = try #require(publisher.rows.first { $0.name == "dispatch source" })
        #expect(source.figures.findings.isEmpty && source.swift.contains("[weak self]"))
        let sleep = try remedies(timer("task-sleep", "delay = \"0s\"\ndo = [{ work = \"100ms\" }]")).report
        #expect(sleep.rows.contains { $0.swift.contains(".now(), repeating: 1)") })
        #expect(
            sleep.rows.first?.swift.contains("- tickTask = Task { while !Task.isCancelled { tickFired(); try") == true)
        let device = "[device]\nwake_in_window = \"latest\"\n[[event]]\nat = \"4.5s\"\n"
        let main = try remedies(
            timer(
                "gcd",
                "queue = \"main\"\nrepeats = true\nleeway = \"100ms\"\n" + device
                    + "do = [{ work = \"3s\" }]")
        ).report
        let own = try #require(main.rows.first { $0.name == "queue of its own" })
        #expect(own.swift.contains("+ tickTimerSource = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "))
        #expect(!(own.swift + own.objectiveC).contains("leeway") && !own.objectiveC.contains("NSEC_PER_MSEC"))
    }

    @Test("work that is on a queue already is guarded there, and what is off main goes to another queue")
    func onQueue() throws {
        let guarded = try remedies(try example("TL0111")).report.rows
        #expect(guarded.map(\.name) == ["skip while it runs"] && guarded.first?.swift.contains("show(") == false)
        let off = try remedies(timer("gcd", "repeats = true\ndo = [{ work = \"1500ms\" }]")).report.rows
        #expect(off.map(\.name) == ["work on another queue"] && off.first?.cost.contains("UI") == false)
    }

    @Test("fewer lost points are no help where the share is as large, nor is a rate that the display has not")
    func shares() throws {
        let report = try remedies(
            timer("nstimer", every: "10ms", "repeats = true\n[[event]]\nat = \"3s\"\ndo = [{ work = \"800ms\" }]")
        ).report
        let link = try #require(report.rows.first { $0.name == "display link" })
        #expect(!link.helps && link.swift.contains("preferredFramesPerSecond = 60"))
        #expect(link.figures.lost < report.before.lost && text(report).contains("79 of 999"))
    }

    @Test("code keeps to the file: its selector, a dealloc that is there, a class that is no controller")
    func code() throws {
        func kept(_ name: String, _ dealloc: String) throws -> [RemedyReport.Row] {
            let object = "[[object]]\nid = \"it\"\nclass = \"\(name)\"\nheld_by = \"navigation\"\n\(dealloc)\n"
            return try remedies(
                timer(
                    "nstimer",
                    "repeats = true\ntarget = \"it\"\nselector = \"tick:\"\n\(object)[[event]]\nat = \"3.5s\"\n"
                        + "do = [{ pop = \"it\" }]")
            ).report.rows.filter(\.helps)
        }
        let there = try kept("GameView", "dealloc = [{ invalidate = \"tick\" }]")
        let all = there.map { $0.swift + $0.objectiveC }.joined()
        #expect(all.contains("#selector(tick(_:))") && all.contains("self.tick(timer)"))
        #expect(all.contains("@selector(tick:)") && all.contains("[owner tick:t]"))
        #expect(!all.contains("deinit") && !all.contains("dealloc") && !all.contains("viewWillDisappear(_"))
        #expect(all.contains("func stop()"))
        let missing = try kept("ViewController", "").map(\.swift).joined()
        #expect(missing.contains("+ isolated deinit {") && missing.contains("override func viewWillDisappear"))
    }

    /// A screen that goes at 3.5 s, with keys of its own.
    private func screen(_ keys: String, goes: Bool = true) -> String {
        "[[object]]\nid = \"it\"\nheld_by = \"navigation\"\n\(keys)\n"
            + (goes ? "[[event]]\nat = \"3.5s\"\ndo = [{ pop = \"it\" }]\n" : "")
    }

    @Test("a timer that a proxy stands in for is ended by whom the proxy stands for")
    func proxied() throws {
        let proxy = "[[object]]\nid = \"proxy\"\nproxy = \"object\"\nforwards_to = \"it\"\n"
        let rows = try remedies(
            timer("nstimer", "repeats = true\ntarget = \"proxy\"\n" + screen("strong = { it = \"tick\" }") + proxy)
        ).report.rows
        let ended = try #require(rows.first { $0.name == "ended in dealloc" })
        #expect(ended.helps && ended.figures.findings.isEmpty && !rows.contains { $0.name == "weak proxy" })
        let other = try #require(rows.first { $0.name == "target of its own" })
        #expect(
            other.swift.contains("target: WeakProxy(self)") && other.objectiveC.contains("[WeakProxy proxyFor:self]"))
        #expect(other.helps && !other.swift.contains("target: self"))
    }

    @Test("what userInfo keeps is said to stay")
    func userInfo() throws {
        let rows = try remedies(
            timer("nstimer", "repeats = true\ntarget = \"it\"\nuser_info = \"it\"\n" + screen(""))
        ).report.rows
        #expect(rows.first { $0.name == "target of its own" }?.cost.contains("userInfo keeps it still") == true)
        #expect(rows.first { $0.name == "weak capture" }?.cost.hasPrefix("none; its userInfo goes") == true)
    }

    @Test("a semaphore, a synchronous call and a perform that waits are each shown as what they are")
    func waits() throws {
        func code(_ steps: String) throws -> String {
            let found = try remedies(timer("nstimer", "repeats = true\ndo = [\(steps)]")).report
            return found.rows.first.map { $0.swift + $0.objectiveC } ?? text(found)
        }
        let counts = "{ async_after = \"200ms\", queue = \"main\", do = [{ count = \"answer\" }] }"
        let semaphore = try code(counts + ", { wait_for = \"answer\" }")
        #expect(semaphore.contains("- semaphore.wait()") && !semaphore.contains("sync"))
        #expect(try code("{ sync = \"main\", do = [{ work = \"1ms\" }] }").contains("DispatchQueue.main.sync {"))
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
        #expect(
            rows.map(\.name).prefix(3) == ["common modes", "dispatch source on main", "dispatch source"], "\(rows)")
        let source = try #require(rows.first { $0.name == "dispatch source on main" })
        #expect(source.figures.findings.isEmpty && source.swift.contains("makeTimerSource(queue: .main)"))
        #expect(source.swift.contains("- isolated deinit { it?.invalidate() }"))
        #expect(source.swift.contains("+ isolated deinit { itTimerSource?.cancel() }"))
        #expect(source.objectiveC.contains("- - (void)dealloc { [_it invalidate]; }"))
    }

    @Test("a remedy that brings a leak is none, nor is one after which all points are lost as before")
    func noHelp() throws {
        let perform =
            "repeats = true\ntarget = \"it\"\n" + screen("view_will_disappear = [{ cancel_perform = \"it\" }]")
            + "[[event]]\nat = \"1.2s\"\ndo = [{ mode = \"tracking\", for = \"2s\" }]"
        let worker = try remedies(timer("perform", perform)).report.rows.first { $0.name == "worker's run loop" }
        #expect(worker.map { !$0.helps && $0.figures.leaks > 0 } == true)
        let silent =
            "repeats = true\nactive = false\nstrong = \"it\"\n"
            + screen("strong = { source = \"tick\" }\ndealloc = [{ cancel = \"tick\" }]")
        let ended = try remedies(timer("gcd", silent)).report.rows.first { $0.name == "ended with the screen" }
        #expect(ended?.helps == false)
    }

    @Test("of several calls the one that is to change is named, and a delayed perform is cancelled with its screen")
    func named() throws {
        let twice =
            "repeats = true\n[[event]]\nat = \"2.5s\"\ndo = [{ suspend = \"tick\" }]\n"
            + "[[event]]\nat = \"3.5s\"\ndo = [{ resume = \"tick\" }, { resume = \"tick\" }]"
        let resumed = try remedies(timer("gcd", twice)).report.rows
        #expect(resumed.first { $0.name == "activate, not resume" }?.swift.contains("call 2 of 2: line 12") == true)
        let late = "duration = \"8s\"\n[[timer]]\nid = \"tick\"\nkind = \"perform\"\ndelay = \"12s\"\ntarget = \"it\"\n"
        let ended = try remedies(late + screen("")).report.rows.first { $0.name == "ended with the screen" }
        #expect(
            ended?.helps == true && ended?.swift.contains("cancelPreviousPerformRequests(withTarget: self)") == true)
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
        #expect(main.helps && main.figures.lost == 0)
        #expect(main.swift.contains("- RunLoop.current.add(tickTimer!, forMode: .common)"))
    }

    @Test("of several timers the one that is asked for is mended")
    func oneTimer() throws {
        let path = "\(Shipped.folder)/questions/two-polls-that-never-sleep.toml"
        #expect(try Shipped.workbench.remedies(path, timer: "space").report.worst?.code == "TL0401")
        #expect(throws: Problem.self) { try Shipped.workbench.remedies(path, timer: "nobody") }
    }

    @Test("a file that exists is replaced only when that is asked for")
    func exists() throws {
        let outcome = try remedies(try example("TL0103"))
        let path = try folder.write("there.toml")
        do throws(Problem) {
            _ = try outcome.text(1, writtenTo: path, replacing: false)
            Issue.record("replaced")
        } catch { #expect(error.status == .cannotWrite) }
        #expect(try outcome.text(1, writtenTo: path, replacing: true).contains("modes = [\"common\"]"))
        #expect(throws: Problem.self) { try outcome.text(99, writtenTo: path, replacing: true) }
    }

    @Test("comments stay, promises and claims go")
    func edited() throws {
        let outcome = try remedies(
            """
            # Why?
            title = "late" # a title
            claims = ["0.1"]
            duration = "4s"
            [[timer]]
            id = "tick" # this one
            kind = "nstimer"
            interval = "0.5s"
            repeats = true
            # What it promises.
            [[expect]]
            timer = "tick"
            fired = 3
            [[event]] # a drag
            at = "1.2s"
            do = [{ mode = "tracking", for = "2s" }]
            """)
        let text = try outcome.text(1, writtenTo: "\(folder.path)/new.toml", replacing: false)
        #expect(
            text == """
                # Why?
                title = "late, remedied: common modes" # a title
                duration = "4s"
                [[timer]]
                id = "tick" # this one
                modes = ["common"]
                kind = "nstimer"
                interval = "0.5s"
                repeats = true
                [[event]] # a drag
                at = "1.2s"
                do = [{ mode = "tracking", for = "2s" }]
                """)
    }
}
