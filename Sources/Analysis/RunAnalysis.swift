import Recording

/// What a whole recording says: statistics, causes of lateness, lifetimes and findings.
public struct RunAnalysis: Sendable {
    /// One per timer that a table shows, in the order of entities: a group stands before its copies.
    public var timers: [TimerSummary]
    /// One per timer that was late or skipped a point, in the order of entities.
    public var attributions: [Attribution]
    /// Objects, and timers that something was known to hold, in the order of entities.
    public var lifetimes: [Lifetime]
    /// By code, then by subject.
    public var findings: [Finding]
    /// Threads in the order of entities.
    public var threads: [ThreadActivity]
    /// How the simulated process ended before its time; nil when it did not.
    public var crash: Crash?
    private var statistics: TimerStatistics?

    public init(
        timers: [TimerSummary] = [], attributions: [Attribution] = [], lifetimes: [Lifetime] = [],
        findings: [Finding] = [], threads: [ThreadActivity] = [], crash: Crash? = nil
    ) {
        self.timers = timers
        self.attributions = attributions
        self.lifetimes = lifetimes
        self.findings = findings
        self.threads = threads
        self.crash = crash
    }

    /// Analyses a recording, whoever made it.
    public init(of trace: Trace) {
        let collector = StatisticsCollector()
        collector.receive(trace.records, entities: trace.entities)
        let statistics = collector.statistics(
            entities: trace.entities, intervals: trace.intervals, duration: trace.header.duration)
        let circumstances = Circumstances(trace)
        let causes = CauseAnalysis(trace, statistics, circumstances)
        let lifetimes = LifetimeAnalysis(trace, statistics)
        var timers = statistics.summaries()
        for index in timers.indices {
            timers[index].firedAfterOwner = lifetimes.firedAfterOwner(timers[index].entity, statistics)
        }
        self.init(
            timers: timers, attributions: causes.attributions, lifetimes: lifetimes.lifetimes,
            findings: Finding.all(trace, statistics, circumstances, causes, lifetimes),
            threads: circumstances.threads, crash: Crash(of: trace))
        self.statistics = statistics
    }

    /// The summary of a timer, also of a copy that `timers` leaves out; nil for what is no timer.
    public func summary(of timer: EntityID) -> TimerSummary? {
        timers.first { $0.entity == timer } ?? statistics?.summary(of: timer)
    }

    /// The lanes of a timer, or of all copies of one in the same lanes; nil for an analysis that was put together by
    /// hand.
    ///
    /// - Parameters:
    ///   - step: the length of a sign, ns, positive.
    ///   - count: how many signs, not negative.
    public func lanes(of timer: EntityID, step: Int64, count: Int) -> TimerLanes? {
        statistics?.lanes(of: timer, step: step, count: count)
    }
}

/// The end of a simulated process.
public struct Crash: Hashable, Sendable {
    public var time: Int64
    /// Whom it was about; `EntityID.none` for nobody.
    public var entity: EntityID
    public var reason: String
    /// Byte range of the step that led to it; empty when unknown.
    public var place: Range<Int>

    public init(time: Int64, entity: EntityID, reason: String, place: Range<Int>) {
        self.time = time
        self.entity = entity
        self.reason = reason
        self.place = place
    }

    init?(of trace: Trace) {
        guard let record = trace.records.last(where: { $0.kind == .crashed }) else { return nil }
        self.init(
            time: record.time, entity: record.entity, reason: trace.text(at: record.value),
            place: trace.place(ofStep: record.extra, orOf: record.entity))
    }
}

extension Trace {
    /// A text by its index; empty when there is none.
    func text(at index: Int64) -> String {
        texts.indices.contains(Int(index)) ? texts[Int(index)] : ""
    }

    /// Where a step stands; failing that, where an entity does.
    func place(ofStep step: Int64, orOf entity: EntityID) -> Range<Int> {
        if steps.indices.contains(Int(step)), !steps[Int(step)].isEmpty { return steps[Int(step)] }
        return self.entity(entity)?.place ?? 0..<0
    }
}
