import LabAnalysis
import LabCatalogue
import LabTestBench
import Testing

@testable import LabWorkbench

@Suite("Findings about run calls")
struct RunCallFindingTests {
    /// The codes of findings about run calls, with the line of each.
    private func found(_ steps: String, _ rest: String = "") throws -> [String] {
        let codes: [FindingCode] = [.returnedAtOnce, .stoppedInVain, .runCallKept]
        let report = try Bench.run("duration = \"3s\"\n[[thread]]\nid = \"worker\"\ndo = [\(steps)]\n\(rest)")
        return codes.flatMap { code in report.messages(code).map { "\(code) \($0)" } }
    }

    private static let port = "[[source]]\nid = \"port\"\nkind = \"source1\"\nthread = \"worker\"\n"

    @Test(
        "a run call with nothing in its mode is named, also where no timer is there",
        arguments: [
            #"{ run_loop = "forever" }"#, #"{ run_loop = { before = "2s" } }"#,
            #"{ repeat = 5, do = [{ run_loop = { in_mode = "default", for = "1s" } }] }"#,
        ])
    func atOnce(call: String) throws {
        #expect(try found(call).map { $0.prefix(6) } == ["TL0210"])
        #expect(try found(call, Self.port) == [])
    }

    @Test("a timer that is in main's loop is in no other, and that is why a thread's run call returns at once")
    func secondLoop() throws {
        for port in ["", Self.port] {
            let steps = #"do = [{ add = "tick" }, { run_loop = "forever" }]"#
            let report = try Bench.run(
                "duration = \"3s\"\n\(Toml.tick)\n[[thread]]\nid = \"worker\"\n\(steps)\n\(port)")
            let message = "tick is in the run loop of thread main: to add it to another one at 0 s has no effect"
            #expect(report.messages() == [message])
            #expect(report.analysis.findings.map(\.severity) == [.warning])
        }
    }

    @Test("a stop of the app's loop, of one that does not run, or of run() has no effect; of CFRunLoopRunInMode it has")
    func stops() throws {
        func stop(_ loop: String) -> String { "[[event]]\nat = \"1s\"\ndo = [{ stop_loop = \(loop) }]\n" }
        let limited = #"{ run_loop = { in_mode = "default", for = "1h" } }"#
        #expect(
            try found(limited, Self.port + stop("true"))
                == ["TL0211 the stop at 1 s has no effect: thread main runs its loop again"])
        #expect(
            try found(#"{ sleep = "2s" }"#, stop("\"worker\""))
                == ["TL0211 the stop at 1 s has no effect: the run loop of thread worker does not run"])
        #expect(
            try found(#"{ run_loop = "forever" }"#, Self.port + stop("\"worker\"")).map { $0.prefix(6) } == ["TL0211"])
        #expect(try found(limited, Self.port + stop("\"worker\"")) == [])
    }

    @Test("only an app runs the loop of main again, a body of main does so itself", arguments: [true, false])
    func stoppedOnMain(hasBody: Bool) throws {
        let body = #"do = [{ run_loop = "forever" }, { log = "never" }]"#
        let text = "duration = \"3s\"\n[[thread]]\nid = \"main\"\n\(hasBody ? body : "")\n"
        let timer = Toml.timer("tick", "nstimer", "1s", repeats: true) + "\ndo = [{ stop_loop = true }]\n"
        let findings = try Bench.run(text + timer).analysis.findings.filter { $0.code == .stoppedInVain }
        #expect(findings.map(\.situation) == [hasBody ? .thread : .mainThread])
    }

