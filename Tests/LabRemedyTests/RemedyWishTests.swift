import Foundation
import LabReports
import LabTestBench
import LabTestFolders
import Testing

@testable import LabWorkbench

/// A remedy counts if what the scenario asks for holds afterwards.
@Suite("Remedies by what was wanted")
struct RemedyWishTests {
    let folder: ScratchFolder
    let workbench = Bench.workbench

    init() throws { folder = try ScratchFolder() }

    func report(_ text: String) throws -> RemedyReport {
        try workbench.remedies(of: workbench.read(folder.write("scenario.toml", text))).report
    }

    func text(_ page: Page) -> String { Bench.text(page) }

    @Test("an everyday bug is mended by what its author needs", arguments: EverydayBug.allCases)
    func best(bug: EverydayBug) throws {
        let report = try Shipped.remedies(bug.path).report
        let best = try #require(report.rows.first)
        #expect(best.name == bug.remedy && best.helps, "\(report.rows.map(\.name))")
    }

    @Test("a clock that a second screen listens to is not ended with the first one")
    func clockOfTwoScreens() throws {
        let screens = ["list", "details"].map { Toml.object($0, by: "navigation") }
        let report = try report(
            """
            duration = "12s"
            \(Toml.object("center", by: "static"))
            strong = { source = "tick" }
            \(screens.joined(separator: "\n"))
            \(Toml.timer("tick", "gcd", "1s", repeats: true))
            leeway = "100ms"
            queue = "main"
            strong = ["list", "details"]
            \(Toml.event("4.5s", #"{ pop = "details" }"#))
            """)
        let best = try #require(report.rows.first)
        #expect(best.name == "weak capture" && best.helps && !best.code.swift.contains("cancel()"))
    }

    @Test("one call is not wanted: that of a request whose owner has gone")
    func goneOwner() throws {
        let report = try report(EverydayBug.cancelInDealloc.scenario)
        #expect(report.before.wrongCalls == 1 && report.rows.first?.figures.wrongCalls == 0)
    }

    @Test("a debounce that searches for its first key is not mended by ending it later")
    func debounce() throws {
        let report = try report(EverydayBug.debounceOnAQueue.scenario)
        let later = try #require(report.rows.first { $0.name == "ended on its thread" })
        #expect(later.figures.findings.isEmpty && later.figures.wrongCalls == 2 && !later.helps)
        #expect(report.rows.count == 2, "both copies are one remedy")
    }

    @Test("an expectation that fails is something to mend although nothing is found")
    func failing() throws {
        let report = try report(EverydayBug.framesOnPromotion.scenario)
        #expect(report.worst == nil && report.before.failed == 1 && report.rows.first?.figures.failed == 0)
        #expect(text(report.page()).contains("step: fired = 179 is expected, but fired = 359"))
        let hopeless = try self.report(
            EverydayBug.framesOnPromotion.scenario.replacing("iphone-120hz", with: "iphone-60hz")
                .replacing("179", with: "3"))
        #expect(!text(hopeless.page()).contains("nothing to mend") && !hopeless.failed.isEmpty)
    }

    @Test("of remedies with the same figures a table has the first, so that no column goes on below")
    func narrow() throws {
        let report = try report(
            """
            duration = "8s"
            [[queue]]
            id = "networkQueue"
            \(Toml.timer("keepAlive", "gcd", "2s", repeats: true))
            queue = "networkQueue"
            leeway = "20ms"
            \(Toml.event("3s", #"{ async = "networkQueue", name = "retryLater", do = [{ sleep = "4s" }] }"#))
            """)
        let page = text(report.page())
        #expect(report.rows.filter { $0.figures == report.rows[0].figures }.count > 1)
        #expect(page.split(separator: "\n").count { $0.contains("as it is") } == 1, "\(page)")
    }

