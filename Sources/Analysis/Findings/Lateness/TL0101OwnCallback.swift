import ExactTime
import Recording

extension FindingRule {
    static let ownCallback = FindingRule(
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
            "gcd": """
            They are merged into one call, at once after the handler, and `data` says how many there were.
            """,
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
        example: FindingExample(
            FindingExample.ticking(for: "10s", #"do = [{ work = "2.5s" }]"#),
            .replacing([(#"do = [{ work = "2.5s" }]"#, #"do = [{ work = "5ms" }]"#)])),
        remedy: [
            "async-timer": "hand the work to a queue, and skip the ticks that come while it runs: they queue up",
            "": "hand the work to a queue, and skip the firings that come while it runs, or a backlog grows",
        ],
        advice: "If the work must run where the timer is, ask for an interval that it fits in.",
        swift: """
            guard !isBusy else { return }
            isBusy = true
            work.async {
                let result = compute()
                DispatchQueue.main.async { self.isBusy = false; self.show(result) }
            }
            """,
        objectiveC: """
            if (self.isBusy) return;
            self.isBusy = YES;
            dispatch_async(self.work, ^{
                id result = [self compute];
                dispatch_async(dispatch_get_main_queue(), ^{ self.isBusy = NO; [self show:result]; });
            });
            """,
        detect: { evidence in
            evidence.outlasted.filter { !$0.isFrame }.map { found in
                let name = evidence.trace.name(found.blame.timer)
                return evidence.finding(
                    .ownCallbackOutlastsInterval, found.blame,
                    "\(name)'s own callback takes up to \(DurationText.format(found.longest)), its interval is "
                        + DurationText.format(found.interval))
            }
        })
}

extension Evidence {
    /// Timers with a callback that took as long as their interval, or a display link's frame.
    var outlasted: [(blame: Blame, longest: Int64, interval: Int64, isFrame: Bool)] {
        blames(for: .ownCallback).compactMap { blame in
            let longest = circumstances.callbackTimes(of: blame.timer).longest
            let isFrame = mechanism(of: blame.timer) == "displaylink"
            let history = history(of: blame.timer)
            let interval =
                isFrame ? history.grids.last.flatMap { history.grid($0).interval } : traits(of: blame.timer)?.interval
            guard let interval, Rational(whole: longest) >= interval else { return nil }
            return (blame, longest, interval.scaled(1) ?? .max, isFrame)
        }
    }
}
