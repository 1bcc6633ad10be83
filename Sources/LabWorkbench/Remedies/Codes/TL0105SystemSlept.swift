extension Remedy {
    static let wallClock = Remedy(
        name: "wall clock", codes: ["TL0105", nil], cost: "it means a date: a change of the clock moves it"
    ) { site in
        guard let timer = site.timer else { return }
        let isTask = timer.kind.row.home == .mainActor
        if isTask { (site.remedy.name, site.remedy.cost) = ("continuous clock", "none") }
        // One that repeats so seldom means times of the day; any other goes on when the system wakes.
        let isDate = !timer.repeats || timer.interval?.scaled(1) ?? 0 >= 3_600_000_000_000
        if isDate || isTask || site.finding == nil {
            site.set("clock") { $0.clock == .uptime ? isTask ? "\"continuous\"" : "\"wall\"" : nil }
        }
        // A run loop's timer has no other clock.
        guard [.nstimer, .perform].contains(timer.kind), isDate, site.become(.gcd, at: timer.isOffMain ? nil : .main)
        else { return }
        site.edit(.set("\"wall\""), at: timer.place, "clock")
    }
}
