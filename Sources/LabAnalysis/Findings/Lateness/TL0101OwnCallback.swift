import LabExactTime
import LabRecording

extension FindingRule {
    package static let ownCallback = FindingRule(
        "TL0101", .pointsLost, "its own callback outlasts the interval",
        meaning: """
            The timer's callback runs longer than the timer's interval, and while it runs the timer is not called again. \
            What becomes of the due points that pass meanwhile depends on the mechanism.
            """,
        rule: [
            "nstimer combine": """
            They are dropped. The next call is at the first point of the grid after the callback's end: a 1 s timer with \
            5.98 s of work fires every 6 s.
            """,
            "gcd": "They are merged into one call, at once after the handler, and `data` says how many there were.",
            "async-timer": """
            None is dropped. Each is delivered, one right after the other, and the lateness grows as long as the body is \
            too slow.
            """,
            "": "A sleep begins when the callback has returned, so the callback's length is added to every interval.",
        ],
        source: """
            CFRunLoop.c, __CFRunLoopDoTimer; Apple, Timer; libdispatch, dispatch_source_get_data(3); Swift Async \
            Algorithms 1.0 (pull request 289), AsyncTimerSequence
            """,
        example: ticking(for: "10s", #"do = [{ work = "2.5s" }]"#),
        remedy: [
            "async-timer": "hand the work to a queue, and skip the ticks that come while it runs: they queue up",
            "": "hand the work to a queue, and skip the firings that come while it runs, or a backlog grows",
        ],
        advice: "If the work must run where the timer is, ask for an interval that it fits in. \(readsClock)",
        detect: outlasting("interval"))

    /// Looks at callbacks that took as long as what they should fit in: an interval, or a display link's frame, of the last
    /// schedule or of the one with the shortest.
    static func outlasting(_ what: String) -> Detector {
        eachDelay(by: .ownCallback) { evidence, delay in
            let isFrame = evidence.mechanism(of: delay.timer) == "displaylink"
            let longest = evidence.circumstances.callbackTimes(of: delay.timer).longest
            let lengths = [
                evidence.history(of: delay.timer).lastGrid?.interval, evidence.traits(of: delay.timer)?.interval,
                evidence.statistics.summary(of: delay.timer)?.asked?.lowerBound,
            ]
            guard isFrame == (what == "frame"),
                let length = lengths.lazy.compactMap({ $0 }).first(where: { Rational(whole: longest) >= $0 }),
                // What its callback waits for is what outlasts it (TL0102).
                !evidence.delays(by: .awaiting).contains(where: { $0.timer == delay.timer && $0.cost > delay.cost })
            else { return nil }
            return
                "\(evidence.name(delay.timer))'s own callback takes up to \(DurationText.format(longest)), its \(what) is "
                + DurationText.format(length.scaled(1) ?? .max)
        }
    }
}
