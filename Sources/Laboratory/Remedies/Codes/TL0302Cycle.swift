import LabScenarioModel
import LabTOML

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
        let path = object.strong.count > 1 ? ["strong", property.name] : ["strong"]
        site.document.edit(.remove, at: object.place, path)
        site.document.edit(.set(site.id(of: property.part)), at: object.place, ["weak", property.name])
        site.words["property"] = property.name.identifier
        site.words["class"] = site.plan.objects[owner].className
        return true
    }
}
