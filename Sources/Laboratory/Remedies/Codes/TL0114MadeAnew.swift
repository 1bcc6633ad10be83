extension Remedy {
    static let madeOnce = Remedy(
        "made once", for: ["TL0114"], cost: "none",
        code: """
            - $endBefore
            + guard $variable == nil else { return }
              $made
            ====
            - $endBefore
            + if (self.$variable) return;
              $made
            """
    ) { site in
        guard site.timer?.repeats == true else { return false }
        let made = site.makingSteps
        let ended = site.timers.flatMap(site.plan.endsBeforeRemaking)
        for step in ended + made where site.document.keys(at: step.place).count == 1 {
            site.edit(.remove, at: step.place)
        }
        return !made.isEmpty
    }
}
