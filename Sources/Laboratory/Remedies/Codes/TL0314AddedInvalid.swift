extension Remedy {
    static let newTimer = Remedy(
        "new timer", for: ["TL0314"], cost: "none",
        code: "- $fired\n+ $made"
    ) { $0.edit(.remove, $0.steps(.fire, .invalidate)) }
}
