import Analysis

/// The same workloads run once for each of several mechanisms, or scenarios side by side.
public struct ComparisonReport: Sendable {
    /// What stands in a column group: a mechanism, a scenario or an earlier result.
    public struct Subject: Hashable, Sendable {
        public var name: String
        /// What the name stands for.
        public var meaning: String
        /// Whether its callback runs on the main thread; nil where that is not what is compared.
        public var runsOnMain: Bool?
        /// Whether it counts each interval from its last firing.
        public var isRelative: Bool

        public init(_ name: String, meaning: String, runsOnMain: Bool? = nil, isRelative: Bool = false) {
            self.name = name
            self.meaning = meaning
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
    /// Smaller differences of waiting are none, ns; so are those below a tenth.
    private static let grain: Int64 = 100_000

    /// The subjects whose due points wait least for a firing; those that nobody beats noticeably.
    ///
    /// Waiting is what all mechanisms have in common: it does not matter whether a missed point is merged, dropped or made
    /// up for in a burst, since none of that brings its firing any sooner.
    public var best: [Int] {
        let waiting = cells.map { $0?.measure.meanWaiting }
        guard let least = waiting.compactMap({ $0 }).min() else { return [] }
        let bound = Int64(clamping: Int128(least) + Int128(least / 10) + Int128(Self.grain))
        return cells.indices.filter { (waiting[$0] ?? .max) <= bound }
    }

    /// Whether nobody beats anybody.
    public var isEven: Bool { best.count == cells.count { $0 != nil } }

    /// Whether even the one that skips least skips a tenth of its points.
    public var isHopeless: Bool {
        let measures = cells.compactMap { $0?.measure }
        return !measures.isEmpty && measures.allSatisfy { $0.due > 0 && $0.skipped >= max(1, $0.due / 10) }
    }

    /// What kept most subjects waiting, the first of equals; nil when nothing did.
    public var cause: Cause? {
        let causes = cells.compactMap { $0?.cause }
        return causes.max { one, other in causes.count { $0 == one } < causes.count { $0 == other } }
    }

    /// Whether everybody's own callback outlasts the interval, so that the mechanism decides nothing.
    public var isOutlasted: Bool { isHopeless && cause == .ownCallback }
}
