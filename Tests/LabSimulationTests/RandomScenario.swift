import LabExactTime
import LabRecording
import LabScenarioModel
import LabSteps

@testable import LabSimulation

/// A scenario that is drawn from a seed, so that laws can be held against many.
struct RandomScenario {
    /// What a law changes: the scenario stays the same otherwise.
    struct Change {
        var duration: Int64 = 300_000_000
        var shift: Int64 = 0
        var scale: Int64 = 1
        /// Whether parts are defined in the opposite order.
        var isReversed = false
        /// Makes the main run loop look at more than timers in each pass.
        var hasIdleObserver = false
        /// Adds a timer whose first firing lies beyond the end.
        var hasSilentTimer = false
        /// Gives callbacks without steps a step that takes no time.
        var hasEmptySteps = false
    }

    private enum Do {
        case nothing
        case log(String)
        case work(Int64)
        case nested(ModeName, Int64)
        case setFireDate(Int, Int64)
        case invalidate(Int)
        case fire(Int)
        case async(Int64)
        case block(Int64)
        case perform(Int64)
        case stopWorker
        case wakeWorker
        case addMode(Int)
    }

    private struct TimerDraft {
        var interval: Int64
        var delay: Int64
        var repeats: Bool
        var tolerance: Int64
        var modes: [ModeName]
        var thread: Int
        var action: Do
    }

    private var timers: [TimerDraft] = []
    private var events: [(at: Int64, action: Do)] = []
    private var messages: [Int64] = []
    private var runs: [Int64] = []

    init(seed: UInt64) {
        var random = SplitMix(state: seed)
        let count = 1 + random.below(5)
        for index in 0..<count {
            let interval = 1_000_000 + random.below(60_000_000)
            timers.append(
                TimerDraft(
                    interval: interval, delay: 1 + random.below(60_000_000), repeats: random.below(5) > 0,
                    tolerance: random.below(4) == 0 ? random.below(interval) : 0,
                    modes: [[.default], [.default], [.common], [.default, .tracking]][Int(random.below(4))],
                    thread: Int(random.below(2)),
                    action: random.below(5) < 2
                        ? .nothing : RandomScenario.action(&random, timers: Int(count), own: Int(index))))
        }
        for _ in 0..<random.below(7) {
            events.append(
                (
                    at: random.below(280_000_000),
                    action: RandomScenario.action(&random, timers: Int(count), own: Int(random.below(count)))
                ))
        }
        for _ in 0..<random.below(3) { messages.append(random.below(300_000_000)) }
        for _ in 0..<random.below(4) { runs.append(random.below(120_000_000)) }
    }

    private static func action(_ random: inout SplitMix, timers: Int, own: Int) -> Do {
        let other = Int(random.below(Int64(timers)))
        return switch random.below(13) {
        case 0: .log("line \(own)")
        case 1, 2: .work(random.below(40_000_000))
        case 3: .nested(.tracking, random.below(60_000_000))
        case 4: .nested(.default, random.below(30_000_000))
        case 5: .setFireDate(own, 500_000 + random.below(70_000_000))
        case 6: .setFireDate(other, 500_000 + random.below(70_000_000))
        case 7: random.below(3) == 0 ? .invalidate(other) : .log("kept \(other)")
        case 8: .async(random.below(9_000_000))
        case 9: .block(random.below(9_000_000))
        case 10: .perform(random.below(9_000_000))
        case 11: random.below(2) == 0 ? .stopWorker : .wakeWorker
        default: random.below(2) == 0 ? .fire(other == own ? 0 : other) : .addMode(other)
        }
    }

