import LabExactTime
import LabRecording

/// The statistics of a whole recording, computed timer by timer on demand.
struct TimerStatistics: Sendable {
    let entities: [Entity]
    let intervals: [Rational]
    /// The end of the recording, ns.
    let duration: Int64
    /// The sleeps of the system, in order.
    let sleeps: [Span]
    let clock: DriftClock
    private let coalesced: [Int64]
    private let runs: ByEntity<FiringRun>
    let logs: ByEntity<FiringRun>
    /// The callback lengths by timer; empty if all callbacks took no time.
    let durations: [CountedValues]
    private let grids: ByEntity<GridSpan>
    private let members: ByEntity<Int32>
    /// The timers whose last callback still runs at the end of the recording.
    let unfinished: Set<EntityID>
    /// By entity, the thread of its first call; negative for none.
    let firstThreads: [Int16]

    init(
        of trace: Trace, sleeps: [Span], coalesced: [Int64], runs: consuming [FiringRun], logs: consuming [FiringRun],
        durations: [CountedValues], grids: [GridSpan], unfinished: Set<EntityID>, firstThreads: [Int16]
    ) {
        let entities = trace.entities
        (self.entities, intervals, duration) = (entities, trace.intervals, trace.header.duration)
        (self.sleeps, self.coalesced, self.durations) = (sleeps, coalesced, durations)
        (self.unfinished, self.firstThreads) = (unfinished, firstThreads)
        clock = DriftClock(of: trace.header)
        self.runs = ByEntity(runs, entities: entities.count, key: \.entity)
        self.logs = ByEntity(logs, entities: entities.count, key: \.entity)
        self.grids = ByEntity(grids, entities: entities.count, key: \.entity)
        let copies = entities.indices.filter { entities.leader(of: $0) != nil }
        // A timer beside which others were made belongs to their group.
        let (allGrids, allRuns) = (self.grids, self.runs)
        let firsts = Set(copies.compactMap(entities.leader)).sorted()
            .filter { !allGrids[$0].isEmpty || !allRuns[$0].isEmpty }
        members = ByEntity((firsts + copies).map(Int32.init), entities: entities.count) {
            Int32(entities.leader(of: Int($0)) ?? Int($0))
        }
    }

    /// The copies of a group; empty for any other entity.
    func copies(of group: EntityID) -> [EntityID] { members[Int(group.index)].map { EntityID(Int($0)) } }

    /// The copies of a group; any other timer is alone.
    func timers(of timer: EntityID) -> [EntityID] {
        let copies = copies(of: timer)
        return copies.isEmpty ? [timer] : copies
    }

    func copyCount(of group: EntityID) -> Int { members[Int(group.index)].count }

    /// The figures of one timer, or of all copies of one; nil if the entity is no timer.
    ///
    /// A group's percentiles are those of all its copies' values together. Its jitter is about each copy's own mean,
    /// and its drift is the mean of theirs, each weighted with its firings.
    func summary(of id: EntityID) -> TimerSummary? {
        let index = Int(id.index)
        guard entities.indices.contains(index), entities[index].kind == .timer else { return nil }
        var builder: SummaryBuilder? = SummaryBuilder(id, entities[index])
        var none: SummaryBuilder?
        if members[index].isEmpty { _ = measure(index, { _ in nil }, to: &builder, of: &none) }
        for member in members[index] { _ = measure(Int(member), { _ in nil }, to: &none, of: &builder) }
        return builder?.result
    }

    /// The summaries of all timers in the order of entities, and the reasons for which each timer waited. A group comes
    /// before its copies if they are shown one by one.
    func figures(
        copiesUpTo limit: Int = Circumstances.copiesShown, finder: (Int) -> CauseFinder? = { _ in nil }
    ) -> (summaries: [TimerSummary], tallies: [(timer: Int, tally: Tally)]) {
        var summaries: [TimerSummary] = []
        var tallies: [(timer: Int, tally: Tally)] = []
        var groups: [Int: SummaryBuilder] = [:]
        var open = (index: -1, builder: SummaryBuilder?.none)
        for index in entities.indices where entities[index].kind == .timer {
            let group = group(of: index)
            let copies = members[group]
            if group != open.index {
                if let builder = open.builder { groups[open.index] = builder }
                open.builder =
                    copies.isEmpty ? nil : groups[group] ?? SummaryBuilder(EntityID(group), entities[group])
                open.index = group
            }
            let isTold = copies.isEmpty || index != group && copies.count <= limit
            var own = isTold ? SummaryBuilder(EntityID(index), entities[index]) : nil
            if copies.isEmpty || index != group || copies.first == Int32(index) {
                if let tally = measure(index, finder, to: &own, of: &open.builder) { tallies.append((index, tally)) }
            }
            if let own { summaries.append(own.result) }
        }
        if let builder = open.builder { groups[open.index] = builder }
        summaries += groups.values.map(\.result)
        return (summaries.sorted { $0.entity < $1.entity }, tallies)
    }

