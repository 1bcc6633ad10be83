extension Remedy {
    static let added = Remedy(
        name: "added to a run loop", codes: ["TL0202", "TL0309"],
        code: "+ $addition  // behind what makes it, in a queue's block, too"
    ) { site in
        // If a step adds the timer, its place and time are intended.
        if !site.steps(.add).isEmpty { return }
        for timer in site.timers { site.edit(.remove, at: site.plan.timers[timer].place, "fire_date") }
        site.set("create") { _ in "\"scheduled\"" }
    }
}
