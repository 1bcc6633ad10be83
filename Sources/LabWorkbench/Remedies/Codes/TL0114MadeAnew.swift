extension Remedy {
    static let madeOnce = Remedy(
        name: "made once", codes: ["TL0114"],
        code: "- $endBefore\n+ «swift guard $variable == nil else { return }¦if (self.$variable) return;»\n  $made"
    ) { site in
        let (made, ended) = (site.steps(.create), site.timers.flatMap(site.plan.endsBeforeRemaking))
        let alone = (ended + made).filter { site.document.keys(at: $0.place).count == 1 }
        if site.timer?.repeats == true, !made.isEmpty { site.edit(.remove, alone) }
    }
}
