extension Remedy {
    static let noTolerance = Remedy(
        "no tolerance", for: ["TL0104", "TL0112", "TL0102"], cost: "it shares no wake-up any more"
    ) { site in
        let strict = site.set("strict") { _ in "true" }
        let leeway = site.set("leeway") { _ in "\"0s\"" }
        return site.set("tolerance") { _ in "\"0s\"" } || strict || leeway
    }
}
