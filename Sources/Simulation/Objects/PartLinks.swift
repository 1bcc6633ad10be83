import ScenarioModel

/// Who refers to whom by the plan, looked up when a part is made after those that refer to it.
struct PartLinks {
    /// An instance variable of an object.
    struct Variable {
        var object: Int
        var name: String
        var isWeak: Bool
    }

    private var variables: [PartReference: [Variable]] = [:]
    private var held: [PartReference: [PartReference]] = [:]

    init() {}

    init(plan: ScenarioPlan) {
        for (index, object) in plan.objects.enumerated() {
            for property in object.strong {
                variables[property.part, default: []].append(
                    Variable(object: index, name: property.name, isWeak: false))
            }
            for property in object.weak {
                variables[property.part, default: []].append(Variable(object: index, name: property.name, isWeak: true))
            }
            note(object.heldBy, of: .object(index))
        }
        for (index, timer) in plan.timers.enumerated() { note(timer.heldBy, of: .timer(index)) }
    }

    private mutating func note(_ holders: [Holder], of part: PartReference) {
        for holder in holders {
            guard case .part(let owner) = holder else { continue }
            held[owner, default: []].append(part)
        }
    }

    /// The instance variables that are to refer to a part.
    func variables(referringTo part: PartReference) -> [Variable] { variables[part] ?? [] }

    /// The parts that are to be held by a part.
    func parts(heldBy part: PartReference) -> [PartReference] { held[part] ?? [] }
}
