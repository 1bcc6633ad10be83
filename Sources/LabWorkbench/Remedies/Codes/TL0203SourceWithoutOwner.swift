extension Remedy {
    static let sourceHeld = Remedy(name: "held by a property", codes: ["TL0203"]) { site in
        site.edit(.remove, site.steps(.release))
        for (index, timer) in site.timers.map({ ($0, site.plan.timers[$0]) }) {
            if let owner = site.owner, site.plan.isOwned(timer: index), site.plan.objects[owner].heldBy == [.local] {
                // It is in a property of what nobody has.
                site.edit(.remove, site.plan.steps { $0.does(.release, .object(owner)) })
                site.edit(.set("\"static\""), at: site.plan.objects[owner].place, "held_by")
                let name = site.plan.objects[owner].id.identifier
                site.remedy.code =
                    "  // in what makes it, for as long as it has to be called\n+ self.\(name) = \(name)«swift ¦;»"
            } else if timer.kind != .combine, site.owner != nil {
                site.hold(source: index)
            } else {
                if timer.kind == .combine { site.weaken(timer.callback.captures, at: timer.place) { _ in true } }
                if !site.plan.isOwned(timer: index) { site.edit(.set("\"static\""), at: timer.place, "held_by") }
            }
        }
        site.set("active") { "\($0.startsActive)" }
    }
}
