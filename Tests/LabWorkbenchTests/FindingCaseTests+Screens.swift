import LabAnalysis
import LabCatalogue
import LabTestBench
import Testing

@testable import LabReports
@testable import LabWorkbench

/// Screens that are covered or popped, and calls that a cancellation or a new timer meets.
extension FindingCaseTests {
    /// A screen with a timer, below another one; `keys` are the screen's, `steps` those of the timer.
    private static func covered(_ keys: String = "", _ events: String...) -> String {
        """
        duration = "10s"
        [[object]]
        id = "list"
        held_by = "navigation"
        strong = ["tick"]
        \(keys)
        [[object]]
        id = "details"
        \(Toml.timer("tick", "nstimer", "1s", repeats: true))
        weak = "list"
        \(events.joined(separator: "\n"))
        """
    }

    private static let push = Toml.event("2.5s", #"{ push = "details" }, { release = "details" }"#)
    private static let back = Toml.event("6.5s", #"{ pop = "details" }"#)

    @Test(
        "a timer that fires while its screen is not shown is noted",
        arguments: [
            (covered("", push), "tick fired 7 times while list was not shown, from 2.5 s on"),
            (covered("", push, back), "tick fired 4 times while list was not shown, from 2.5 s on"),
            (covered("view_will_disappear = [{ invalidate = \"tick\" }]", push), nil),
            (covered(), nil),
            // Another object keeps the popped screen, which may be wanted.
            (
                covered("", "[[object]]\nid = \"cache\"\nheld_by = \"static\"\nstrong = [\"list\"]")
                    + "\n" + Toml.event("6.5s", #"{ pop = "list" }"#),
                "tick fired 3 times while list was not shown, from 6.5 s on"
            ),
        ])
    func unseen(text: String, message: String?) throws {
        let report = try Bench.run(text)
        #expect(report.messages("TL0312") == [message].compactMap { $0 })
        #expect(report.analysis.findings.allSatisfy { $0.code != "TL0312" || $0.severity == .note })
    }

    private static let ends = "view_will_disappear = [{ invalidate = \"tick\" }]"

    @Test(
        "a timer that ends as its screen is covered is told if nothing begins it as that comes back, and is there long enough",
        arguments: [
            (covered(ends, push, back), true),
            (covered(ends, push), false),
            (covered(ends, push, back.replacing("6.5s", with: "9.5s")), false),
            (covered(ends, push, back, Toml.event("7s", #"{ pop = "list" }"#)), false),
            (covered("", push, back, Toml.event("3s", #"{ invalidate = "tick" }"#)), false),
            (
                covered(
                    ends, push, back.replacing("{ pop", with: #"{ create = "tick" }, { pop"#),
                    Toml.event("0s", #"{ create = "tick" }"#)),
                false
            ),
        ])
    func notBegunAgain(text: String, isTold: Bool) throws {
        let message =
            "tick ended at 2.5 s, as list was covered, and nothing begins it at 6.5 s, when that is shown again"
        let report = try Bench.run(text)
        #expect(report.messages("TL0204") == (isTold ? [message] : []))
        let remedy = report.analysis.findings.first { $0.code == "TL0204" }?.remedy
        #expect(remedy?.hasPrefix("begin it in `viewWillAppear`") ?? !isTold)
    }

    @Test("a chain of requests that is begun again beside itself is a warning, unless the first is cancelled")
    func chainOfRequests() throws {
        func found(_ steps: String) throws -> [String] {
            try Bench.messages(
                "TL0313",
                """
                duration = "10s"
                [[object]]
                id = "list"
                held_by = "static"
                \(Toml.timer("poll", "perform", "1s", repeats: true))
                target = "list"
                \(Toml.event("2.5s", steps + #"{ create = "poll" }"#))
                """)
        }
        #expect(
            try found(#"{ create = "poll" }, "#)
                == ["poll was made again at 2.5 s, while it was valid: the first request continues beside it"])
        #expect(try found(#"{ create = "poll" }, { cancel_perform = "list" }, "#) == [])
    }

    @Test(
        "a screen that is gone is not hidden, nor is the next one whose timer has the same name",
        arguments: [
            (#"do = [{ invalidate = "tick", when = { gone = "screen" } }]"#, #"{ pop = "screen" }"#),
            ("", #"{ create = "screen" }, { create = "tick" }"#),
        ])
    func madeAgain(block: String, steps: String) throws {
        let text = """
            duration = "20s"
            [[object]]
            id = "screen"
            held_by = "navigation"
            strong = ["tick"]
            \(block.isEmpty ? "view_will_disappear = [{ invalidate = \"tick\" }]" : "")
            \(Toml.timer("tick", "nstimer", "1s", repeats: true))
            weak = "screen"
            \(block)
            \(Toml.event("1s", #"{ create = "screen" }, { create = "tick" }"#))
            \(Toml.event("5.5s", steps))
            \(Toml.event("9s", #"{ create = "screen" }, { create = "tick" }"#))
            \(Toml.event("13.5s", steps))
            \(Toml.event("15s", #"{ create = "screen" }, { create = "tick" }"#))
            \(Toml.event("17.5s", steps))
            """
        #expect(try Bench.messages("TL0312", text) == [])
    }

    @Test(
        "a cancellation during a call that goes on for long is noted",
        arguments: [
            (
                "{ repeat = 20, do = [{ work = \"100ms\" }] }",
                "job was cancelled at 2 s during its call, which took 1.3 s more" as String?
            ), ("{ repeat = 20, do = [{ work = \"100ms\" }], until = { cancelled = \"job\" } }", nil),
            ("{ cancel = \"job\" }, { work = \"2s\" }", nil),
        ])
    func cancelledInCall(steps: String, message: String?) throws {
        let text = """
            duration = "6s"
            [[queue]]
            id = "filter"
            \(Toml.timer("job", "after", "300ms"))
            queue = "filter"
            do = [\(steps)]
            \(Toml.event("1s", #"{ create = "job" }"#))
            \(Toml.event("2s", #"{ cancel = "job" }"#))
            """
        #expect(try Bench.messages("TL0211", text) == [message].compactMap { $0 })
    }

    @Test("what an event makes while its last call runs elsewhere is no chain")
    func madeByEvent() throws {
        let text = """
            duration = "10s"
            [[queue]]
            id = "global"
            kind = "global"
            \(Toml.timer("job", "after", "200ms"))
            queue = "global"
            do = [{ work = "1500ms" }]
            """
        let events = (1...3).map { Toml.event("\($0)s", #"{ create = "job" }"#) }.joined(separator: "\n")
        #expect(try Bench.messages("TL0108", text + "\n" + events) == [])
    }

    @Test("a source that its handler makes again is a chain, as a timer is")
    func madeInHandler() throws {
        let text = """
            duration = "10s"
            \(Toml.timer("beat", "gcd", "1s", repeats: true))
            do = [{ work = "5ms" }, { cancel = "beat" }, { create = "beat" }]
            \(Toml.event("0s", #"{ create = "beat" }"#))
            """
        let chain = "beat is made again in each callback: it falls behind by 5 ms a second"
        #expect(try Bench.messages("TL0108", text) == [chain])
    }

    @Test("timers of a queue that wake it one by one are told together, as a note below 25 wake-ups a second")
    func wakeTogether() throws {
        let text = """
            duration = "60s"
            \(Toml.timer("sensor", "gcd"))
            interval = { from = "1s", step = "37ms" }
            repeats = true
            copies = 20
            """
        #expect(try Bench.messages("TL0401", text.replacing("60s", with: "9s")) == [])
        let report = try Bench.run(text)
        #expect(
            report.messages("TL0401") == [
                "sensor[0] and 19 other timers wake their idle thread 15 times a second together"
            ])
        #expect(report.analysis.findings.first?.severity == .note)
    }

    @Test("wake-ups that timers of a thread share count once for them together")
    func wakeShared() throws {
        let timers = ["100ms", "1s", "700ms"].map { (interval: String) in
            Toml.timer("every\(interval)", "nstimer", interval, repeats: true)
        }
        let told = try Bench.messages("TL0401", "duration = \"30s\"\n" + timers.joined(separator: "\n"))
        #expect(told == ["every100ms and 2 other timers wake their idle thread 10 times a second together"])
    }

    @Test("a leeway that is usual is told last, and a scenario without a timer and a finding has an answer")
    func last() throws {
        let text = """
            duration = "8s"
            \(Toml.timer("hide", "after", "3s"))
            queue = "main"
            \(Toml.event("1s", #"{ create = "hide" }"#))
            \(Toml.event("3s", #"{ create = "hide" }"#))
            """
        let codes = try Bench.run(text).analysis.findings.map(\.code)
        #expect(codes.first == "TL0318" && codes.last == "TL0112")
        let answer = try Bench.run("duration = \"8s\"\n" + Toml.event("1s", "{ log = \"home\" }")).answer
        #expect(answer.map(\.label) == [StyledText("ok", .good)])
    }

    @Test("a cancellation is swallowed for nothing where the body finds its object gone", arguments: [true, false])
    func swallowed(isWeak: Bool) throws {
        let text = """
            duration = "8s"
            \(Toml.timer("task", "task-sleep", "2s", repeats: true))
            swallows_cancel = true
            \(isWeak ? "weak = \"model\"" : "")
            [[object]]
            id = "model"
            held_by = "static"
            dealloc = [{ cancel = "task" }]
            \(Toml.event("5s", #"{ release = "model" }"#))
            """
        let found = try Bench.run(text).analysis.findings.filter { $0.code == "TL0317" }
        #expect(found.map(\.severity) == [isWeak ? .note : .warning])
    }

    @Test("a sleep in the background is not told as the only cause")
    func asleepBehind() throws {
        let text = """
            duration = "30min"
            \(Toml.timer("timeout", "nstimer", "5min"))
            \(Toml.event("70s", #"{ system_sleep = "20min" }"#))
            """
        let background = """
            \(Toml.event("60s", "{ background = true }"))
            \(Toml.event("1300s", "{ foreground = true }"))
            """
        let asleep = "the system slept: timeout fired up to 1200 s later than without that"
        #expect(try Bench.messages("TL0105", text) == [asleep])
        let behind = "the system slept, with the app in the background: timeout fired up to 1200 s late"
        #expect(try Bench.messages("TL0105", text + "\n" + background) == [behind])
    }
}
