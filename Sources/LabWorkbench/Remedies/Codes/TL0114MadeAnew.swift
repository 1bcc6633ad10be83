extension Remedy {
    static let madeOnce = Remedy(
        name: "made once", codes: ["TL0114"],
        code: "- $endBefore\n+ «swift guard $variable == nil else { return }¦if (self.$variable) return;»\n  $made"
    ) { site in
        let steps = site.timers.flatMap(site.plan.remakings).map(\.end) + site.steps(.create)
        let alone = steps.filter { site.document.keys(at: $0.place).count == 1 }
        if site.timer?.repeats == true { site.edit(.remove, alone) }
    }
}
