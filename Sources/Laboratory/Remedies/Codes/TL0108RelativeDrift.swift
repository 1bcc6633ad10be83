extension Remedy {
    static let repeatingTimer = Remedy(name: "repeating timer", codes: ["TL0108"], cost: "none: it keeps a grid") {
        site in
        site.timer?.kind == .perform && site.become(.nstimer)
    }

    static let absoluteDeadlines = Remedy(
        name: "absolute deadlines", codes: ["TL0108"],
        cost: "points that have passed have to be skipped, or they come in a burst"
    ) { site in
        switch site.timer?.kind {
        case .taskSleep: site.set("absolute") { _ in "true" } && site.set("tolerance") { _ in "\"0s\"" }
        case .threadSleep: site.become(.machWait)
        default: false
        }
    }
}
