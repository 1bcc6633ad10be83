extension Remedy {
    static let balancedReleases = Remedy(
        name: "balanced releases", codes: ["TL0305"],
        cost: "none; under ARC: weak, not unowned, and the timer ended by hand",
        code: "- $unownedProperty\n+ $weakProperty\n+ $invalidated"
    ) { site in
        site.words = ["variable": site.trace.name(site.subject).identifier, "type": "Receiver====id "]
        // Only the extra release ended the timer.
        let end = site.timer.map { "{ \(site.ending($0)) }" }
        site.edit(end.map { .set($0) } ?? .remove, site.plan.steps { $0.verb == .overRelease })
    }
}
