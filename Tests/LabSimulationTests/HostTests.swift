import LabCatalogue
import LabExactTime
import LabRecording
import LabScenarioModel
import LabSteps
import Testing

@testable import LabSimulation

/// The simulation in steps, with a host that sleeps and works on its threads.
@Suite("Host")
struct HostTests {
    @Test("a run in steps is the run in one go", arguments: Array(UInt64(1)...60))
    func steps(seed: UInt64) throws {
        let plan = RandomScenario(seed: seed).plan()
        let whole = try Simulator.record(plan).trace.records
        var random = SplitMix(state: seed)
        let keeper = RecordKeeper()
        var simulator = try Simulator(plan: plan, sink: keeper)
        var instant: Int64 = -1
        while instant < plan.duration - 1 {
            instant = min(plan.duration - 1, instant + random.below(30_000_000))
            #expect(simulator.step(through: instant) == nil)
            let end = simulator.resultSoFar().end
            #expect(end != .duration || simulator.reading(of: .continuous) == instant)
        }
        _ = simulator.resultSoFar()
        // What waits without end is remarked at the end of a run.
        #expect(keeper.records.filter { $0.kind != .remarked } == whole.filter { $0.kind != .remarked })
    }

    /// A loop that sleeps and works: the machine of the simulation, and the same in a host's words.
    struct Loop {
        var isAbsolute: Bool
        var clock: TimerClock
        var isOnMain: Bool
        /// ns.
        var interval: Int64
        var work: Int64

        static let all = [false, true].flatMap { isAbsolute in
            [TimerClock.continuous, .uptime].flatMap { clock in
                [true, false].map {
                    Loop(isAbsolute: isAbsolute, clock: clock, isOnMain: $0, interval: 0, work: 0)
                }
            }
        }

        /// Busy threads, drags, sleep and background around a task, and whether the task itself is in the plan.
        static func weather(_ seed: UInt64, withTask loop: Loop? = nil) -> ScenarioPlan {
            var random = SplitMix(state: seed)
            var builder = PlanBuilder(duration: 3000)
            builder.queue("pool", .global)
            builder.timer("other", every: 100 + random.below(4) * 25, do: [.work(random.below(60))])
            for _ in 0..<4 {
                let instant = random.below(110) * 25
                switch random.below(5) {
                case 0, 1: builder.event(at: instant, .work(random.below(12) * 25))
                case 2: builder.event(at: instant, .runLoop(.nested(.tracking, for: ms(random.below(8) * 50))))
                case 3: builder.event(at: instant, .systemSleep(ms(random.below(8) * 50)))
                default:
                    builder.event(at: instant, .background)
                    builder.event(at: instant + random.below(10) * 25, .foreground)
                }
            }
            if random.below(2) == 0 {
                let points: [(Int64, Int64)] = [(0, 0), (900_000, ms(1)), (1_000_000, ms(40))]
                builder.plan.device.wakeUp =
                    QuantileTable(points: points.map { .init(probability: $0.0, value: $0.1) })
                    .map { .drawn($0) } ?? .none
            }
            guard let loop else { return builder.plan }
            builder.mechanism("sleep", .taskSleep, queue: loop.isOnMain ? 0 : 1) { timer in
                timer.interval = Rational(whole: loop.interval)
                timer.clock = loop.clock
                timer.isAbsolute = loop.isAbsolute
                timer.steps = loop.work > 0 ? [Step(.work(.duration(loop.work)))] : []
            }
            return builder.plan
        }

        /// The instants at which the host goes on after its sleeps.
        func hosted(in plan: ScenarioPlan) throws -> [Int64] {
            let keeper = RecordKeeper(keeping: .firings)
            var simulator = try Simulator(plan: plan, sink: keeper)
            let call = simulator.addHostCall(named: "sleep", onMain: isOnMain, clock: clock)
            simulator.sleep(hostCall: call, until: nil)
            var round: Int64 = 0
            var start: Int64 = 0
            var isWorking = false
            while let turn = simulator.step(through: plan.duration - 1) {
                if round == 0 { start = simulator.reading(of: clock) }
                if round > 0, work > 0, !isWorking {
                    isWorking = true
                    simulator.endTurn(of: turn, after: work)
                    continue
                }
                isWorking = false
                round += 1
                let now = simulator.reading(of: clock)
                let target = isAbsolute ? start + round * interval : now + interval
                simulator.sleep(hostCall: call, until: target, leeway: nil)
                simulator.endTurn(of: turn)
            }
            let trace = simulator.resultSoFar().trace
            return keeper.records.filter { trace.name($0.entity) == "sleep" }.map(\.time)
        }
    }

    @Test("a host's loop of sleeps is woken when the scenario's own task is", arguments: Array(UInt64(1)...80))
    func sleeps(seed: UInt64) throws {
        var random = SplitMix(state: seed &+ 1000)
        for kind in 0..<2 {
            var loop = Loop.all[(Int(seed) * 2 + kind) % Loop.all.count]
            loop.interval = ms(25 + random.below(12) * 25)
            loop.work = ms(random.below(3) * 25)
            let trace = try Simulator.record(Loop.weather(seed, withTask: loop)).trace
            let own = trace.records.filter { $0.kind == .fired && trace.name($0.entity) == "sleep" }.map(\.time)
            let hosted = try loop.hosted(in: Loop.weather(seed))
            #expect(hosted == own, "\(loop)")
            #expect(own.count > 2)
        }
    }
}
