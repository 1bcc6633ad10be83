import LabRecording

/// Timers and blocks that fall behind, or come out of turn.
extension Evidence {
    var relativeDrift: [Sighting] {
        timers.compactMap { timer in
            if let chain = remadeChain(timer) { return chain }
            guard traits(of: timer)?.isChain == true, let summary = summary(of: timer),
                let drift = summary.drift, case .value = drift.verdict, let parts = drift.partsPerBillion, parts > 0,
                summary.copies == 1
            else { return nil }
            let own = causes.own[timer, default: []].filter { $0.cause == .ownCallback }
            let work = own.map { trace.place(of: $0.reason) }.first { !$0.isEmpty }
            // A loop that sleeps after work of a thread, or after an answer, asks for that: a poll has a pause.
            let pauses =
                mechanism(of: timer) == .taskSleep && own.ownLag / 2 > summary.busy ?? .max
                || mechanism(of: timer) == .threadSleep && trace.home(of: timer) != trace.entities.mainThread
            let isAsked = parts <= 1_000_000 || work != nil && pauses || isPoll(each: interval(of: timer) ?? 0, parts)
            return Sighting(
                subject: timer, place: work, count: summary.fired, harm: isAsked ? .asked : nil,
                message: "\(timer) is armed again after each callback: \(loss(of: parts)) "
                    + "(\(drift.text(isShort: true)))")
        }
    }

    /// True for what comes seldom and loses next to nothing: more than a second, and less than a hundredth (choice).
    private func isPoll(each delay: Int64, _ parts: Int64) -> Bool { delay > 1_000_000_000 && parts < 10_000_000 }

    /// - Parameter parts: the drift in parts per billion.
    private func loss(of parts: Int64) -> Statement {
        parts >= 10_000_000
            ? "each second takes \(ns: Int64(1_000_000_000).adding(saturating: parts))"
            : "it falls behind by \(ns: parts) a second"
    }

    /// A timer that its callback makes or arms again: three times and more, a thousandth slower than asked.
    private func remadeChain(_ timer: EntityID) -> Sighting? {
        let copies = statistics.timers(of: timer)
        guard (copies.count > 1 ? copies.count : history(of: timer).grids.count) >= 3 else { return nil }
        var armed: [(EntityID, since: Int64, to: Int64, at: Int64)] = []
        for copy in copies {
            let history = history(of: copy)
            var grids = history.grids
            // In a chain each is called once.
            for run in history.runs where !grids.isEmpty {
                for (call, grid) in grids.prefix(Int(clamping: run.count)).enumerated() {
                    armed.append((copy, since: grid.since, to: grid.anchor, at: run.start &+ run.step &* Int64(call)))
                }
                grids = grids.dropFirst(Int(clamping: run.count))
            }
        }
        guard armed.count >= 3 else { return nil }
        let (first, last) = (armed[0], armed[armed.count - 1])
        let delay = first.to.subtracting(saturating: first.since)
        let events = Set(circumstances.deliveries.map(\.from))
        let isChain = zip(armed, armed.dropFirst()).allSatisfy { call, next in
            let longest = circumstances.callbackTimes(of: call.0).longest
            return (0...longest).contains(next.since - call.at) && next.to - next.since == delay
                // An event may make it while its last call is running elsewhere.
                && !events.contains(next.since)
        }
        guard isChain, delay > 0 else { return nil }
        let period = (last.at - first.at) / Int64(armed.count - 1)
        let parts = Int64(clamping: Int128(period - delay) * 1_000_000_000 / Int128(delay))
        guard parts >= 1_000_000 else { return nil }
        return Sighting(
            subject: timer, count: Int64(armed.count), harm: isPoll(each: delay, parts) ? .asked : nil,
            message: "\(timer) is \(copies.count > 1 ? "made" : "armed") again in each callback: \(loss(of: parts))")
    }

    /// The delay of a timer that is called once, from its creation, ns.
    func delay(of timer: EntityID) -> Int64? {
        history(of: timer).grids.first.map { $0.anchor.subtracting(saturating: $0.since) }
    }

