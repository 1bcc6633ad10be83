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
}
