import LabCatalogue
import LabTOML

extension Remedy {
    static let tenthOfTolerance = Remedy(
        name: "tolerance of a tenth", codes: ["TL0401"],
        cost: "each firing may be late by that much; it saves wake-ups where other timers can share them"
    ) { site in
        if site.timer?.kind == .nstimer {
            // Those of its thread share the wake-ups.
            let thread = site.trace.entity(site.subject)?.home
            let places = site.trace.entities.filter { $0.isCoarse && $0.home == thread }.map(\.place)
            site.timers += site.plan.timers.indices.filter { places.contains(site.plan.timers[$0].place) }
        }
        site.set("leeway", "tolerance") { $0.interval?.scaled(1).map { TOMLText.duration($0 / 10) } }
    }

    /// An interval that an expectation contradicts is often one in another unit.
    static let expectedInterval = Remedy(name: "interval as expected", codes: [nil]) { site in
        let expected = site.trial.broken.first { [name = site.timer?.id] verdict in
            guard case .figure(Figure(.interval), _)? = verdict.outcome else { return false }
            return verdict.subject == name
        }?.expected.split(separator: "=", maxSplits: 1).last
        site.set("interval") { _ in expected.map { $0.trimmingPrefix(" ").description } }
    }

    static let tenTimes = slower("10 times a second", "\"100ms\"", from: 1..<100_000_000)
    static let onceASecond = slower("once a second", "\"1s\"", from: 100_000_000..<1_000_000_000)

    /// An interval instead of a shorter one, ns.
    private static func slower(_ name: String, _ interval: String, from shorter: Range<Int64>) -> Remedy {
        Remedy(
            name: name, codes: ["TL0401", "TL0402"],
            cost: "what changes between two looks is seen later; an event needs none"
        ) { site in
            // What loses points is not to lose more, what is to end has to end, and nothing else needs it.
            let late = site.trial.findings.contains { Remedy.late.contains($0.code) && $0.subject == site.subject }
            if !site.trial.candidate.sites.isEmpty || late || site.mostCalls != nil { return }
            // A timer that is faster than any display samples something.
            if let own = site.timer?.interval?.scaled(1), 1..<16_666_667 ~= own, shorter.contains(own) {
                site.cost = "a sensor loses \(shorter.upperBound / own - 1) of \(shorter.upperBound / own) values"
            }
            site.set("interval") { shorter.contains($0.interval?.scaled(1) ?? 0) ? interval : nil }
        }
    }
}
