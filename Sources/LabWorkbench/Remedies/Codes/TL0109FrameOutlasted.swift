extension Remedy {
    static let halfRate = Remedy(name: "half the frame rate", codes: ["TL0109"], cost: "motion is less smooth") {
        site in
        let fastest = site.plan.device.fastestRefresh
        for index in site.timers { site.edit(.remove, at: site.plan.timers[index].place, "fps_range") }
        site.set("fps") { "\(max(1, min($0.frameRate.preferred ?? fastest, fastest) / 2))" }
        let link = site.trial.timers.first { $0.entity == site.subject }
        if let link, 2 * link.fired <= link.due + 1 { site.remedy.cost = "none: it draws as often as now, but evenly" }
    }

    /// An animation that counts frames depends on the display; this one does not.
    static let held = Remedy(
        name: "held at 60 frames a second", codes: [nil],
        cost: "motion is less smooth; a step by the link's timestamp costs nothing"
    ) { site in
        if site.plan.device.fastestRefresh > 60 { site.set("fps") { $0.frameRate.preferred == nil ? "60" : nil } }
    }
}
