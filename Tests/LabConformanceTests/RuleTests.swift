import Foundation
import LabRecording
import LabScenarioLanguage
import LabSimulation
import Testing

/// Rules that a scenario of their own decides; `Rules` has the scenarios, which `timerlab conform` runs on a machine as well.
@Suite("Rules")
struct RuleTests {
    /// A scenario, and what it logs: instant in ms, thread, line.
    private static let scenarios: [(name: String, log: [String])] = [
        // CFRunLoop.c: __CFRunLoopDoSources0 keeps the result of the last source only.
        ("source-invalidated-in-a-batch", ["0 w bt", "0 w A", "0 w bw"]),
        // CFRunLoop.c: __CFRunLoopDoSources0 sorts by order.
        ("request-among-sources", ["20 w x", "20 w s"]),
        // CFRunLoop.c: CFRunLoopAddSource does not ask whether the source is in another loop.
        ("source-in-two-loops", ["100 v s", "200 w ret", "210 v vret"]),
        // CFRunLoop.c: __CFRunLoopInsertionIndexInTimerArray.
        ("dates-in-two-modes", ["500 w T2", "500 w T1"]),
        // UIKit's sources are in the main run loop's common modes, and in no other run loop.
        ("run-in-a-main-block", ["100 main in", "250 main out"]),
        (
            "tracking-in-a-main-block",
            ["100 main b2 1", "220 main event2 0.220000 tracking", "384 main back 3 0.384000"]
        ),
        ("event-for-a-worker", ["0 w ret"]),
        // CFRunLoop.c: CFRunLoopStop and CFRunLoopWakeUp.
        ("stop-in-a-block", ["0 w stop", "0 w returned 2 at 0.000000"]),
        // CFRunLoop.c: __CFRunLoopSetIgnoreWakeUps.
        ("limit-in-a-callout", ["100 w aw", "150 w aw", "150 w busy", "400 w aw", "400 w far"]),
        (
            "wake-up-left-behind",
            ["200 w t", "300 w default 3 at 0.300000", "300 w block", "700 w modal 3 at 0.700000"]
        ),
        (
            "wake-up-left-behind-observers",
            [
                "0 main ob 0.000000", "0 main ob 0.000000", "100 main ob 0.100000", "100 main t", "120 main u",
                "220 main u end", "220 main ret 0.220000", "220 main ob 0.220000", "220 main ob 0.220000",
            ]
        ),
        // CFRunLoop.c: __CFRunLoopServiceMachPort receives one message; the wake-up waits for the next pass.
        (
            "wake-up-lost",
            [
                "0 main ob 0.000000", "0 main ob 0.000000", "100 main ob 0.100000", "100 main block one",
                "100 main ob 0.100000", "100 main block", "200 main ob 0.200000", "200 main ob 0.200000",
                "200 main t 0.200000", "200 main ob 0.200000", "200 main ob 0.200000", "200 main ob 0.200000",
                "200 main ob 0.200000", "200 main ob 0.200000",
            ]
        ),
        // CFRunLoop.c: CFRunLoopRemoveTimer arms the mode that the timer leaves.
        (
            "invalidated-port",
            ["0 main ob 0.000000", "200 main t", "200 main ob 0.200000", "300 main back", "300 main ob 0.300000"]
        ),
        // Measured: each grid stands some µs later than the one that was made before it.
        (
            "tie-of-two-grids",
            [
                "20 main A 0.020000", "30 main B 0.030000", "40 main A 0.040000", "60 main A 0.060000",
                "60 main B 0.060000", "80 main A 0.080000", "90 main B 0.090000", "100 main A 0.100000",
                "120 main A 0.120000", "120 main B 0.120000", "140 main A 0.140000", "150 main B 0.150000",
                "160 main A 0.160000", "180 main A 0.180000", "180 main B 0.180000",
            ]
        ),
        // Measured: the kernel timer is ready at the instant itself, the main queue once a thread of libdispatch has woken.
        (
            "tie-timer-and-main-queue",
            ["40 main n", "80 main n", "80 main g", "120 main n", "160 main n", "160 main g"]
        ),
        // xnu, waitq.c: waitq_set_first_prepost.
        ("port-order", ["300 main event", "300 main timer"]),
        ("port-order-changes-outcome", ["100 main busy", "300 main stop pressed"]),
        // xnu, waitq.c: each set has a list of its own, and do_waitq_select_n_locked_sets leaves in its place what is in it.
        ("port-order-in-another-mode", ["200 main drag", "200 main event", "200 main timer"]),
        // CFRunLoop.c: __CFRunLoopDoTimer arms the kernel timer for the next of the batch, which is due.
        (
            "timer-gone-off-in-a-batch",
            [
                "110 main first", "140 main second", "240 main first", "270 main event", "280 main first",
                "380 main first",
            ]
        ),
        ("nested-in-a-batch", ["110 main event", "110 main rest", "160 main left"]),
        // The same for timers that only log: the shortcut for them leaves the kernel timers as the pass does.
        (
            "leftover-plain",
            [
                "100 main T", "100 main b", "130 main P", "300 main b end", "630 main P", "630 main T end",
                "700 main T", "800 main T", "900 main T",
            ]
        ),
        (
            "leftover-slow",
            [
                "100 main T", "100 main b", "130 main P", "300 main b end", "630 main P", "630 main T end",
                "700 main T", "800 main T", "900 main T",
            ]
        ),
        ("plain-tap", ["450 main A", "450 main B", "600 main A", "600 main tap", "800 main B", "950 main A"]),
        ("plain-port-order", ["150 main A", "150 main B", "250 main C", "350 main s"]),
        (
            "place-in-a-batch",
            [
                "114 main t3 1", "609 main t2 1", "609 main t1 1", "774 main t2 1", "774 main t3 1", "887 main t3 1",
                "983 main t3 1",
            ]
        ),
        // A look at the ports ends at the first that is ready (xnu, waitq.c; epoll).
        ("place-not-reached", ["150 main A", "150 main B", "150 main E1", "200 main C", "200 main E2"]),
        // CFRunLoop.c: __CFRunLoopRun reads the clock after the Entry observers.
        ("entry-limit", ["0 w entry", "150 w ret"]), ("entry-limit-long", ["0 w entry", "350 w ret"]),
        // CFRunLoop.c: CFRunLoopTimerSetTolerance arms nothing.
        ("tolerance-set-in-a-wait", ["100 main waits", "340 main armed"]),
        // CFRunLoop.c: __CFArmNextTimerInMode hands the window to the kernel; other messages are not its business.
        ("window-and-a-message", ["1100 w p", "1400 w A"]),
        (
            "tolerance-and-an-event",
            ["1100 main event 1.100000", "1400 main t 1.400000", "2100 main event 2.100000", "2400 pool g 2.400000"]
        ),
    ]

