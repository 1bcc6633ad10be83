import LabRecording

/// A timer over simulated time, one sign a step.
public struct TimerLanes: Hashable, Sendable {
    /// The length of a step, ns.
    public var step: Int64
    /// `|` points that callbacks were made for, `o` points that are lost, `*` both, `-` none.
    public var due: String
    /// `x` a callback less than a step after its point, in the place of the point; `X` a later one, in its own; `o` a
    /// point that is lost, `*` a callback and a lost point; `-` nothing.
    ///
    /// In one step `X` outranks `x`; a lost point is always shown.
    public var fired: String
}

/// An event that was delivered to a thread, from the begin of its steps to their end, ns.
public struct EventDelivery: Hashable, Sendable {
    public var event: EntityID
    public var thread: EntityID
    public var from: Int64
    public var to: Int64

    /// A lane has no room for more.
    public static let mostKept = 1000

    init(_ record: Record) {
        event = record.entity
        thread = EntityID(Int(record.thread))
        from = record.time
        to = record.time
    }
}

/// What a thread did from one instant to another: its run loop's innermost mode, and who kept it busy.
public struct ThreadSpan: TimeSpan, Hashable, Sendable {
    public var from: Int64
    public var to: Int64
    /// The mode of the innermost activation; `EntityID.none` while the run loop does not run.
    public var mode: EntityID
    /// Whose callback, callout, work or sleep it was; `EntityID.none` while the thread waited.
    public var owner: EntityID
    /// Index of the step; -1 for none.
    public var step: Int64
    /// Who runs the run loop from inside a callout, as a drag does; `EntityID.none` for the outermost activation.
    public var caller = EntityID.none
    /// Index of the step that called the innermost activation; -1 for none.
    public var call: Int64 = -1
    /// Whether the processor was getting up to speed for a piece of work.
    public var isRampUp = false
}

/// A thread over simulated time.
public struct ThreadActivity: Hashable, Sendable {
    public var thread: EntityID
    public var spans: ThreadSpans
}

extension ThreadActivity {
    /// How long the thread worked or slept in all, ns.
    public var busy: Int64 {
        spans.reduce(spans.droppedWork) { $1.owner == EntityID.none ? $0 : $0.adding(saturating: $1.to - $1.from) }
    }
}

extension RunAnalysis {
    /// How much of the recording a thread was busy, in thousandths; nil when nothing is known of it.
    public func busyPermille(ofThread thread: EntityID, until duration: Int64) -> Int64? {
        guard duration > 0, let activity = threads.first(where: { $0.thread == thread }) else { return nil }
        return Int64(clamping: Int128(activity.busy) * 1000 / Int128(duration))
    }
}
