extension Remedy {
    /// A single call that is wanted, of what nothing else keeps until then.
    static let strongCapture = Remedy(name: "strong capture", codes: [nil], cost: "self lives until the call") { site in
        let calls = site.trial.timers.first { $0.entity == site.subject }
        guard let timer = site.timer, !timer.repeats, calls?.firedAfterOwner ?? 0 > 0 else { return }
        site.edit(.rename("strong"), at: timer.place, "weak")
    }
}
