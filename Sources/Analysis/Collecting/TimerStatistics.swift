import ExactTime
import Recording

/// The statistics of a whole recording, worked out timer by timer when they are asked for.
public struct TimerStatistics: Sendable {
    let entities: [Entity]
    let intervals: [Rational]
    let duration: Int64
    /// When the system slept, in order.
    let sleeps: [Span]
    let clock: DriftClock
    let coalesced: [Int64]
    let runs: ByEntity<FiringRun>
    let logs: ByEntity<FiringRun>
    /// By timer, how long its callbacks took; empty when all took no time.
    let durations: [CountedValues]
    let grids: ByEntity<GridSpan>
    private let members: ByEntity<Int32>

    init(
        entities: [Entity], intervals: [Rational], duration: Int64, sleeps: [Span], clock: DriftClock,
        coalesced: [Int64], runs: ByEntity<FiringRun>,
        logs: ByEntity<FiringRun>, durations: [CountedValues], grids: ByEntity<GridSpan>
    ) {
        self.entities = entities
        self.intervals = intervals
        self.duration = duration
        self.sleeps = sleeps
        self.clock = clock
        self.coalesced = coalesced
        self.runs = runs
        self.logs = logs
        self.durations = durations
        self.grids = grids
        let copies = entities.indices.filter {
            entities[$0].kind == .timer && entities.indices.contains(Int(entities[$0].group.index))
        }
        members = ByEntity(copies.map(Int32.init), entities: entities.count) { entities[Int($0)].group.index }
    }

    /// Copies of a larger group are not told one by one unless somebody asks for them.
    public static let copiesShown = 64

    /// The copies that an entity stands for; empty when it is no group.
    public func copies(of group: EntityID) -> [EntityID] { members[Int(group.index)].map { EntityID(Int($0)) } }

    /// Everything about one timer, or about all copies of one; nil for what is no timer.
    ///
    /// A group's percentiles are those of all its copies' values together; its jitter is taken about each copy's own
    /// mean, and its drift is the mean of theirs, each weighted with its firings.
    public func summary(of id: EntityID) -> TimerSummary? {
        let index = Int(id.index)
        guard entities.indices.contains(index), entities[index].kind == .timer else { return nil }
        var builder = SummaryBuilder(id, entities[index])
        let copies = members[index]
        for member in copies.isEmpty ? [id.index] : copies {
            add(Int(member), copy: copies.isEmpty ? nil : EntityID(Int(member)), to: &builder)
        }
        return builder.result
    }

    /// The summaries of all timers in the order of entities, a group before its copies.
    ///
    /// - Parameter limit: the copies of a larger group are left out; ask for them one by one.
    public func summaries(copiesUpTo limit: Int = TimerStatistics.copiesShown) -> [TimerSummary] {
        entities.indices.compactMap { index in
            let group = Int(entities[index].group.index)
            if entities.indices.contains(group), members[group].count > limit { return nil }
            return summary(of: EntityID(index))
        }
    }

    func history(of index: Int) -> TimerHistory {
        TimerHistory(runs: runs[index], grids: grids[index], intervals: intervals, duration: duration)
    }

    /// How many callbacks of all timers began.
    var firingCount: Int64 { entities.indices.reduce(0) { $0 + history(of: $1).firedCount } }

    /// When a timer fired, or all copies of one, or every timer for `EntityID.none`; ns, ascending.
    func firings(of timer: EntityID) -> [Int64] {
        let copies = copies(of: timer)
        let timers = timer == EntityID.none ? Array(entities.indices) : (copies + [timer]).map { Int($0.index) }
        let times = timers.flatMap { history(of: $0).runs.flatMap(\.starts) }
        return timers.count > 1 || times.isEmpty ? times.sorted() : times
    }

    func firstGrid(of timer: EntityID) -> Grid? {
        let history = history(of: Int(timer.index))
        return history.grids.first.map(history.grid)
    }

    /// How many points of a timer's requested schedule are due.
    func due(of index: Int) -> Int64 {
        var due: Int64 = 0
        walk(of: index).walk(folding: true) { event in
            if case .ended(_, let points) = event { due = saturatingSum(due, points) }
        }
        return due
    }

    func walk(of index: Int) -> ScheduleWalk {
        ScheduleWalk(history(of: index), traits: entities[index].timer, sleeps: sleeps)
    }

    private func add(_ index: Int, copy: EntityID?, to builder: inout SummaryBuilder) {
        builder.add(
            copy: copy, history(of: index), entities[index], sleeps: sleeps, clock: clock,
            coalesced: coalesced.indices.contains(index) ? coalesced[index] : 0, logs: logs[index],
            durations: durations.indices.contains(index) ? durations[index] : CountedValues())
    }
}
