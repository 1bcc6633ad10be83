import LabCatalogue

extension Remedy {
    static let commonModes = Remedy(
        "common modes", cost: "the callback runs while the interface scrolls: keep it below 4 ms"
    ) { site in
        let common = "[\"common\"]"
        var changes = site.set("modes") { $0.kind == .perform || $0.modes != [.common] ? common : nil }
        for step in site.addingSteps where site.document.keys(at: step.place).contains("modes") {
            site.set("modes", to: common, at: step.place)
            changes = true
        }
        if let step = site.culpritPerform {
            site.set("in_modes", to: common, at: step.place)
            changes = true
        }
        return changes
    }

    static let sourceOnMain = Remedy(
        "dispatch source on main", cost: "the handler runs while the interface scrolls: keep it below 4 ms"
    ) { site in
        guard let timer = site.timer, !timer.isOffMain, site.become(.gcd) else { return false }
        site.set("queue", to: "\"main\"", at: timer.place)
        return true
    }

    static let source = Remedy(
        "dispatch source", cost: "its handler is off main: `@Sendable`, and hand over what the interface shows"
    ) { site in
        // What keeps main busy drops the frames of what draws, wherever that is called.
        let isLate = site.finding.code.map { ["TL0101", "TL0102", "TL0109"].contains($0) } ?? false
        if site.timer?.kind == .displayLink, isLate { return false }
        // On main it is another remedy.
        for timer in site.timers.map({ site.plan.timers[$0] }) where timer.queue == 0 {
            site.set("queue", to: nil, at: timer.place)
        }
        return site.become(.gcd)
    }
}
