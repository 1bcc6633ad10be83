import LabCatalogue
import LabExactTime

/// The subject of records: a thread, a mode, a timer, an object …
public struct Entity: Hashable, Sendable {
    public enum Kind: UInt8, Sendable, CaseIterable {
        case process, thread, mode, timer, event, observer, source, queue, object, block
    }

    /// GCD's limit of worker threads, but for serial queues (libdispatch, queue.c: thread pool size).
    public static let poolSize = 64

    public var kind: Kind
    /// The id in the scenario, the message in an imported log.
    public var name: String
    /// The byte range in the scenario's file; empty if it has none.
    public var place: Range<Int>
    /// A timer's mechanism (`nstimer`), an object's class.
    public var detail: String
    /// The timer that represents all copies of this one.
    public var group: EntityID
    /// The thread or queue of a timer, observer or source; the queue of a block.
    public var home: EntityID
    public var timer: TimerTraits?
    /// The number that a log prints for a thread.
    public var number: Int64
    /// The wait for another thread in a timer's callback, an event, a block or a thread's body.
    public var wait: Wait?

    public init(
        _ kind: Kind, name: String, place: Range<Int> = 0..<0, detail: String = "", group: EntityID = .none,
        home: EntityID = .none, timer: TimerTraits? = nil, number: Int64 = 0
    ) {
        (self.kind, self.name, self.place, self.detail) = (kind, name, place, detail)
        (self.group, self.home, self.timer, self.number) = (group, home, timer, number)
    }

    /// The first waiting step.
    public struct Wait: Hashable, Sendable {
        public var step: Int64
        /// The queue or thread to wait for; `EntityID.none` for a signal, or if the steps wait for several.
        public var on: EntityID
        /// The block that has to run there.
        public var block: EntityID
        /// The timers, events, blocks and threads that may signal, if they are in several places.
        public var signallers: [EntityID] = []

        package init(step: Int64, on: EntityID, block: EntityID) {
            (self.step, self.on, self.block) = (step, on, block)
        }
    }

    /// The mechanism of a timer or block; nil in a log, which does not name it.
    package var mechanism: TimerKind? { kind == .timer || kind == .block ? TimerKind(rawValue: detail) : nil }

    /// True for the queue that the main thread serves.
    public var isMainQueue: Bool { kind == .queue && detail == "main" }
}

extension Array {
    /// The element at an index that may be any number.
    @inlinable package subscript(at index: some BinaryInteger) -> Element? {
        indices.contains(Int(index)) ? self[Int(index)] : nil
    }

    /// The element of an entity in an array with one for each.
    @inlinable package subscript(id: EntityID) -> Element? { self[at: id.index] }
}

extension [Entity] {
    /// The main thread, which comes before all others; `EntityID.none` where there is no thread.
    public var mainThread: EntityID { indices.first { self[$0].kind == .thread }.map { EntityID($0) } ?? .none }
}

/// The facts about a timer that analysis needs beside its records.
public struct TimerTraits: Hashable, Sendable {
    /// In ns; nil for a one-shot.
    public var interval: Rational?
    public var repeats: Bool
    /// In ns.
    public var tolerance: Int64 = 0
    /// The leeway that the scenario did not ask for, ns.
    public var defaultLeeway: Int64 = 0
    /// The entities of its modes; empty if it needs no run loop.
    public var modes: [EntityID] = []
    /// True if it schedules itself relative to its last firing.
    public var isRelative: Bool
    /// The fate of due points that pass before it can be called.
    public var passedPoints = PassedPoints.dropped
    /// True if its grid is that of a display.
    public var followsDisplay = false
    /// True if its clock runs while the system sleeps.
    public var countsInSleep = false
    /// Frames a second that were asked for, when the display could not do exactly that.
    public var wantedRate: Int64?
    /// Why it gets at most 60 frames a second of a faster display; nil: it may have them.
    public var frameHold: String?
    /// The number from which its log lines count down by its calls; nil: none.
    public var countdown: Int64?
    /// True if nothing but the seconds to an instant changes by its callback.
    public var showsSeconds = false
    /// True if its callback only logs the same line, or acts where it finds a change.
    public var changesNothing = false
    /// Byte range of the part of the scenario that names its target.
    public var targetPlace = 0..<0

    public init(interval: Rational?, repeats: Bool, isRelative: Bool = false) {
        (self.interval, self.repeats, self.isRelative) = (interval, repeats, isRelative)
    }
}
