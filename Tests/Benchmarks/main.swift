import Foundation
import LabPlatform

/// `timerlab-bench TIMERLAB FOLDER OUTPUT`: what users do with the program as it is installed, each row with its goal.
///
/// Processor time, the least of several rounds in which all rows take their turn: other work on the machine then hits all
/// alike. The same command with next to nothing to do (W4) is taken off where a row is a ratio.
let rounds = 5
guard CommandLine.arguments.count == 4 else { fail("it takes TIMERLAB FOLDER OUTPUT; make bench knows them") }
let (program, folder, output) = (CommandLine.arguments[1], CommandLine.arguments[2], CommandLine.arguments[3])
let scenarios = "\(folder)/../../Scenarios"

func fail(_ message: String) -> Never {
    print("timerlab-bench: error: \(message)")
    ProcessEnvironment.endProcess(status: 70)
}

/// Runs the program, its output in a file; its user and system time, s, and the most memory that it had at once, bytes.
func run(_ arguments: [String], status: Int32 = 0) -> (processorTime: Double, peakMemory: Int64) {
    var usage = rusage()
    guard (try? ChildProcess.run(program, arguments, output: output, usage: &usage)) == .exited(status) else {
        fail("\(program) \(arguments.joined(separator: " ")) does not end with status \(status)")
    }
    let times = [usage.ru_utime, usage.ru_stime].map { Double($0.tv_sec) + Double($0.tv_usec) / 1e6 }
    // `ru_maxrss` is in kilobytes on Linux, which has /proc, and in bytes on macOS (getrusage documentation).
    let unit: Int64 = FileManager.default.fileExists(atPath: "/proc/self") ? 1024 : 1
    return (times[0] + times[1], Int64(usage.ru_maxrss) * unit)
}

/// The seconds that SimPy takes for a firing with so many timers; nil: it is not installed.
func simpy(timers: Int) -> Double? {
    let firings = 100_000
    let script = ["\(folder)/simpy_timers.py", "\(timers)", "\(firings)"]
    guard (try? ChildProcess.run("/usr/bin/env", ["python3"] + script, output: output)) == .exited(0),
        let text = try? String(contentsOfFile: output, encoding: .utf8)
    else { return nil }
    return Double(text.trimmingCharacters(in: .whitespacesAndNewlines)).map { $0 / Double(firings) }
}

/// The user and system time of this process for a piece of work, s.
func processorTime(of body: () -> Void) -> Double {
    let start = clock()
    body()
    return Double(clock() - start) / 1e6
}

func rounded(_ value: Double) -> String { String(format: "%.2f", value) }

/// A row of the table: what is measured, and what it is measured by.
struct Row {
    enum Measure: Equatable {
        /// Over the bare heap's time for as many timers.
        case heap(timers: Int)
        /// A firing's time over SimPy's with so many timers.
        case simpy(timers: Int)
        /// Over the time of a writer by hand.
        case writer
        /// Processor time of so many pieces of work, ms each.
        case each(Int)
    }

    var name: String
    var arguments: [String]
    var measure: Measure
    var firings = 1_000_000
    var goal: Double
    var unit = "x"
    var time = Double.infinity
    var yardstick = Double.infinity
    var memory: Int64 = 0

    mutating func takeTurn(start: Double) {
        let process = run(arguments)
        memory = max(memory, process.peakMemory)
        switch measure {
        case .heap(let timers):
            time = min(time, process.processorTime - start)
            let intervals = (0..<timers).map { 1_000_000_000 + Int64($0) * (1_000_000_000 / Int64(timers)) }
            var check: Int64 = 0
            yardstick = min(
                yardstick,
                processorTime { check = BareHeap.run(intervals: intervals, firings: firings) })
            precondition(check != 0)
        case .simpy(let timers):
            time = min(time, (process.processorTime - start) / Double(firings))
            yardstick = min(yardstick, simpy(timers: timers) ?? .infinity)
        case .writer:
            time = min(time, process.processorTime - start)
            yardstick = min(yardstick, processorTime { HandWriter.write(lines: firings, to: output) })
        case .each(let count):
            time = min(time, process.processorTime * 1000 / Double(count))
            yardstick = 1
        }
    }

    var line: String {
        let ratio = time / yardstick
        let figure = yardstick == .infinity ? "no SimPy here" : "\(rounded(ratio)) \(unit)"
        let met = yardstick == .infinity ? "" : ratio <= goal ? "met" : "missed"
        let cells = [figure, "goal \(rounded(goal))", met, "\(memory >> 20) MB"]
        return name.padding(toLength: 44, withPad: " ", startingAt: 0)
            + cells.map { String(repeating: " ", count: max(1, 15 - $0.count)) + $0 }.joined()
    }
}

let variants = 10_000
let sweep = ["sweep", "\(scenarios)/heavy-work.toml", "--vary", "timer.tick.do.0.loop=900000000..1000000000"]
let logging = ["--set", "timer.tick.do=[{ log = \"timer test\" }]"]
let log = NSTemporaryDirectory() + "timerlab-bench-lines.txt"
HandWriter.write(lines: 1_000_000, to: log)
defer { try? FileManager.default.removeItem(atPath: log) }

func workload(_ name: String) -> String { "\(folder)/Workloads/\(name).toml" }

var rows = [
    Row(
        name: "W1, a million firings of one timer", arguments: ["run", "-q", workload("W1")], measure: .heap(timers: 1),
        goal: 3),
    Row(name: "W2, of a thousand", arguments: ["run", "-q", workload("W2")], measure: .heap(timers: 1_000), goal: 1.5),
    Row(
        name: "W3, of a hundred thousand", arguments: ["run", "-q", workload("W3")], measure: .heap(timers: 100_000),
        goal: 2.5),
    Row(
        name: "a firing on iphone6, over SimPy's", arguments: ["run", "-q", workload("real")],
        measure: .simpy(timers: 2),
        firings: 200_000, goal: 0.9),
    Row(
        name: "a firing with a loop, over SimPy's", arguments: ["run", "-q", workload("loop")],
        measure: .simpy(timers: 2),
        firings: 200_000, goal: 0.7),
    Row(
        name: "one of an hour of frames, over SimPy's", arguments: ["run", "-q", workload("frames")],
        measure: .simpy(timers: 2), firings: 234_000, goal: 1.7),
    Row(
        name: "a variant of a sweep of \(variants)", arguments: sweep + ["--steps", "\(variants)", "--format", "csv"],
        measure: .each(variants), goal: 0.11, unit: "ms"),
    Row(name: "analyze a million lines", arguments: ["analyze", log], measure: .each(1), goal: 700, unit: "ms"),
    Row(name: "check Scenarios", arguments: ["check", scenarios], measure: .each(1), goal: 120, unit: "ms"),
    Row(
        name: "compare --all", arguments: ["compare", "--all"],
        measure: .each(1), goal: 600, unit: "ms"),
    Row(
        name: "a text log of a million lines, over by hand", arguments: ["run"] + logging + [workload("W1")],
        measure: .writer, goal: 2),
]
var start = Double.infinity
for _ in 0..<rounds {
    start = min(start, run(["run", "-q", workload("W4")]).processorTime)
    for index in rows.indices { rows[index].takeTurn(start: start) }
}
print("processor time, least of \(rounds) rounds; a run of ten firings takes \(rounded(start * 1000)) ms")
for row in rows { print(row.line) }
