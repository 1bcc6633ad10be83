import LabExactTime
import LabRecording

/// The statistics of a whole recording, computed timer by timer on demand.
final class TimerStatistics: Sendable {
    let entities: [Entity]
    let intervals: [Rational]
    let header: TraceHeader
    /// The sleeps of the system, in order.
    let sleeps: [Span]
    /// By entity, the skipped points of a timer that were merged into its calls.
    let coalesced: [Int64]
    let runs: ByEntity<FiringRun>
    let logs: ByEntity<FiringRun>
    /// By timer, as far as some callback took time.
    private let durations: [CountedValues]
    private let grids: ByEntity<GridSpan>
    private let members: ByEntity<EntityID>
    /// The timers whose last callback still runs at the end of the recording.
    let unfinished: Set<EntityID>

    /// - Parameter collected: everything that the recording has, complete.
    init(_ collected: StatisticsCollector, of trace: borrowing Trace, sleeps: [Span], unfinished: Set<EntityID>) {
        let entities = trace.entities
        (self.entities, intervals, header) = (entities, trace.intervals, trace.header)
        (self.sleeps, self.unfinished) = (sleeps, unfinished)
        (coalesced, durations) = (collected.counts.map(\.coalesced), collected.durations)
        runs = ByEntity(collected.runs, entities: entities.count, key: \.entity)
        logs = ByEntity(collected.logs, entities: entities.count, key: \.entity)
        grids = ByEntity(collected.grids, entities: entities.count, key: \.entity)
        let copies = entities.indices.filter { entities.leader(of: $0) != nil }
        // A timer beside which others were made belongs to their group.
        let (allGrids, allRuns) = (grids, runs)
        let firsts = Set(copies.compactMap(entities.leader)).sorted()
            .filter { !allGrids[$0].isEmpty || !allRuns[$0].isEmpty }
        members = ByEntity((firsts + copies).map { EntityID($0) }, entities: entities.count) {
            Int32(entities.leader(of: Int($0.index)) ?? Int($0.index))
        }
    }

    /// The copies of a group; empty for any other entity.
    func copies(of group: EntityID) -> [EntityID] { Array(members[Int(group.index)]) }

    /// The copies of a group; any other timer is alone.
    func timers(of timer: EntityID) -> [EntityID] {
        let copies = copies(of: timer)
        return copies.isEmpty ? [timer] : copies
    }

    func copyCount(of group: EntityID) -> Int { members[Int(group.index)].count }

    typealias Figures = (summaries: [TimerSummary], tallies: [(timer: Int, tally: Tally)])

    /// The figures of one timer, or of all copies of one; nil if the entity is no timer.
    ///
    /// - Parameter isBrief: true for no more than its points, their waiting, and a chain's drift.
    func summary(of id: EntityID, isBrief: Bool = false) -> TimerSummary? {
        guard entities[id]?.kind == .timer else { return nil }
        var figures: Figures = ([], [])
        addUp(id, copiesUpTo: 0, isBrief: isBrief, { _ in nil }, to: &figures)
        return figures.summaries.first
    }

    /// The summaries of all timers in the order of entities, and the reasons for which each timer waited. A group comes
    /// before its copies if they are shown one by one.
    func figures(
        copiesUpTo limit: Int = Circumstances.copiesShown, finder: (Int) -> CauseFinder? = { _ in nil }
    ) -> Figures {
        var figures: Figures = ([], [])
        for index in entities.indices {
            let isAlone = entities[index].kind == .timer && entities.leader(of: index) == nil
            if isAlone || !members[index].isEmpty { addUp(EntityID(index), copiesUpTo: limit, finder, to: &figures) }
        }
        figures.summaries.sort { $0.entity < $1.entity }
        figures.tallies.sort { $0.timer < $1.timer }
        return figures
    }

