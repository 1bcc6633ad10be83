import Analysis
import ExactTime
import Recording
import Reports
import ScenarioModel
import Simulation

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// `timerlab-bench [LOG-FILE [TIMERLAB]]`: workloads of repeating timers with an empty callback, against a bare heap, pair by pair in one process.
///
/// `interval_i = 1 s + i × 1 s / N`, first firing after one interval, a million firings.
struct Workload {
    var name: String
    var timers: Int
    var firings: Int

    var intervals: [Int64] { (0..<timers).map { 1_000_000_000 + Int64($0) * (1_000_000_000 / Int64(timers)) } }

    func plan(logging: Bool = false) -> ScenarioPlan {
        var timer = TimerPlan(id: "tick", kind: .nstimer)
        timer.interval = Rational(whole: 1_000_000_000)
        timer.repeats = true
        if timers > 1 {
            timer.copies = CopiesPlan(
                count: timers, intervalStep: Rational(whole: 1_000_000_000 / Int64(timers)))
        }
        if logging {
            timer.steps = [Step(.log(LogTextPlan(pieces: [.literal("timer test")])))]
        }
        var plan = ScenarioPlan()
        plan.timers = [timer]
        plan.creationOrder = [.timer(0)]
        plan.duration = .max / 4
        plan.untilFired = Int64(firings)
        return plan
    }
}

func seconds(_ body: () -> Void) -> Double {
    var start = timespec()
    var end = timespec()
    clock_gettime(CLOCK_MONOTONIC, &start)
    body()
    clock_gettime(CLOCK_MONOTONIC, &end)
    return Double(end.tv_sec - start.tv_sec) + Double(end.tv_nsec - start.tv_nsec) / 1e9
}

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

func rounded(_ value: Double) -> String {
    let scaled = Int64((value * 100).rounded())
    let fraction = scaled % 100
    return "\(scaled / 100).\(fraction < 10 ? "0" : "")\(fraction)"
}

func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
}

/// The entity of the timer that stands for all.
func tickEntity(_ trace: Trace) -> Int { trace.entities.firstIndex { $0.name == "tick" } ?? 0 }

/// Runs a workload with statistics only; returns the run's time without the making of the timers.
func simulate(_ workload: Workload) -> (seconds: Double, fired: Int64) {
    let collector = StatisticsCollector()
    guard var simulator = try? Simulator(plan: workload.plan(), sink: collector) else { return (0, 0) }
    var result: SimulationResult?
    let time = seconds {
        result = simulator.run()
    }
    guard let trace = result?.trace else { return (0, 0) }
    var fired: Int64 = 0
    let evaluation = seconds {
        let statistics = collector.statistics(
            entities: trace.entities, intervals: trace.intervals, duration: trace.header.duration)
        fired = statistics.summary(of: EntityID(tickEntity(trace)))?.fired ?? 0
    }
    return (time + evaluation, fired)
}

/// Runs a workload that logs a line a firing into a file, and nothing else; ns are real.
func logToFile(_ workload: Workload, path: String) -> Double {
    seconds {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        defer { close(file) }
        let stream = ByteStream { buffer in write(file, buffer.baseAddress, buffer.count) == buffer.count }
        let relay = Relay()
        guard var simulator = try? Simulator(plan: workload.plan(logging: true), sink: relay) else { return }
        let prelude = simulator.prelude
        relay.writer = FiringLogWriter(header: prelude.header, templates: prelude.templates, into: stream) {
            prelude.message(of: $0)
        }
        _ = simulator.run()
        stream.flush()
    }
}

/// Hands batches to a writer that is made after the simulator.
final class Relay: RecordSink {
    var writer: FiringLogWriter?

    func receive(_ batch: [Record], entities: [Entity]) { writer?.receive(batch, entities: entities) }
}

let rounds = 7
print(
    "workload            timers   timerlab M/s   bare heap M/s   times the bare heap's time (median of \(rounds) pairs)"
)
for workload in [
    Workload(name: "W1", timers: 1, firings: 1_000_000), Workload(name: "W2", timers: 1_000, firings: 1_000_000),
    Workload(name: "W3", timers: 100_000, firings: 1_000_000),
] {
    var ratios: [Double] = []
    var ours: [Double] = []
    var theirs: [Double] = []
    var check: Int64 = 0
    let intervals = workload.intervals
    for _ in 0..<rounds {
        let run = simulate(workload)
        precondition(run.fired == Int64(workload.firings), "\(workload.name): \(run.fired) firings")
        let bare = seconds { check &+= BareHeap.run(intervals: intervals, firings: workload.firings) }
        ours.append(run.seconds)
        theirs.append(bare)
        ratios.append(run.seconds / bare)
    }
    precondition(check != 0)
    let millions = Double(workload.firings) / 1e6
    print(
        workload.name + padded("\(workload.timers)", 24), padded(rounded(millions / median(ours)), 14),
        padded(rounded(millions / median(theirs)), 15), padded(rounded(median(ratios)), 12))
}

let arguments = CommandLine.arguments
let lines = Workload(name: "W1 log", timers: 1, firings: 1_000_000)
let path = arguments.count > 1 ? arguments[1] : "/dev/null"
let times = (0..<rounds).map { _ in logToFile(lines, path: path) }
print("W1 with the full firing log to \(path): \(rounded(1 / median(times))) M lines/s")

if arguments.count > 2 {
    if let wall = WholeProcess.times(of: arguments[2], runs: 25) {
        print("W4 whole process, 10 firings: \(rounded(median(wall) * 1000)) ms (median of \(wall.count))")
    } else {
        print("W4: \(arguments[2]) cannot be run; `make bench` builds it")
        exit(70)
    }
}
