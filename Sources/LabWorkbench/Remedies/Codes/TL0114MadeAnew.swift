extension Remedy {
    static let madeOnce = Remedy(name: "made once", codes: ["TL0114", "TL0313"]) { site in
        let steps = site.timers.flatMap(site.plan.remakings).map(\.end) + site.steps(.create)
        let alone = steps.filter { site.document.keys(at: $0.place).count == 1 }
        if site.timer?.repeats != true || site.finding?.code == "TL0313" && !site.isMadeToTheEnd { return }
        site.edit(.remove, alone)
    }
}

extension RemedySite {
    /// True if nothing but the next one ends its timer, and the last one is not called any more.
    fileprivate var isMadeToTheEnd: Bool {
        guard !isOfOwnerMadeAgain, let index = timers.first, plan.ends(ofTimer: index, owner: owner).isEmpty,
            let interval = plan.interval(ofTimer: index)?.scaled(1),
            let last = trace.records.last(where: {
                $0.kind == .created && trace.entity($0.entity)?.place == plan.timers[index].place
            })
        else { return false }
        return last.time.adding(saturating: interval) > trace.header.duration
    }
}
