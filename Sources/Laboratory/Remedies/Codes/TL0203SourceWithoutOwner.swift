import LabCatalogue

extension Remedy {
    static let sourceHeld = Remedy("source held", for: ["TL0203"], cost: "none") { site in
        for step in site.steps(where: { step in site.timers.contains { step.does(.release, .timer($0)) } }) {
            site.edit(.remove, at: step.place)
        }
        guard site.timer?.kind == .combine || site.set("active", { "\($0.startsActive)" }) else { return false }
        if let timer = site.timer, timer.kind == .combine { site.captureWeakly(timer) }
        for index in site.timers where !site.plan.isOwned(timer: index) {
            site.edit(.set("\"static\""), at: site.plan.timers[index].place, "held_by")
        }
        return true
    }
}