    func plan(_ change: Change = Change()) -> ScenarioPlan {
        var plan = ScenarioPlan()
        plan.duration = change.duration * change.scale + change.shift
        plan.threads[0].starts = change.shift
        func time(_ value: Int64) -> Int64 { value * change.scale }
        let order = change.isReversed ? Array(timers.indices.reversed()) : Array(timers.indices)
        func position(_ timer: Int) -> Int { change.isReversed ? timers.count - 1 - timer : timer }
        func steps(_ action: Do, own: Int?) -> [Step] {
            let actions: [Action] =
                switch action {
                case .nothing: change.hasEmptySteps ? [.work(.duration(0))] : []
                case .log(let text): [.log(text)]
                case .work(let duration): [.work(.duration(time(duration)))]
                case .nested(let mode, let duration): [.runLoop(.nested(mode, for: time(duration)))]
                case .setFireDate(let timer, let delay):
                    [.setFireDate(timer: position(timer), .after(time(delay)))]
                case .invalidate(let timer): [.invalidate(.timer(position(timer)))]
                case .fire(let timer): timer == own || own != nil ? [.log("no fire")] : [.fire(position(timer))]
                case .async(let duration): [.async(.work(.duration(time(duration))))]
                case .block(let duration): [.block(.work(.duration(time(duration))), modes: [.common])]
                case .perform(let duration): [.perform(.work(.duration(time(duration))), on: 1)]
                case .stopWorker: [.stopLoop(thread: 1)]
                case .wakeWorker: [.wakeLoop(thread: 1)]
                case .addMode(let timer): [.add(.timer(position(timer)), modes: [.tracking], thread: nil)]
                }
            return actions.map { Step($0) }
        }
        for index in order {
            let draft = timers[index]
            var timer = TimerPlan(id: "timer \(index)", kind: .nstimer)
            timer.interval = Rational(whole: time(draft.interval))
            timer.delay = Rational(whole: time(draft.delay))
            timer.repeats = draft.repeats
            timer.tolerance = time(draft.tolerance)
            timer.modes = draft.modes
            timer.thread = draft.thread
            timer.steps = steps(draft.action, own: index)
            plan.timers.append(timer)
            plan.creationOrder.append(.timer(plan.timers.count - 1))
        }
        if change.hasSilentTimer {
            var timer = TimerPlan(id: "silent", kind: .nstimer)
            timer.interval = Rational(whole: plan.duration * 2 + 1)
            timer.repeats = true
            timer.modes = [.common]
            plan.timers.append(timer)
            plan.creationOrder.append(.timer(plan.timers.count - 1))
        }
        let indexed = Array(events.enumerated())
        for (index, event) in change.isReversed ? indexed.reversed() : indexed {
            plan.events.append(
                EventPlan(
                    id: "event \(index)", at: time(event.at) + change.shift, steps: steps(event.action, own: nil)))
        }
        if change.hasIdleObserver {
            var observer = ObserverPlan(id: "idle", activities: ObserverPlan.Activity.allCases)
            observer.modes = [ModeName("never run")]
            plan.observers = [observer]
            plan.creationOrder.append(.observer(0))
        }
        addWorker(to: &plan, change)
        return plan
    }

    private func addWorker(to plan: inout ScenarioPlan, _ change: Change) {
        var source = SourcePlan(id: "port", kind: .source1)
        source.thread = 1
        source.at = messages.map { $0 * change.scale + change.shift }
        source.steps = [Step(.work(.duration(2_000_003 * change.scale)))]
        if !messages.isEmpty {
            plan.sources = [source]
            plan.creationOrder.append(.source(0))
        }
        let body = runs.map {
            Step(.runLoop(.inMode(.default, for: $0 * change.scale, returnAfterSourceHandled: $0 % 2 == 0)))
        }
        plan.threads.append(
            ThreadPlan(
                id: "worker", starts: change.shift + 1_000_003 * change.scale,
                body: body + [Step(.log("runs for ever")), Step(.runLoop(.forever))]))
    }
}

/// Vigna's SplitMix64: random numbers that are the same everywhere.
struct SplitMix {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// From 0 to `limit`, exclusive.
    mutating func below(_ limit: Int64) -> Int64 { Int64(next() % UInt64(limit)) }
}
