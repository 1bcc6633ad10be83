extension Remedy {
    static let added = Remedy("added to a run loop", cost: "none") { site in
        // What a step adds is added where and when that is meant.
        if !site.addingSteps.isEmpty { return false }
        for timer in site.timers { site.set("fire_date", to: nil, at: site.plan.timers[timer].place) }
        return site.set("create") { _ in "\"scheduled\"" }
    }
}
