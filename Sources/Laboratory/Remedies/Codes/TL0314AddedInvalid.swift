extension Remedy {
    static let newTimer = Remedy(
        name: "new timer", codes: ["TL0314"],
        code: "- $fired\n+ $made"
    ) { $0.edit(.remove, $0.steps(.fire, .invalidate)) }
}
