extension Remedy {
    static let balancedReleases = Remedy(
        "balanced releases", cost: "none; under ARC: weak, not unowned, and the timer ended by hand",
        swift: """
            - unowned(unsafe) var receiver: Receiver?
            + weak var receiver: Receiver?
            + $timer?.invalidate()
            """,
        objectiveC: """
            - @property (nonatomic, unsafe_unretained) id receiver;
            + @property (nonatomic, weak) id receiver;
            + [self.$timer invalidate];
            """
    ) { site in
        let steps = site.steps { $0.verb == .overRelease }
        // The release too many was all that ended it.
        guard let timer = site.timer else {
            site.remove(steps)
            return !steps.isEmpty
        }
        for step in steps { site.replace(step, with: "{ \(site.ending(timer)) }") }
        return !steps.isEmpty
    }
}
