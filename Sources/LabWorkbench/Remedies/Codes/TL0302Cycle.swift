extension Remedy {
    static let weakReference = Remedy(
        name: "weak reference", codes: ["TL0302"], cost: "it is nil once nothing else holds the object",
        code: "- $strongProperty\n+ $weakProperty"
    ) { site in
        guard let owner = site.owner else { return }
        // The object of the cycle that refers back to the one that should go.
        let found = site.plan.objects.flatMap { object in object.strong.map { (object, $0) } }
            .first { $1.part == .object(owner) && $0.heldBy.isEmpty }
        guard let (object, property) = found else { return }
        site.move(property, of: object, isWeak: true)
        site.words = ["variable": property.name.identifier, "type": "$class====$class *"]
    }
}
