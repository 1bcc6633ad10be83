import LabExactTime
import LabScenarioModel
import LabSteps

/// Meetings of rules that chance seldom brings about.
extension RandomScenarios {
    mutating func makeCrossings() {
        guard chance(0.5) else { return }
        switch number(0...4) {
        case 0: makeBatch()
        case 1: makeSharedSource()
        case 2: makeLimitInACallout()
        case 3: makeWakeUpBesideATimer()
        default: makePortsWhileBusy()
        }
    }

    /// Source0s that are signalled together, of which the first invalidates the last.
    private mutating func makeBatch() {
        let first = plan.sources.count
        for number in 0..<Int(number(2...3)) {
            var source = SourcePlan(id: "batch\(number)", kind: .source0, place: place())
            source.modes = [.common]
            source.order = Int64(number)
            source.steps = [step(.log(LogTextPlan(pieces: [.literal("batch")])))]
            plan.sources.append(source)
        }
        let last = plan.sources.count - 1
        plan.sources[first].steps.append(step(.invalidate(.source(last))))
        addEvent("signals", at: 50...500, (first...last).map { .signal(source: $0) })
    }

    /// A port in the run loops of two threads.
    private mutating func makeSharedSource() {
        guard let worker else { return }
        var source = SourcePlan(id: "shared", kind: .source1, place: place())
        source.modes = [.default]
        source.thread = worker
        source.steps = [step(.work(.duration(milliseconds(1...10))))]
        plan.sources.append(source)
        addEvent("shares", at: 45...80, [.add(.source(plan.sources.count - 1), modes: [.default], thread: nil)])
    }

    /// The time of a run call is over while another timer works; an observer counts the wake-ups.
    private mutating func makeLimitInACallout() {
        let start = milliseconds(60...300)
        let limit = milliseconds(30...60)
        addTimer("nests", at: start, [.runLoop(.inMode(.default, for: limit, returnAfterSourceHandled: false))])
        addTimer("busy", at: start + milliseconds(10...20), [.work(.duration(milliseconds(60...120)))])
        var observer = ObserverPlan(id: "woken", activities: [.afterWaiting], place: place())
        observer.modes = [.default]
        observer.steps = [step(.log(LogTextPlan(pieces: [.literal("woken")])))]
        plan.observers.append(observer)
    }

    /// A block wakes the loop after it has kept a timer waiting.
    private mutating func makeWakeUpBesideATimer() {
        let start = milliseconds(60...300)
        let block: Action = .performBlock(
            modes: [.common], thread: nil, wakes: false,
            steps: [step(.work(.duration(milliseconds(40...80)))), step(.wakeLoop(thread: nil))])
        addTimer(
            "blocks", at: start, [.performBlock(modes: [.common], thread: nil, wakes: false, steps: [step(block)])])
        addTimer("waits", at: start + milliseconds(10...30), [.log(LogTextPlan(pieces: [.literal("waited")]))])
    }

    /// A timer and an event become ready while the loop is busy, in either order.
    private mutating func makePortsWhileBusy() {
        let start = milliseconds(60...300)
        addTimer("works", at: start, [.work(.duration(milliseconds(90...150)))])
        addTimer("overdue", at: start + milliseconds(10...70), [.log(LogTextPlan(pieces: [.literal("overdue")]))])
        plan.events.append(
            EventPlan(
                id: "meanwhile", place: place(), at: start + milliseconds(10...70),
                steps: [step(chance(0.5) ? .invalidate(.timer(plan.timers.count - 1)) : .work(.duration(workTime())))]))
    }

    private mutating func addTimer(_ id: String, at delay: Int64, _ actions: [Action]) {
        var timer = TimerPlan(id: id, kind: .nstimer, place: place())
        timer.delay = Rational(whole: delay)
        timer.interval = timer.delay
        timer.modes = [.default]
        timer.steps = actions.map { step($0) }
        plan.timers.append(timer)
    }
}
