import LabAnalysis
import LabReports
import LabTestBench
import Testing

@testable import LabWorkbench

/// What is shown as code is what was run, and keeps to the file.
extension RemedyTests {
    @Test("what is shown as code is what was run")
    func asRun() throws {
        let busy = "repeats = true\ndo = [{ work = \"50ms\" }]\n[[event]]\nat = \"2s\"\ndo = [{ work = \"3s\" }]"
        let perform = try remedies(timer("perform", busy)).report
        #expect(!perform.rows.isEmpty)
        let model = "[[object]]\nid = \"model\"\nheld_by = \"navigation\"\nstrong = { it = \"tick\" }\n"
        let gone = "[[event]]\nat = \"5.2s\"\ndo = [{ mode = \"tracking\", for = \"3s\" }, { pop = \"model\" }]"
        let publisher = try remedies(timer("combine", "strong = \"model\"\n" + model + gone)).report
        let source = try #require(publisher.rows.first { $0.name == "dispatch source" })
        #expect(source.figures.findings.isEmpty && source.code.swift.contains("[weak self]"))
        let sleep = try remedies(timer("task-sleep", "delay = \"0s\"\ndo = [{ work = \"100ms\" }]")).report
        #expect(sleep.rows.contains { $0.code.swift.contains(".now(), repeating: 1)") })
        #expect(
            sleep.rows.first?.code.swift.hasPrefix(
                "  Task { [weak self] in\n+     var next = ContinuousClock.now\n      while !Task.isCancelled {\n+"
            )
                == true)
        let device = "[device]\nwake_in_window = \"latest\"\n[[event]]\nat = \"4.5s\"\n"
        let main = try remedies(
            timer(
                "gcd",
                "queue = \"main\"\nrepeats = true\nleeway = \"100ms\"\n" + device
                    + "do = [{ work = \"3s\" }]")
        ).report
        let own = try #require(main.rows.first { $0.name == "queue of its own" })
        #expect(
            own.code.swift.contains("+ tickTimerSource = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "))
        #expect(
            !(own.code.swift + own.code.objectiveC).contains("leeway") && !own.code.objectiveC.contains("NSEC_PER_MSEC")
        )
    }

    @Test(
        "seconds in code have no exponent",
        arguments: [
            (10_000, "0.00001"), (1, "0.000000001"), (1_500_000_000, "1.5"), (2_000_000_000, "2"),
            (-1_000, "-0.000001"),
        ])
    func seconds(nanoseconds: Int64, text: String) {
        #expect(TimerCode.decimal(nanoseconds) == text)
    }

    @Test("blocks of a loop have an array in both languages, and each is cancelled")
    func copies() throws {
        let code = try #require(Shipped.remedies(EverydayBug.lettersAfterTheScreen.path).report.rows.first).code
        #expect(code.swift.contains("letterWorkItem.append(DispatchWorkItem") && !code.swift.contains("[n]!"))
        #expect(code.objectiveC.contains("(0.05 + n * 0.05) * NSEC_PER_SEC"))
        #expect(code.objectiveC.contains("dispatch_block_cancel(t)") && !code.objectiveC.contains("Double("))
    }

    @Test("of several sleeps the code shows the first, and says that the others are no exception")
    func sleeps() throws {
        let code = try #require(Shipped.remedies(EverydayBug.retryThatSleeps.path).report.rows.first).code.swift
        #expect(code.contains("forTimeInterval: 1)") && code.contains("each sleep in the same way"))
    }

    @Test("a timer beside a lock that main waits for is no dispatch source")
    func besideALock() throws {
        let lock = "{ wait_for = \"lock\" }, { work = \"600ms\" }, { count = \"lock\" }"
        let text = """
            duration = "6s"
            [[queue]]
            id = "work"
            \(Toml.timer("tick", "nstimer", "100ms", repeats: true))
            \(Toml.event("0s", #"{ count = "lock" }"#))
            \(Toml.event("1s", "{ async = \"work\", do = [\(lock)] }"))
            \(Toml.event("1.1s", #"{ wait_for = "lock" }, { count = "lock" }"#))
            """
        let report = try remedies(text).report
        #expect(report.finding?.code == "TL0102" && report.rows.isEmpty, "\(report.rows.map(\.name))")
    }

    @Test("copies have no common flag that lets one skip for another")
    func copiesSkipNothing() throws {
        let text = """
            duration = "4s"
            \(Toml.timer("gif", "displaylink"))
            copies = 8
            do = [{ work = "4ms" }]
            """
        let rows = try remedies(text).report.rows
        #expect(!rows.isEmpty && !rows.contains { $0.code.swift.contains("isBusy") })
    }

    @Test("a timer that counts up in the background reads the time since its start, one that counts down until its end")
    func clocks() throws {
        func advised(_ field: String) throws -> String {
            try remedies(
                timer(
                    "nstimer",
                    "repeats = true\ndo = [{ log = \"{\(field)}\" }]\n\(Toml.event("2.5s", "{ background = true }"))\n"
                        + Toml.event("8.2s", "{ foreground = true }"))
            ).report.advised.swift
        }
        #expect(try advised("n").contains("+ show(Int(Date().timeIntervalSince(start)))"))
        #expect(try !advised("n").contains("end"))
        #expect(try !advised("countdown:9").contains("start = Date()"))
    }

    @Test("code that adds a timer to another thread's run loop names that loop")
    func otherLoop() throws {
        let rows = try remedies(
            timer(
                "nstimer",
                "repeats = true\ncreate = \"timer\"\nmodes = [\"modal\"]\n[[thread]]\nid = \"worker\"\n"
                    + "do = [{ sleep = \"1s\" }, { run_loop = { before = \"distant-future\" } }]\n"
                    + Toml.event("500ms", "{ add = \"tick\", thread = \"worker\" }"))
        ).report.rows
        let code = rows.map { $0.code.swift + $0.code.objectiveC }.joined()
        #expect(code.contains("workerLoop.add(") && !code.contains(".current.add(tick"), "\(code)")
        #expect(!code.contains("[NSRunLoop.currentRunLoop addTimer"))
    }

    @Test("every background task that nothing ends is ended in its expiration handler")
    func backgroundTasks() throws {
        let outcome = try remedies(
            """
            duration = "100s"
            \(Toml.event("2s", #"{ begin_background_task = "upload" }, { begin_background_task = "sync" }"#))
            \(Toml.event("3s", "{ background = true }"))
            """)
        let row = try #require(outcome.report.rows.first)
        #expect(row.helps && row.figures.crashes == 0)
        for task in ["uploadTask", "syncTask"] {
            #expect(
                row.code.swift.contains("+ \(task) = UIApplication")
                    && row.code.objectiveC.contains("endBackgroundTask:self.\(task)]"))
        }
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
        let all = there.map { $0.code.swift + $0.code.objectiveC }.joined()
        #expect(all.contains("#selector(tick(_:))") && all.contains("self.tick(timer)"))
        #expect(all.contains("@selector(tick:)") && all.contains("[owner tick:t]"))
        #expect(!all.contains("deinit") && !all.contains("dealloc") && !all.contains("viewWillDisappear(_"))
        #expect(
            all.contains("+ override func didMoveToWindow() {\n+     super.didMoveToWindow()\n+     if window != nil"))
        let model = try kept("GameModel", "dealloc = [{ invalidate = \"tick\" }]").map(\.code.swift).joined()
        #expect(model.contains("func stop()"))
        let missing = try kept("ViewController", "").map(\.code.swift).joined()
        #expect(missing.contains("+ isolated deinit {") && missing.contains("override func viewWillDisappear"))
    }

    @Test("on a Mac a screen goes by AppKit's method, its view makes a display link, and a window is no view")
    func onMac() throws {
        func code(_ name: String) throws -> String {
            let link = "duration = \"5s\"\n[[timer]]\nid = \"tick\"\nkind = \"displaylink\"\ntarget = \"it\"\n"
            return try remedies(link + screen("class = \"\(name)\"") + "[device]\nprofile = \"mac\"\n").report.rows
                .map { $0.code.swift + "\n" + $0.code.objectiveC }.joined()
        }
        let controller = try code("ChartViewController")
        #expect(
            controller.contains("view.displayLink(target: ") && controller.contains("[self.view displayLinkWithTarget:")
        )
        #expect(
            controller.contains("override func viewWillDisappear() {")
                && controller.contains("[super viewWillDisappear];"))
        #expect(try code("ChartView").contains(" = displayLink(target: "))
        #expect(try code("ChartWindowController").contains("func stop() { "))
    }

    @Test("a timer is shown in the loop that a step adds it to, and a drift that cannot be told is none of a remedy's")
    func told() throws {
        let added =
            "create = \"timer\"\nrepeats = true\n[[thread]]\nid = \"w\"\nstarts = \"0s\"\n"
            + "do = [{ run_loop = { until = \"1s\" } }, { add = \"tick\" }]"
        let rows = try remedies(timer("nstimer", added)).report.rows
        #expect(rows.contains { $0.code.swift.contains("- RunLoop.current.add(tickTimer!") })
        #expect(!rows.contains { $0.code.swift.contains("- RunLoop.main.add") })
    }

    @Test("a loop on main is shown on main, and the flag of one that is not is asked for by any thread")
    func loops() throws {
        let onMain = try remedies(timer("thread-sleep", "thread = \"main\"\ndo = [{ work = \"100ms\" }]")).report.rows
        #expect(!onMain.isEmpty && onMain.allSatisfy { !$0.code.swift.contains("- tickThread") })
        let own = try remedies(timer("mach-wait", "do = [{ work = \"1500ms\" }]")).report.rows
        let other = try #require(own.first { $0.name == "work on another queue" })
        #expect(
            other.code.swift.contains("slot.wait(timeout: .now())") && !other.code.swift.contains("DispatchQueue.main"))
    }

    @Test("of several calls the one that is to change is named, and a delayed perform is cancelled with its screen")
    func named() throws {
        let twice =
            "repeats = true\nactive = false\n[[event]]\nat = \"3.5s\"\ndo = [{ resume = \"tick\" }, { resume = \"tick\" }]"
        let resumed = try remedies(timer("gcd", twice)).report.rows
        #expect(
            resumed.first { $0.name == "activate, not resume" }?.code.swift.contains("call 2 of 2: line 10") == true)
        let again =
            "target = \"it\"\nselector = \"search\"\n" + screen("", goes: false)
            + ["1s", "1.1s"].map {
                "[[event]]\nat = \"\($0)\"\ndo = [{ create = \"tick\" }]\n"
            }.joined()
        let requested = try remedies(timer("perform", again)).report.rows.first { $0.name == "ended before remade" }
        #expect(
            requested?.code.swift.hasPrefix("+ NSObject.cancelPreviousPerformRequests(withTarget: self, selector")
                == true)
        let late = "duration = \"8s\"\n[[timer]]\nid = \"tick\"\nkind = \"perform\"\ndelay = \"12s\"\ntarget = \"it\"\n"
        let ended = try remedies(late + screen("")).report.rows.first { $0.name == "ended with the screen" }
        #expect(
            ended?.helps == true
                && ended?.code.swift.contains("cancelPreviousPerformRequests(withTarget: self)") == true)
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
            #expect(ended.code.swift.contains("+ tickWorkItem = DispatchWorkItem { [weak self] in self?.tickFired() }"))
            #expect(ended.code.objectiveC.contains("dispatch_block_cancel(_tickWorkItem);"))
        }
    }

    @Test("what userInfo keeps is said to stay")
    func userInfo() throws {
        let rows = try remedies(
            timer("nstimer", "repeats = true\ntarget = \"it\"\nuser_info = \"it\"\n" + screen(""))
        ).report.rows
        #expect(rows.first { $0.name == "target of its own" }?.cost.contains("userInfo keeps it still") == true)
        #expect(rows.first { $0.name == "weak capture" }?.cost.hasPrefix("its userInfo goes") == true)
    }

    @Test("a semaphore, a synchronous call and a perform that waits are each shown as what they are")
    func waits() throws {
        func code(_ steps: String) throws -> String {
            let found = try remedies(timer("nstimer", "repeats = true\ndo = [\(steps)]")).report
            return found.rows.first.map { $0.code.swift + $0.code.objectiveC } ?? text(found)
        }
        let counts = "{ async_after = \"200ms\", queue = \"main\", do = [{ count = \"answer\" }] }"
        let semaphore = try code(counts + ", { wait_for = \"answer\" }")
        #expect(semaphore.contains("- semaphore.wait()") && !semaphore.contains("sync"))
        #expect(try code("{ sync = \"main\", do = [{ work = \"1ms\" }] }").contains("DispatchQueue.main.sync {"))
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
            other.code.swift.contains("target: WeakProxy(self)")
                && other.code.objectiveC.contains("[WeakProxy proxyFor:self]"))
        #expect(other.helps && !other.code.swift.contains("target: self"))
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

    @Test("two changes of one timer are one change of its code")
    func addedAndCommon() throws {
        let code = try #require(Shipped.remedies(EverydayBug.panelOverProgress.path).report.rows.first).code.swift
        let lines = code.split(separator: "\n")
        #expect(lines.first?.hasPrefix("  progressTimer = Timer(timeInterval: 0.25, repeats: true)") == true)
        #expect(lines.filter { $0.hasPrefix("+") } == ["+ RunLoop.main.add(progressTimer!, forMode: .common)"])
        #expect(!lines.contains { $0.hasPrefix("-") })
    }

    @Test("a wait that is too short becomes longer, so that what is expected behind it comes")
    func longerWait() throws {
        let row = try #require(Shipped.remedies(EverydayBug.waitTooShort.path).report.rows.first)
        #expect(row.figures.failed == 0 && row.code.swift.contains("RunLoop.main.run(until: Date() + 4.2)"))
    }

    @Test("a failed expectation says what came, not how many lines there are")
    func whatCame() throws {
        let failed = try Shipped.remedies(EverydayBug.tooltipOverPopover.path).report.failed
        #expect(failed == [#"no_log = "tooltip" is expected, but "tooltip" came"#])
    }

    @Test("a timer that main makes, and that keeps nobody, is there once")
    func madeOnMain() throws {
        let code = try #require(Shipped.remedies(EverydayBug.pollFromACompletion.path).report.rows.first).code
        for (text, name) in [(code.swift, "withTimeInterval: 2"), (code.objectiveC, "TimerWithTimeInterval:2")] {
            let signs = text.split(separator: "\n").filter { $0.contains(name) }.map { $0.prefix(2) }
            #expect(signs == ["- ", "+ "], "\(text)")
        }
    }
}
