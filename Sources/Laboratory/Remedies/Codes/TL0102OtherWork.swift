extension Remedy {
    static let ownQueue = Remedy(
        name: "queue of its own", codes: ["TL0103", "TL0102"],
        cost: "its handler is off main: hand over what the interface shows"
    ) { site in
        // In code a task of the main actor stays there, and a handler hands over to main.
        if site.timer?.kind.row.home == .mainActor || site.mainQueueWaits { return false }
        let queue = site.document.fresh("\(site.timer?.id ?? "timer").queue")
        site.document.append("[[queue]]\nid = \(queue)")
        return site.set("queue") { _ in queue }
    }
}
