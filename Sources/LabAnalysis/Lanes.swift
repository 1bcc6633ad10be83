import LabRecording

/// An event that was delivered to a thread, from the begin of its steps to their end, ns.
package struct EventDelivery: Hashable, Sendable {
    package var event: EntityID
    package var thread: EntityID
    package var from: Int64
    package var to: Int64

    /// The most steps of a lane.
    package static let mostKept = 1000

    init(_ record: Record) {
        event = record.entity
        thread = EntityID(Int(record.thread))
        from = record.time
        to = record.time
    }
}

/// The activity of a thread between two instants: its run loop's innermost mode, and the owner that kept it busy.
package struct ThreadSpan: TimeSpan, Hashable, Sendable {
    package var from: Int64
    package var to: Int64
    /// The mode of the innermost activation; `EntityID.none` while the run loop does not run.
    package var mode: EntityID
    /// The owner of the callback, callout, work or sleep; `EntityID.none` while the thread waited.
    package var owner: EntityID
    /// Index of the step; -1 for none.
    package var step: Int64
    /// The entity that runs the run loop inside a callout, as a drag does; `EntityID.none` for the outermost
    /// activation.
    package var caller = EntityID.none
    /// Index of the step that called the innermost activation; -1 for none.
    package var call: Int64 = -1
    /// True if the processor was getting up to speed for a piece of work.
    package var isRampUp = false
}

/// A thread over simulated time.
package struct ThreadActivity: Hashable, Sendable {
    package var thread: EntityID
    package var spans: ThreadSpans
}

extension ThreadActivity {
    /// The total time of the thread's work and sleep, ns.
    package var busy: Int64 {
        spans.reduce(0) { $1.owner == EntityID.none ? $0 : $0.adding(saturating: $1.to - $1.from) }
    }
}
