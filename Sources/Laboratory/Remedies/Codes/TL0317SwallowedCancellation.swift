extension Remedy {
    static let cancellationEnds = Remedy("cancellation ends it", cost: "none") { site in
        site.set("swallows_cancel") { $0.swallowsCancellation ? "false" : nil }
    }
}