    @Test("steps that a run call without a limit keeps waiting are named; without such steps all is well")
    func kept() throws {
        let steps = #"{ run_loop = "forever" }, { log = "never" }"#
        #expect(
            try found(steps, Self.port)
                == ["TL0212 the run call of thread worker did not return: the steps after it never ran"])
        #expect(try found(#"{ run_loop = "forever" }"#, Self.port) == [])
    }

    @Test("a loop whose run call waits without a limit does not see that its condition holds")
    func unseenCondition() throws {
        func loop(_ call: String) -> String {
            "{ repeat = 9, do = [{ run_loop = { \(call) } }], until = { count = \"done\", is = 1 } }"
        }
        let timer =
            Toml.timer("tick", "nstimer", "1s", repeats: true)
            + "\nthread = \"worker\"\ndo = [{ count = \"done\", to = 1 }]\n"
        #expect(try found(loop(#"before = "distant-future""#), timer).map { $0.prefix(6) } == ["TL0212"])
        #expect(try found(loop(#"in_mode = "default", for = "100ms""#), timer) == [])
        let undone = timer.replacing("to = 1", with: "to = 2")
        #expect(try found(loop(#"before = "distant-future""#), undone) == [])
    }

    @Test("a run call that an input ends keeps no steps waiting, unless only timers are there")
    func waitsForInput() throws {
        let steps = #"{ run_loop = { before = "distant-future" } }, { log = "input" }"#
        #expect(try found(steps, Self.port) == [])
        let timer = Toml.timer("tick", "nstimer", "1s", repeats: true) + "\nthread = \"worker\"\n"
        #expect(try found(steps, timer).map { $0.prefix(6) } == ["TL0212"])
    }

    @Test(
        "work that a run loop begins long after it came is named with what it waited for",
        arguments: [
            (
                #"{ signal = "job" }"#, "",
                "TL0208 job came at 1 s and began 1 s later: it does not wake the run loop of "
                    + "thread worker, which sleeps"
            ),
            (#"{ signal = "job" }, { wake_loop = "worker" }"#, "", ""),
            (
                #"{ perform_block = [], thread = "worker", name = "save" }"#, "",
                "TL0208 save came at 1 s and began 1 s "
                    + "later: it does not wake the run loop of thread worker, which sleeps"
            ),
            (
                #"{ perform = "look", on_thread = "worker" }"#, #"{ work = "1.5s" }"#,
                "TL0102 look came at 1 s and began 700 ms later: timer flush keeps it waiting"
            ),
            (
                #"{ perform = "look", on_thread = "worker", in_modes = ["default"] }"#,
                #"{ mode = "inner", for = "1.5s" }"#,
                "TL0103 look came at 1 s and began 700 ms later: timer flush "
                    + "runs the inner mode, which it is not in"
            ),
            (
                #"{ async_after = "1.5s", queue = "main", do = [{ signal = "job" }] }"#, "",
                "TL0208 job waits in the run "
                    + "loop of thread worker, which sleeps: it does not wake the loop"
            ),
        ])
    func lateWork(step: String, busy: String, message: String) throws {
        let report = try Bench.run(
            """
            duration = "3s"
            [[source]]
            id = "job"
            kind = "source0"
            thread = "worker"
            \(Toml.timer("flush", "nstimer", busy.isEmpty ? "2s" : "200ms"))
            thread = "worker"
            do = [\(busy)]
            [[thread]]
            id = "worker"
            do = [{ run_loop = "forever" }]
            \(Toml.event("1s", step))
            """)
        let found = report.analysis.findings.map { "\($0.code) \($0.message.text(in: report.trace))" }
        #expect(found.filter { !$0.contains("flush is") } == (message.isEmpty ? [] : [message]))
    }

    @Test(
        "a run call without an end keeps the main queue waiting in a block of it, and not in an event",
        arguments: [
            ("{ run_loop = { until = \"3s\" } }", false), ("{ run_loop = \"forever\" }", true),
            (
                "{ repeat = 1000, until = { count = \"answer\", is = 1 }, "
                    + "do = [{ run_loop = { in_mode = \"default\", for = \"100ms\" } }] }", true
            ),
        ])
    func mainQueueBlock(wait: String, isEndless: Bool) throws {
        func findings(_ open: String, _ close: String) throws -> [Finding] {
            let ask = "{ async = \"main\", do = [{ count = \"answer\" }] }, \(wait)"
            return try Bench.run(
                """
                duration = "5s"
                \(Toml.timer("tick", "nstimer", "1s", repeats: true))
                \(Toml.event("500ms", open + ask + close))
                """
            ).analysis.findings
        }
        let inBlock = try findings("{ async = \"main\", do = [", "] }")
        #expect(inBlock.map(\.code) == [isEndless ? .deadlock : .modeNotRun])
        #expect(try !findings("", "").contains { $0.code == .deadlock })
    }

    @Test(
        "a thread that is asked to end takes its timers with it, which is a note",
        arguments: [(true, Severity.note), (false, .fault)])
    func cancelledThread(isCancelled: Bool, severity: Severity) throws {
        let report = try Bench.run(
            """
            duration = "6s"
            [[thread]]
            id = "worker"
            do = [
                { create = "tick" },
                { repeat = 10, do = [{ run_loop = { for = "300ms" } }], until = { cancelled = "worker" } },
            ]
            \(Toml.timer("tick", "nstimer", "500ms", repeats: true))
            thread = "worker"
            \(Toml.event("2s", isCancelled ? #"{ cancel = "worker" }"# : #"{ work = "1ms" }"#))
            """)
        let found = report.analysis.findings.filter { $0.code == .runReturned }
        #expect(found.map(\.severity) == [severity])
        #expect(report.messages(.runReturned).allSatisfy { $0.contains("was cancelled") == isCancelled })
    }

    @Test(
        "a callback that runs the run loop is told to return, one that works to hand over its work",
        arguments: [(#"{ run_loop = { until = "2s" } }"#, "return from"), (#"{ work = "2s" }"#, "hand the work")])
    func nested(step: String, advice: String) throws {
        let ui = "\n" + Toml.timer("ui", "nstimer", "500ms", repeats: true)
        let found = try Bench.findings(
            "duration = \"10s\"\n" + Toml.timer("poll", "nstimer", "1s", repeats: true) + "\ndo = [\(step)]" + ui)
        let own = try #require(found.first { $0.code == .ownCallback })
        #expect(own.remedy.hasPrefix(advice), "\(own.remedy)")
    }

    @Test("a run call in the common modes is told, with the timer that waits for it and without one")
    func commonModes() throws {
        let worker = """
            duration = "3s"
            [[thread]]
            id = "worker"
            do = [{ run_loop = { in_mode = "common", for = "1h" } }]
            [[source]]
            id = "port"
            thread = "worker"

            """
        let why = ": the common modes are a set, and none in which a loop runs"
        #expect(try Bench.messages("TL0210", worker) == ["the run call of thread worker returns at once, at 0 s" + why])
        let timer = Toml.timer("tick", "nstimer", "1s", repeats: true) + "\nthread = \"worker\"\nmodes = [\"common\"]"
        let told = try Bench.messages("TL0201", worker + timer)
        #expect(told.count == 1 && told[0].contains("which is run in the common modes"), "\(told)")
        #expect(try Bench.messages("TL0210", worker + timer).isEmpty)
    }

    @Test(
        "a thread whose loop is stopped, or asks for a flag, may take its timers with it; one call that returns may not",
        arguments: [
            (#"{ run_loop = { in_mode = "default", for = "9s" } }"#, "{ stop_loop = true }", Severity.note),
            (
                #"{ repeat = 99, until = { count = "stop" }, do = [{ run_loop = { before = "distant-future" } }] }"#,
                #"{ count = "stop" }"#, .note
            ),
            (#"{ run_loop = { before = "distant-future" } }"#, "{ work = \"1ms\" }", .fault),
        ])
    func stopped(call: String, step: String, severity: Severity) throws {
        func perform(_ at: String, _ step: String) -> String {
            Toml.event(at, #"{ perform = "it", on_thread = "worker", do = [\#(step)] }"#)
        }
        let found = try Bench.findings(
            """
            duration = "9s"
            [[thread]]
            id = "worker"
            do = [\(call)]
            \(Toml.timer("tick", "nstimer", "1s", repeats: true))
            thread = "worker"
            \(severity == .fault ? "" : perform("1.5s", "{ work = \"1ms\" }"))
            \(perform("3.5s", step))
            """)
        #expect(found.filter { $0.code == "TL0207" }.map(\.severity) == [severity], "\(found)")
    }
}