    /// Adds a timer's history to its own figures and to those of its group, in one walk.
    private func measure(
        _ index: Int, _ finder: (Int) -> CauseFinder?, to own: inout SummaryBuilder?,
        of group: inout SummaryBuilder?
    ) -> Tally? {
        let punctual = punctualFirings(of: index)
        if let punctual, hasOnlyFirings(index), own?.canTake(punctual: punctual, clock) ?? true,
            group?.canTake(punctual: punctual, clock) ?? true
        {
            own?.fold(punctual: punctual, clock)
            group?.fold(punctual: punctual, clock)
            return nil
        }
        own?.begin(index, in: self)
        group?.begin(index, in: self)
        var tally = Tally()
        // A punctual timer needs no cause.
        let finder = punctual == nil ? finder(index) : nil
        walk(of: index, finder) { event in
            switch event {
            case .account(let account):
                own?.fold(account)
                group?.fold(account)
                tally.fold(account)
            case .schedule(let grid, let firingsBefore):
                own?.begin(grid, firingsBefore: firingsBefore)
                group?.begin(grid, firingsBefore: firingsBefore)
            case .ended(let due):
                own?.end(due: due)
                group?.end(due: due)
            }
        }
        own?.finish(index, in: self)
        group?.finish(index, in: self)
        return tally
    }

    /// The finder of the reasons for which a timer waited; nil for a log, which does not show what else the device did.
    func finder(of timer: EntityID, _ circumstances: Circumstances) -> CauseFinder? {
        clock.isUnknown
            ? nil : CauseFinder(circumstances, timer: timer, hasFired: !runs[Int(timer.index)].isEmpty)
    }

    func history(of index: Int) -> TimerHistory {
        TimerHistory(runs: runs[index], grids: grids[index], intervals: intervals)
    }

    /// All firings of a timer that was always on time and skipped no point; nil for any other.
    ///
    /// Most timers of a large scenario are like that, and need no walk along their schedules.
    func punctualFirings(of index: Int) -> FiringRun? {
        guard sleeps.isEmpty, let run = runs.only(index), let span = grids.only(index),
            run.lateness == 0, run.start == span.anchor, run.last < duration, span.firingsBefore == 0,
            intervals.indices.contains(Int(span.interval)), entities[index].timer?.isChain == false
        else { return nil }
        let interval = intervals[Int(span.interval)]
        guard interval.isWhole, interval > .zero, run.count == 1 || run.step == interval.numerator,
            run.last.adding(saturating: interval.numerator) >= min(span.end, duration)
        else { return nil }
        return run
    }

    var areAllPunctual: Bool {
        entities.indices.allSatisfy { entities[$0].kind != .timer || punctualFirings(of: $0) != nil }
    }

    /// The skipped points of a timer that were merged into its calls.
    func coalesced(of index: Int) -> Int64 { index < coalesced.count ? coalesced[index] : 0 }

    /// True if only the begins of a timer's callbacks are known.
    private func hasOnlyFirings(_ index: Int) -> Bool {
        (index >= durations.count || durations[index].isEmpty) && coalesced(of: index) == 0 && logs[index].isEmpty
            && !clock.isUnknown
    }

    /// The timer that represents all copies of one; itself if it has none.
    func group(of index: Int) -> Int {
        let group = Int(entities[index].group.index)
        return entities.indices.contains(group) ? group : index
    }

    var firingCount: Int64 { entities.indices.reduce(0) { $0 + history(of: $1).firedCount } }

    /// The firings of a timer, of all its copies, or of every timer (`EntityID.none`); ns, ascending.
    func firings(of timer: EntityID) -> [Int64] {
        let timers = timer == EntityID.none ? Array(entities.indices) : timers(of: timer).map { Int($0.index) }
        let times = timers.flatMap { history(of: $0).runs.flatMap(\.starts) }
        return timers.count > 1 || times.isEmpty ? times.sorted() : times
    }

    func due(of index: Int) -> Int64 {
        var due: Int64 = 0
        walk(of: index, nil) { event in
            if case .ended(let points) = event { due = due.adding(saturating: points) }
        }
        return due
    }
}
