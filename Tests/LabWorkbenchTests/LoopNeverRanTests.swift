import LabAnalysis
import LabCatalogue
import LabTestBench
import Testing

@testable import LabWorkbench

/// What a thread never calls: its loop is not run, its body ends, or a loop of sleeps keeps it.
@Suite("Findings about what a thread never calls")
struct LoopNeverRanTests {
    @Test(
        "what the body of main does not wait for is not called, in its run loop, on a queue and in a task",
        arguments: [
            ("nstimer", "{ run_loop = { for = \"2.5s\" } }", "TL0201", Severity.note),
            ("nstimer", "{ run_loop = { for = \"500ms\" } }", "TL0201", .fault),
            ("nstimer", "{ sleep = \"2.5s\" }", "TL0201", .fault),
            ("gcd", "{ run_loop = { for = \"2.5s\" } }", "TL0201", .note),
            ("gcd", "{ sleep = \"2.5s\" }", "TL0201", .note),
            ("task-sleep", "{ sleep = \"500ms\" }", "TL0201", .fault),
            ("gcd", "{ run_loop = \"forever\" }", "", .fault),
            ("gcd", "{ run_loop = { for = \"2.5s\" } }, { cancel = \"tick\" }", "", .fault),
            ("gcd", "{ sleep = \"500ms\" }, { cancel = \"tick\" }, { sleep = \"100ms\" }", "", .fault),
        ])
    func program(kind: String, wait: String, code: String, severity: Severity) throws {
        let body = "duration = \"5s\"\n[[thread]]\nid = \"main\"\ndo = [{ create = \"tick\" }, \(wait)]\n"
        let found = try Bench.findings(body + Toml.timer("tick", kind, "1s", repeats: true) + "\nheld_by = \"static\"")
        let told = found.filter { $0.code == .loopNeverRan || $0.code == .runReturned }
        #expect(told.map(\.code.rawValue).joined() == code, "\(found)")
        #expect(told.allSatisfy { $0.severity == severity })
    }

    @Test(
        "a process ends with the body of main, and everything that it would have called",
        arguments: [
            ("{ work = \"10ms\" }", 0), ("{ run_loop = { for = \"3500ms\" } }", 3), ("{ wait_for = \"done\" }", 2),
        ])
    func process(wait: String, fired: Int64) throws {
        let tick = Toml.timer("tick", "gcd", "1s", repeats: true)
        let report = try Bench.run(
            """
            duration = "9s"
            [[queue]]
            id = "own"
            [[thread]]
            id = "main"
            do = [{ create = "tick" }, \(wait)]
            \(tick)
            queue = "own"
            held_by = "static"
            do = [{ count = "done", when = { fired = 2 } }]
            """)
        #expect(report.analysis.timers.map(\.fired) == [fired])
        let told = try #require(report.analysis.findings.first { $0.code == .loopNeverRan })
        #expect(told.remedy.hasPrefix("call `RunLoop.main.run()` at the end"))
    }

    @Test(
        "what waits when main ends is never called, due in the run or not; what comes later is never made",
        arguments: [("1s", "0s", "TL0201"), ("9s", "0s", "TL0201"), ("1s", "2s", "")])
    func afterwards(interval: String, made: String, code: String) throws {
        let found = try Bench.findings(
            """
            duration = "5s"
            [[thread]]
            id = "main"
            do = [{ work = "1ms" }]
            [[thread]]
            id = "worker"
            do = [{ sleep = "\(made)" }, { create = "tick" }]
            \(Toml.timer("tick", "gcd", interval, repeats: true))
            held_by = "static"
            """)
        #expect(found.filter { $0.code == .loopNeverRan }.map(\.code.rawValue).joined() == code, "\(found)")
    }

    @Test(
        "a loop of sleeps that never leaves its thread is the cause of all that the thread never calls",
        arguments: [
            (Toml.timer("ui", "nstimer", "1s", repeats: true), "ui"),
            (Toml.timer("ui", "gcd", "1s", repeats: true) + "\nqueue = \"main\"", "ui"),
            (Toml.timer("ui", "task-sleep", "1s"), "ui"),
            (loading(#"{ async = "main", do = [{ log = "it" }] }"#), "async block"),
            (loading(#"{ perform = "it", on_thread = "main", do = [{ log = "it" }] }"#), "it"),
        ])
    func sleepsForEver(other: String, name: String) throws {
        func scenario(repeats: Bool) -> String {
            "duration = \"9s\"\n" + Toml.timer("clock", "thread-sleep", "1s")
                + "\nthread = \"main\"\nrepeats = \(repeats)\n" + other
        }
        let found = try Bench.findings(scenario(repeats: true))
        #expect(found.map(\.code) == [.loopNeverRan])
        let told = try Bench.messages("TL0201", scenario(repeats: true))
        #expect(told == ["clock never leaves thread main, which has to call \(name)"])
        #expect(found.first?.remedy.hasPrefix("use a Timer") == true)
        #expect(try Bench.findings(scenario(repeats: false)).isEmpty, "it ends")
    }

    /// A worker that hands something to main.
    private static func loading(_ step: String) -> String {
        "[[thread]]\nid = \"load\"\nstarts = \"0s\"\ndo = [{ sleep = \"2s\" }, \(step)]"
    }
}
