extension Remedy {
    static let endedBeforeRemade = Remedy(name: "ended before remade", codes: ["TL0313", "TL0318"]) {
        site in
        site.timer.map { site.edit(.insert("{ \(site.ending($0)) }"), site.steps(.create)) } ?? false
    }
}
