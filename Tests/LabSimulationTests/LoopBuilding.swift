import LabRecording
import LabScenarioModel
import LabSteps

@testable import LabSimulation

extension PlanBuilder {
    @discardableResult
    mutating func observer(
        _ id: String, _ activities: [ObserverPlan.Activity], modes: [ModeName] = [.default], order: Int64 = 0,
        repeats: Bool = true, thread: Int = 0, do actions: [Action]? = nil
    ) -> Int {
        var observer = ObserverPlan(id: id, activities: activities)
        observer.modes = modes
        observer.order = order
        observer.repeats = repeats
        observer.thread = thread
        observer.steps = (actions ?? [.log(id)]).map { Step($0) }
        plan.observers.append(observer)
        plan.creationOrder.append(.observer(plan.observers.count - 1))
        return plan.observers.count - 1
    }

    /// One observer for each activity, which logs the activity's name.
    mutating func observeEverything(thread: Int = 0, modes: [ModeName] = [.default]) {
        for activity in ObserverPlan.Activity.allCases {
            observer(activity.rawValue, [activity], modes: modes, thread: thread)
        }
    }

    @discardableResult
    mutating func input(
        _ id: String, _ kind: SourcePlan.Kind, at instants: [Int64] = [], modes: [ModeName] = [.default],
        order: Int64 = 0, thread: Int = 0, byStep: Bool = false, do actions: [Action]? = nil
    ) -> Int {
        var source = SourcePlan(id: id, kind: kind)
        source.at = instants.map(ms)
        source.modes = modes
        source.order = order
        source.thread = thread
        source.steps = (actions ?? [.log(id)]).map { Step($0) }
        if byStep { plan.madeBySteps.insert(.source(plan.sources.count)) }
        plan.sources.append(source)
        plan.creationOrder.append(.source(plan.sources.count - 1))
        return plan.sources.count - 1
    }

    /// What the main thread does instead of running its run loop for ever.
    mutating func main(_ actions: Action...) {
        plan.threads[0].body = actions.map { Step($0) }
    }
}

extension ModeName {
    /// A mode that is not one of the common modes.
    static let `private` = ModeName("private")
}

extension Action {
    static func block(
        _ actions: Action..., on thread: Int? = nil, modes: [ModeName] = [.default], wakes: Bool = false
    ) -> Action {
        .performBlock(modes: modes, thread: thread, wakes: wakes, steps: actions.map { Step($0) })
    }

    /// `CFRunLoopRunInMode`.
    static func run(_ milliseconds: Int64, in mode: ModeName = .default, returnsAfterSource: Bool = false) -> Action {
        .runLoop(.inMode(mode, for: ms(milliseconds), returnAfterSourceHandled: returnsAfterSource))
    }

    /// `run(until:)` an instant.
    static func run(until instant: Int64) -> Action { .runLoop(.until(.at(ms(instant)))) }

    /// `run(mode:before:)`.
    static func runOnce(before date: FireDate, in mode: ModeName = .default) -> Action {
        .runLoop(.once(mode: mode, before: date))
    }

    static func perform(_ actions: Action..., on thread: Int, waits: Bool = false, modes: [ModeName] = [.common])
        -> Action
    {
        .perform(
            PerformPlan(
                selector: "perform:", target: nil, delivery: .onThread(thread, modes: modes, waits: waits),
                steps: actions.map { Step($0) }))
    }

    /// In the n-th firing only.
    static func firing(_ number: Int64, _ action: Action) -> Action {
        .repeating(count: 1, steps: [Step(action, when: .fired(timer: nil, .equal(number)))], until: nil)
    }

    static func logField(_ field: LogField) -> Action { .log(LogTextPlan(pieces: [.field(field)])) }
}

extension Trace {
    /// Which remarks were made.
    func remarks() -> [Remark] {
        records.filter { $0.kind == .remarked }.compactMap { Remark(rawValue: $0.value) }
    }

    /// How the activations ended: instants in ms and results.
    func activationEnds() -> [String] {
        records.filter { $0.kind == .activationEnded }
            .map { "\($0.time / 1_000_000) \(RunResult(rawValue: $0.extra).map { "\($0)" } ?? "?")" }
    }

    func threadEnd(_ id: String) -> Int64? {
        records.first { $0.kind == .threadEnded && name($0.entity) == id }.map { $0.time / 1_000_000 }
    }
}
