import LabExactTime

/// What records are about: a thread, a mode, a timer, an object …
package struct Entity: Hashable, Sendable {
    package enum Kind: UInt8, Sendable, CaseIterable {
        case process, thread, mode, timer, event, observer, source, queue, object, block
    }

    package var kind: Kind
    /// The id in the scenario, the message in an imported log.
    package var name: String
    /// Byte range in the scenario's file; empty when it stands nowhere there.
    package var place: Range<Int>
    /// A timer's mechanism (`nstimer`), an object's class.
    package var detail: String
    /// The timer that stands for all copies of this one.
    package var group: EntityID
    /// The thread or queue that a timer, observer or source belongs to; the queue that a block is handed to.
    package var home: EntityID
    package var timer: TimerTraits?
    /// The number that a log prints for a thread.
    package var number: Int64
    /// Of a timer's callback, an event, a block or a thread's body: where it waits for another thread.
    package var wait: Wait?

    package init(
        _ kind: Kind, name: String, place: Range<Int> = 0..<0, detail: String = "", group: EntityID = .none,
        home: EntityID = .none, timer: TimerTraits? = nil, number: Int64 = 0
    ) {
        self.kind = kind
        self.name = name
        self.place = place
        self.detail = detail
        self.group = group
        self.home = home
        self.timer = timer
        self.number = number
    }
}

extension Entity {
    /// The first step that waits.
    package struct Wait: Hashable, Sendable {
        package var step: Int64
        /// The queue or thread that has to do something; `EntityID.none` for a signal, or where other steps wait for others.
        package var on: EntityID
        /// What is to be done there.
        package var block: EntityID

        package init(step: Int64, on: EntityID, block: EntityID) {
            (self.step, self.on, self.block) = (step, on, block)
        }
    }

    /// Whether it is the queue that the main thread serves.
    package var isMainQueue: Bool { kind == .queue && detail == "main" }
}

extension [Entity] {
    package subscript(id: EntityID) -> Entity? { indices.contains(Int(id.index)) ? self[Int(id.index)] : nil }

    /// The main thread, which comes before all others; `EntityID.none` where there is no thread.
    package var mainThread: EntityID { firstIndex { $0.kind == .thread }.map { EntityID($0) } ?? .none }
}

/// What analysis has to know about a timer beside its records.
package struct TimerTraits: Hashable, Sendable {
    /// In ns; nil for a one-shot.
    package var interval: Rational?
    package var repeats: Bool
    /// In ns.
    package var tolerance: Int64 = 0
    /// Of what has a leeway that the scenario did not ask for, in ns.
    package var defaultLeeway: Int64 = 0
    /// The entities of the modes it is meant for; empty for what needs no run loop.
    package var modes: [EntityID] = []
    /// Whether it re-schedules itself relative to its last firing.
    package var isRelative: Bool
    /// What becomes of due points that pass before it can be called.
    package var passedPoints = PassedPoints.dropped
    /// Whether the vsync grid of a display is its grid.
    package var followsDisplay = false
    /// Whether its clock goes on while the system sleeps.
    package var countsInSleep = false
    /// Frames a second that were asked for, when the display could not do exactly that.
    package var wantedRate: Int64?
    /// Byte range of the part of the scenario that names its target.
    package var targetPlace = 0..<0

    package init(interval: Rational?, repeats: Bool, isRelative: Bool = false) {
        self.interval = interval
        self.repeats = repeats
        self.isRelative = isRelative
    }
}

extension TimerTraits {
    /// What becomes of due points that pass before a timer can be called.
    package enum PassedPoints: UInt8, Sendable {
        /// They are lost (CFRunLoop.c: __CFRunLoopDoTimer).
        case dropped
        /// The next call is for all of them (dispatch_source_get_data(3)).
        case merged
        /// Each has a call of its own, the passed ones at once (Swift Async Algorithms, AsyncTimerSequence).
        case queued
    }
}
