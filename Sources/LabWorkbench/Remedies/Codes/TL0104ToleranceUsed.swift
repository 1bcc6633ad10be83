extension Remedy {
    static let noTolerance = Remedy(
        name: "no tolerance", codes: ["TL0104", "TL0112", "TL0102"], cost: "it shares no wake-up any more"
    ) { site in
        let none = [("strict", "true"), ("leeway", "\"0s\""), ("tolerance", "\"0s\"")]
        return none.map { key, value in site.set(key) { _ in value } }.contains(true)
    }
}
