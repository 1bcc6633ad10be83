import Foundation
import LabReports
import LabTestBench
import LabTestFolders
import Testing

@testable import LabWorkbench

// Work that is handed over, and work that others wait for.

extension RemedyWishTests {
    @Test("work that a late callback waits for is not handed over without a guard: it would pile up")
    func pilesUp() throws {
        #expect(
            try !Shipped.remedies("remedy-work-on-main-waiting").report.rows.contains { $0.name == "nothing waits" })
    }

    @Test("an observer's work comes faster than a queue does it, and is skipped while the last job runs")
    func backlog() throws {
        let idle = """
            duration = "10s"
            \(Toml.timer("tick", "nstimer", "100ms", repeats: true))
            [[observer]]
            id = "idle"
            activities = ["before-waiting"]
            do = [{ work = "300ms" }]
            """
        let rows = try report(idle).rows
        #expect(rows.map(\.name) == ["work on a queue (idle)", "dispatch source"])
        #expect(rows.first?.figures.findings == [])
    }

    @Test("work before a signal is not moved behind it: who waits for the signal goes on without it")
    func signals() throws {
        let request = #"{ async = "net", do = [{ work = "2s" }, { count = "answer" }] }, { wait_for = "answer" }"#
        let clock = Toml.timer("clock", "Timer", "500ms", repeats: true) + "\nmodes = [\"common\"]"
        let tap = """
            duration = "10s"
            [[queue]]
            id = "net"
            \(clock)
            \(Toml.event("2.2s", request))
            """
        #expect(try report(tap).rows.first?.name == "nothing waits")
        let lock = """
            duration = "10s"
            \(clock)
            do = [{ wait_for = "lock" }, { work = "1ms" }, { count = "lock" }]
            [[thread]]
            id = "importer"
            starts = "2s"
            do = [{ wait_for = "lock" }, { work = "1.5s" }, { count = "lock" }]
            \(Toml.event("0s", #"{ count = "lock" }"#))
            """
        let names = try report(lock).rows.map(\.name)
        #expect(!names.contains { $0.hasPrefix("work on") || $0 == "nothing waits" }, "\(names)")
    }

    @Test("work that a handler would hand back to the main thread is not called off it")
    func handedBack() throws {
        let sync = """
            duration = "20s"
            \(Toml.timer("sync", "Task.sleep", "5s"))
            do = [{ work = "2s" }]
            \(Toml.timer("clock", "Timer", "500ms", repeats: true))
            modes = ["common"]
            """
        let report = try report(sync)
        #expect(report.rows.first?.name.contains("work in a task of its own") == true)
        #expect(!report.rows.contains { $0.helps && $0.code.swift.contains("makeTimerSource(\n") })
    }

    @Test("a handler off main is no remedy where it would hand over to a main queue that is not served")
    func mainQueueWaits() throws {
        let modal = """
            duration = "8s"
            \(Toml.timer("beat", "gcd", "500ms", repeats: true))
            queue = "main"
            \(Toml.event("1.2s", #"{ async = "main", name = "ask", do = [{ mode = "modal", for = "4s" }] }"#))
            """
        let report = try report(modal)
        #expect(report.rows.filter(\.helps).map(\.name) == ["run loop timer"])
        #expect(report.problem.contains("block ask runs the modal mode, and no other block of the main queue"))
    }

    @Test("a sleep in a loop is no block that runs later: all rounds would wait together", arguments: [true, false])
    func sleepsInALoop(isLoop: Bool) throws {
        let steps = #"{ sleep = "1s" }, { work = "5ms" }"#
        let report = try report(
            """
            duration = "10s"
            \(Toml.tick)
            \(Toml.event("2.5s", isLoop ? "{ repeat = 3, do = [\(steps)] }" : steps))
            """)
        #expect(!report.rows.isEmpty)
        #expect(report.rows.contains { $0.name.hasPrefix("after instead of sleep") } == !isLoop)
    }

    @Test("a remedy that makes a new fault is none: work that a frame waits for is not piled up elsewhere")
    func noNewFault() throws {
        let report = try report(EverydayBug.cleanupBeforeWaiting.scenario)
        #expect(report.rows.first?.figures.findings == [], "\(report.rows.map(\.figures.findings))")
        for row in report.rows where row.helps {
            let subjects = report.before.findings.map(\.subject)
            #expect(row.figures.faults.allSatisfy { subjects.contains($0.subject) }, "\(row.figures.faults)")
        }
    }

    @Test("a lock that another queue holds is not mended by another queue for the one that waits")
    func lockHeldElsewhere() throws {
        let request = #"{ sleep = "1.8s" }, { count = "lock" }"#
        let report = try report(
            """
            duration = "10s"
            \(Toml.timer("clock", "Timer", "1s", repeats: true))
            modes = ["common"]
            held_by = "static"
            do = [{ wait_for = "lock" }, { work = "1ms" }, { count = "lock" }]
            [[queue]]
            id = "net"
            \(Toml.event("1ms", #"{ count = "lock" }"#))
            \(Toml.event("4.5s", #"{ async = "net", do = [{ wait_for = "lock" }, \#(request)] }"#))
            """)
        #expect(report.before.lost == 1 && !report.rows.contains { $0.name == "dispatch source" })
        #expect(text(report.page()).contains("release a lock before long"))
    }
}
