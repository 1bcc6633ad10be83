import LabPlatform

/// `timerlab-bench TIMERLAB WORKLOADS OUTPUT`: the program as it is installed, with scenario files, against a bare heap.
///
/// Processor time, the least of several rounds in which everything takes its turn: other work on the machine then hits
/// all alike. What the same command takes for ten firings (W4) is taken off.
let rounds = 7

func fail(_ message: String) -> Never {
    print("timerlab-bench: error: \(message)")
    ProcessEnvironment.endProcess(status: 70)
}

/// Runs the program with a workload, its output in a file.
func run(_ workload: Workload, _ output: Output) -> ChildProcess {
    run(output.arguments("\(CommandLine.arguments[2])/\(workload.name).toml"))
}

/// How long a sweep over so many variants of heavy-work takes on all cores.
func sweep(_ variants: Int) -> ChildProcess {
    let scenario = "\(CommandLine.arguments[2])/../../../Scenarios/heavy-work.toml"
    let range = "timer.tick.do.0.loop=900000000..1000000000"
    return run(["sweep", scenario, "--vary", range, "--steps", "\(variants)", "--format", "csv"])
}

func run(_ arguments: [String]) -> ChildProcess {
    let process = try? ChildProcess.run(CommandLine.arguments[1], arguments, output: CommandLine.arguments[3])
    guard let process, process.end == .exited(0) else {
        fail("\(CommandLine.arguments[1]) \(arguments.joined(separator: " ")) does not end with status 0")
    }
    return process
}

/// The least times so far, s.
struct Measurement {
    var workload: Workload
    var heap = Double.infinity
    var program = Output.allCases.map { _ in Double.infinity }

    mutating func measure(_ column: Int, _ output: Output) {
        var check: Int64 = 0
        let intervals = workload.intervals
        let time = ChildProcess.processorTime { check = BareHeap.run(intervals: intervals, firings: workload.firings) }
        precondition(check != 0)
        heap = min(heap, time)
        program[column] = min(program[column], run(workload, output).processorTime)
    }
}

func rounded(_ value: Double) -> String {
    let scaled = Int64((value * 100).rounded())
    let fraction = scaled % 100
    return "\(scaled / 100).\(fraction < 10 ? "0" : "")\(fraction)"
}

func row(_ cells: [String]) {
    print(cells.map { String(repeating: " ", count: max(2, 12 - $0.count)) + $0 }.joined())
}

guard CommandLine.arguments.count == 4 else { fail("it takes TIMERLAB WORKLOADS OUTPUT; make bench knows them") }
var measurements = Workload.millions.map { Measurement(workload: $0) }
var starts = Output.allCases.map { _ in Double.infinity }
var walls: [Double] = []

for _ in 0..<rounds {
    for (column, output) in Output.allCases.enumerated() {
        for _ in 0..<4 {
            let process = run(.start, output)
            starts[column] = min(starts[column], process.processorTime)
            if output == .quiet { walls.append(process.wallTime) }
        }
        for index in measurements.indices { measurements[index].measure(column, output) }
    }
}

print("1,000,000 firings: processor time less that of ten (W4), over a bare heap's; least of \(rounds) rounds")
row(["", "timers", "bare heap"] + Output.allCases.map(\.rawValue))
for measured in measurements {
    let ratios = zip(measured.program, starts).map { "\(rounded(($0 - $1) / measured.heap)) x" }
    let heap = "\(rounded(measured.heap * 1000)) ms"
    row([measured.workload.name, "\(measured.workload.timers)", heap] + ratios)
}
let variants = 10_000
let sweeps = (0..<rounds).map { _ in (sweep(2), sweep(variants + 2)) }
let work = sweeps.map { $1.processorTime - $0.processorTime }.min() ?? 0
let wall = sweeps.map { $1.wallTime - $0.wallTime }.min() ?? 0
print(
    "a variant of heavy-work in a sweep: \(rounded(work / Double(variants) * 1e6)) µs of processor time (goal 60), "
        + "\(Int(Double(variants) / wall)) variants a second on all cores")
walls.sort()
print(
    "W4, ten firings, -q: \(rounded(walls[0] * 1000)) ms from start to end, median \(rounded(walls[walls.count / 2] * 1000)) ms"
)
