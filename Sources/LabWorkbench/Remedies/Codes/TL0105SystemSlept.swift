extension Remedy {
    static let wallClock = Remedy(
        name: "wall clock", codes: ["TL0105", nil], cost: "it means a date: a change of the clock moves it"
    ) { site in
        site.set("clock") { $0.clock == .uptime ? "\"wall\"" : nil }
    }
}
