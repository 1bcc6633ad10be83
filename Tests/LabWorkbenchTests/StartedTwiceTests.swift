import LabAnalysis
import LabCatalogue
import LabTestBench
import Testing

@testable import LabWorkbench

/// The code that makes a timer runs again while that timer is valid.
@Suite("A timer that is started twice")
struct StartedTwiceTests {
    /// A timer of 1 s that is made at 0.2 s and at 2.7 s; how often all of its name have fired, and the second one.
    private func run(
        _ kind: String = "nstimer", again: String = "", timer: String = "", besides: String = "",
        strong: String = "strong = [\"tick\"]"
    ) throws -> (codes: [FindingCode], fired: [String: Int64]) {
        let repeats = kind == "combine" ? "" : "repeats = true"
        let analysis = try Bench.run(
            """
            duration = "5s"
            \(Toml.object("screen", by: "static"))
            \(strong)
            \(Toml.timer("tick", kind, "1s"))
            \(repeats)
            \(timer)
            [[event]]
            at = "0.2s"
            every = "2.5s"
            do = [\(again){ create = "tick" }]
            \(besides)
            """
        ).analysis
        return (
            analysis.findings.map(\.code),
            Dictionary(uniqueKeysWithValues: analysis.timers.map { ($0.name, $0.fired) })
        )
    }

    @Test("fires twice as often, and the first one leaks", arguments: ["nstimer", "after", "task-sleep"])
    func leaks(kind: String) throws {
        let (codes, fired) = try run(kind)
        #expect(codes == ["TL0313"])
        #expect(fired == ["tick": 6, "tick (2)": 2])
    }

    @Test("a dispatch source goes with the variable that referred to it, and a subscription is cancelled")
    func replaced() throws {
        for kind in ["gcd", "combine"] {
            let (codes, fired) = try run(kind)
            #expect(codes.isEmpty && fired == ["tick": 4, "tick (2)": 2], "\(kind) \(codes) \(fired)")
            // As it does when a variable of the program's own is the default.
            let ownVariable = try run(kind, strong: "")
            #expect(ownVariable.codes.isEmpty && ownVariable.fired == fired, "\(kind) \(ownVariable)")
        }
    }

    @Test(
        "one that ends itself after some calls is a note while it runs, and nothing once it has ended",
        arguments: ["nstimer", "task-sleep"], [4, 2])
    func endsItself(kind: String, calls: Int) throws {
        let end = "do = [{ \(kind == "task-sleep" ? "cancel" : "invalidate") = \"tick\", when = { fired = \(calls) } }]"
        let (codes, _) = try run(kind, timer: end)
        #expect(codes.contains("TL0318") == (calls == 4) && !codes.contains("TL0313"), "\(codes)")
    }

    @Test("the n-th that is made has the number n, whether or not an earlier one was over")
    func numbers() throws {
        let report = try Bench.run(
            """
            duration = "5s"
            \(Toml.timer("tick", "nstimer", "300ms"))
            """
                + [0.1, 1, 1.1, 2, 3, 3.1].map { "\n[[event]]\nat = \"\($0)s\"\ndo = [{ create = \"tick\" }]" }
                .joined())
        let names = report.analysis.timers.map(\.name)
        #expect(names == ["tick", "tick (3)", "tick (4)", "tick (5)", "tick (6)"], "\(names)")
    }

    @Test("timers of one target fire side by side, also if their relay ends each of them with the target")
    func relayed() throws {
        let relay = """
            [[object]]
            id = "relay"
            proxy = "self-invalidating"
            forwards_to = "screen"
            \(Toml.event("3.9s", #"{ release = "screen" }"#))
            """
        let (codes, fired) = try run(timer: "target = \"relay\"", besides: relay)
        #expect(codes == ["TL0313"] && fired == ["tick": 6, "tick (2)": 2], "\(codes) \(fired)")
    }

