import LabCatalogue
import LabExactTime
import LabScenarioModel
import LabSteps

/// Parts and steps that no host has for a command, or not at the same instants.
extension RandomScenarios {
    /// The scenario of a seed with parts that only the simulation has.
    public static func beyondHosts(seed: UInt64) -> ScenarioPlan { scenario(seed: seed) { $0.makeSimulatedOnly() } }

    /// Every other scenario has parts that no host has.
    package static func mixed(seed: UInt64) -> ScenarioPlan {
        seed.isMultiple(of: 2) ? beyondHosts(seed: seed) : onHosts(seed: seed)
    }

    private mutating func makeSimulatedOnly() {
        let (taps, signal, upload) = (0, 1, 2)
        plan.counters = 3
        addEvent("taps", 20...400, .count(counter: taps, number(1...3), sets: chance(0.3)))
        plan.events[plan.events.count - 1].drawnAt = QuantileTable(points: [
            .init(probability: 0, value: milliseconds(20...300)),
            .init(probability: 1_000_000, value: milliseconds(301...600)),
        ])
        for timer in plan.timers.indices {
            let condition: Condition = pick([
                .every(timer: nil, number(2...4)), .since(milliseconds(100...800)), .answered(.equal(1)),
                .counted(counter: taps, .atLeast(1)), .not(.counted(counter: taps, .equal(2))),
            ])
            let text = LogTextPlan(pieces: [.literal("met "), .field(.counter(taps))])
            plan.timers[timer].steps.append(step(.log(text), when: condition))
        }
        if let timer = plan.timers.indices.first(where: { plan.timers[$0].kind == .nstimer }) {
            addEvent("tolerates", 10...500, .setTolerance(timer: timer, milliseconds(1...60)))
        }
        // Waiting that has an end: for a queue that waits for nobody, and for a signal that comes.
        plan.queues.append(QueuePlan(id: "database", kind: .serial, place: place()))
        let queue = plan.queues.count - 1
        addEvent(
            "asks", 50...500, .async(queue: queue, steps: shortSteps(), captures: []),
            .sync(queue: queue, steps: shortSteps()))
        let body = [step(.waitFor(counter: signal))] + shortSteps()
        plan.threads.append(ThreadPlan(id: "waits for it", place: place(), starts: milliseconds(0...100), body: body))
        addEvent("signals it", 100...600, .count(counter: signal, 1, sets: false))
        makeLinkAndTask()
        guard chance(0.5) else { return }
        addEvent("leaves", 50...200, .beginBackgroundTask(counter: upload, expiration: []), .background)
        addEvent("is done", 201...400, .endBackgroundTask(counter: upload))
        addEvent("returns", 401...590, .foreground)
    }

    /// A display link, whose rate and display change, and a task that sleeps in its body, too, and is cancelled.
    private mutating func makeLinkAndTask() {
        for kind in [TimerKind.displayLink, .taskSleep] {
            var timer = TimerPlan(id: kind.rawValue, kind: kind, place: place())
            timer.repeats = true
            timer.steps = shortSteps()
            if kind == .taskSleep {
                (timer.clock, timer.queue) = (.continuous, 0)
                timer.interval = Rational(whole: milliseconds(40...200))
                timer.swallowsCancellation = chance(0.5)
                timer.steps += [step(.taskSleep(.fixed(milliseconds(5...80))))] + shortSteps()
            }
            plan.timers.append(timer)
        }
        var rate = FrameRatePlan()
        rate.preferred = pick([10, 30])
        addEvent("slower", 50...500, .setRate(timer: plan.timers.count - 2, rate))
        addEvent("another display", 50...500, .setRefresh(Rational(whole: pick([80, 120]))))
        addEvent("cancels", 100...580, .cancel(.timer(plan.timers.count - 1)))
    }

    private mutating func addEvent(_ id: String, _ range: ClosedRange<Int64>, _ actions: Action...) {
        let steps = actions.map { step($0) }
        plan.events.append(EventPlan(id: id, place: place(), at: milliseconds(range), steps: steps))
    }
}
