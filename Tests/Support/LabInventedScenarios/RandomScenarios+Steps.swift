import LabExactTime
import LabScenarioModel
import LabSteps

extension RandomScenarios {
    // MARK: Callbacks

    mutating func callback(of timer: Int) -> [Step] {
        var steps: [Step] = []
        if chance(0.6) { steps.append(step(.work(.duration(workTime())))) }
        if chance(0.25) {
            steps.append(step(.log(LogTextPlan(pieces: [.literal("call "), .field(.firing(fromZero: false))]))))
        }
        if chance(0.45) {
            let condition = Condition.fired(timer: nil, .equal(number(1...5)))
            steps += rareActions(ofTimer: timer).map { step($0, when: condition) }
        }
        if chance(0.2) { steps.append(step(.work(.duration(workTime())))) }
        return steps
    }

    /// Something small for sources, cancel handlers and blocks; a block that a timer's callback makes speaks of its firing.
    mutating func shortSteps(speaksOfTimer: Bool = false) -> [Step] {
        var text = LogTextPlan(pieces: [.literal("here")])
        if speaksOfTimer { text.pieces += [.literal(" "), .field(.firing(fromZero: false))] }
        return [step(chance(0.5) ? .work(.duration(workTime())) : .log(text))]
    }

    private mutating func rareActions(ofTimer timer: Int) -> [Action] {
        let planned = plan.timers[timer]
        let thread = thread(of: planned)
        var choices: [[Action]] = [
            [deferred(on: thread, inCallback: true)], [deferred(on: thread, inCallback: true)],
            [acrossThreads(from: thread, inCallback: true)],
        ]
        if let thread {
            if let other = randomTimer(of: thread) {
                choices += [[.setFireDate(timer: other, fireDate())], [.invalidate(.timer(other))], [.fire(other)]]
            }
            choices += [
                [.runLoop(.nested(pick([.tracking, .default]), for: milliseconds(20...200)))],
                (0..<pick([1, 1, 2, 3])).map { _ in briefRun() }, (0..<pick([1, 2])).map { _ in briefRun() },
                [.stopLoop(thread: nil)],
            ]
        }
        if planned.kind == .nstimer {
            choices += [[.setFireDate(timer: timer, fireDate())], [.invalidate(.timer(timer))]]
        }
        return pick(choices)
    }

    /// The thread whose run loop calls a timer back; nil: no run loop does.
    private func thread(of timer: TimerPlan) -> Int? {
        timer.kind.row.home == .ownThread || (timer.queue ?? 0) != 0 ? nil : timer.thread
    }

    /// A run call that a source may end.
    private mutating func briefRun() -> Action {
        chance(0.5)
            ? .runLoop(.inMode(.default, for: milliseconds(10...150), returnAfterSourceHandled: chance(0.7)))
            : .runLoop(.once(mode: .default, before: .at(milliseconds(100...1200))))
    }

    /// A block, a queue item, or a delayed one; `thread`: where this is asked for, nil: where no run loop runs.
    private mutating func deferred(on thread: Int?, inCallback: Bool = false) -> Action {
        let inner = shortSteps(speaksOfTimer: inCallback)
        let queue = pick(Array(plan.queues.indices))
        return switch number(thread == nil ? 2...3 : 0...3) {
        case 0: .performBlock(modes: [pick([.default, .common, .tracking])], thread: nil, wakes: false, steps: inner)
        case 1: perform("later", .after(milliseconds(5...150), modes: [.default]), inner)
        case 2: .async(queue: queue, steps: inner, captures: [])
        default:
            .asyncAfter(
                delay: .fixed(milliseconds(5...250)), queue: queue,
                clock: pick([.uptime, .uptime, .continuous, .wall]),
                steps: inner, captures: [])
        }
    }

    private func perform(_ selector: String, _ delivery: PerformPlan.Delivery, _ steps: [Step]) -> Action {
        .perform(PerformPlan(selector: selector, target: nil, delivery: delivery, steps: steps))
    }

    /// Something that one thread does to the run loop of the other, or of the main thread to its own.
    private mutating func acrossThreads(from thread: Int?, inCallback: Bool = false) -> Action {
        let other = thread == 0 ? worker ?? 0 : 0
        let inner = shortSteps(speaksOfTimer: inCallback)
        // Only the main thread never ends, and to wait for one that has ended ends the process.
        let waits = chance(0.3) && other == 0
        var choices: [Action] = [
            .performBlock(modes: [pick([.default, .common])], thread: other, wakes: chance(0.7), steps: inner),
            perform("there", .onThread(other, modes: [pick([.default, .common])], waits: waits), inner),
            perform("there", .onThread(other, modes: [.common], waits: false), inner), .stopLoop(thread: other),
            .wakeLoop(thread: other),
        ]
        if let timer = randomTimer(of: other) {
            choices += [.setFireDate(timer: timer, fireDate()), .invalidate(.timer(timer))]
        }
        return pick(choices)
    }

    // MARK: Events

    mutating func eventAction(on thread: Int) -> Action {
        var choices: [Action] = [
            .work(.duration(milliseconds(5...150))), deferred(on: thread), acrossThreads(from: thread),
            .runLoop(.nested(.tracking, for: milliseconds(30...300))),
            .runLoop(.nested(.tracking, for: milliseconds(30...300))),
            .runLoop(.until(.after(milliseconds(20...200)))), briefRun(),
        ]
        if let timer = randomTimer(of: thread) {
            choices += [.setFireDate(timer: timer, fireDate()), .invalidate(.timer(timer))]
            if plan.timers[timer].creation == .timer {
                choices.append(.add(.timer(timer), modes: [.common], thread: nil))
            }
        }
        if !plan.sources.isEmpty { choices.append(.signal(source: pick(Array(plan.sources.indices)))) }
        // The main thread never ends, so that what is suspended there is resumed as well.
        if thread == 0 { choices += sourceActions() }
        let action = pick(choices)
        // What is suspended at some time is resumed after the last instant at which an event may come.
        if action.verb == .suspend, let part = action.part {
            addEvent("resume\(plan.events.count)", at: 920...1200, [.resume(part)])
        }
        return action
    }

    private mutating func sourceActions() -> [Action] {
        guard !freeSources.isEmpty else { return [] }
        let source = pick(freeSources)
        var choices: [Action] = [
            .cancel(.timer(source)),
            .reschedule(
                timer: source, start: .after(milliseconds(5...150)), interval: Rational(whole: milliseconds(30...150)),
                leeway: 0),
        ]
        // Only what is balanced; a process that dies is another kind of scenario.
        if plan.timers[source].startsActive { choices += [.suspend(.timer(source)), .suspend(.timer(source))] }
        if let queue = plan.timers[source].queue, queue > 0 { choices.append(.suspend(.queue(queue))) }
        return choices
    }

    // MARK: Choices

    private mutating func randomTimer(of thread: Int) -> Int? {
        let own = plan.timers.indices.filter { plan.timers[$0].kind == .nstimer && plan.timers[$0].thread == thread }
        return own.isEmpty ? nil : pick(own)
    }

    private mutating func fireDate() -> FireDate {
        switch number(0...7) {
        case 0: .distantPast
        case 1: .distantFuture
        case 2: .at(milliseconds(100...1200))
        default: .after(milliseconds(5...250))
        }
    }
}
