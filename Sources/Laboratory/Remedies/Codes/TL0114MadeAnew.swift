extension Remedy {
    static let madeOnce = Remedy(
        "made once", for: ["TL0114"], cost: "none",
        code: "- $endBefore\n+ $unlessMade\n  $made"
    ) { site in
        let (made, ended) = (site.steps(.create), site.timers.flatMap(site.plan.endsBeforeRemaking))
        let alone = (ended + made).filter { site.document.keys(at: $0.place).count == 1 }
        return site.timer?.repeats == true && site.edit(.remove, alone) && !made.isEmpty
    }
}
