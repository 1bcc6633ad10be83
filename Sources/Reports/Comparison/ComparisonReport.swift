import Analysis

/// The same workloads run once for each of several mechanisms, or scenarios side by side.
public struct ComparisonReport: Sendable {
    /// What stands in a column group: a mechanism, a scenario or an earlier result.
    public struct Subject: Hashable, Sendable {
        public var name: String
        /// Whether its callback runs on the main thread; nil where that is not what is compared.
        public var runsOnMain: Bool?
        /// Whether it counts each interval from its last firing.
        public var isRelative: Bool

        public init(_ name: String, runsOnMain: Bool? = nil, isRelative: Bool = false) {
            self.name = name
            self.runsOnMain = runsOnMain
            self.isRelative = isRelative
        }
    }

    /// What came of one subject under one workload.
    public struct Cell: Hashable, Sendable {
        public var measure: TimerMeasure
        /// What most of the waiting was due to; nil when nothing waited, or nobody knows.
        public var cause: Cause?
        /// How much of the time the main thread was busy, in thousandths.
        public var mainBusyPermille: Int64?

        public init(_ measure: TimerMeasure, cause: Cause? = nil, mainBusyPermille: Int64? = nil) {
            self.measure = measure
            self.cause = cause
            self.mainBusyPermille = mainBusyPermille
        }
    }

    /// One workload.
    public struct Row: Hashable, Sendable {
        public var name: String
        /// One a subject; nil where it has no such timer.
        public var cells: [Cell?]

        public init(_ name: String, _ cells: [Cell?]) {
            self.name = name
            self.cells = cells
        }
    }

    public var title: String
    /// What a reader wants to know of the circumstances: how long, which device.
    public var facts: [String]
    public var subjects: [Subject]
    public var rows: [Row]

    public init(title: String, facts: [String], subjects: [Subject], rows: [Row]) {
        self.title = title
        self.facts = facts
        self.subjects = subjects
        self.rows = rows
    }
}

extension ComparisonReport.Row {
    /// Differences below a tenth and 0.1 ms of waiting, or below a fiftieth of the due points, are none.
    private static let waitingGrain: Int64 = 100_000

    /// The subjects that no other beats: a due point waits least for its firing, then fewest points are skipped.
    public var best: [Int] {
        let known = cells.indices.filter { cells[$0] != nil }
        let waiting = known.compactMap { cells[$0]?.measure.waiting }
        guard let least = waiting.min() else { return [] }
        let bound = saturating(least, least / 10, Self.waitingGrain)
        let quick = known.filter { (cells[$0]?.measure.waiting).map { $0 <= bound } ?? false }
        let skipped = quick.compactMap { cells[$0]?.measure.skipped }
        guard let fewest = skipped.min() else { return quick }
        return quick.filter { index in
            guard let measure = cells[index]?.measure else { return false }
            return measure.skipped <= saturating(fewest, measure.asked / 50, 0)
        }
    }

    /// Whether nobody beats anybody.
    public var isEven: Bool { best.count == cells.count { $0 != nil } }

    private func saturating(_ values: Int64...) -> Int64 {
        Int64(clamping: values.reduce(Int128(0)) { $0 + Int128($1) })
    }
}
