extension Remedy {
    static let uptimeClock = Remedy("uptime clock", cost: "it no longer means a date") {
        $0.set("clock") { _ in "\"uptime\"" }
    }
}
