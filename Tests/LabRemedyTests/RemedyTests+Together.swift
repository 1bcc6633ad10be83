import LabReports
import LabTestBench
import Testing

@testable import LabWorkbench

// Several faults take several remedies, and what does less than another is said to.

extension RemedyTests {
    @Test("two faults are mended by two changes of the same mechanism before another mechanism, as one change of code")
    func pair() throws {
        let drag = "[[event]]\nat = \"1.2s\"\ndo = [{ mode = \"tracking\", for = \"2s\" }]"
        let report = try remedies(
            timer("combine", "strong = \"it\"\n" + screen("strong = { cancellable = \"tick\" }") + drag)
        ).report
        let best = report.rows[0]
        #expect(best.name == "weak capture + common modes" && best.helps && best.figures.findings.isEmpty)
        #expect(best.code.swift.contains("in: .common).autoconnect().sink { [weak self] _ in self?.tickFired() }"))
        #expect(
            best.code.swift.split(separator: "\n").count == 2, "an AnyCancellable needs no deinit: \(best.code.swift)")
        #expect(report.rows.first { $0.name == "weak capture" }?.helps == false)
    }

    @Test("a source that was never activated is activated, and then captures weakly")
    func activatedPair() throws {
        let report = try remedies(
            timer(
                "gcd",
                "repeats = true\nactive = false\nstrong = \"it\"\n" + screen("strong = { source = \"tick\" }"))
        ).report
        let best = report.rows[0]
        #expect(best.name == "activated + weak capture" && best.helps && best.figures.crashes == 0)
        #expect(best.code.swift.contains("+ source?.activate()") && best.code.swift.contains("[weak self]"))
    }

    @Test("a third change is tried where points are still lost")
    func three() throws {
        let report = try remedies(
            timer(
                "nstimer", every: "100ms",
                "repeats = true\nstrong = \"it\"\ndo = [{ work = \"130ms\" }]\n"
                    + screen("strong = { timer = \"tick\" }")
                    + "[[event]]\nat = \"1.03s\"\ndo = [{ mode = \"tracking\", for = \"1s\" }]")
        ).report
        let best = report.rows[0]
        #expect(best.name.split(separator: " + ").count == 3 && best.figures.lost == 0)
        let removed = best.code.swift.split(separator: "\n").filter { $0.hasPrefix("- timer = ") }
        #expect(removed.count == 1, "\(best.code.swift)")
    }

    @Test("requests that overlap are asked one at a time")
    func oneRequest() throws {
        let text = """
            duration = "30s"
            \(Toml.timer("poll", "nstimer", "2s", repeats: true))
            do = [{ async_after = { p0 = "200ms", p50 = "1s", p90 = "4s", p100 = "6s" }, queue = "main", \
            do = [{ work = "15ms" }] }]
            """
        let outcome = try remedies(text)
        let row = try #require(outcome.report.rows.first { $0.name == "one request at a time" })
        #expect(row.helps && row.code.swift.contains("+ guard !isAsking else { return }"))
        #expect(row.cost.contains("firings come while a job runs, and do nothing"))
        try holds(outcome, of: text)
    }

    @Test("what captures weakly already is ended by its block, in the words of its message")
    func endedByBlock() throws {
        let rows = try remedies(
            timer(
                "nstimer",
                "repeats = true\nweak = \"it\"\n"
                    + "do = [{ message = \"it\", selector = \"refresh\", do = [{ work = \"2ms\" }] }]\n"
                    + screen("strong = { timer = \"tick\" }"))
        ).report.rows
        let ended = try #require(rows.first { $0.name == "ended by its block" })
        #expect(
            ended.helps && ended.code.swift.contains("self?.refresh()") && !rows.contains { $0.name == "weak capture" })
    }

    @Test("a timer that makes another one at times is ended only then")
    func endedAtTimes() throws {
        let outcome = try remedies(
            timer(
                "nstimer",
                """
                repeats = true
                do = [{ work = "1ms" }, { create = "tick", when = { every = 4 } }]
                \(Toml.event("500ms", #"{ create = "tick" }"#))
                """))
        let (row, text) = (try #require(outcome.report.rows.first), String(decoding: outcome.texts[0], as: UTF8.self))
        #expect(row.name == "ended before remade" && row.figures.due == 9 && row.figures.lost == 0)
        #expect(text.contains(#"{ invalidate = "tick", when = { every = 4 } }, { create = "tick", when"#))
    }

    @Test("a subscription in a set is ended by emptying the set")
    func inSet() throws {
        let outcome = try remedies(
            """
            duration = "20s"
            \(Toml.object("quiz", by: "navigation"))
            \(Toml.timer("ticks", "Timer.publish", "1s"))
            weak = "quiz"
            held_by = "quiz"
            \(Toml.event("8.7s", #"{ create = "ticks" }"#))
            \(Toml.event("0s", #"{ create = "ticks" }"#))
            \(Toml.event("15.2s", #"{ pop = "quiz" }"#))
            """)
        let row = try #require(outcome.report.rows.first)
        #expect(row.name == "ended before remade" && row.code.swift.hasPrefix("+ cancellables.removeAll()\n"))
        #expect(row.code.swift.contains("self?.ticksFired() }.store(in: &cancellables)"))
    }

    @Test("a block that is ended before another is handed over becomes a work item, which can be cancelled")
    func workItem() throws {
        let rows = try remedies(
            """
            duration = "4s"
            \(Toml.timer("search", "asyncAfter"))
            delay = "300ms"
            queue = "main"
            [[event]]
            at = "1s"
            every = "120ms"
            until = "1.5s"
            do = [{ create = "search" }]
            [[expect]]
            timer = "search"
            fired = 1
            """
        ).report.rows
        let row = try #require(rows.first { $0.name == "ended before remade" })
        #expect(
            row.helps
                && row.code.swift.contains("+ searchWorkItem = DispatchWorkItem { [weak self] in self?.searchFired() }")
        )
        #expect(
            row.code.swift.contains("+ searchWorkItem?.cancel()")
                && row.code.objectiveC.contains("dispatch_block_create"))
    }

    @Test("blocks that are handed to a queue of their own all go to one, which is made once")
    func queueOfItsOwn() throws {
        let rows = try remedies(
            """
            duration = "4s"
            \(Toml.timer("save", "asyncAfter"))
            delay = "300ms"
            queue = "main"
            \(Toml.event("200ms", #"{ work = "900ms" }"#))
            """
        ).report.rows
        let row = try #require(rows.first { $0.name == "queue of its own" })
        #expect(row.code.swift.contains("+ saveQueue = DispatchQueue(label: \"save.queue\")  // once\n"))
        #expect(row.code.swift.contains("+ saveQueue.asyncAfter(deadline: .now() + 0.3)"))
        #expect(
            row.code.objectiveC.contains("self.saveQueue = dispatch_queue_create")
                && row.code.objectiveC.contains(", self.saveQueue, ^{"))
    }

    @Test("what is made once is not ended before each call that would make it")
    func madeOnce() throws {
        let row = try #require(
            try Shipped.remedies(of: "TL0114").report.rows.first { $0.name == "made once" })
        let swift = "- tickTimer?.invalidate()\n+ guard tickTimer == nil else { return }\n  tickTimer = "
        #expect(row.code.swift.hasPrefix(swift))
        #expect(row.code.objectiveC.contains("- [_tickTimer invalidate];\n+ if (self.tickTimer) return;"))
    }

    @Test("a new crash, or a timer for which nothing is due any more, is no help")
    func crashIsNoHelp() throws {
        let report = try Shipped.remedies(of: "TL0207").report
        let (was, worst) = (report.before, try #require(report.worst))
        var now = report.rows[0].figures
        #expect(now.helps(against: was, worst))
        now.crashes = 1
        #expect(!now.helps(against: was, worst))
        (now.crashes, now.due) = (0, 0)
        #expect(!now.helps(against: was, worst))
    }
}
