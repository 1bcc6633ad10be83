extension Remedy {
    static let added = Remedy("added to a run loop", for: ["TL0202", "TL0309"], cost: "none") { site in
        // What a step adds is added where and when that is meant.
        if !site.addingSteps.isEmpty { return false }
        for timer in site.timers { site.edit(.remove, at: site.plan.timers[timer].place, "fire_date") }
        return site.set("create") { _ in "\"scheduled\"" }
    }
}
