import LabCatalogue
import LabExactTime
import LabRecording
import LabScenarioModel
import LabSteps

@testable import LabSimulation

/// ms as ns.
func ms(_ value: Int64) -> Int64 { value * 1_000_000 }

/// Builds plans in a few words; times in ms.
struct PlanBuilder {
    var plan = ScenarioPlan()

    init(duration: Int64) {
        plan.duration = ms(duration)
        plan.device.loopCost = Rational(whole: 1)
    }

    @discardableResult
    mutating func timer(
        _ id: String, every interval: Int64, repeats: Bool = true, delay: Int64? = nil, modes: [ModeName] = [.default],
        thread: Int = 0, creation: TimerCreation = .scheduled, tolerance: Int64 = 0, byStep: Bool = false,
        do actions: [Action] = []
    ) -> Int {
        var timer = TimerPlan(id: id, kind: .nstimer)
        timer.interval = Rational(whole: ms(interval))
        timer.delay = delay.map { Rational(whole: ms($0)) }
        timer.repeats = repeats
        timer.modes = modes
        timer.thread = thread
        timer.creation = creation
        if creation != .scheduled { timer.heldBy = [.local] }
        timer.tolerance = ms(tolerance)
        timer.steps = actions.map { Step($0) }
        if byStep { plan.madeBySteps.insert(.timer(plan.timers.count)) }
        plan.timers.append(timer)
        plan.creationOrder.append(.timer(plan.timers.count - 1))
        return plan.timers.count - 1
    }

    @discardableResult
    mutating func queue(_ id: String, _ kind: QueuePlan.Kind) -> Int {
        plan.queues.append(QueuePlan(id: id, kind: kind))
        return plan.queues.count - 1
    }

    /// A timer of another mechanism than NSTimer that repeats unless `change` says otherwise.
    @discardableResult
    mutating func mechanism(
        _ id: String, _ kind: TimerKind, every interval: Int64? = nil, start: Int64? = nil, queue: Int? = nil,
        thread: Int = 0, do actions: [Action] = [], change: (inout TimerPlan) -> Void = { _ in }
    ) -> Int {
        var timer = TimerPlan(id: id, kind: kind)
        timer.interval = interval.map { Rational(whole: ms($0)) }
        timer.delay = start.map { Rational(whole: ms($0)) }
        timer.repeats = true
        timer.queue = queue
        timer.thread = thread
        timer.heldBy = kind == .gcd ? [.staticVariable] : []
        timer.steps = actions.map { Step($0) }
        change(&timer)
        plan.timers.append(timer)
        plan.creationOrder.append(.timer(plan.timers.count - 1))
        return plan.timers.count - 1
    }

    /// A dispatch timer source.
    @discardableResult
    mutating func source(
        _ id: String, every interval: Int64, start: Int64? = nil, queue: Int, leeway: Int64 = 0,
        do actions: [Action] = []
    ) -> Int {
        mechanism(id, .gcd, every: interval, start: start, queue: queue, do: actions) { $0.tolerance = ms(leeway) }
    }

    mutating func event(at instant: Int64, thread: Int = 0, _ actions: Action...) {
        event(at: instant, thread: thread, actions)
    }

    mutating func event(at instant: Int64, thread: Int = 0, _ actions: [Action]) {
        plan.events.append(
            EventPlan(
                id: "event\(plan.events.count)", at: ms(instant), thread: thread, steps: actions.map { Step($0) }))
    }

    /// An object that a local of the main thread holds.
    @discardableResult
    mutating func object(_ id: String, _ className: String) -> Int {
        plan.objects.append(ObjectPlan(id: id, className: className))
        plan.objects[plan.objects.count - 1].heldBy = [.local]
        plan.creationOrder.append(.object(plan.objects.count - 1))
        return plan.objects.count - 1
    }

    @discardableResult
    mutating func thread(_ id: String, starts: Int64 = 0, _ actions: Action...) -> Int {
        plan.threads.append(ThreadPlan(id: id, starts: ms(starts), body: actions.map { Step($0) }))
        return plan.threads.count - 1
    }

    func record() throws -> Trace { try Simulator.record(plan).trace }
}

extension Action {
    static func log(_ text: String) -> Action { .log(LogTextPlan(pieces: [.literal(text)])) }
    static func work(_ milliseconds: Int64) -> Action { .work(.duration(ms(milliseconds))) }
    static func async(_ actions: Action...) -> Action {
        .async(queue: 0, steps: actions.map { Step($0) }, captures: [])
    }
    static func asyncAfter(_ delay: Int64, _ actions: Action...) -> Action {
        .asyncAfter(delay: .fixed(ms(delay)), queue: 0, clock: .uptime, steps: actions.map { Step($0) }, captures: [])
    }
    static func first(_ action: Action) -> Action {
        .repeating(count: 1, steps: [Step(action, when: .fired(timer: nil, .equal(1)))], until: nil)
    }
}

extension Trace {
    /// When a timer's callbacks began, in ms (rounded down).
    func firings(_ id: String) -> [Int64] {
        records.filter { $0.kind == .fired && name($0.entity) == id }.map { $0.time / 1_000_000 }
    }

    /// When a source's handlers began, in ms, and what `dispatch_source_get_data` told them.
    func firingsWithData(_ id: String) -> [String] {
        records.filter { $0.kind == .fired && name($0.entity) == id }.map { "\($0.time / 1_000_000) ×\($0.extra)" }
    }

    /// When and why the process crashed; nil: it did not.
    func crash() -> String? {
        records.first { $0.kind == .crashed }.map { "\($0.time / 1_000_000) \(texts[Int($0.value)])" }
    }

    /// The log: instants in ms and texts.
    func log() -> [String] {
        records.filter { $0.kind == .logged }.map { "\($0.time / 1_000_000) \(message(of: $0))" }
    }

    func returns() -> [String] {
        records.filter { $0.kind == .runReturned }.map { "\($0.time / 1_000_000) \($0.value)" }
    }
}
