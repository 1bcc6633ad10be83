extension Remedy {
    static let endedBeforeRemade = Remedy("ended before remade", for: ["TL0313", "TL0318"], cost: "none") { site in
        site.timer.map { site.edit(.insert("{ \(site.ending($0)) }"), site.steps(.create)) } ?? false
    }
}
