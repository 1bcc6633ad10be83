import LabExactTime
import LabScenarioModel
import LabSteps

extension RandomScenarios {
    // MARK: Timers

    mutating func makeLoopTimers() {
        for number in 0..<pick([1, 2, 2, 3, 3, 4]) {
            var timer = TimerPlan(id: "timer\(number)", kind: chance(0.12) ? .perform : .nstimer, place: place())
            setTimes(&timer)
            timer.modes = pick([[.default], [.default], [.common], [.default, .tracking], [.tracking]])
            if let worker, chance(0.4) { timer.thread = worker }
            if timer.kind == .nstimer, timer.thread == 0, chance(0.1) {
                timer.creation = .timer
                timer.heldBy = [.staticVariable]
            }
            plan.timers.append(timer)
        }
    }

    mutating func makeQueueTimers() {
        for number in 0..<pick([0, 0, 1, 1, 2]) {
            var timer = TimerPlan(id: "source\(number)", kind: chance(0.25) ? .after : .gcd, place: place())
            setTimes(&timer)
            if chance(0.5) {
                timer.queue = 0
            } else {
                plan.queues.append(QueuePlan(id: "queue\(number)", kind: .serial, place: place()))
                timer.queue = plan.queues.count - 1
            }
            if timer.kind == .gcd {
                timer.heldBy = [.staticVariable]
                timer.startsActive = chance(0.9)
                if chance(0.3) { timer.cancelSteps = shortSteps() }
                if timer.startsActive, chance(0.15) {
                    releasedSources.append(plan.timers.count)
                } else {
                    freeSources.append(plan.timers.count)
                }
            }
            plan.timers.append(timer)
        }
    }

    mutating func makeWaitingTimers() {
        guard chance(0.15) else { return }
        var timer = TimerPlan(id: "waiting", kind: pick([.machWait, .threadSleep]), place: place())
        setTimes(&timer)
        timer.repeats = true
        timer.thread = plan.threads.count
        plan.threads.append(ThreadPlan(id: "waiter", place: place(), starts: 0, body: []))
        plan.timers.append(timer)
    }

    private mutating func setTimes(_ timer: inout TimerPlan) {
        timer.interval = Rational(whole: milliseconds(24...190))
        timer.repeats = chance(0.85)
        if chance(0.4) { timer.delay = Rational(whole: milliseconds(3...200)) }
    }

    // MARK: Sources and observers

    mutating func makeSources() {
        guard chance(0.3) else { return }
        for number in 0..<pick([1, 1, 2]) {
            var source = SourcePlan(id: "input\(number)", kind: pick([.source0, .source1]), place: place())
            source.modes = pick([[.default], [.common], [.tracking]])
            source.order = self.number(-1...1)
            if let worker, chance(0.4) { source.thread = worker }
            source.at = (0..<pick([1, 2, 3])).map { _ in milliseconds(30...1000) }
            plan.sources.append(source)
        }
    }

    /// Told of activations, or of anything just once: how many passes there are is up to the host.
    mutating func makeObservers() {
        guard chance(0.3) else { return }
        var observer = ObserverPlan(id: "observer", activities: [.entry], place: place())
        observer.repeats = chance(0.6)
        observer.activities =
            observer.repeats
            ? pick([[.entry], [.exit], [.entry, .exit]])
            : [pick([.entry, .beforeTimers, .beforeWaiting, .afterWaiting])]
        observer.modes = pick([[.default], [.common], [.tracking]])
        if let worker, chance(0.4) { observer.thread = worker }
        observer.steps = [step(.log(LogTextPlan(pieces: [.field(.activity), .literal(" in "), .field(.mode)])))]
        plan.observers.append(observer)
    }

    // MARK: Events and the second thread

    mutating func makeEvents() {
        for number in 0..<pick([0, 1, 2, 2, 3]) {
            var event = EventPlan(id: "event\(number)", place: place(), at: milliseconds(20...900), steps: [])
            if let worker, chance(0.2) { event.thread = worker }
            for _ in 0..<pick([1, 1, 2]) { event.steps.append(step(eventAction(on: event.thread))) }
            plan.events.append(event)
        }
        for source in releasedSources { addEvent("release\(source)", at: 50...900, [.release(.timer(source))]) }
    }

    mutating func workerBody() -> [Step] {
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
}
