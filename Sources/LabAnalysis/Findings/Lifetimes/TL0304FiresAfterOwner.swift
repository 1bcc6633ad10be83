import LabRecording

extension FindingRule {
    static let firesAfterOwner = FindingRule(
        "TL0304", .leak, "fires on after its owner is gone",
        meaning: "The timer goes on firing after the last owner of its target, or of itself, has released it.",
        rule: [
            "gcd": """
            libdispatch does not keep a source: it ends with its last reference, cancelled or not (TL0203). But its own \
            handler may hold that reference.
            """,
            "task-sleep async-timer": "A task is kept by the runtime until its body has returned.",
            "combine":
                "A subscription is kept by whatever has its AnyCancellable, and by its own block where that captures it.",
            "":
                "Dropping a reference to an NSTimer or a display link does not end it: its run loop holds it until `invalidate`.",
        ],
        source: "Apple, Timer, invalidate(); libdispatch, dispatch_source_create(3)",
        example: popped(#"weak = "controller""#, object: #"strong = ["tick"]"#),
        remedy: [
            "gcd after": "cancel it where its owner goes, and capture weakly in its handler",
            "task-sleep async-timer": "cancel the task where its owner goes",
            "combine": "capture weakly in its block, and cancel the subscription where its owner goes",
            "perform": "cancel the request where its owner goes: `cancelPreviousPerformRequests(withTarget:)`",
            "thread-sleep mach-wait": "let the loop look at a flag, and set that where its owner goes",
            "": "invalidate it where its owner goes: in `dealloc` if it captures weakly, else before",
        ],
        detect: eachOrphan(isUnheard: false) { evidence, timer, since in
            evidence.events.contains(.remade, about: timer) ? nil : "after its last owner had left at \(since)"
        })
}

extension Evidence {
    /// Whether a repeating timer noticed in its first callback without an owner that there is none, and ended there.
    func endedItself(_ timer: EntityID, _ orphan: LifetimeAnalysis.Orphan) -> Bool {
        guard orphan.firings == 1, traits(of: timer)?.repeats == true, let end = stories.turn(of: timer)?.end,
            let last = history(of: timer).lastRun?.last
        else { return false }
        return end == last
            || circumstances.callbacks[Int(timer.index)].contains { $0.from == last && $0.from <= end && end <= $0.to }
    }
}
