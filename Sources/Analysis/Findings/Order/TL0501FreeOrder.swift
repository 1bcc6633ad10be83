import ExactTime
import Recording

extension FindingCode {
    public static let freeOrder = FindingCode("TL0501")
}

extension FindingRule {
    static let freeOrder = FindingRule(
        .freeOrder, .impaired, "an order that the system was free to choose, and that mattered",
        meaning: """
            The timer was ended at the very instant at which it was due, by something else than a timer of its own run \
            loop. Which of the two comes first is not promised: the timer fires once more, or once less.
            """,
        rule: """
            Which of several ready ports a run loop takes first is the kernel's choice, and so is the order of dispatch \
            sources that are due together and of what two threads do at one time.
            """,
        source: "CFRunLoop.c, __CFRunLoopRun; libdispatch, event.c; XNU, osfmk/kern/waitq.c",
        example: FindingExample(
            FindingExample.ticking(
                for: "5s",
                """
                [[event]]
                at = "3s"
                do = [{ invalidate = "tick" }]
                """), .replacing([(#"at = "3s""#, #"at = "3.1s""#)])),
        remedy: "let the callback decide by itself whether it is still wanted, instead of by who comes first",
        swift:
            "timer = .scheduledTimer(withTimeInterval: 1, repeats: true) { timer in isWanted ? tick() : timer.invalidate() }",
        objectiveC: "if (!self.isWanted) { [timer invalidate]; return; }  // first in the callback",
        detect: { evidence in
            evidence.timers.compactMap { timer in
                let story = evidence.stories.stories[Int(timer.index)]
                guard let end = story.endedByStep, evidence.isFree(story.endedBy, before: timer) else { return nil }
                let history = evidence.history(of: timer)
                guard let grid = history.grids.last.map(history.grid), grid.anchor <= end,
                    grid.points(before: end.adding(saturating: 1)) > grid.points(before: end)
                else { return nil }
                let who = evidence.who(story.endedBy)
                let fired = history.lastRun.map { $0.last == end } ?? false
                return Finding(
                    .freeOrder, subject: timer, place: evidence.trace.place(timer),
                    message:
                        "\(evidence.trace.name(timer)) was due at \(DurationText.format(end, digits: 6)), when \(who) "
                        + "ended it: it was called \(fired ? "before" : "no more"), and might as well have been called "
                        + (fired ? "no more" : "before"),
                    related: story.endedBy)
            }
        })
}

extension Evidence {
    /// Whether nothing promises in which order somebody and a timer come that are ready at one instant.
    fileprivate func isFree(_ other: EntityID, before timer: EntityID) -> Bool {
        guard other != timer, let entity = trace.entity(other) else { return false }
        switch entity.kind {
        case .event, .source, .block, .queue: return true
        case .timer:
            // Timers of one run loop go by their fire dates, and those of equal ones by the order of adding.
            return mechanism(of: timer) == "gcd" || entity.home != trace.entity(timer)?.home
        case .thread, .process, .mode, .observer, .object: return false
        }
    }
}
