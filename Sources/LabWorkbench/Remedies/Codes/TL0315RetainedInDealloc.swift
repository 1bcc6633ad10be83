extension Remedy {
    static let notMadeInDealloc = Remedy(
        name: "not made in dealloc", codes: ["TL0315"],
        code: """
            - $lazyProperty
            + $optionalProperty
              $dealloc
            -     $endMadeThere
            +     $endIfMade
              }
            """
    ) { site in
        let dealloc = site.owner.map { site.plan.objects[$0].dealloc } ?? []
        let made = dealloc.filter { site.steps(.create).contains($0) && $0.condition == nil }
        let flag = site.document.fresh("\(site.timer?.id ?? "").unmade")
        site.appendFlag(flag, "until \(site.timer?.id ?? "") is made")
        return site.edit(.set("{ gone = \(flag) }"), made, "when")
    }
}
