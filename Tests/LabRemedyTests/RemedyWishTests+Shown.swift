import LabCatalogue
import LabReports
import LabTestBench
import Testing

@testable import LabWorkbench

/// The code of a remedy says what the written file does.
extension RemedyWishTests {
    private func outcome(_ bug: EverydayBug) throws -> (best: RemedyReport.Row, text: String, names: [String]) {
        let outcome = try Shipped.remedies(bug.path)
        let best = try #require(outcome.report.rows.first)
        let text = String(decoding: try #require(outcome.texts.first), as: UTF8.self)
        return (best, text, outcome.report.rows.map(\.name))
    }

    @Test("another object than the one with the timer has its name in a block, and does not end the timer as it goes")
    func anotherObject() throws {
        let (best, text, _) = try outcome(.singletonKeepsScreen)
        #expect(best.code.swift.contains("{ [weak screen] _ in") && best.code.swift.contains("screen?.refresh()"))
        #expect(!best.code.swift.contains("self"))
        #expect(best.code.objectiveC.contains("__weak typeof(screen) weakScreen = screen;"))
        #expect(best.code.objectiveC.contains("[weakScreen refresh]") && !best.code.objectiveC.contains("weakSelf"))
        #expect(!best.code.swift.contains("deinit") && !text.contains("invalidate"))
    }

    @Test("a target of another object's timer has its name, too, and is not ended where there is no variable")
    func anotherTarget() throws {
        let (best, text, _) = try outcome(.heartbeatTargetsChat)
        #expect(best.code.swift.hasPrefix("- timer = .scheduledTimer(timeInterval: 2, target: chat,"))
        #expect(best.code.swift.contains("[weak chat] _ in") && !best.code.swift.contains("self"))
        #expect(!best.code.swift.contains("deinit") && !text.contains("invalidate"))
    }

    @Test("a timer with a date keeps it when it is added to a run loop")
    func addedWithDate() throws {
        let (best, text, _) = try outcome(.alarmNeverAdded)
        #expect(best.figures.due == 5 && text.contains(#"fire_date = "5s""#))
        #expect(best.code.swift == "+ RunLoop.main.add(alarmTimer!, forMode: .common)")
    }

    @Test("the handler of a source that comes instead of a request does not keep the object")
    func handlerIsWeak() throws {
        let (best, text, _) = try outcome(.requestsDrift)
        #expect(best.code.swift.contains("{ [weak self] in self?.tick() }") && !text.contains("strong"))
    }

    @Test("a timer that ends with its screen begins as that comes back, and is called in between")
    func screenComesBack() throws {
        let (best, text, _) = try outcome(.carouselBehindDetails)
        #expect(best.figures.failed == 0 && best.code.swift.hasPrefix("+ // In viewWillAppear, not in viewDidLoad.\n"))
        #expect(text.contains(#"{ create = "advance" }, { pop = "details" }"#) && text.contains(#"at = "0s""#))
        let again = try outcome(.pollNotBegunAgain)
        #expect(again.best.figures.due == 8 && !again.best.code.swift.contains("viewWillDisappear"))
    }

    @Test("what a model's timer has in its userInfo is not there any more, in the code of the model")
    func userInfo() throws {
        let (best, text, names) = try outcome(.infoInAModel)
        #expect(
            best.code.swift.contains("target: self")
                && best.code.swift.contains("userInfo: quiz"))
        #expect(best.figures.due == 5 && !text.contains("user_info") && !names.contains("ended with the screen"))
        #expect(try outcome(.infoOfAnother).best.code.swift.contains("target: helper"))
    }

    @Test("a cancel handler captures weakly, which has a cost")
    func cancelHandler() throws {
        let rows = try Shipped.remedies(EverydayBug.cancelHandlerKeeps.path).report.rows
        let weak = try #require(rows.first { $0.name == "weak capture" })
        #expect(weak.helps && weak.code.swift.contains("+ source?.setCancelHandler { @Sendable [weak self] in"))
        #expect(weak.code.objectiveC.hasPrefix("+ __weak typeof(self) weakSelf = self;\n"))
        #expect(weak.cost.contains("cancel handler does nothing"))
    }