    @Test("what no change of a timer mends is shown in code: a countdown reads a clock")
    func countdown() throws {
        let report = try report(
            """
            duration = "120s"
            \(Toml.timer("rest", "Timer", "1s", repeats: true))
            \(Toml.event("10.4s", "{ background = true }"))
            \(Toml.event("40.4s", "{ foreground = true }"))
            """)
        let (swift, objectiveC) = (text(report.page()), text(report.page(in: .objectiveC)))
        #expect(
            swift.contains("end = Date() + Double(seconds)") && swift.contains("end.timeIntervalSinceNow.rounded(.up)"))
        #expect(objectiveC.contains("ceil(self.end.timeIntervalSinceNow)"))
        #expect(swift.contains("restTimer?.invalidate()") && objectiveC.contains("[_restTimer invalidate]"))
    }

    @Test("a poll in the background is told to catch up, and not shown the code of a countdown")
    func poll() throws {
        let page = text(
            try report(
                """
                duration = "120s"
                \(Toml.timer("poll", "Timer", "10s", repeats: true))
                \(Toml.event("25s", "{ background = true }"))
                \(Toml.event("85s", "{ foreground = true }"))
                """
            ).page())
        #expect(page.contains("catch up when") && !page.contains("seconds"), "\(page)")
    }

    @Test("what is called although nobody wants it is mended before a warning, and a run says how")
    func unwantedCall() throws {
        for (bug, code) in [(EverydayBug.debounceOfItems, "TL0318"), (.cancellationIgnored, "TL0317")] {
            let scenario = try bug.scenario.replacing(
                "weak = \"model\"", with: "weak = \"model\"\ndo = [{ work = \"2ms\" }]")
            #expect(try report(scenario).worst?.code.rawValue == code)
            var outcome = try workbench.run(bug.path)
            workbench.addBestRemedy(to: &outcome)
            #expect(outcome.report.remedy == bug.rawValue)
        }
    }

    @Test("the requests of one method by two pieces of code are cancelled before each of them")
    func requestedTwice() throws {
        let toast = #"{ perform = "hide", target = "screen", after = "3s", do = [{ work = "1ms" }] }"#
        let text = """
            duration = "8s"
            \(Toml.object("screen", by: "navigation"))
            \(Toml.event("1s", toast))
            \(Toml.event("3s", toast))
            """
        let row = try #require(try report(text).rows.first { $0.helps })
        #expect(row.name == "ended before remade" && row.figures.findings.isEmpty)
    }

    /// Main is late with what runs in the default mode, or for a frame; the best remedy.
    @Test(
        "what an expert would change comes first",
        arguments: [
            (
                "[[source]]\nid = \"port\"\nat = \"1.5s\"\ndo = [{ work = \"1ms\" }]", "common modes",
                "RunLoop.main.add(port, forMode: .common)"
            ),
            (
                loader(#"perform_block = [{ work = "1ms" }], thread = "main", wakes = true"#), "common modes",
                "RunLoop.main.perform(inModes: [.common]) {"
            ),
            (
                loader(#"perform = "show", on_thread = "main", in_modes = ["default"], do = [{ work = "1ms" }]"#),
                "common modes", "perform(#selector(show), on: .main, with: nil, waitUntilDone: false)"
            ),
            (
                link + "\ndo = [{ work = \"2ms\" }, { work = \"25ms\", when = { every = 10 } }]", "work on a queue",
                "work.async {"
            ),
            (
                link + "\ndo = [{ work = \"2ms\" }]\n" + Toml.timer("label", "Timer", "1ms", repeats: true)
                    + "\nmodes = [\"common\"]\ndo = [{ work = \"600us\" }]",
                "display link", "labelLink?.add(to: .main, forMode: .common)"
            ),
        ])
    func expert(parts: String, name: String, code: String) throws {
        let drag = Toml.event("1s", #"{ mode = "tracking", for = "2s" }"#)
        let best = try #require(try report("duration = \"5s\"\n\(parts)\n\(drag)").rows.first { $0.helps })
        #expect(best.name == name && best.code.swift.contains(code), "\(best.name)\n\(best.code.swift)")
    }

    private static let link = Toml.timer("link", "CADisplayLink") + "\nmodes = [\"common\"]"

    private static func loader(_ step: String) -> String {
        "[[thread]]\nid = \"loader\"\ndo = [{ sleep = \"1.5s\" }, { \(step) }]"
    }

    @Test("a note is mended where nothing else is found, unless it is about a lateness that was asked for")
    func noteAlone() throws {
        let block =
            #"{ async_after = "10s", queue = "main", strong = "toast", name = "hide", do = [{ work = "1ms" }] }"#
        let kept = """
            duration = "15s"
            \(Toml.object("toast", by: "navigation"))
            \(Toml.event("1s", block))
            \(Toml.event("3s", #"{ pop = "toast" }"#))
            """
        #expect(try report(kept).rows.first?.name == "weak capture in the block")
        let background = Self.outlasting(budget: 1_000).replacing("do = [{ work = \"1.2s\" }]", with: "")
        let asleep = "\(Toml.event("2.5s", "{ background = true }"))\n\(Toml.event("6.5s", "{ foreground = true }"))"
        #expect(try report(background + asleep).worst == nil)
    }

    @Test("a remedy that takes the finding away, but not a failing expectation, says so")
    func stillFails() throws {
        let source = """
            duration = "5s"
            \(Toml.timer("g", "gcd", "1s", repeats: true))
            active = false
            [[expect]]
            timer = "g"
            fired = 5
            """
        #expect(try text(report(source).page()).contains("activated; an expectation fails as before"))
    }

    @Test(
        "what a task or a thread that ends makes for a run loop goes to main first",
        arguments: [
            """
            [[queue]]
            id = "pool"
            kind = "global"
            \(Toml.timer("tick", "nstimer", "1s", repeats: true))
            \(Toml.timer("test", "task-sleep", "10ms"))
            repeats = false
            queue = "pool"
            do = [{ create = "tick" }, { sleep = "3s", awaits = true }]
            """,
            """
            [[thread]]
            id = "worker"
            detached = true
            do = [{ work = "50ms" }, { perform = "retry", after = "2s", do = [{ log = "retry" }] }]
            """,
        ])
    func toMain(parts: String) throws {
        let best = try #require(try report("duration = \"5s\"\n" + parts).rows.first)
        #expect(best.name == "scheduled on main" && best.code.swift.contains("+ DispatchQueue.main.async {"))
    }

    @Test("what dealloc does already is not shown as new")
    func cancelledAlready() throws {
        let code = try #require(try report(EverydayBug.suspendedWithItsScreen.scenario).rows.first).code.swift
        #expect(
            code.hasPrefix("- source?.suspend()  // wherever it is suspended\n+ if !isSuspended")
                && code.contains("\n  source?.cancel()\n+ if isSuspended"))
    }

    @Test("a source that is held captures its owner weakly, and is held by it")
    func sourceHeld() throws {
        let bug = try EverydayBug.sourceInALocal.scenario
        let screen =
            "[[object]]\nid = \"vc\"\nheld_by = \"navigation\"\n[[event]]\nat = \"4s\"\ndo = [{ pop = \"vc\" }]\n"
        let owned = bug.replacing("repeats = true", with: "repeats = true\nstrong = \"vc\"") + "\n" + screen
        for text in [bug, owned] {
            let best = try #require(try report(text).rows.first)
            #expect(best.name == "held by a property" && best.helps && best.figures.leaks == 0)
            #expect(best.code.swift.contains("+ beatTimerSource?.setEventHandler { @Sendable [weak self] in"))
        }
    }

    @Test("a poll that becomes so rare that only a note remains is mended")
    func rarePoll() throws {
        let report = try report(
            """
            duration = "20s"
            [[timer]]
            id = "look"
            kind = "nstimer"
            interval = "10ms"
            repeats = true
            do = [{ work = "20us" }]
            """)
        #expect(report.rows.first?.name == "10 times a second" && report.rows.first?.figures.findings == [])
        #expect(!text(report.page()).contains("nothing that was tried takes it away"))
    }

    @Test("a delayed perform whose owner has gone is cancelled as the screen goes")
    func performGone() throws {
        let best = try #require(
            try report(
                """
                duration = "12s"
                [[object]]
                id = "toast"
                held_by = "navigation"
                [[event]]
                at = "1s"
                do = [{ perform = "hide", target = "toast", after = "8s" }]
                [[event]]
                at = "3s"
                do = [{ pop = "toast" }]
                """
            ).rows.first)
        #expect(best.name == "ended with the screen" && best.helps && best.figures.wrongCalls == 0)
        #expect(best.code.swift.contains("cancelPreviousPerformRequests(withTarget: self)"))
    }

    /// A timer whose work outlasts its interval.
    private static func outlasting(budget: Int) -> String {
        """
        duration = "10s"
        budget = \(budget)
        \(Toml.timer("t", "nstimer", "1s", repeats: true))
        do = [{ work = "1.2s" }]

        """
    }

    @Test("a run that its budget stops is not compared with whole ones")
    func stopped() throws {
        #expect(throws: Problem.self) { try report(Self.outlasting(budget: 10)) }
    }

    @Test("the file of a remedy runs within the scenario's own budget", arguments: [15, 25, 60, 1_000])
    func budget(occurrences: Int) throws {
        let folder = try ScratchFolder()
        let path = try folder.write("a.toml", Self.outlasting(budget: occurrences))
        let texts = try Shipped.workbench.remedies(of: Shipped.workbench.read(path)).texts
        #expect(occurrences < 1_000 || !texts.isEmpty)
        for text in texts {
            let mended = try folder.write("b.toml", String(decoding: text, as: UTF8.self))
            #expect(try Shipped.workbench.run(mended).problems.isEmpty)
        }
    }

    @Test(
        "a shipped scenario's screen fits a terminal, and a file that is written lints",
        arguments: Shipped.listings.map(\.path))
    func screen(path: String) throws {
        let outcome = try Shipped.remedies(path)
        let report = outcome.report
        for page in [report.page(), report.page(in: .objectiveC)] {
            let lines = text(page).split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.count <= 25 && lines.allSatisfy { $0.count <= 80 }, "\(text(page))")
            // Code is left out only where there is no line for it.
            #expect(lines.count >= 24 || !text(page).contains("more lines: --all"), "\(text(page))")
        }
        guard let best = report.rows.first, best.helps else { return }
        let written = try Shipped.workbench.read(outcome.texts[0], typed: path, path: path)
        #expect(written.warnings == nil)
        let title = try #require(written.reading.plan?.title)
        let name = best.name.prefix { $0 != "(" }.trimmingCharacters(in: .whitespaces)
        #expect(title == "\(report.title), remedied: \(name)")
        let opening = { (bytes: [UInt8]) in
            String(decoding: bytes, as: UTF8.self).split(separator: "\n").prefix { $0.hasPrefix("#") }
        }
        #expect(opening(outcome.texts[0]) == opening(try Shipped.workbench.read(path).bytes))
    }
}
