extension Remedy {
    static let endedBeforeRemade = Remedy("ended before remade", for: ["TL0313", "TL0318"], cost: "none") { site in
        guard let timer = site.timer else { return false }
        for step in site.makingSteps { site.edit(.insert("{ \(site.ending(timer)) }"), at: step.place) }
        return !site.makingSteps.isEmpty
    }
}
