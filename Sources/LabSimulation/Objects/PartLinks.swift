import LabScenarioModel

/// The references between parts that the plan states, looked up when a part is made after those that refer to it.
struct PartLinks {
    typealias Variable = (object: Int, name: String, isWeak: Bool)

    private(set) var variables: [PartReference: [Variable]] = [:]
    private(set) var held: [PartReference: [PartReference]] = [:]
    /// The proxies whose target each object is, and the object itself when it is a proxy, in file order.
    private(set) var proxies: [Int: [Int]] = [:]
    /// Objects without an owner that a later part mentions: a step, a thread, or a timer that a step makes. They are
    /// made there, in the same expression, not before.
    private(set) var inlineTemporaries: Set<PartReference> = []

    init(plan: borrowing ScenarioPlan) {
        for (index, object) in plan.objects.enumerated() {
            for (properties, isWeak) in [(object.strong, false), (object.weak, true)] {
                for property in properties {
                    variables[property.part, default: []].append((index, property.name, isWeak))
                }
            }
            record(object.heldBy, of: .object(index))
            guard let target = object.forwardsTo else { continue }
            proxies[target, default: []].append(index)
            // Its own place is among those that forward to it.
            if target != index { proxies[index, default: []].append(index) }
        }
        for (index, timer) in plan.timers.enumerated() { record(timer.heldBy, of: .timer(index)) }
        guard !plan.objects.isEmpty else { return }
        let unowned = Self.mentionedLater(in: plan).filter { plan.objects[$0].heldBy.isEmpty }
        inlineTemporaries = Set(unowned.map { .object($0) }).filter {
            variables[$0, default: []].isEmpty && held[$0, default: []].isEmpty
        }
    }

    private mutating func record(_ holders: [Holder], of part: PartReference) {
        for holder in holders {
            guard case .part(let owner) = holder else { continue }
            held[owner, default: []].append(part)
        }
    }

    /// The objects that no part from the start mentions: no timer that a thread makes, and no proxy.
    private static func mentionedLater(in plan: ScenarioPlan) -> Set<Int> {
        func captured(_ captures: [CapturePlan]) -> [Int] {
            captures.compactMap { if case .object(let object) = $0.part { object } else { nil } }
        }
        var atStart = Set(plan.objects.compactMap(\.forwardsTo))
        var later = Set(plan.threads.compactMap(\.target))
        for (index, timer) in plan.timers.enumerated() {
            let callback = timer.callback
            let objects =
                callback.userInfo + [callback.target?.object].compactMap(\.self)
                + captured(callback.captures + timer.cancelCaptures)
            if plan.madeBySteps.contains(.timer(index)) {
                later.formUnion(objects)
            } else {
                atStart.formUnion(objects)
            }
        }
        for step in plan.allSteps {
            later.formUnion(captured(step.captures))
            if step.verb == .perform, step.delay != nil, let target = step.part { later.insert(target.index) }
        }
        return later.subtracting(atStart)
    }
}
