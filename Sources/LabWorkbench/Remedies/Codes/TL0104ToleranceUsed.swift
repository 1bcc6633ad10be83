extension Remedy {
    static let noTolerance = Remedy(
        name: "no tolerance", codes: ["TL0104", "TL0112", "TL0102"], cost: "it shares no wake-up any more"
    ) { site in
        site.set("strict") { _ in "true" }
        site.set("leeway", "tolerance") { _ in "\"0s\"" }
    }
}
