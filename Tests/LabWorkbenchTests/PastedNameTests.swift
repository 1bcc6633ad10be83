import Foundation
import LabReports
import LabTestBench
import LabTestFolders
import Testing

@testable import LabWorkbench

@Suite("Names of code")
struct PastedNameTests {
    private let folder: ScratchFolder
    private let workbench = Bench.workbench

    init() throws { folder = try ScratchFolder() }

    /// The report of the lines between, without the firing of any warning.
    private func report(_ text: String) throws -> (fingerprint: UInt64, json: String) {
        let path = try folder.write("a.toml", "title = \"pasted\"\nduration = \"6s\"\n" + text)
        let outcome = try workbench.run(path)
        #expect(outcome.warnings == nil)
        let json = ByteStream.text { outcome.report.writeJSON(to: $0) }
        return (outcome.report.trace.fingerprint, json)
    }

    private func drag(modes: String, tracking: String) -> String {
        """
        \(Toml.timer("tick", "nstimer", "0.5s", repeats: true))
        modes = [\(modes)]
        do = [{ log = "{n} in {mode}" }, { work = "1ms" }]
        \(Toml.event("1.7s", #"{ mode = "\#(tracking)", for = "2s" }"#))
        """
    }

    @Test("the main queue and thread by their names of code are main", arguments: ["DispatchQueue.main", ".main"])
    func main(pasted: String) throws {
        let text = { (name: String) in
            """
            \(Toml.timer("tick", "gcd", "1s", repeats: true))
            queue = "\(name)"
            \(Toml.event("1s", "{ async = \"\(name)\", do = [{ log = \"x\" }] }"))
            thread = "\(name)"
            """
        }
        let (plain, same) = (try report(text("main")), try report(text(pasted)))
        #expect(same.fingerprint == plain.fingerprint && same.json == plain.json)
    }

    @Test(
        "a mode by its name of code gives the recording and the report of the mode itself",
        arguments: [
            ("\"common\"", "\"NSRunLoopCommonModes\""), ("\"common\"", "\"kCFRunLoopCommonModes\""),
            ("\"common\"", "\".common\""), ("\"common\"", "\"commonModes\""), ("\"common\"", "\"RunLoop.Mode.common\""),
            ("\"default\"", "\"NSDefaultRunLoopMode\""), ("\"default\"", "\"kCFRunLoopDefaultMode\""),
            ("\"default\"", "\".default\""), ("\"default\"", "\"RunLoop.Mode.default\""),
            ("\"tracking\"", "\"UITrackingRunLoopMode\""), ("\"tracking\"", "\".tracking\""),
            ("\"tracking\"", "\"NSEventTrackingRunLoopMode\""),
            ("\"default\", \"tracking\"", "\"NSDefaultRunLoopMode\", \"UITrackingRunLoopMode\""),
        ])
    func modes(canonical: String, pasted: String) throws {
        let plain = try report(drag(modes: canonical, tracking: "tracking"))
        for tracking in ["tracking", "UITrackingRunLoopMode"] {
            let same = try report(drag(modes: pasted, tracking: tracking))
            #expect(same.fingerprint == plain.fingerprint)
            #expect(same.json == plain.json)
        }
    }

    @Test("the modes of an article's line matter: the two answers differ")
    func different() throws {
        let common = try report(drag(modes: "\"NSRunLoopCommonModes\"", tracking: "tracking"))
        let standard = try report(drag(modes: "\"NSDefaultRunLoopMode\"", tracking: "tracking"))
        #expect(common.fingerprint != standard.fingerprint)
    }

    @Test(
        "a mechanism by its name of code gives the recording and the report of the mechanism itself",
        arguments: [
            ("nstimer", "Timer"), ("nstimer", "NSTimer"), ("displaylink", "CADisplayLink"),
            ("gcd", "DispatchSourceTimer"), ("gcd", "dispatch"), ("after", "asyncAfter"), ("combine", "Timer.publish"),
            ("task-sleep", "Task.sleep"), ("thread-sleep", "Thread.sleep"), ("mach-wait", "mach_wait_until"),
            ("async-timer", "AsyncTimerSequence"), ("perform", "performSelector"),
        ])
    func kinds(canonical: String, pasted: String) throws {
        func text(_ kind: String) -> String {
            let interval = canonical == "displaylink" ? "" : "interval = \"0.5s\""
            return "[[timer]]\nid = \"tick\"\nkind = \"\(kind)\"\n\(interval)\ndo = [{ work = \"700ms\" }]\n"
        }
        let (plain, same) = (try report(text(canonical)), try report(text(pasted)))
        #expect(same.fingerprint == plain.fingerprint)
        #expect(same.json == plain.json)
    }

    @Test("--set takes them, too")
    func set() throws {
        let path = try folder.write("a.toml", "duration = \"6s\"\n" + drag(modes: "\"default\"", tracking: "tracking"))
        let common = try workbench.run(path, changes: ScenarioChanges(sets: ["timer.tick.modes=common"]))
        let pasted = try workbench.run(path, changes: ScenarioChanges(sets: ["timer.tick.modes=NSRunLoopCommonModes"]))
        #expect(common.report.trace.fingerprint == pasted.report.trace.fingerprint)
    }

    @Test("a mode that nothing runs is a warning of lint and run, and fails neither")
    func warning() throws {
        let path = try folder.write("a.toml", "duration = \"6s\"\n" + drag(modes: "\"defualt\"", tracking: "tracking"))
        #expect(try workbench.lint(path).mistakes.status == .success)
        #expect(try workbench.lint(path).reading.diagnostics.map(\.code) == ["TL1308"])
        let outcome = try workbench.run(path)
        #expect(outcome.status == .success)
        guard case .diagnostics(let told, _, _)? = outcome.warnings?.kind else {
            Issue.record("no warning")
            return
        }
        #expect(told.map(\.code) == ["TL1308"])
        #expect(told.first?.help == "did you mean \"default\"?")
    }

    @Test("a shipped scenario has no warning but the one that it is about")
    func shipped() throws {
        let warnings = ["one-mode-at-a-time": ["TL1308"], "tolerance": ["TL1215"]]
        for listing in Shipped.listings {
            let told = try Shipped.workbench.lint(listing.path).reading.diagnostics.map(\.code)
            #expect(told == warnings[listing.name] ?? [], "\(listing.path)")
        }
    }
}
