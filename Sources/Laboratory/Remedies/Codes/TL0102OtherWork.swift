extension Remedy {
    static let ownQueue = Remedy(
        name: "queue of its own", codes: ["TL0103", "TL0102"],
        cost: "its handler is off main: hand over what the interface shows"
    ) { site in
        let queue = site.document.fresh("\(site.timer?.id ?? "timer").queue")
        site.document.append("[[queue]]\nid = \(queue)")
        return site.set("queue") { _ in queue }
    }
}
