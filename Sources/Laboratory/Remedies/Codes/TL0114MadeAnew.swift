extension Remedy {
    static let madeOnce = Remedy(
        "made once", cost: "none",
        swift: """
            - $endBefore
            + guard $variable == nil else { return }
              $made
            """,
        objectiveC: """
            - $endBefore
            + if (self.$variable) return;
              $made
            """
    ) { site in
        guard site.timer?.repeats == true else { return false }
        let made = site.makingSteps
        let ended = site.timers.flatMap(site.plan.endsBeforeRemaking)
        site.remove((ended + made).filter { site.document.keys(at: $0.place).count == 1 })
        return !made.isEmpty
    }
}
