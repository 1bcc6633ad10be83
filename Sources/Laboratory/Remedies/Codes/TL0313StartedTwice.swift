extension Remedy {
    static let endedBeforeRemade = Remedy("ended before remade", cost: "none") { site in
        guard let timer = site.timer else { return false }
        for step in site.makingSteps { site.insert("{ \(site.ending(timer)) }", before: step) }
        return !site.makingSteps.isEmpty
    }
}
