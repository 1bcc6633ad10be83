extension Remedy {
    static let cancellationEnds = Remedy("cancellation ends it", for: ["TL0317"], cost: "none") { site in
        site.set("swallows_cancel") { $0.swallowsCancellation ? "false" : nil }
    }
}
