import LabExactTime
import LabRecording

/// Timers that are made again, too early or beside the old one.
extension Evidence {
    var madeAnew: [Sighting] {
        timers.compactMap { timer in
            guard lifetimes.replay[timer].made > 1 || statistics.copyCount(of: timer) > 0,
                let traits = traits(of: timer), !traits.followsDisplay,
                // A call is put off only for a timer that is in a run loop, or needs none (TL0202).
                traits.modes.isEmpty || stories.stories[Int(timer.index)].unadded == nil,
                let interval = traits.repeats
                    ? interval(of: timer) : delay(of: statistics.copies(of: timer).first ?? timer),
                case (let count, let unfired) = remakesTooEarly(timer, interval), count > 0,
                case let fired = summary(of: timer)?.fired ?? 0,
                // If each was called before the next was made, a new beginning is intended.
                traits.repeats && count > 1 && unfired > 0 || fired == 0
            else { return nil }
            // A debounce puts off its call.
            return Sighting(
                subject: timer, count: count,
                harm: !traits.repeats ? .asked : fired == 0 ? .neverRuns : .impaired,
                message: "\(timer) was made again \(count, "time"), each time before its \(ns: interval) was over"
                    + (fired == 0 ? ": it was never called" : ""))
        }
    }

    /// The number of times that a timer was ended and made again at one instant, and of those before its first call. Each
    /// made its call later by a tenth of the interval or more.
    private func remakesTooEarly(_ timer: EntityID, _ interval: Int64) -> (count: Int64, unfired: Int64) {
        let copies = statistics.copies(of: timer)
        // Copies that are made together do not replace one another.
        let made = copies.prefix(2).map { history(of: $0).grids.first?.since }
        if made.count == 2, made[0] == made[1] { return (0, 0) }
        var (count, unfired): (Int64, Int64) = (0, 0)
        var last: (grid: Grid, end: Int64, hasFired: Bool)?
        for copy in statistics.timers(of: timer) {
            let history = history(of: copy)
            for (index, span) in zip(history.grids.indices, history.grids) {
                if let last, last.end == span.since, span.since < .max,
                    let next = last.grid.point(last.grid.points(before: last.end)),
                    span.anchor.subtracting(saturating: next) >= interval / 10
                {
                    count += 1
                    unfired += last.hasFired ? 0 : 1
                }
                let fired = history.grids[(index + 1)...].first?.firingsBefore ?? history.firedCount
                last = (history.grid(span), span.end, fired > span.firingsBefore)
            }
        }
        return (count, unfired)
    }

    var startedTwice: [Sighting] {
        events.events.compactMap { event in
            let timer = event.entity
            guard event.isRemark(.remade), traits(of: timer)?.repeats == true,
                !silences.contains(where: { $0.timer == timer }),
                case (let turn, let kind) = (stories.turn(of: timer), mechanism(of: timer)),
                case let isEnded = turn?.end.map({ $0 >= event.first }) ?? false,
                // One that had ended before, and was made anew, may have been deallocated then.
                case let isScheduled = history(of: timer).grids.last.map({ $0.end > event.first }) ?? false,
                // A run loop keeps a paused link; a source goes with its variable.
                case let isPaused = kind == .displayLink && turn?.rest != nil && !isEnded,
                isPaused || turn?.suspended == nil,
                isPaused || kind == .combine || (isEnded ? firesOn(timer, turn, event.first) : isScheduled)
            else { return nil }
            // A request needs no reference: its target and selector cancel it.
            let isRequest = kind == .perform
            let first =
                kind == .combine
                ? "the first subscription is called on, until its set goes"
                : isRequest
                    ? "the first request continues beside it"
                    : "the first timer \(isPaused ? "stays paused" : "fires on"), \(isEnded ? "until its owner has gone" : "and nothing refers to it that could end it")"
            return Sighting(
                subject: timer, step: event.step,
                harm: isRequest || kind == .combine && turn?.deallocated != nil ? .impaired : .leak,
                message: "\(timer) was made again at \(at: event.first), while it was valid: \(first)")
        }
    }

    /// True if nothing ended it but that its last owner had gone, or a call after that.
    private func firesOn(_ timer: EntityID, _ turn: RunLoopStories.Turn?, _ remade: Int64) -> Bool {
        turn?.endedByStep == nil && history(of: timer).runs.last.map { $0.last > remade } ?? false
            || lifetimes.orphans[timer].map { $0.firings > 0 && !$0.isDropped } ?? false
    }

    var madeAgainPending: [Sighting] {
        let events = events.events.filter { $0.isRemark(.remade) && isPending($0) }
        let parts = Dictionary(grouping: events) { trace.group(of: $0.entity) }
        return parts.sorted { $0.key < $1.key }.map { part, events in
            let count = events.sum(\.count)
            let end = stories.turn(of: events[0].entity)?.endedByStep?.at
            return Sighting(
                subject: part, step: events[0].step, count: count,
                message: "\(part) was made again \(count, "time") while an earlier one was pending, "
                    + (traits(of: events[0].entity)?.repeats == true
                        ? "which ends itself only at \(at: end ?? 0): both are called until then"
                        : "which nothing ended: each of them is called"))
        }
    }

    /// True if the part was made again while it waited, and the old one was still called.
    private func isPending(_ event: RecordedEvents.Event) -> Bool {
        guard let entity = trace.entity(event.entity), entity.kind == .timer else { return true }
        let made = history(of: event.entity).grids.first?.since ?? .max
        // Delays that one event makes in a row are separate.
        let isInOne = circumstances.deliveries.contains { $0.from <= made && event.first <= $0.to }
        let runs = history(of: event.entity).runs
        // One that repeats may have been called before: where it ends itself, nothing leaks (TL0313).
        let (isOnce, end) = (entity.timer?.repeats == false, stories.turn(of: event.entity)?.endedByStep)
        let endsItself = end?.by == event.entity && end?.at ?? .min > event.first && entity.mechanism != .combine
        return (isOnce || endsItself) && made < event.first && !isInOne
            && (isOnce ? runs.first?.start : runs.last?.last) ?? .min > event.first
    }
}
