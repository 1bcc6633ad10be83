extension Remedy {
    static let ownQueue = Remedy(
        "queue of its own", for: ["TL0103", "TL0102"],
        cost: "its handler is off main: hand over what the interface shows"
    ) { site in
        let queue = site.fresh("\(site.timer?.id ?? "timer").queue")
        site.document.append("[[queue]]\nid = \(queue)")
        return site.set("queue") { _ in queue }
    }
}
