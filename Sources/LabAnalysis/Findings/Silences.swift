import LabCatalogue
import LabRecording

/// The reason why a run loop never called a timer that was due.
struct Silence: Sendable {
    var timer: EntityID
    var reason: FindingCode
    /// The thread to whose loop it was added.
    var thread = EntityID.none
    var modes: [EntityID] = []

    /// The timers that their run loop never called since they were last made, each with the reason, in the order of
    /// entities. Not a timer that was not due yet, that a step gave up, or that needs no run loop.
    static func all(
        of timers: [EntityID], _ stories: RunLoopStories, _ statistics: TimerStatistics, _ trace: Trace
    ) -> [Silence] {
        timers.compactMap { timer in
            let (story, history) = (stories.stories[Int(timer.index)], statistics.history(of: Int(timer.index)))
            let (since, end) = (story.unadded ?? story.addedAgain, stories.turn(of: timer)?.endedByStep?.at)
            let called = history.runs.last { !$0.isByHand }?.last
            if story.made == nil || called.map({ $0 > since ?? .min }) == true { return nil }
            let entity = trace.entities[Int(timer.index)]
            let isOnLoop = entity.timer?.modes.isEmpty == false && trace.entity(entity.home)?.kind != .queue
            guard story.added != nil || isOnLoop else { return nil }
            let due = since == nil ? history.firstAnchor : history.lastGrid?.anchor
            let last = since == nil || end == nil ? end : history.grids.last?.end
            if let due, due >= min(last ?? .max, trace.duration) { return nil }
            guard let added = story.added, story.unadded == nil else {
                return Silence(timer: timer, reason: .neverAdded)
            }
            let runs = stories.modes(ofThread: added.thread, after: added.order)
            if runs.contains(where: added.modes.contains) { return nil }
            let hadReturned = stories.firstReturns[added.thread].map { $0 < added.order } ?? false
            let reason: FindingCode = runs.isEmpty ? (hadReturned ? .loopReturned : .loopNeverRan) : .modeNeverRun
            return Silence(timer: timer, reason: reason, thread: added.thread, modes: added.modes)
        }
    }
}

/// Timers that are never called, or no more.
extension Evidence {
    private func silent(_ reason: FindingCode, _ message: (Silence) -> Statement?) -> [Sighting] {
        silences.filter { $0.reason == reason }.compactMap { silence in
            let due = statistics.due(of: Int(silence.timer.index))
            let isInBlock =
                trace.entities.isPool(silence.thread) && [.nstimer, .combine].contains(mechanism(of: silence.timer))
            return message(silence).map {
                Sighting(
                    subject: silence.timer, count: max(1, due), related: silence.thread,
                    situation: isInBlock ? .queue : nil, message: $0)
            }
        }
    }

    var loopNeverRan: [Sighting] {
        let loops = endlessLoops
        return unreached + keptThreads(loops)
            + silent(.loopNeverRan) {
                if loops[$0.thread] != nil { return nil }
                return "\($0.timer) is in the run loop of thread \($0.thread), which is "
                    + (events.contains(.ranCommonModes, about: $0.thread)
                        ? "run in the common modes: they are a set, and such a call returns at once" : "never run")
            }
    }

    /// The timers whose loop of sleeps never leaves its thread, by that.
    var endlessLoops: [EntityID: EntityID] {
        let loops = timers.filter { timer in
            (mechanism(of: timer) == .threadSleep || mechanism(of: timer) == .machWait)
                && traits(of: timer)?.repeats == true && stories.turn(of: timer)?.ended == nil
        }
        return Dictionary(loops.map { (trace.home(of: $0), $0) }) { first, _ in first }
    }

    /// Those loops, for what their thread has to call in its run loop or in the main queue.
    private func keptThreads(_ loops: [EntityID: EntityID]) -> [Sighting] {
        if loops.isEmpty { return [] }
        let threads = Dictionary(silences.map { ($0.timer, $0.thread) }) { first, _ in first }
        let waiting = timers.filter { !hasFired($0) && stories.stories[Int($0.index)].made != nil }
            .map { ($0, threads[$0] ?? trace.server(ofHomeOf: $0)) }
        let pending = trace.pending.map {
            ($0.entity, $0.thread.exists ? $0.thread : trace.server(ofHomeOf: $0.entity))
        }
        return (waiting + pending).compactMap { entity, thread in
            guard let loop = loops[thread], loop != entity else { return nil }
            return Sighting(
                subject: loop, related: entity,
                message: "\(loop) never leaves thread \(thread), which has to call \(entity)")
        }
    }

