import LabExactTime
import LabRecording
import LabScenarioModel
import LabSteps

@testable import LabSimulation

extension PlanBuilder {
    @discardableResult
    mutating func object(
        _ id: String, class className: String? = nil, proxy: ObjectPlan.Forwarding = .none, for target: Int? = nil,
        heldBy: [Holder] = [], strong: [PartReference] = [], weak: [PartReference] = [], selectors: [String]? = nil,
        thread: Int = 0, byStep: Bool = false, dealloc: [Action] = [], disappear: [Action] = []
    ) -> Int {
        var object = ObjectPlan(id: id, className: className ?? id)
        object.forwarding = proxy
        object.forwardsTo = target
        object.heldBy = heldBy
        object.strong = strong.map { PropertyPlan(name: name($0), part: $0) }
        object.weak = weak.map { PropertyPlan(name: name($0), part: $0) }
        object.selectors = selectors
        object.thread = thread
        object.dealloc = dealloc.map { Step($0) }
        object.viewWillDisappear = disappear.map { Step($0) }
        if byStep { plan.madeBySteps.insert(.object(plan.objects.count)) }
        plan.objects.append(object)
        plan.creationOrder.append(.object(plan.objects.count - 1))
        return plan.objects.count - 1
    }

    /// The variable of a part is called after the part's kind, so that it can be made before it.
    private func name(_ part: PartReference) -> String {
        switch part {
        case .timer(let index): "timer\(index)"
        case .object(let index): "object\(index)"
        case .thread(let index): "thread\(index)"
        default: "part"
        }
    }

    /// A controller on the navigation stack that invalidates timer 0 in its dealloc and says so.
    @discardableResult
    mutating func controller(
        _ id: String = "controller", strong: [PartReference] = [], weak: [PartReference] = [], invalidates: Bool = true,
        disappear: [Action] = []
    ) -> Int {
        object(
            id, class: "TimerViewController", heldBy: [.navigation], strong: strong, weak: weak,
            dealloc: (invalidates ? [.invalidate(.timer(0))] : []) + [.log("dealloc")], disappear: disappear)
    }

    /// A repeating NSTimer of 1 s with a target.
    @discardableResult
    mutating func tick(
        _ id: String = "tick", target: Int? = nil, selector: String = "timerRun", every interval: Int64 = 1000,
        repeats: Bool = true, creation: TimerCreation = .scheduled, heldBy: [Holder]? = nil, byStep: Bool = false,
        do actions: [Action] = [.log("timerRun")]
    ) -> Int {
        let index = timer(id, every: interval, repeats: repeats, creation: creation, byStep: byStep, do: actions)
        if let heldBy { plan.timers[index].heldBy = heldBy }
        if let target {
            plan.timers[index].callback.style = .target
            plan.timers[index].callback.target = TargetPlan(object: target)
            plan.timers[index].callback.selector = selector
        }
        return index
    }

    mutating func capture(_ part: PartReference, weakly isWeak: Bool, in timer: Int) {
        plan.timers[timer].callback.captures.append(CapturePlan(part: part, isWeak: isWeak))
    }
}

extension Action {
    static func message(_ object: Int, _ selector: String, _ actions: Action...) -> Action {
        .message(MessagePlan(receiver: .object(object), selector: selector, steps: actions.map { Step($0) }))
    }
}

extension Trace {
    /// What happened to objects, timers and blocks: `began` and `ended` deallocations, invalidations, releases.
    func lives(_ names: String...) -> [String] {
        records.compactMap { record in
            let name = name(record.entity)
            guard names.isEmpty || names.contains(name) else { return nil }
            switch record.kind {
            case .deallocBegan: return "\(record.time / 1_000_000) \(name) begins dealloc"
            case .deallocated: return "\(record.time / 1_000_000) \(name) is gone"
            case .invalidated: return "\(record.time / 1_000_000) \(name) is invalidated"
            default: return nil
            }
        }
    }

    func isDeallocated(_ name: String) -> Bool {
        records.contains { $0.kind == .deallocated && self.name($0.entity) == name }
    }

    /// The instant in ms.
    func deallocation(of name: String) -> Int64? {
        records.first { $0.kind == .deallocated && self.name($0.entity) == name }.map { $0.time / 1_000_000 }
    }

    /// The holders of a part at the end, as `holder.label`.
    func holders(of name: String) -> [String] {
        var holders: [String] = []
        for record in records where self.name(record.entity) == name {
            let holder =
                self.name(EntityID(Int(record.value))) + "."
                + (texts.indices.contains(Int(record.extra)) ? texts[Int(record.extra)] : "")
            if record.kind == .retained { holders.append(holder) }
            if record.kind == .released, let index = holders.firstIndex(of: holder) { holders.remove(at: index) }
        }
        return holders
    }

    func remarks(_ remark: Remark) -> Int {
        records.count { $0.kind == .remarked && $0.value == remark.rawValue }
    }

    /// The ways of the messages that were sent, each once: `receiver: stages`.
    func ways(of selector: String) -> [String] {
        messages.filter { $0.selector == selector }.map {
            "\(name($0.receiver)): \($0.stages.joined(separator: " ")) → \($0.outcome.word(self))"
        }
    }
}

extension MessageTrace.Outcome {
    fileprivate func word(_ trace: Trace) -> String {
        switch self {
        case .method: "method"
        case .forwardedToTarget(let target): "target \(trace.name(target))"
        case .invocation(let target): "invocation \(trace.name(target))"
        case .swallowed: "swallowed"
        case .unrecognised: "unrecognised"
        }
    }
}