    @Test("what a weak reference in Objective-C takes is new, unless the old code has it")
    func weakSelf() throws {
        let old = try outcome(.carouselBehindDetails).best.code.objectiveC
        #expect(old.hasPrefix("  __weak typeof(self) weakSelf = self;\n"))
        #expect(
            try outcome(.retryKeepsScreen).best.code.objectiveC.hasPrefix("+ __weak typeof(self) weakSelf = self;\n"))
    }

    @Test("what was off main before costs no hand-over on another queue, but its turn")
    func outOfTurn() throws {
        let (best, text, _) = try outcome(.poolOfDownloads)
        #expect(best.cost == "it runs beside what it was in turn with: protect what they share")
        #expect(
            text.contains(#"id = "heartbeat.queue""#)
                && best.code.swift.contains(#"DispatchQueue(label: "heartbeat.queue")"#))
    }

    @Test("a stop of main's loop, and a thread that exits, are told what to do there, without code for another loop")
    func otherLoops() throws {
        let worker =
            "[[thread]]\nid = \"worker\"\ndo = [{ create = \"poll\" }, { run_loop = \"forever\" }]\n"
            + Toml.timer("poll", "nstimer", "1s", repeats: true) + "\nthread = \"worker\"\n"
        let stop = try report("duration = \"6s\"\n" + worker + Toml.event("4.5s", "{ stop_loop = true }"))
        #expect(stop.finding?.remedy.hasPrefix("stop the run loop of the thread that is to end") == true)
        #expect(stop.advised.swift.isEmpty)
        let exit = try report("duration = \"6s\"\n" + worker + "do = [{ exit = true, when = { fired = 3 } }]\n")
        #expect(exit.finding?.remedy.hasPrefix("let the callback return instead of `Thread.exit`") == true)
    }

    @Test("where Objective-C has nothing of it, the screen for it says so, above the Swift")
    func noObjectiveC() throws {
        let outcome = try Shipped.remedies(EverydayBug.sleepsInATask.path)
        #expect(outcome.report.rows.first?.code.objectiveC == "")
        let screens = [CodeLanguage.swift, .objectiveC].map { language in
            ByteStream.text { PageText(width: 80).write(outcome.report.page(in: language), to: $0) }
        }
        let note = "      // Objective-C has none of this; in Swift:\n"
        #expect(screens[1].contains(note) && screens[0] == screens[1].replacing(note, with: ""))
    }

    @Test("a wait for a queue that goes is the one that is shown")
    func removedWait() throws {
        let code = try outcome(.badgeWaitsForImport).best.code.swift
        #expect(code.contains("+ dbQueue.async {") && code.contains("- let result = dbQueue.sync { compute() }"))
    }

    @Test("what is made in dealloc is removed; a lazy property is one that is ended there")
    func madeInDealloc() throws {
        let code = try outcome(.performInDealloc).best.code.swift
        #expect(code == "  isolated deinit {\n-     perform(#selector(cleanUp), with: nil, afterDelay: 1)\n  }")
        #expect(FindingCode.retainedInDealloc.change.swift.hasPrefix("- lazy var link = CADisplayLink("))
    }

    @Test("the variable that an assignment names is that of the code, and a subscription is cancelled")
    func namedVariable() throws {
        let report = try report(
            """
            duration = "6s"
            [[queue]]
            id = "net"
            [[timer]]
            id = "tick"
            kind = "Timer.publish"
            interval = "1s"
            [[object]]
            id = "model"
            held_by = "static"
            \(Toml.event("0s", #"{ assign = "model", property = "ticks", strong = "tick" }"#))
            \(Toml.event("3500ms", #"{ async = "net", do = [{ cancel = "tick" }] }"#))
            """)
        let row = try #require(report.rows.first { $0.name == "ended on its thread" })
        #expect(row.code.swift.contains("self.ticks?.cancel()"), "\(row.code.swift)")
    }

    @Test("what stands behind a wait comes behind the signal, and what is awaited is given to no queue")
    func behindSignal() throws {
        let (_, text, names) = try outcome(.testWaitsForAnswer)
        #expect(text.contains(#"{ count = "answered" }, { async = "main", do = [{ log = "test passed" }] }"#))
        #expect(!text.contains("wait_for") && !names.contains("queue of its own") && !names.contains("dispatch source"))
    }

    @Test("the line that is removed is the user's, not the one that comes instead")
    func removedLine() throws {
        #expect(try outcome(.retryInCompletion).best.code.swift.hasPrefix("- timer = Timer(fire:"))
    }

    @Test("a source that is made again is activated if it does not begin active", arguments: [true, false])
    func activatedAgain(isActive: Bool) throws {
        let report = try report(
            """
            duration = "6s"
            [[timer]]
            id = "poll"
            kind = "gcd"
            queue = "main"
            interval = "1s"
            repeats = true
            active = \(isActive)
            weak = "screen"
            [[object]]
            id = "screen"
            held_by = "navigation"
            strong = { source = "poll" }
            dealloc = [{ cancel = "poll" }]
            \(Toml.event("500ms", #"{ resume = "poll" }"#))
            \(Toml.event("3s", #"{ resume = "poll" }"#))
            """)
        let row = try #require(report.rows.first { $0.name == "made again, not resumed" })
        #expect(row.code.swift.components(separatedBy: "activate()").count == 2, "\(row.code.swift)")
    }

    @Test("the end of a source that is there already is not shown as new")
    func cancelledThere() throws {
        let report = try report(
            """
            duration = "5s"
            \(Toml.timer("poll", "gcd", "1s", repeats: true))
            held_by = "static"
            \(Toml.event("2.5s", #"{ suspend = "poll" }"#))
            \(Toml.event("3.5s", #"{ cancel = "poll" }, { release = "poll" }"#))
            """)
        let row = try #require(report.rows.first)
        #expect(row.name == "cancel, resume, release" && row.helps)
        #expect(row.code.swift.contains("\n  pollTimerSource?.cancel()\n"), "\(row.code.swift)")
    }

    @Test("a repeating timer that an event ends is called no more after that, which is said as its cost")
    func calledNoMore() throws {
        #expect(try outcome(.levelAfterCancel).best.cost == "it is called no more after that")
        #expect(try outcome(.quitUnderThePanel).best.cost == "none")
    }

    @Test("what ends with the body of main is not mended")
    func endOfMain() throws {
        let report = try report(
            """
            duration = "8s"
            [[thread]]
            id = "main"
            do = [{ create = "tick" }, { run_loop = { for = "5.5s" } }]
            \(Toml.timer("tick", "nstimer", "1s", repeats: true))
            """)
        #expect(report.rows.isEmpty && report.finding == nil && report.advised.swift.isEmpty)
    }
}
