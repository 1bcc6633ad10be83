extension Remedy {
    static let balancedReleases = Remedy(
        "balanced releases", for: ["TL0305"], cost: "none; under ARC: weak, not unowned, and the timer ended by hand",
        code: """
            - unowned(unsafe) var receiver: Receiver?
            + weak var receiver: Receiver?
            + $timer?.invalidate()
            ====
            - @property (nonatomic, unsafe_unretained) id receiver;
            + @property (nonatomic, weak) id receiver;
            + [self.$timer invalidate];
            """
    ) { site in
        let steps = site.steps { $0.verb == .overRelease }
        // Only the extra release ended it.
        guard let timer = site.timer else {
            for step in steps { site.edit(.remove, at: step.place) }
            return !steps.isEmpty
        }
        for step in steps { site.edit(.set("{ \(site.ending(timer)) }"), at: step.place) }
        return !steps.isEmpty
    }
}