    @Test("a set of subscriptions keeps each of them, until their owner goes")
    func inSet() throws {
        let besides =
            "[[object]]\nid = \"model\"\nheld_by = \"navigation\"\n"
            + "[[event]]\nat = \"4.9s\"\ndo = [{ pop = \"model\" }]"
        let (codes, fired) = try run("combine", timer: "held_by = \"model\"", besides: besides)
        #expect(codes == ["TL0313"] && fired == ["tick": 6, "tick (2)": 2])
    }

    @Test("a perform that is asked for again is a request beside the first, which its target and selector take back")
    func performs() throws {
        let (codes, fired) = try run("perform")
        #expect(codes == ["TL0313"] && fired == ["tick": 6, "tick (2)": 2])
    }

    @Test("a display link that is paused leaks, too, where another one takes its variable", arguments: [true, false])
    func pausedLink(isEnded: Bool) throws {
        let messages = try Bench.run(
            """
            duration = "4s"
            \(Toml.object("screen", by: "navigation"))
            strong = { link = "link" }
            \(Toml.timer("link", "displaylink"))
            target = "screen"
            \(Toml.event("0s", #"{ create = "link" }"#))
            \(Toml.event("1s", #"{ pause = "link" }"#))
            \(Toml.event("2s", (isEnded ? #"{ invalidate = "link" }, "# : "") + #"{ create = "link" }"#))
            """
        ).messages()
        let told =
            "link was made again at 2 s, while it was valid: the first timer stays paused, and nothing refers to it "
            + "that could end it"
        #expect(messages == (isEnded ? [] : [told]))
    }

    @Test("one that is invalid is made anew")
    func ended() throws {
        let (codes, fired) = try run(again: "{ invalidate = \"tick\" }, ")
        #expect(codes.isEmpty && fired == ["tick": 4])
    }

    @Test("a debounce fires once, when the last of it is due", arguments: ["after", "gcd", "task-sleep"])
    func debounce(kind: String) throws {
        let report = try Bench.run(
            """
            duration = "3s"
            \(Toml.timer("search", kind, "300ms"))
            repeats = false
            [[event]]
            at = "200ms"
            every = "100ms"
            until = "1s"
            do = [{ cancel = "search" }, { create = "search" }]
            """)
        // All of them together, and each.
        let all = try #require(report.analysis.timers.first)
        #expect(all.copies == 8 && all.fired == 1 && all.skipped == 0 && all.first == 1_200_000_000)
        #expect(report.analysis.timers.dropFirst().map(\.fired).suffix(2) == [0, 1])
        #expect(report.analysis.findings.isEmpty && report.analysis.crash == nil)
    }

    @Test("a name means the latest, and in a timer's own callback that timer")
    func names() throws {
        let stop = "[[event]]\nat = \"3s\"\ndo = [{ invalidate = \"tick\" }]"
        let (codes, fired) = try run(besides: stop)
        #expect(codes.contains("TL0313") && fired == ["tick": 4, "tick (2)": 0])
        let own = try run(timer: "do = [{ invalidate = \"tick\", when = { fired = 3 } }]")
        #expect(own.codes == ["TL0318"] && own.fired == ["tick": 5, "tick (2)": 2])
    }

    @Test("one that its callback ends and makes again fires an interval later", arguments: ["nstimer", "gcd"])
    func endedByItself(kind: String) throws {
        let end = kind == "nstimer" ? "invalidate" : "cancel"
        let report = try Bench.run(
            """
            duration = "5s"
            \(Toml.timer("tick", kind, "1s", repeats: true))
            do = [{ work = "1ms" }, { \(end) = "tick" }, { create = "tick" }]
            \(Toml.event("200ms", #"{ create = "tick" }"#))
            """)
        let all = try #require(report.analysis.timers.first)
        #expect(all.fired == 4 && all.skipped == 0 && all.last == 4_203_000_000, "\(all.fired), last \(all.last ?? 0)")
        #expect((all.copies == 1) == (kind == "nstimer"))
    }
}
