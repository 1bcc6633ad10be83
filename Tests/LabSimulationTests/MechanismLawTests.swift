import LabCatalogue
import LabExactTime
import LabRecording
import LabScenarioModel
import LabSteps
import Testing

@testable import LabSimulation

/// What must hold of every mechanism, held against scenarios drawn at random.
@Suite("Laws of all mechanisms")
struct MechanismLawTests {
    static let seeds = Array(UInt64(1)...80)

    @Test("a scenario has one recording", arguments: seeds)
    func determinism(seed: UInt64) throws {
        let plan = MechanismScenario(seed: seed).plan
        let first = try Simulator.record(plan)
        #expect(try first.trace == Simulator.record(plan).trace)
    }

    @Test("time does not run backwards and nobody fires early", arguments: seeds)
    func order(seed: UInt64) throws {
        let records = try Simulator.record(MechanismScenario(seed: seed).plan).trace.records
        #expect(zip(records, records.dropFirst()).allSatisfy { $0.time <= $1.time })
        let early = records.filter { $0.kind == .fired && $0.value > $0.time }
        #expect(early.isEmpty)
    }

    @Test("nobody overlaps itself, and nobody fires after its end", arguments: seeds)
    func ends(seed: UInt64) throws {
        let trace = try Simulator.record(MechanismScenario(seed: seed).plan).trace
        var spans: [Int32: [(start: Int64, end: Int64)]] = [:]
        var over: Set<Int32> = []
        var firesAfterEnd = 0
        for record in trace.records {
            let entity = record.entity.index
            switch record.kind {
            case .fired:
                if over.contains(entity) { firesAfterEnd += 1 }
                // A callback without `returned` took no time.
                spans[entity, default: []].append((record.time, record.time))
            case .returned:
                let last = (spans[entity]?.count ?? 0) - 1
                spans[entity]?[last].end = record.time
            case .cancelled, .invalidated: over.insert(entity)
            default: break
            }
        }
        #expect(firesAfterEnd == 0)
        #expect(spans.values.allSatisfy { zip($0, $0.dropFirst()).allSatisfy { $0.end <= $1.start } })
    }

    @Test("a source's handlers stand for every point of its grid, each once and in order", arguments: seeds)
    func counts(seed: UInt64) throws {
        var plan = MechanismScenario(seed: seed).plan
        plan.events.removeAll { $0.id == "system" || $0.id == "reschedule" }
        let trace = try Simulator.record(plan).trace
        for timer in plan.timers where timer.kind == .gcd {
            let records = trace.records.filter { trace.name($0.entity) == timer.id }
            guard let grid = records.first(where: { $0.kind == .gridSet }).map({ trace.grid(of: $0) }) else { continue }
            var served: Int64 = 0
            let isCounted = records.filter { $0.kind == .fired }.allSatisfy { firing in
                let isNext = grid.point(served) == firing.value
                served += firing.extra
                return isNext && grid.points(before: firing.time + 1) >= served
            }
            #expect(isCounted)
        }
    }

    @Test("values at the end of time are survived", arguments: HugeInstantTests.huge, TimerKind.allCases)
    func hugeValues(instant: Int64, kind: TimerKind) throws {
        var builder = PlanBuilder(duration: 0)
        builder.plan.duration = .max
        builder.plan.budget.occurrences = 2_000
        builder.plan.device.wakeUp = .replayed([5, instant])
        builder.thread("own")
        let isLoop = kind == .machWait || kind == .threadSleep
        let usesQueue = [.gcd, .after, .taskSleep, .asyncTimer].contains(kind)
        for clock in TimerClock.allCases {
            for interval in [instant, 1, 0, -instant] {
                let index = builder.mechanism(
                    "t", kind, queue: usesQueue ? 0 : nil, thread: isLoop ? 1 : 0, do: [.work(.duration(3))])
                builder.plan.timers[index].clock = clock
                builder.plan.timers[index].interval = Rational(whole: interval)
                builder.plan.timers[index].tolerance = instant
                builder.plan.timers[index].frameRate.frameInterval = kind == .displayLink ? instant : nil
            }
        }
        builder.event(at: 0, .asyncAfter(delay: .fixed(instant), queue: 0, clock: .wall, steps: [], captures: []))
        builder.event(at: 1, .setWallClock(by: instant))
        builder.event(at: 2, .setWallClock(by: -instant))
        builder.event(at: 3, .systemSleep(instant))
        if kind == .gcd {
            builder.event(
                at: 2, .reschedule(timer: 0, start: .at(-instant), interval: Rational(whole: 7), leeway: instant))
        }
        let records = try builder.record().records
        #expect(zip(records, records.dropFirst()).allSatisfy { $0.time <= $1.time })
    }
}

