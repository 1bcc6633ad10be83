import LabCatalogue

/// The expectations of a scenario on one subject.
public struct ExpectationPlan: Sendable, Equatable {
    public enum Subject: Sendable, Equatable {
        case run
        case timer(Int)
        /// A copy of a timer with several.
        case copy(timer: Int, index: Int)
        case object(Int)
        case thread(Int)
    }

    public var subject: Subject
    public var checks: [Check]

    public init(subject: Subject, checks: [Check]) { (self.subject, self.checks) = (subject, checks) }

    /// A condition of an expectation.
    public struct Check: Sendable, Equatable {
        public var expectation: ExpectedOutcome
        public var place: Place

        public init(_ expectation: ExpectedOutcome, place: Place) {
            (self.expectation, self.place) = (expectation, place)
        }
    }
}

/// The claims that a scenario can expect.
public enum ExpectedOutcome: Sendable, Equatable {
    /// A comparison with a figure of a timer.
    case figure(Figure, Comparison)
    /// The exact instants of the first firings, ns; all of them when `isComplete`.
    case firings([Int64], isComplete: Bool)
    case timeline(step: Int64, lane: String)
    case findings([String])
    case noFindings([String])
    case deallocated(Bool)
    case deallocatedAt(Comparison)
    case keptBy(String)
    /// nil: any crash; otherwise the reason contains this text.
    case crash(String?)
    case noCrash
    /// The log's messages, whole or a part of them in this order.
    case log([String], isComplete: Bool)
    case noLog([String])
    /// The answers of a thread's run calls, in order.
    case returns([String])
    /// The stages that a message to the object passes; the last one answers it.
    case stages([String])
    case fingerprint(String)
    /// The same firing instants as another timer.
    case sameFirings(as: Int)
}

/// A condition on a number: counts as they are, durations in ns, drift in parts per billion.
public enum Comparison: Sendable, Equatable {
    case equal(Int64)
    case less(Int64)
    case atMost(Int64)
    case greater(Int64)
    case atLeast(Int64)
    /// Both ends included.
    case between(Int64, Int64)

    public func holds(for value: Int64) -> Bool {
        switch self {
        case .equal(let bound): value == bound
        case .less(let bound): value < bound
        case .atMost(let bound): value <= bound
        case .greater(let bound): value > bound
        case .atLeast(let bound): value >= bound
        case .between(let low, let high): value >= low && value <= high
        }
    }
}
