import ExactTime
import ScenarioModel

/// Invents scenarios: timers, modes, nested loops, blocks, main-queue items, dispatch timers and what is done to them.
///
/// Same seed, same scenario. Every step has a place of its own, so that recordings of it can be told apart by place.
public struct RandomScenarios: Sendable {
    private var numbers: SeededNumbers
    private var plan = ScenarioPlan()
    private var nextPlace = 1

    /// Where the own timers stand in the plan.
    private var loopTimers: [Int] = []
    private var sourceTimers: [Int] = []
    private var hasWorker = false

    private init(seed: UInt64) {
        numbers = SeededNumbers(seed: seed)
        plan.seed = seed
    }

    /// The scenario of a seed.
    public static func scenario(seed: UInt64) -> ScenarioPlan {
        var maker = RandomScenarios(seed: seed)
        return maker.make(seed: seed)
    }

    private mutating func make(seed: UInt64) -> ScenarioPlan {
        plan.title = "random scenario \(seed)"
        plan.duration = milliseconds(600...1400)
        hasWorker = chance(0.3)
        if hasWorker {
            plan.threads.append(ThreadPlan(id: "worker", place: place(), starts: milliseconds(0...40), body: []))
        }
        makeLoopTimers()
        makeQueueTimers()
        for index in plan.timers.indices { plan.timers[index].steps = callback(of: index) }
        makeEvents()
        if hasWorker { plan.threads[1].body = workerBody() }
        plan.creationOrder = plan.timers.indices.map { .timer($0) }
        return plan
    }

    // MARK: Timers

    private mutating func makeLoopTimers() {
        for number in 0..<pick([1, 2, 2, 3, 3, 4]) {
            var timer = TimerPlan(id: "timer\(number)", kind: chance(0.12) ? .perform : .nstimer, place: place())
            timer.interval = Rational(whole: milliseconds(24...190))
            timer.repeats = chance(0.85)
            if chance(0.4) { timer.delay = Rational(whole: milliseconds(3...200)) }
            timer.modes = pick([[.default], [.default], [.common], [.default, .tracking], [.tracking]])
            if hasWorker, chance(0.4) { timer.thread = 1 }
            if timer.kind == .nstimer, timer.thread == 0, chance(0.1) {
                timer.creation = .timer
                timer.heldBy = [.staticVariable]
            }
            loopTimers.append(plan.timers.count)
            plan.timers.append(timer)
        }
    }

    private mutating func makeQueueTimers() {
        for number in 0..<pick([0, 0, 1, 1, 2]) {
            var timer = TimerPlan(id: "source\(number)", kind: chance(0.25) ? .after : .gcd, place: place())
            timer.interval = Rational(whole: milliseconds(24...190))
            timer.repeats = chance(0.85)
            if chance(0.4) { timer.delay = Rational(whole: milliseconds(3...200)) }
            if chance(0.5) {
                timer.queue = 0
            } else {
                plan.queues.append(QueuePlan(id: "queue\(number)", kind: .serial, place: place()))
                timer.queue = plan.queues.count - 1
            }
            if timer.kind == .gcd {
                timer.heldBy = [.staticVariable]
                timer.startsActive = chance(0.9)
                sourceTimers.append(plan.timers.count)
            }
            plan.timers.append(timer)
        }
    }

    // MARK: Steps

    private mutating func callback(of timer: Int) -> [Step] {
        var steps: [Step] = []
        if chance(0.6) { steps.append(step(.work(.duration(workTime())))) }
        if chance(0.25) {
            steps.append(step(.log(LogTextPlan(pieces: [.literal("call "), .field(.firing(fromZero: false))]))))
        }
        if chance(0.45) {
            let turn = Int64.random(in: 1...5, using: &numbers)
            steps.append(rareStep(ofTimer: timer, when: .fired(timer: nil, .equal(turn))))
        }
        if chance(0.2) { steps.append(step(.work(.duration(workTime())))) }
        return steps
    }

    /// Something that a callback does once.
    private mutating func rareStep(ofTimer timer: Int, when condition: Condition) -> Step {
        let isOnMain = plan.timers[timer].queue == nil ? plan.timers[timer].thread == 0 : plan.timers[timer].queue == 0
        let hasLoop = isOnMain || plan.timers[timer].queue == nil
        var choices: [Action] = [deferred(hasLoop: hasLoop)]
        if let other = randomLoopTimer() {
            choices += [.setFireDate(timer: other, fireDate()), .invalidate(.timer(other)), .fire(other)]
        }
        if plan.timers[timer].kind == .nstimer {
            choices += [.setFireDate(timer: timer, fireDate()), .invalidate(.timer(timer))]
        }
        if hasLoop {
            choices += [
                .runLoop(.nested(pick([.tracking, .default]), for: milliseconds(20...200))),
                .runLoop(.inMode(.default, for: milliseconds(10...150), returnAfterSourceHandled: chance(0.5))),
                .runLoop(.once(mode: .default, before: .at(milliseconds(100...1200)))),
            ]
        }
        return step(pick(choices), when: condition)
    }

