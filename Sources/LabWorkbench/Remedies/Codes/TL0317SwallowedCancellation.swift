extension Remedy {
    static let cancellationEnds = Remedy(name: "cancellation ends it", codes: ["TL0317"]) { site in
        site.set("swallows_cancel") { $0.swallowsCancellation ? "false" : nil }
    }
}
