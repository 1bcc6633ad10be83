extension Remedy {
    static let newTimer = Remedy(
        name: "new timer", codes: ["TL0314"],
        code: "- $timer?.fire()\n+ $made\n====\n- [self.$timer fire];\n+ $made"
    ) { $0.edit(.remove, $0.steps(.fire, .invalidate)) }
}
