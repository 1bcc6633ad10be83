extension Remedy {
    static let uptimeClock = Remedy("uptime clock", for: ["TL0110"], cost: "it no longer means a date") {
        $0.set("clock") { _ in "\"uptime\"" }
    }
}