    var lateCountdown: [Sighting] {
        timers.compactMap { timer in
            guard let traits = traits(of: timer), let start = traits.countdown, let interval = traits.interval
            else { return nil }
            let history = history(of: timer)
            // A schedule that a step moves has no end that was announced.
            guard traits.isRelative || summary(of: timer)?.schedules == 1,
                let first = history.firstAnchor
            else { return nil }
            let end = first.adding(saturating: interval.floorMultiple(start) ?? .max)
            let late = end.adding(saturating: interval.floorMultiple(1) ?? .max)
            guard late < trace.duration else { return nil }
            let shown: Statement
            let calls = history.runs.lazy.flatMap(\.starts)
            if let zero = calls.dropFirst(Int(clamping: max(0, start))).first(where: { _ in true }) {
                guard zero >= late else { return nil }
                shown = "shows 0 at \(at: zero / 1_000_000 * 1_000_000)"
            } else {
                if let ended = stories.turn(of: timer)?.end, ended < late { return nil }
                shown = "still shows \(start - max(0, history.firedCount - 1)) when the run ends"
            }
            return Sighting(
                subject: timer, message: "\(timer) \(shown), but its time is over at \(at: end): it counts calls")
        }
    }

    var backlog: [Sighting] { timers.compactMap(queuedTicks) + queuedBlocks }

    /// A sequence whose ticks wait longer with every firing.
    private func queuedTicks(_ timer: EntityID) -> Sighting? {
        let history = history(of: timer)
        guard mechanism(of: timer) == .asyncTimer, let interval = interval(of: timer), interval > 0,
            let first = history.runs.first, let last = history.runs.last
        else { return nil }
        let next = (last.last &- last.lateness).adding(saturating: interval)
        let count = trace.duration.subtracting(saturating: next) / interval
        guard count >= OverlapCounter.fewest, last.lateness > first.lateness, last.lateness >= interval
        else { return nil }
        return Sighting(
            subject: timer, count: count,
            message: "\(timer) falls behind: its last tick was \(ns: last.lateness) old, and \(count) more wait")
    }

    /// Blocks of a step: several wait in dispatch queues, and several have run.
    private var queuedBlocks: [Sighting] {
        let waiting = trace.pending.compactMap { work -> Sighting? in
            guard !work.thread.exists, work.count >= OverlapCounter.fewest,
                overlaps[work.entity]?.begun ?? 0 >= OverlapCounter.fewest
            else { return nil }
            return Sighting(
                subject: work.entity, step: work.step, count: work.count,
                message: "\(work.entity) is handed over faster than it gets done: \(work.count) wait at the end")
        }
        let lines = overlaps.queues.filter { line in !waiting.contains { $0.subject == line.block } }
        return waiting
            + lines.filter { nestedRun(before: $0.queue.began, on: $0.queue.thread) == nil }.map { block, queue in
                Sighting(
                    subject: block, step: queue.step, count: queue.count, harm: .impaired,
                    message: "\(block) had to wait: none began from \(at: queue.silentSince) to "
                        + "\(at: queue.began), then \(queue.count) one right after the other")
            }
    }

    /// The run of a loop inside a callout that ended as a block began, with nothing in between; nil for anything else.
    func nestedRun(before instant: Int64, on thread: EntityID) -> ThreadSpan? {
        let spans = circumstances.activity(of: thread)
        guard let before = spans.span(at: instant.adding(saturating: -1)).span, before.caller.exists,
            spans.span(at: instant).span?.call != before.call
        else { return nil }
        return before
    }

    var overlap: [Sighting] {
        overlaps.blocksOutOfTurn.map { block, calls in
            let (overlaps, overtaken, together) = (calls.overlaps, calls.overtaken, calls.together)
            let way: Statement =
                "up to \(together) calls of \(block) that \(calls.origin.timer) asked for are on their way at once"
            let began: Statement = "began \(overlaps, "time") while an earlier one was still running"
            let came: Statement =
                (together > 1 ? "\(overtaken) came" : "was called \(overtaken, "time")")
                + " after one of a later firing"
            let what = [
                together > 1 ? way : nil, overlaps > 0 ? began : nil, overtaken > 0 ? came : nil,
            ].compactMap { $0 }
            // Calls side by side are what a concurrent queue is for.
            return Sighting(
                subject: block, count: max(1, overlaps + overtaken), harm: overtaken > 0 ? nil : .asked,
                message: (together > 1 ? "" : "\(block) ") + Statement(what, separator: ", and "))
        }
    }
}