    /// Adds up a timer that is alone, or all copies of one together and, if they are few, each of them.
    ///
    /// A group's percentiles are those of all its copies' values together. Its jitter is about each copy's own mean,
    /// and its drift is the mean of theirs, each weighted with its firings.
    private func addUp(
        _ timer: EntityID, copiesUpTo limit: Int, isBrief: Bool = false, _ finder: (Int) -> CauseFinder?,
        to figures: inout Figures
    ) {
        var whole = SummaryBuilder(timer, entities[Int(timer.index)], isBrief: isBrief)
        // Set for copies that are told only: it is large.
        var own: SummaryBuilder?
        let areTold = copyCount(of: timer) <= limit
        for member in timers(of: timer) {
            let index = Int(member.index)
            if areTold { own = member == timer ? nil : SummaryBuilder(member, entities[index]) }
            if let tally = measure(index, finder, to: &own, of: &whole) { figures.tallies.append((index, tally)) }
            if areTold, let own { figures.summaries.append(own.result) }
        }
        figures.summaries.append(whole.result)
    }

    /// Adds a timer's history to the figures of its group, and to its own ones beside them, in one walk.
    private func measure(
        _ index: Int, _ finder: (Int) -> CauseFinder?, to own: inout SummaryBuilder?, of whole: inout SummaryBuilder
    ) -> Tally? {
        let punctual = punctualFirings(of: index)
        if let punctual, hasOnlyFirings(index), own?.canTake(punctual: punctual, header) ?? true,
            whole.canTake(punctual: punctual, header)
        {
            own?.fold(punctual: punctual, header.clock)
            whole.fold(punctual: punctual, header.clock)
            return nil
        }
        own?.begin(index, in: self)
        whole.begin(index, in: self)
        var tally = Tally()
        // A punctual timer needs no cause.
        let finder = punctual == nil ? finder(index) : nil
        walk(of: index, finder) { event in
            switch event {
            case .account(let account):
                own?.fold(account)
                whole.fold(account)
                tally.fold(account)
            case .schedule(let grid, let firingsBefore):
                own?.begin(grid, firingsBefore: firingsBefore)
                whole.begin(grid, firingsBefore: firingsBefore)
            case .ended(let due):
                own?.end(due: due)
                whole.end(due: due)
            }
        }
        own?.finish(index, in: self)
        whole.finish(index, in: self)
        return tally
    }

    /// The finder of the reasons for which a timer waited; nil for a log, which does not show what else the device did.
    func finder(of timer: EntityID, _ circumstances: Circumstances) -> CauseFinder? {
        header.clock.isUnknown
            ? nil : CauseFinder(circumstances, timer: timer, hasFired: !runs[Int(timer.index)].isEmpty)
    }

    func history(of index: Int) -> TimerHistory {
        TimerHistory(runs: runs[index], grids: grids[index], intervals: intervals)
    }

    /// All firings of a timer that was always on time and skipped no point; nil for any other.
    ///
    /// Most timers of a large scenario are like that, and need no walk along their schedules.
    func punctualFirings(of index: Int) -> FiringRun? {
        let (runs, grids) = (runs[index], grids[index])
        guard sleeps.isEmpty, runs.count == 1, grids.count == 1, let run = runs.first, let span = grids.first,
            run.lateness == 0, run.start == span.anchor, run.last < header.duration, span.firingsBefore == 0,
            let interval = intervals[at: span.interval], entities[index].timer?.isChain == false
        else { return nil }
        guard interval.isWhole, interval > .zero, run.count == 1 || run.step == interval.numerator,
            run.last.adding(saturating: interval.numerator) >= min(span.end, header.duration)
        else { return nil }
        return run
    }

    var areAllPunctual: Bool {
        entities.indices.allSatisfy { entities[$0].kind != .timer || punctualFirings(of: $0) != nil }
    }

    /// The lengths of a timer's callbacks, without those that took no time.
    func durations(of index: Int) -> CountedValues { durations[at: index] ?? CountedValues() }

    /// True if only the begins of a timer's callbacks are known.
    private func hasOnlyFirings(_ index: Int) -> Bool {
        durations(of: index).isEmpty && coalesced[index] == 0 && logs[index].isEmpty && !header.clock.isUnknown
    }

    func due(of index: Int) -> Int64 {
        var due: Int64 = 0
        walk(of: index, nil) { event in
            if case .ended(let points) = event { due = due.adding(saturating: points) }
        }
        return due
    }
}
