import LabTOML

extension Remedy {
    static let port = Remedy(
        name: "port to wait for", codes: ["TL0209", "TL0210"], cost: "the thread stays until its loop is stopped",
        code: "+ $portAdded"
    ) { $0.addPort() }
}

extension RemedySite {
    /// Adds a port to the thread's loop, so that it waits.
    mutating func addPort() {
        guard let thread else { return }
        let id = TOMLText.quoted(thread.id)
        document.append("[[source]]\nid = \(document.fresh("port"))\nkind = \"source1\"\nthread = \(id)")
    }
}
