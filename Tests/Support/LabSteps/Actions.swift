import LabCatalogue
import LabExactTime
import LabScenarioModel

/// A step without its place and condition.
package typealias Action = Step

/// Steps as tests write them.
extension Step {
    package init(_ action: Action, place: Place = 0..<0, when condition: Condition? = nil, name: String? = nil) {
        self = action
        (self.place, self.condition) = (place, condition)
        if let name { self.name = name }
    }

    /// The step without its place, its condition and its name.
    package var action: Action {
        var action = self
        (action.place, action.condition, action.name) = (0..<0, nil, nil)
        return action
    }

    package static func work(_ amount: Amount) -> Action {
        if case .turns = amount { Step(.loop) { $0.busy = amount } } else { Step(.work) { $0.busy = amount } }
    }

    package static func log(_ text: LogTextPlan) -> Action { Step(.log) { $0.text = text } }
    package static func sleep(_ time: Int64) -> Action { Step(.sleep) { $0.busy = .fixed(time) } }
    package static func taskSleep(_ time: Amount) -> Action { Step(.sleep) { ($0.busy, $0.flag) = (time, true) } }

    package static func repeating(count: Int64, steps: [Step], until: Condition? = nil) -> Action {
        Step(.repeating) { ($0.number, $0.steps, $0.until) = (count, steps, until) }
    }

    package static func count(counter: Int, _ number: Int64, sets: Bool) -> Action {
        Step(.count) { ($0.counter, $0.number, $0.flag) = (counter, number, sets) }
    }

    package static func waitFor(counter: Int) -> Action { Step(.waitFor) { $0.counter = counter } }

    // Timers

    package static func create(_ part: PartReference) -> Action { Step(.create, part) }

    package static func add(_ part: PartReference, modes: [ModeName], thread: Int?) -> Action {
        Step(.add, part) { ($0.modes, $0.thread) = (modes, thread) }
    }

    package static func invalidate(_ part: PartReference) -> Action { Step(.invalidate, part) }
    package static func fire(_ timer: Int) -> Action { Step(.fire, .timer(timer)) }

    package static func setFireDate(timer: Int, _ date: FireDate) -> Action {
        Step(.setFireDate, .timer(timer)) { $0.date = date }
    }

    package static func suspend(_ part: PartReference) -> Action { Step(.suspend, part) }
    package static func resume(_ part: PartReference) -> Action { Step(.resume, part) }
    package static func activate(_ part: PartReference) -> Action { Step(.activate, part) }
    package static func cancel(_ part: PartReference) -> Action { Step(.cancel, part) }
    package static func pause(_ timer: Int) -> Action { Step(.pause, .timer(timer)) }

    package static func setRate(timer: Int, _ rate: FrameRatePlan) -> Action {
        Step(.setRate, .timer(timer)) { $0.frames = rate }
    }

    package static func setTolerance(timer: Int, _ tolerance: Int64) -> Action {
        Step(.setTolerance, .timer(timer)) { $0.slack = tolerance }
    }

    package static func reschedule(timer: Int, start: FireDate, interval: Rational?, leeway: Int64?) -> Action {
        Step(.reschedule, .timer(timer)) { ($0.date, $0.interval, $0.slack) = (start, interval, leeway) }
    }

    // Run loops

    package static func runLoop(_ call: RunCall) -> Action {
        Step(call.method == .nested ? .mode : .runLoop) { $0.call = call }
    }

    package static func stopLoop(thread: Int?) -> Action { Step(.stopLoop) { $0.thread = thread } }
    package static func wakeLoop(thread: Int?) -> Action { Step(.wakeLoop) { $0.thread = thread } }
    package static func dumpLoop(thread: Int?) -> Action { Step(.dumpLoop) { $0.thread = thread } }

    package static func performBlock(modes: [ModeName], thread: Int?, wakes: Bool, steps: [Step]) -> Action {
        Step(.performBlock) { ($0.modes, $0.thread, $0.flag, $0.steps) = (modes, thread, wakes, steps) }
    }

    package static func addCommonMode(_ mode: ModeName, thread: Int?) -> Action {
        Step(.addCommonMode) { ($0.modes, $0.thread) = ([mode], thread) }
    }

    package static func signal(source: Int) -> Action { Step(.signal, .source(source)) }

