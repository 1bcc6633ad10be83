extension Remedy {
    static let sourceHeld = Remedy(name: "held by a property", codes: ["TL0203"]) { site in
        site.edit(.remove, site.steps(.release))
        for (index, timer) in site.timers.map({ ($0, site.plan.timers[$0]) }) {
            if timer.kind != .combine, site.owner != nil {
                site.hold(source: index)
            } else {
                if timer.kind == .combine { site.weaken(timer.callback.captures, at: timer.place) { _ in true } }
                if !site.plan.isOwned(timer: index) { site.edit(.set("\"static\""), at: timer.place, "held_by") }
            }
        }
        site.set("active") { "\($0.startsActive)" }
    }
}