    /// A block, a main-queue item, or a delayed one.
    private mutating func deferred(hasLoop: Bool = true) -> Action {
        let inner = [step(.work(.duration(workTime())))]
        return switch Int.random(in: hasLoop ? 0..<4 : 2..<4, using: &numbers) {
        case 0: .performBlock(modes: [pick([.default, .common, .tracking])], thread: nil, wakes: false, steps: inner)
        case 1:
            .perform(
                PerformPlan(
                    selector: "later", target: nil, delivery: .after(milliseconds(5...150), modes: [.default]),
                    steps: inner))
        case 2: .async(queue: 0, steps: inner, captures: [])
        default: .asyncAfter(delay: milliseconds(5...250), queue: 0, clock: .uptime, steps: inner, captures: [])
        }
    }

    private mutating func makeEvents() {
        for number in 0..<pick([0, 1, 2, 2, 3]) {
            let at = milliseconds(20...900)
            var steps: [Step] = []
            for _ in 0..<pick([1, 1, 2]) { steps.append(step(eventAction())) }
            plan.events.append(EventPlan(id: "event\(number)", place: place(), at: at, steps: steps))
        }
    }

    private mutating func eventAction() -> Action {
        var choices: [Action] = [
            .work(.duration(milliseconds(5...150))), deferred(),
            .runLoop(.nested(.tracking, for: milliseconds(30...300))),
            .runLoop(.nested(.tracking, for: milliseconds(30...300))),
            .runLoop(.until(.after(milliseconds(20...200)))),
        ]
        if let timer = randomLoopTimer() {
            choices += [.setFireDate(timer: timer, fireDate()), .invalidate(.timer(timer))]
            if plan.timers[timer].creation == .timer {
                choices.append(.add(.timer(timer), modes: [.common], thread: nil))
            }
        }
        if !sourceTimers.isEmpty {
            let source = pick(sourceTimers)
            choices += [
                .cancel(.timer(source)),
                .reschedule(
                    timer: source, start: .after(milliseconds(5...150)),
                    interval: Rational(whole: milliseconds(30...150)),
                    leeway: 0),
            ]
            // Only what is balanced; a process that dies is another kind of scenario.
            if plan.timers[source].startsActive { choices += [.suspend(.timer(source)), .suspend(.timer(source))] }
        }
        let action = pick(choices)
        if case .suspend(.timer(let source)) = action { scheduleResume(of: source) }
        return action
    }

    /// What is suspended at some time is resumed after the last instant at which an event may come.
    private mutating func scheduleResume(of source: Int) {
        plan.events.append(
            EventPlan(
                id: "resume\(plan.events.count)", place: place(), at: milliseconds(920...1200),
                steps: [step(.resume(.timer(source)))]))
    }

    private mutating func workerBody() -> [Step] {
        var body: [Step] = []
        if chance(0.3) { body.append(step(.work(.duration(workTime())))) }
        for _ in 0..<pick([1, 1, 2]) {
            let call: RunCall = pick([
                .forever, .until(.after(milliseconds(200...900))), .until(.at(milliseconds(200...900))),
                .once(mode: .default, before: .at(milliseconds(100...900))),
                .inMode(.default, for: milliseconds(50...500), returnAfterSourceHandled: true),
            ])
            body.append(step(.runLoop(call)))
            if chance(0.3) { body.append(step(.sleep(milliseconds(5...120)))) }
        }
        return body
    }

    // MARK: Choices

    /// A timer of the main run loop, which may be acted on from the main thread.
    private mutating func randomLoopTimer() -> Int? {
        let own = loopTimers.filter { plan.timers[$0].kind == .nstimer && plan.timers[$0].thread == 0 }
        return own.isEmpty ? nil : pick(own)
    }

    private mutating func fireDate() -> FireDate {
        switch Int.random(in: 0..<8, using: &numbers) {
        case 0: .distantPast
        case 1: .distantFuture
        case 2: .at(milliseconds(100...1200))
        default: .after(milliseconds(5...250))
        }
    }

    private mutating func workTime() -> Int64 {
        chance(0.7) ? milliseconds(1...25) : milliseconds(25...160)
    }

    /// Not on round numbers, so that few things are due together.
    private mutating func milliseconds(_ range: ClosedRange<Int64>) -> Int64 {
        Int64.random(in: range.lowerBound * 10...range.upperBound * 10, using: &numbers) * 100_000
    }

    private mutating func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &numbers) < share }

    private mutating func pick<Value>(_ values: [Value]) -> Value {
        values[Int.random(in: 0..<values.count, using: &numbers)]
    }

    private mutating func step(_ action: Action, when condition: Condition? = nil) -> Step {
        Step(action, place: place(), when: condition)
    }

    private mutating func place() -> Place {
        defer { nextPlace += 1 }
        return nextPlace..<nextPlace + 1
    }
}