/// A scenario with timers of all mechanisms that get in each other's way, drawn from a seed.
private struct MechanismScenario {
    private(set) var plan = ScenarioPlan()
    private var random: SplitMix

    init(seed: UInt64) {
        random = SplitMix(state: seed)
        plan.duration = ms(2000)
        plan.seed = seed
        plan.queues.append(QueuePlan(id: "serial", kind: .serial))
        plan.queues.append(QueuePlan(id: "global", kind: .global))
        plan.device.choices.wakeInWindow = OpenChoices.WakeInWindow.allCases[draw(3)]
        plan.device.choices.simultaneousSources = OpenChoices.SimultaneousSources.allCases[draw(3)]
        plan.device.choices.displayOverrun = OpenChoices.DisplayOverrun.allCases[draw(2)]
        if draw(3) == 0 { plan.device.wakeUp = .replayed((0..<20).map { _ in random.below(ms(4)) }) }
        plan.device.backgroundTime = draw(2) == 0 ? .max : 0
        for index in 0..<2 + draw(6) { addTimer(index) }
        for _ in 0..<draw(8) { addEvent() }
    }

    private mutating func draw(_ count: Int) -> Int { Int(random.below(Int64(count))) }

    private mutating func addTimer(_ index: Int) {
        let kind = TimerKind.allCases[draw(TimerKind.allCases.count)]
        var timer = TimerPlan(id: "t\(index)", kind: kind)
        timer.interval = Rational(Int128(ms(1) + random.below(ms(120))), over: Int128(1 + draw(3)))
        timer.delay = draw(2) == 0 ? Rational(whole: random.below(ms(300)) - (kind == .gcd ? ms(100) : 0)) : nil
        timer.repeats = draw(5) > 0
        timer.tolerance = draw(2) == 0 ? random.below(ms(80)) : 0
        timer.clock = TimerClock.allCases[draw(3)]
        timer.isStrict = draw(4) == 0
        timer.isAbsolute = draw(2) == 0
        timer.frameRate.preferred = random.below(70)
        timer.modes = [[.default], [.common], [.tracking]][draw(3)]
        if draw(2) == 0 { timer.steps = [Step(.work(.duration(random.below(ms(90)))))] }
        switch kind.row.home {
        case .queue, .mainActor: timer.queue = draw(3)
        case .ownThread:
            timer.thread = plan.threads.count
            plan.threads.append(ThreadPlan(id: "thread \(index)", body: []))
        case .runLoop: break
        }
        timer.heldBy = kind.row.needsHolder ? [.staticVariable] : []
        plan.timers.append(timer)
        plan.creationOrder.append(.timer(index))
    }

    private mutating func addEvent() {
        let timer = draw(plan.timers.count)
        var id = "event"
        let action: Action
        switch draw(9) {
        case 0: action = .work(.duration(random.below(ms(150))))
        case 1: action = .runLoop(.nested([.tracking, ModeName("private")][draw(2)], for: random.below(ms(200))))
        case 2: action = .suspend(.timer(timer))
        case 3: action = .invalidate(.timer(timer))
        case 4: action = .async(queue: 1, steps: [Step(.work(.duration(random.below(ms(150)))))], captures: [])
        case 5:
            id = "reschedule"
            action = .reschedule(timer: timer, start: .after(random.below(ms(100))), interval: nil, leeway: 0)
        case 6:
            id = "system"
            action = .systemSleep(random.below(ms(400)))
        case 7:
            id = "system"
            action = .setWallClock(by: random.below(ms(800)) - ms(400))
        default:
            id = "system"
            action = .background
            plan.events.append(
                EventPlan(id: "system", at: ms(500) + random.below(ms(1400)), steps: [Step(Verb.foreground)]))
        }
        plan.events.append(EventPlan(id: id, at: random.below(ms(1900)), steps: [Step(action)]))
    }
}
