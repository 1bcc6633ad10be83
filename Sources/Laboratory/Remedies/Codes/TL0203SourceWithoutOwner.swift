import LabCatalogue

extension Remedy {
    static let sourceHeld = Remedy("source held", cost: "none") { site in
        site.remove(site.steps { step in site.timers.contains { step.does(.release, .timer($0)) } })
        guard site.timer?.kind == .combine || site.set("active", { "\($0.startsActive)" }) else { return false }
        if let timer = site.timer, timer.kind == .combine { site.captureWeakly(timer) }
        for index in site.timers where !site.plan.isOwned(timer: index) {
            site.set("held_by", to: "\"static\"", at: site.plan.timers[index].place)
        }
        return true
    }
}