    /// The timers and blocks that the body of main, whose end is that of the process (exit(3)), does not wait for, and the
    /// blocks and single calls that run then.
    private var unreached: [Sighting] {
        let main = trace.entities.mainThread
        guard let end = stories.ends[main] else { return [] }
        func sighting(
            _ entity: EntityID, step: Int64 = -1, count: Int64, _ lacks: Statement = "never called", harm: Harm? = nil
        ) -> Sighting {
            Sighting(
                subject: entity, step: step, count: max(1, count), related: main, harm: harm,
                situation: trace.server(ofHomeOf: entity) == main ? nil : .mainThread,
                message: "\(entity) is \(lacks): the body of thread main ends at \(at: end), and the process with it")
        }
        let others = trace.entities.indices.filter { trace.entities[$0].kind == .thread && EntityID($0) != main }
        let running = others.compactMap { circumstances.activity(of: EntityID($0)).span(at: end).span }.filter { span in
            trace.entity(span.owner).map { $0.kind == .block || $0.timer?.repeats == false } ?? false
        }
        let blocks = trace.pending.filter { !timers.contains($0.entity) }
        return timers.compactMap { timer in
            let isCalled = hasFired(timer)
            // A task that main has not begun has no grid, nor has a source that is not activated.
            let hasBegun = stories.stories[Int(timer.index)].made != nil && mechanism(of: timer) != .gcd
            guard !silences.contains(where: { $0.timer == timer }), !isCalled || traits(of: timer)?.repeats == true,
                !history(of: timer).grids.isEmpty || hasBegun, stories.turn(of: timer)?.end ?? .max > end
            else { return nil }
            let due = statistics.due(of: Int(timer.index))
            return isCalled
                ? sighting(timer, count: due, "called no more", harm: .asked) : sighting(timer, count: due)
        } + blocks.map { sighting($0.entity, step: $0.step, count: $0.count) }
            + running.map { sighting($0.owner, step: $0.step, count: 1, "cut off") }
    }

    var loopReturned: [Sighting] {
        silent(.loopReturned) { "the run loop of thread \($0.thread) had returned before \($0.timer) was added" }
    }

    var modeNeverRun: [Sighting] {
        silent(.modeNeverRun) {
            let names = Statement($0.modes.map { "\($0)" }, separator: " or ")
            let ran = stories.modes(ofThread: $0.thread, after: -1).prefix(1).map { ": it ran in \($0)" as Statement }
            return "the run loop of thread \($0.thread) never ran in mode \(names), in which \($0.timer) is"
                + (ran.first ?? "")
        }
    }

    var neverAdded: [Sighting] {
        // A timer that was invalid, or gone, when it was added has a finding of its own.
        let gone = Set((weakProperty + addedInvalid).map(\.subject))
        let never = silent(.neverAdded) { silence in
            let (timer, story) = (silence.timer, stories.stories[Int(silence.timer.index)])
            let again = story.added == nil ? nil : story.unadded
            return gone.contains(timer)
                ? nil
                : again.map { "\(timer) was made again at \(at: $0) and added to no run loop: no due point calls it" }
                    ?? "\(timer) was never in a run loop: no due point calls it"
        }
        let late = delays(by: .notAdded).filter { delay in
            let addition = circumstances.additions[Int(delay.timer.index)].first
            let due = history(of: delay.timer).firstAnchor
            return delay.effect.skipped > 0 && hasFired(delay.timer) && due ?? .max < addition?.time ?? .min
        }
        return never + late.map { sighting(of: $0) }
    }

    var sourceWithoutOwner: [Sighting] {
        timers.compactMap { timer in
            let (story, mechanism) = (stories.stories[Int(timer.index)], mechanism(of: timer))
            guard let turn = stories.turn(of: timer), let deallocated = turn.deallocated, story.made != nil,
                mechanism == .gcd && story.added == nil || mechanism == .combine,
                // A subscription that is released with its owner is cancelled on purpose.
                mechanism == .combine ? turn.ended == nil : turn.ended.map({ $0 > deallocated }) ?? true,
                !events.contains(.remade, about: timer)
            else { return nil }
            let missed = statistics.due(of: Int(timer.index)) - history(of: timer).servedCount
            return Sighting(
                subject: timer, step: circumstances.disposals[timer]?.step ?? -1, count: max(1, missed),
                message: "\(timer) was " + (mechanism == .combine ? "cancelled" : "disposed of")
                    + " when its last owner let go of it: it is not called any more")
        }
    }

