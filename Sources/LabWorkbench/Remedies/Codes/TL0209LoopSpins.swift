extension Remedy {
    static let port = Remedy(
        name: "port to wait for", codes: ["TL0209", "TL0210"], cost: "the thread stays until its loop is stopped",
        code: "+ $portAdded"
    ) { $0.addPort() }
}
