extension Remedy {
    static let strongProperty = Remedy(
        name: "strong property", codes: ["TL0202", "TL0309"], cost: "its owner has to end it",
        code: "- $weakProperty\n+ $strongProperty"
    ) { site in
        let found = site.plan.objects.flatMap { object in object.weak.map { (object, $0) } }
            .filter { _, property in site.isTimer(property.part) }
        for (object, property) in found { site.move(property, of: object, isWeak: false) }
        site.edit(.rename("strong"), site.plan.steps { $0.verb == .assign && site.isTimer($0.value) }, "weak")
    }
}
