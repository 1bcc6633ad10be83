import LabRecording

/// The analysis of a recording: statistics, causes of lateness, lifetimes and findings.
package struct RunAnalysis {
    /// The timers of the table, in the order of entities: a group is before its copies.
    package var timers: [TimerSummary]
    /// The attributions of timers that were late or skipped a point, in the order of entities.
    package var attributions: [Attribution] { evidence.causes.attributions }
    /// The shares of the causes of a timer's waiting; none if it was never late.
    package func shares(of timer: EntityID) -> [CauseShare] { attributions.first { $0.timer == timer }?.shares ?? [] }
    /// Objects, and timers that something was known to hold, in the order of entities.
    package var lifetimes: [Lifetime] { evidence.lifetimes.lifetimes }
    /// By code, then by subject.
    package var findings: [Finding]
    /// Threads that were cancelled and never return, since their run calls have no end.
    package var keptThreads: [EntityID] { findings.filter { $0.code == .cancelledInRunCall }.map(\.subject) }
    /// Threads in the order of entities.
    package var threads: [ThreadActivity] { circumstances.threads }
    /// The early end of the simulated process, if any.
    package var crash: Crash? {
        evidence.events.crash.map { crash in
            let trace = evidence.trace
            return (crash.time, trace.text(at: crash.value), trace.place(ofStep: crash.extra, orOf: crash.entity))
        }
    }
    /// The sleeps of the system, in order, ns.
    package var sleeps: [Range<Int64>] { circumstances.sleeps.map { $0.from..<$0.to } }
    /// The stays of the app in the background, in order, ns.
    package var backgrounds: [Range<Int64>] { circumstances.backgrounds.map { $0.from..<$0.to } }
    /// The suspensions of timers and queues, for each in order, ns.
    package var suspensions: [EntityID: [Range<Int64>]] {
        Dictionary(grouping: circumstances.suspensions.values, by: \.entity).mapValues { $0.map { $0.from..<$0.to } }
    }
    /// The first few, in order.
    package var deliveries: [EventDelivery] { circumstances.deliveries }
    /// The messages in the order of their first sending.
    package var messages: [MessageCount] { evidence.events.messages }
    /// The wake-ups of idle threads for timers; 0 for a log.
    package var wakeUps: Int64 { wakeUpCounter?.total ?? 0 }
    private let evidence: Evidence
    /// Nil for a log, which does not show what else its threads did.
    private var wakeUpCounter: WakeUpCounter? { evidence.trace.header.clock == .imported ? nil : evidence.wakeUps }
    var statistics: TimerStatistics { evidence.statistics }
    private var circumstances: Circumstances { evidence.circumstances }

    init(_ summaries: [TimerSummary], _ evidence: Evidence) {
        timers = summaries
        findings = Finding.all(evidence)
        self.evidence = evidence
        for index in timers.indices {
            timers[index].firedAfterOwner = evidence.lifetimes.firedAfterOwner(timers[index].entity, statistics)
            timers[index].wakeUps = self.wakeUps(of: timers[index].entity)
            if timers[index].copies > 1 {
                // A timer that is made again after its end is the same entity.
                let copies = statistics.copies(of: timers[index].entity)
                timers[index].copies = Int(copies.sum { max(1, Int64(evidence.lifetimes.replay[$0].made)) })
            }
            if wakeUpCounter == nil { (timers[index].callback, timers[index].busy) = (nil, nil) }
        }
    }

    /// The answers of a thread's run calls, in order; those of all threads for `EntityID.none`.
    package func returns(of thread: EntityID) -> [Int64] {
        evidence.stories.returns.filter { !thread.exists || $0.thread == thread }.map(\.value)
    }

    package func life(of entity: EntityID) -> Lifetime? { lifetimes.first { $0.entity == entity } }

    /// The start of the latest deallocation of an object or timer, ns, if any.
    package func deallocation(of entity: EntityID) -> Int64? { evidence.lifetimes.replay.deallocations[entity] }

    /// True if an object or timer was ever made or held.
    package func knows(_ entity: EntityID) -> Bool { evidence.lifetimes.replay[entity].isKnown }

    /// The number of times that an object or timer was made.
    package func made(_ entity: EntityID) -> Int64 { Int64(evidence.lifetimes.replay[entity].made) }

    /// The instant at which a step ended a timer, and the part with the step; nil if none did.
    package func end(of timer: EntityID) -> (at: Int64, by: EntityID)? { evidence.stories.turn(of: timer)?.endedByStep }

    /// The first point of a timer's last schedule, ns.
    package func firstPoint(of timer: EntityID) -> Int64? { evidence.history(of: timer).lastGrid?.anchor }

    /// The instant since which a timer has been paused, and the part that paused it.
    package func rest(of timer: EntityID) -> (at: Int64, by: EntityID)? {
        evidence.stories.turn(of: timer).flatMap { $0.ended == nil ? $0.rest : nil }
    }

    /// The firings of a timer or of all its copies, ns, ascending; without an entity, of all timers.
    package func firings(of timer: EntityID) -> [Int64] {
        let timers = timer.exists ? statistics.timers(of: timer) : statistics.entities.indices.map { EntityID($0) }
        return timers.flatMap { statistics.history(of: Int($0.index)).runs.flatMap(\.starts) }.sorted()
    }

    /// Calls `body` with the account of every call of each timer, in order.
    package func forEachAccount(of timers: [EntityID], _ body: (EntityID, Account) -> Void) {
        for timer in timers {
            let finder = statistics.finder(of: timer, circumstances)
            statistics.forEachAccount(of: Int(timer.index), finder) { $0.forEachCall { body(timer, $0) } }
        }
    }

    /// The same as a list, for a timer of which there are not very many.
    package func accounts(of timer: EntityID) -> [Account] {
        var accounts: [Account] = []
        forEachAccount(of: [timer]) { accounts.append($1) }
        return accounts
    }

    /// The cancellation of a task in its sleep that still called its body, and its armed instant, ns; nil if there was
    /// none.
    package func swallowedCall(of timer: EntityID, in trace: Trace) -> (at: Int64, armed: Int64)? {
        let history = statistics.history(of: Int(timer.index))
        guard trace.entity(timer)?.mechanism == .taskSleep, let at = history.swallowedAt,
            let grid = history.grids.dropLast().last.map(history.grid),
            let cancelled = trace.records.lastIndex(where: { $0.kind == .cancelled && $0.entity == timer })
        else { return nil }
        // It sleeps again when its body is over.
        let last = trace.records[..<cancelled].last {
            $0.entity == timer && [.fired, .returned, .calloutEnded].contains($0.kind)
        }
        let traits = trace.entity(timer)?.timer
        if traits?.isChain == true, let last, let interval = traits?.interval?.scaled(1) {
            return (at, last.time.adding(saturating: interval))
        }
        return grid.point(grid.points(before: at)).map { (at, $0) }
    }

    /// The number of callbacks of timers that began.
    package var firingCount: Int64 { statistics.runs.values.sum { Int64($0.count) } }

    /// The summary of a timer, also of a copy that `timers` leaves out; nil for any other entity.
    package func summary(of timer: EntityID) -> TimerSummary? {
        if let told = timers.first(where: { $0.entity == timer }) { return told }
        var summary = statistics.summary(of: timer)
        summary?.wakeUps = wakeUps(of: timer)
        return summary
    }

    /// The wake-ups of an idle thread for a timer, or for all its copies; nil for a log.
    private func wakeUps(of timer: EntityID) -> WakeUps? {
        guard let wakeUpCounter else { return nil }
        return statistics.copyCount(of: timer) == 0
            ? wakeUpCounter.counts(of: timer) : wakeUpCounter.counts(ofGroup: timer)
    }

    /// The wake-ups of each thread for timers, in the order of entities; none for a log.
    package var wakeUpsByThread: [(thread: EntityID, count: Int64)] { wakeUpCounter?.countsByThread ?? [] }

    /// The name of a timer with the thread that distinguishes it from others: `poll@worker`.
    package static func name(_ timer: String, on thread: String?) -> String { timer + (thread.map { "@" + $0 } ?? "") }

    /// The threads that distinguish timers of one name; a timer with a unique name has none.
    package func threadsOfNamesakes(in trace: Trace) -> [EntityID: String] {
        let namesakes = Dictionary(grouping: timers, by: \.name).values.filter { $0.count > 1 }.joined()
        return Dictionary(
            uniqueKeysWithValues: namesakes.compactMap { timer in
                let index = Int(timer.entity.index)
                let called = trace.entity(EntityID(evidence.stories.firstThreads[index]))
                let thread = called ?? trace.entity(evidence.stories.stories[index].added?.thread ?? .none)
                return thread.map { (timer.entity, $0.name) }
            })
    }

    /// The busy part of the main thread's time, in thousandths, that is, ms a second; nil when the recording does not
    /// show it.
    package var mainBusyPermille: Int64? {
        let (duration, main) = (evidence.trace.duration, evidence.trace.entities.mainThread)
        guard duration > 0, let activity = threads.first(where: { $0.thread == main }) else { return nil }
        return Int64(clamping: Int128(activity.busy) * 1000 / Int128(duration))
    }
}

/// The end of a simulated process. The place is the byte range of the step that led to it; empty when unknown.
package typealias Crash = (time: Int64, reason: String, place: Range<Int>)
