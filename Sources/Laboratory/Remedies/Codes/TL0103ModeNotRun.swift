import LabCatalogue

extension Remedy {
    static let commonModes = Remedy(
        "common modes", for: ["TL0103", "TL0206"],
        cost: "the callback runs while the interface scrolls: keep it below 4 ms"
    ) { site in
        let common = "[\"common\"]"
        var changes = site.set("modes") { $0.kind == .perform || $0.modes != [.common] ? common : nil }
        for step in site.addingSteps where site.document.keys(at: step.place).contains("modes") {
            site.edit(.set(common), at: step.place, "modes")
            changes = true
        }
        if let step = site.culpritPerform {
            site.edit(.set(common), at: step.place, "in_modes")
            changes = true
        }
        return changes
    }

    static let sourceOnMain = Remedy(
        "dispatch source on main", for: ["TL0103", "TL0206", "TL0108", "TL0112"],
        cost: "the handler runs while the interface scrolls: keep it below 4 ms"
    ) { site in
        guard let timer = site.timer, !timer.isOffMain, site.become(.gcd) else { return false }
        site.edit(.set("\"main\""), at: timer.place, "queue")
        return true
    }

    static let source = Remedy(
        "dispatch source",
        for: [
            "TL0101", "TL0102", "TL0109", "TL0103", "TL0201", "TL0206", "TL0202", "TL0205", "TL0207", "TL0108",
            "TL0112",
        ], cost: "its handler is off main: `@Sendable`, and hand over what the interface shows"
    ) { site in
        // Work on main drops frames of a drawing timer, on any queue.
        let isLate = site.finding.code.map { ["TL0101", "TL0102", "TL0109"].contains($0) } ?? false
        if site.timer?.kind == .displayLink, isLate { return false }
        // On main this is another remedy.
        for timer in site.timers.map({ site.plan.timers[$0] }) where timer.queue == 0 {
            site.edit(.remove, at: timer.place, "queue")
        }
        return site.become(.gcd)
    }
}
