import LabTOML

extension Remedy {
    static let port = Remedy(
        name: "port to wait for", codes: ["TL0209", "TL0210"], cost: "the thread stays until its loop is stopped",
        code: "+ $portAdded"
    ) { $0.addPort() }
}

extension RemedySite {
    mutating func addPort() {
        guard let id = thread.map({ id(of: .thread($0)) }) else { return }
        // The address of a question has the same name.
        if plan.sources.isEmpty { document.apply(TOMLEdit(["source"], .remove)) }
        document.append("[[source]]", "port", "kind = \"source1\"", "thread = \(id)")
    }
}
