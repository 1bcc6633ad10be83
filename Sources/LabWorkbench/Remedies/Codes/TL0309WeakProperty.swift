extension Remedy {
    static let strongProperty = Remedy(
        name: "strong property", codes: ["TL0202", "TL0309"], cost: "its owner has to end it",
        code: "- $weakProperty\n+ $strongProperty"
    ) { site in
        let found = site.plan.objects.flatMap { object in object.weak.map { (object, $0) } }
            .filter { _, property in site.timers.contains { property.part == .timer($0) } }
        for (object, property) in found { site.move(property, of: object, isWeak: false) }
        let assigned = site.plan.steps { $0.verb == .assign && site.timers.map { .timer($0) }.contains($0.value) }
        site.edit(.rename("strong"), assigned, "weak")
    }
}
