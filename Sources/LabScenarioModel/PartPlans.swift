import LabExactTime

/// A thread and the steps of its body.
public struct ThreadPlan: Sendable, Equatable {
    public var id: String
    public var place: Place
    /// ns; nil: started by a `start` step.
    public var starts: Int64?
    /// nil for the main thread of an app, which runs its run loop for ever.
    public var body: [Step]?
    /// The object that is its target: retained until the thread ends.
    public var target: Int?
    /// True if nothing refers to it, so that it cannot be cancelled.
    public var isDetached = false

    public init(id: String, place: Place = 0..<0, starts: Int64? = 0, body: [Step]? = nil) {
        (self.id, self.place, self.starts, self.body) = (id, place, starts, body)
    }
}

/// A dispatch queue.
public struct QueuePlan: Sendable, Equatable {
    public enum Kind: String, Sendable, CaseIterable { case main, serial, concurrent, global }

    public var id: String
    public var place: Place
    public var kind: Kind

    public init(id: String, kind: Kind, place: Place = 0..<0) { (self.id, self.kind, self.place) = (id, kind, place) }
}

/// An event that a thread's run loop receives at an instant, like a source1 in all common modes.
public struct EventPlan: Sendable, Equatable {
    public var id: String
    public var place: Place
    public var at: Int64
    /// The table from which `at` is drawn, once for each run; nil if it is fixed.
    public var drawnAt: QuantileTable?
    /// The interval of its repetition, ns.
    public var every: Rational?
    /// The end of the repetition, exclusive, ns.
    public var until: Int64?
    public var thread: Int
    public var steps: [Step]

    public init(id: String, place: Place = 0..<0, at: Int64, thread: Int = 0, steps: [Step]) {
        (self.id, self.place, self.at, self.thread, self.steps) = (id, place, at, thread, steps)
    }
}

/// A run loop observer.
public struct ObserverPlan: Sendable, Equatable {
    public enum Activity: String, Sendable, CaseIterable {
        case entry
        case beforeTimers = "before-timers"
        case beforeSources = "before-sources"
        case beforeWaiting = "before-waiting"
        case afterWaiting = "after-waiting"
        case exit

        /// Its place among all of them.
        package var number: Int64 { Int64(Self.allCases.firstIndex(of: self) ?? 0) }
    }

    public var id: String
    public var place: Place
    public var activities: [Activity]
    public var modes: [ModeName] = [.default]
    public var order: Int64 = 0
    public var repeats = true
    public var thread = 0
    public var steps: [Step] = []

    public init(id: String, activities: [Activity], place: Place = 0..<0) {
        (self.id, self.activities, self.place) = (id, activities, place)
    }
}

/// An input source of a run loop.
public struct SourcePlan: Sendable, Equatable {
    public enum Kind: String, Sendable, CaseIterable { case source0, source1 }

    public var id: String
    public var place: Place
    public var kind: Kind
    public var modes: [ModeName] = [.default]
    public var order: Int64 = 0
    public var thread = 0
    /// Instants at which a message arrives or a signal is given, ns.
    public var at: [Int64] = []
    public var steps: [Step] = []

    public init(id: String, kind: Kind, place: Place = 0..<0) { (self.id, self.kind, self.place) = (id, kind, place) }
}

/// An object that is retained and released.
public struct ObjectPlan: Sendable, Equatable {
    /// The answer to messages that it does not implement.
    public enum Forwarding: String, Sendable, CaseIterable {
        /// An ordinary object: unrecognised selectors crash.
        case none
        case object, nsproxy
        case nullForwarding = "null-forwarding"
        /// It implements every message that it is sent.
        case selfInvalidating = "self-invalidating"
        case classObject = "class"
    }

    public var id: String
    public var className: String
    public var place: Place
    public var thread = 0
    public var forwarding = Forwarding.none
    /// The object to which a proxy refers weakly.
    public var forwardsTo: Int?
    /// The holders outside of all objects; without any it is deallocated at the end of the statement that makes it.
    public var heldBy: [Holder] = []
    public var strong: [PropertyPlan] = []
    public var weak: [PropertyPlan] = []
    /// The only selectors that it implements; nil: all that it is sent (a proxy: none).
    public var selectors: [String]?
    public var dealloc: [Step] = []
    public var viewWillDisappear: [Step] = []

    public init(id: String, className: String, place: Place = 0..<0) {
        (self.id, self.className, self.place) = (id, className, place)
    }
}

/// An instance variable that refers to another part.
public struct PropertyPlan: Sendable, Equatable {
    public var name: String
    public var part: PartReference
    public var place: Place

    public init(name: String, part: PartReference, place: Place = 0..<0) {
        (self.name, self.part, self.place) = (name, part, place)
    }
}

/// A holder of a strong reference from outside the object graph of the scenario.
public enum Holder: Sendable, Equatable {
    case navigation
    case staticVariable
    /// A local variable of the thread that made it.
    case local
    /// The autorelease pool of the thread that made it.
    case autoreleasePool
    case part(PartReference)
}
