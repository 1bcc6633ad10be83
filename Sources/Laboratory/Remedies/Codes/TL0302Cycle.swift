import LabScenarioModel

extension Remedy {
    static let weakReference = Remedy(
        name: "weak reference", codes: ["TL0302"], cost: "it is nil once nothing else holds the object",
        code: """
            - var $property: $class?
            + weak var $property: $class?
            ====
            - @property (nonatomic, strong) $class *$property;
            + @property (nonatomic, weak) $class *$property;
            """
    ) { site in
        guard let owner = site.owner else { return false }
        // The object of the cycle that refers back to the one that should go.
        let found = site.plan.objects.flatMap { object in object.strong.map { (object, $0) } }
            .first { $1.part == .object(owner) && $0.heldBy.isEmpty }
        guard let (object, property) = found else { return false }
        site.move(property, of: object, isWeak: true)
        site.words["property"] = property.name.identifier
        site.words["class"] = site.plan.objects[owner].className
        return true
    }
}