    var suspended: [Sighting] {
        // A pause that a step requested and ended is no finding.
        let late = delays(by: .suspended).compactMap { delay -> Sighting? in
            let (timer, turn) = (delay.timer, stories.turn(of: delay.timer))
            guard let place = [timer, trace.home(of: timer)].first(where: isSuspendedAtEnd) else { return nil }
            if turn?.endedByStep == nil, let pause = laterPause(of: place) {
                guard let grid = history(of: timer).lastGrid,
                    case let missed = grid.points(before: pause.to) - grid.points(before: pause.from), missed > 0
                else { return nil }
                return Sighting(
                    subject: timer, step: pause.step, count: missed, harm: .asked,
                    message: "\(timer) is suspended from \(at: pause.from) on, after a pause that was ended")
            }
            let isNeverResumed = circumstances.suspensions[Int(timer.index)].first?.from == 0 && turn?.resumed != true
            let message: Statement? =
                isNeverResumed
                ? "\(timer) was never resumed"
                : turn?.endedByStep.map { end in
                    "\(timer) was cancelled at \(at: end.at), while it was suspended: nothing of it is called before a "
                        + "resume, not even its cancel handler"
                }
            return sighting(
                of: delay, message, harm: hasFired(timer) ? nil : .neverRuns,
                situation: place == timer ? nil : .queue)
        }
        let never = timers.compactMap { timer -> Sighting? in
            let (story, turn) = (stories.stories[Int(timer.index)], stories.turn(of: timer))
            guard story.made != nil, turn?.ended == nil, turn?.deallocated == nil else { return nil }
            if traits(of: timer)?.followsDisplay == true, let at = turn?.rest?.at {
                // One that has fired may have done its work, but not in a background that is over.
                let background = circumstances.backgrounds.first { $0.from...$0.to ~= at }
                guard !hasFired(timer) || background?.to ?? .max < trace.duration else { return nil }
                return Sighting(subject: timer, message: "\(timer) was paused at \(at: at), and nothing resumes it")
            }
            // A timer that was suspended while it was due has a finding about its skipped points.
            guard mechanism(of: timer) == .gcd, turn?.resumed != true, story.added == nil,
                history(of: timer).grids.isEmpty, !hasFired(timer)
            else { return nil }
            return Sighting(subject: timer, message: "\(timer) was never resumed")
        }
        // The next call of a chain has not been skipped yet.
        let waiting = trace.pending.compactMap { work -> Sighting? in
            let queue = trace.home(of: work.entity)
            guard isSuspendedAtEnd(queue), !late.contains(where: { $0.subject == work.entity }) else { return nil }
            let step = circumstances.suspensions[Int(queue.index)].last?.step ?? work.step
            return Sighting(
                subject: work.entity, step: step, count: work.count,
                harm: laterPause(of: queue) == nil ? nil : .asked, situation: .queue,
                message: "\(work.entity) waits in \(kind: queue), which is suspended")
        }
        return late + never + waiting + notBegunAgain + scheduledNoMore
    }

    /// Repeating timers whose date is in the distant future, and sources that `schedule` made one-shots.
    private var scheduledNoMore: [Sighting] {
        // A log ends the grid of each timer that falls silent.
        (trace.header.clock == .imported ? [] : timers).compactMap { timer in
            let isSource = mechanism(of: timer) == .gcd
            guard isSource || mechanism(of: timer) == .nstimer, case let history = history(of: timer),
                case let grids = history.grids, let last = grids.last, case let isPaused = last.end < .max,
                isPaused || last.interval < 0, traits(of: timer)?.repeats == true, hasFired(timer),
                case let turn = stories.turn(of: timer), turn?.ended == nil, turn?.deallocated == nil,
                let before = grids.last(where: { $0.interval >= 0 }), let interval = history.grid(before).interval,
                (isPaused ? last.end : last.anchor).adding(saturating: interval.scaled(1) ?? .max) < trace.duration
            else { return nil }
            // A pause that was ended before, or as its screen goes, is wished, and so is a chain of single calls.
            let isWished =
                isPaused
                ? zip(grids, grids.dropFirst()).contains { $0.end < $1.since }
                    || lifetimes.replay.owners(of: timer).contains {
                        lifetimes.replay[$0].end != nil || lifetimes.replay.hidden[$0]?.isEmpty == false
                    } : grids.count { $0.interval < 0 } > 1
            return Sighting(
                subject: timer, harm: isWished ? .asked : .impaired, situation: isPaused ? .mechanism(.nstimer) : .once,
                message: isPaused
                    ? "\(timer) has been due in the distant future since \(at: last.end): it fires no more"
                    : "\(timer) was scheduled again at \(at: last.since) without an interval: it fires once more, and no "
                        + "more")
        }
    }

    /// Timers that ended as their screen was covered, and that nothing begins when it comes back, for an interval and more.
    private var notBegunAgain: [Sighting] {
        ofHiddenScreens { timer, screen, times in
            guard lifetimes.replay[timer].made == 1, statistics.copyCount(of: timer) == 0,
                let end = stories.turn(of: timer)?.endedByStep?.at,
                let back = times.first(where: { $0.lowerBound == end })?.upperBound,
                case let gone = lifetimes.lifetimes.first(where: { $0.entity == screen })?.lastOwnerLeft,
                min(gone ?? .max, trace.duration).subtracting(saturating: back) > interval(of: timer) ?? 0
            else { return nil }
            return Sighting(
                subject: timer, harm: .impaired, situation: .hidden,
                message:
                    "\(timer) ended at \(at: end), as \(screen) was covered, and nothing begins it at \(at: back), "
                    + "when that is shown again")
        }
    }

    /// The last pause of a timer or queue that a step had suspended, and resumed, before: it may be wanted as well.
    private func laterPause(of place: EntityID) -> Span? {
        let pauses = circumstances.suspensions[Int(place.index)].filter { $0.step >= 0 }
        return pauses.count > 1 ? pauses.last : nil
    }

    /// True if the recording ends while a timer or queue is suspended.
    func isSuspendedAtEnd(_ place: EntityID) -> Bool {
        trace.entity(place) != nil && circumstances.suspensions[Int(place.index)].last?.to == trace.duration
    }
}