    // Later

    package static func perform(_ plan: PerformPlan) -> Action {
        Step(.perform, plan.target.map(PartReference.object)) { step in
            (step.word, step.steps) = (plan.selector, plan.steps)
            switch plan.delivery {
            case .after(let delay, let modes): (step.delay, step.modes) = (.fixed(delay), modes)
            case .onThread(let thread, let modes, let waits):
                (step.thread, step.modes, step.flag) = (thread, modes, waits)
            case .direct: break
            }
        }
    }

    package static func cancelPerform(target: Int?, selector: String?) -> Action {
        Step(.cancelPerform, target.map(PartReference.object)) { $0.word = selector }
    }

    package static func async(queue: Int, steps: [Step], captures: [CapturePlan]) -> Action {
        Step(.async) { ($0.queue, $0.steps, $0.captures) = (queue, steps, captures) }
    }

    package static func sync(queue: Int, steps: [Step]) -> Action {
        Step(.sync) { ($0.queue, $0.steps) = (queue, steps) }
    }

    package static func asyncAfter(
        delay: Amount, queue: Int, clock: TimerClock, steps: [Step], captures: [CapturePlan]
    ) -> Action {
        Step(.asyncAfter) {
            ($0.delay, $0.queue, $0.clock, $0.steps, $0.captures) = (delay, queue, clock, steps, captures)
        }
    }

    // Objects, threads and the system

    package static func assign(owner: Int, property: String, part: PartReference?, isWeak: Bool) -> Action {
        Step(.assign, .object(owner)) { ($0.word, $0.value, $0.flag) = (property, part, isWeak) }
    }

    package static func release(_ part: PartReference) -> Action { Step(.release, part) }
    package static func overRelease(_ object: Int) -> Action { Step(.overRelease, .object(object)) }
    package static func push(_ object: Int) -> Action { Step(.push, .object(object)) }
    package static func pop(_ object: Int) -> Action { Step(.pop, .object(object)) }

    package static func isKindOf(object: Int, className: String) -> Action {
        Step(.isKindOf, .object(object)) { $0.word = className }
    }

    package static func respondsTo(object: Int, selector: String) -> Action {
        Step(.respondsTo, .object(object)) { $0.word = selector }
    }

    package static func message(_ plan: MessagePlan) -> Action {
        Step(.message, plan.receiver) { ($0.word, $0.steps) = (plan.selector, plan.steps) }
    }

    package static func start(thread: Int) -> Action { Step(.start, .thread(thread)) }
    package static var exit: Action { Step(Verb.exit) }
    package static var background: Action { Step(Verb.background) }
    package static var foreground: Action { Step(Verb.foreground) }
    package static func systemSleep(_ time: Int64) -> Action { Step(.systemSleep) { $0.busy = .fixed(time) } }
    package static func setWallClock(by time: Int64) -> Action { Step(.setWallClock) { $0.delay = .fixed(time) } }
    package static func setRefresh(_ rate: Rational) -> Action { Step(.setRefresh) { $0.refresh = rate } }

    package static func beginBackgroundTask(counter: Int, expiration: [Step]) -> Action {
        Step(.beginBackgroundTask) { ($0.counter, $0.steps) = (counter, expiration) }
    }

    package static func endBackgroundTask(counter: Int) -> Action {
        Step(.endBackgroundTask) { $0.counter = counter }
    }
}

extension Amount {
    package static func duration(_ time: Int64) -> Amount { .fixed(time) }
}

/// A `performSelector…` request.
package struct PerformPlan {
    package enum Delivery {
        case after(Int64, modes: [ModeName])
        case onThread(Int, modes: [ModeName], waits: Bool)
        case direct
    }

    package var selector: String
    package var target: Int?
    package var delivery: Delivery
    package var steps: [Step]

    package init(selector: String, target: Int?, delivery: Delivery, steps: [Step]) {
        (self.selector, self.target, self.delivery, self.steps) = (selector, target, delivery, steps)
    }
}

/// A message to a variable.
package struct MessagePlan {
    package var receiver: PartReference
    package var selector: String
    package var steps: [Step]

    package init(receiver: PartReference, selector: String, steps: [Step] = []) {
        (self.receiver, self.selector, self.steps) = (receiver, selector, steps)
    }
}
