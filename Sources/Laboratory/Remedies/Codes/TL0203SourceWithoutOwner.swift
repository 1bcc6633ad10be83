extension Remedy {
    static let sourceHeld = Remedy("source held", for: ["TL0203"], cost: "none") { site in
        guard let timer = site.timer else { return false }
        site.edit(.remove, site.steps(.release))
        guard timer.kind == .combine || site.set("active", { "\($0.startsActive)" }) else { return false }
        if timer.kind == .combine { site.captureWeakly(timer) }
        for index in site.timers where !site.plan.isOwned(timer: index) {
            site.edit(.set("\"static\""), at: site.plan.timers[index].place, "held_by")
        }
        return true
    }
}
