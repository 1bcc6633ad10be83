import LabScenarioModel
import LabSteps

/// Reference counting as one would write it down naively: plain recursion over one list of references.
struct NaiveReferences {
    struct Reference: Equatable {
        var number: Int
        var holder: String
        var held: PartReference
        var label: String
        /// Taken out of the holder's hands, about to be released.
        var isLeaving = false
    }

    let plan: ScenarioPlan
    private var references: [Reference] = []
    private var holds: [PartReference: Int] = [:]
    private var overReleases: [PartReference: Int] = [:]
    private var made: Set<PartReference> = []
    private var dying: Set<PartReference> = []
    private var dead: Set<PartReference> = []
    private var valid: Set<Int> = []
    private var stack: [Int] = []
    private var next = 0
    private(set) var events: [String] = []
    private(set) var hasCrashed = false

    init(plan: ScenarioPlan) { self.plan = plan }

    mutating func run() {
        var temporaries: [PartReference] = []
        for part in plan.creationOrder {
            make(part)
            if count(part) == 0 {
                holds[part, default: 0] += 1
                temporaries.append(part)
            }
        }
        for part in temporaries { unhold(part) }
        for event in plan.events { for step in event.steps { perform(step.action) } }
    }

    /// Who holds a part at the end.
    func holders(of part: PartReference) -> [String] {
        references.filter { $0.held == part }.map { "\($0.holder).\($0.label)" }
    }

    func name(_ part: PartReference) -> String {
        switch part {
        case .object(let index): plan.objects[index].id
        case .timer(let index): plan.timers[index].id
        default: "?"
        }
    }

    private mutating func make(_ part: PartReference) {
        made.insert(part)
        var holders: [Holder] = []
        switch part {
        case .object(let index):
            for property in plan.objects[index].strong where isReadable(property.part) {
                retain(property.part, by: name(part), property.name)
            }
            holders = plan.objects[index].heldBy
        case .timer(let index):
            if let target = plan.timers[index].callback.target {
                retain(.object(target.object), by: name(part), "target")
            }
            retain(part, by: "main", "timer")
            valid.insert(index)
            holders = plan.timers[index].heldBy
        default: return
        }
        for holder in holders {
            switch holder {
            case .navigation:
                retain(part, by: "navigation", "navigation")
                if case .object(let index) = part { stack.append(index) }
            case .staticVariable: retain(part, by: "static variable", "static")
            default: retain(part, by: "main", "local")
            }
        }
        for (index, object) in plan.objects.enumerated() where made.contains(.object(index)) && part != .object(index) {
            for property in object.strong where property.part == part && isReadable(.object(index)) {
                retain(part, by: object.id, property.name)
            }
        }
    }

    private func isReadable(_ part: PartReference) -> Bool {
        made.contains(part) && !dead.contains(part) && !dying.contains(part)
    }

    private func count(_ part: PartReference) -> Int {
        references.count { $0.held == part } + holds[part, default: 0] - overReleases[part, default: 0]
    }

    private mutating func retain(_ part: PartReference, by holder: String, _ label: String) {
        references.append(Reference(number: next, holder: holder, held: part, label: label))
        next += 1
    }

    private mutating func release(_ numbers: [Int]) {
        for number in numbers {
            if let index = references.firstIndex(where: { $0.number == number }) { references[index].isLeaving = true }
        }
        for number in numbers {
            guard !hasCrashed, let index = references.firstIndex(where: { $0.number == number }) else { continue }
            let held = references.remove(at: index).held
            counted(down: held)
        }
    }

    private mutating func unhold(_ part: PartReference) {
        guard !hasCrashed else { return }
        holds[part, default: 0] -= 1
        counted(down: part)
    }

    private mutating func counted(down part: PartReference) {
        if dead.contains(part) {
            hasCrashed = true
        } else if count(part) <= 0, !dying.contains(part) {
            deallocate(part)
        }
    }

    private func references(of holder: String) -> [Int] {
        references.filter { $0.holder == holder && !$0.isLeaving }.map(\.number)
    }

    private mutating func deallocate(_ part: PartReference) {
        dying.insert(part)
        events.append("\(name(part)) begins dealloc")
        switch part {
        case .object(let index): for step in plan.objects[index].dealloc { perform(step.action) }
        case .timer(let index): invalidate(index)
        default: break
        }
        guard !hasCrashed else { return }
        release(references(of: name(part)))
        guard !hasCrashed else { return }
        dying.remove(part)
        dead.insert(part)
        events.append("\(name(part)) is gone")
    }

    private mutating func invalidate(_ timer: Int) {
        guard valid.remove(timer) != nil else { return }
        let part = PartReference.timer(timer)
        events.append("\(name(part)) is invalidated")
        let loop = references.filter { $0.held == part && $0.label == "timer" && !$0.isLeaving }.map(\.number)
        holds[part, default: 0] += 1
        release(loop + references(of: name(part)))
        unhold(part)
    }

    private mutating func perform(_ action: Action) {
        guard !hasCrashed else { return }
        let object = action.part?.index ?? 0
        switch action.verb {
        case .invalidate: if case .timer(let timer)? = action.part { invalidate(timer) }
        case .release:
            guard let part = action.part else { return }
            for (holder, label) in [("main", "local"), ("static variable", "static")] {
                if let own = find(part, holder, label) { return release([own]) }
            }
            if case .object(let index) = part { pop(index) }
        case .overRelease:
            guard !dead.contains(.object(object)) else {
                hasCrashed = true
                return
            }
            overReleases[.object(object), default: 0] += 1
            counted(down: .object(object))
        case .push:
            guard isReadable(.object(object)), !stack.contains(object) else {
                hasCrashed = true
                return
            }
            stack.append(object)
            retain(.object(object), by: "navigation", "navigation")
        case .pop: pop(object)
        case .assign:
            let (property, part) = (action.word ?? "", action.value)
            guard !dead.contains(.object(object)) else { return }
            let holder = plan.objects[object].id
            let old = references.first { $0.holder == holder && $0.label == property && !$0.isLeaving }?.number
            if let part, !dead.contains(part) { retain(part, by: holder, property) }
            if let old { release([old]) }
        case .message:
            guard let receiver = action.part else { return }
            let dangling = references.contains { $0.held == receiver } || holds[receiver, default: 0] > 0
            if dead.contains(receiver), dangling { hasCrashed = true }
        default: break
        }
    }

    private mutating func pop(_ object: Int) {
        guard stack.contains(object) else { return }
        stack.removeAll { $0 == object }
        if let own = find(.object(object), "navigation", "navigation") { release([own]) }
    }

    private func find(_ part: PartReference, _ holder: String, _ label: String) -> Int? {
        references.first { $0.held == part && $0.holder == holder && $0.label == label && !$0.isLeaving }?.number
    }
}