    @Test("decide what happens", arguments: scenarios)
    func log(name: String, log: [String]) throws {
        #expect(try record(name).log == log)
    }

    @Test("have a scenario each, and no scenario is without one")
    func complete() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: RuleTests.folder.path)
        #expect(files.sorted() == RuleTests.scenarios.map { "\($0.name).toml" }.sorted())
    }

    @Test("An event that no run loop will ever serve is remarked")
    func eventForAWorker() throws {
        #expect(try record("event-for-a-worker").remarks == [.ranEmptyMode, .neverServed])
    }

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Rules")

    private func record(_ name: String) throws -> (log: [String], remarks: [Remark]) {
        let text = try String(contentsOf: RuleTests.folder.appending(path: "\(name).toml"), encoding: .utf8)
        let trace = try Simulator.record(#require(ScenarioReader.read(bytes: Array(text.utf8)).plan)).trace
        let log = trace.records.filter { $0.kind == .logged }.map { record in
            let thread = trace.entities[Int(record.thread)]
            let name = thread.detail == "(null)" ? "pool" : thread.name
            return "\(record.time / 1_000_000) \(name) \(trace.message(of: record))"
        }
        return (log, trace.records.filter { $0.kind == .remarked }.compactMap { Remark(rawValue: $0.value) })
    }
}
