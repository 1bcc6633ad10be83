extension Remedy {
    static let dateReckonedAgain = Remedy(
        name: "reckoned again when the clock is set", codes: ["TL0110"],
        cost: "an observer, and a date more for each setting", code: "+ $clockObserved"
    ) { site in
        let dated = site.steps(.setFireDate).filter { step in
            switch step.date {
            case .next, .shown: true
            case .at, .after, .distantFuture, .distantPast, nil: false
            }
        }
        guard let step = dated.first else { return }
        let text = site.document.text(at: step.place, without: "when")
        for set in site.plan.steps(where: { $0.verb == .setWallClock }) { site.edit(.append(text), at: set.place) }
    }

    static let uptimeClock = Remedy(name: "uptime clock", codes: ["TL0110", nil], cost: "it no longer means a date") {
        $0.set("clock") { $0.clock == .uptime ? nil : "\"uptime\"" }
    }
}
