extension Remedy {
    static let balancedReleases = Remedy(
        name: "balanced releases", codes: ["TL0305"],
        cost: "none; under ARC: weak, not unowned, and the timer ended by hand",
        code: "- $owned\n+ $weakly\n+ $invalidated"
    ) { site in
        site.say(
            "owned", "unowned(unsafe) var receiver: Receiver?",
            "@property (nonatomic, unsafe_unretained) id receiver;")
        site.say("weakly", "weak var receiver: Receiver?", "@property (nonatomic, weak) id receiver;")
        // Only the extra release ended the timer.
        let end = site.timer.map { "{ \(site.ending($0)) }" }
        return site.edit(end.map { .set($0) } ?? .remove, site.plan.steps { $0.verb == .overRelease })
    }
}
