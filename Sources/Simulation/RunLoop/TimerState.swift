import ExactTime
import Recording
import ScenarioModel

/// The part of a timer that each firing touches.
struct TimerState {
    /// The next fire date on the uptime axis, ns; `Int64.max`: none.
    var due: Int64 = .max
    /// ns; 0: a one-shot; -1: an exact fraction, which stands in the detail.
    var interval: Int64 = 0
    /// How long the system had slept when the timer was armed.
    var armedOffset: Int64 = 0
    /// Bears the entry in the heap that counts; 0: none.
    var sequence: UInt32 = 0
    var entity: EntityID
    /// The callback's steps; -1: none.
    var list: Int32 = -1
    var loop: Int32 = -1
    var group: Int32 = -1
    var fired: Int64 = 0
    var isValid = true
    var isFiring = false
    /// The callback has no steps and keeps nobody: it is run without a frame.
    var isTrivial = false
    /// The fire date was set inside the callback.
    var wasReset = false

    /// Whether a heap entry is the one that counts; a timer that has moved keeps its sequence but not its group.
    @inline(__always)
    func owns(_ entry: TimerHeap.Entry, inGroup index: Int) -> Bool {
        sequence == entry.sequence && group == Int32(truncatingIfNeeded: index)
    }
}

/// The rest of a timer.
struct TimerDetail {
    /// The plan's index; -1 for the timer of a perform request.
    var plan: Int32
    var kind: TimerKind
    var modes = ModeSet.none
    var tolerance: Int64 = 0
    var node: Int32 = -1
    var interval: Rational?
    /// For an interval that is no whole number of ns: point `gridIndex` of the grid at `gridAnchor` is due.
    var gridAnchor: Int64 = 0
    var gridIndex: Int64 = 0
    /// The node of the target, retained or not; -1: a block, or a target that was nil.
    var target: Int32 = -1
    /// The target's message as a text of the recording; -1: a block.
    var selector: Int64 = -1
    /// What keeps the target, the block's captures and userInfo alive: edges from the timer's node.
    var keepsContext = false
    /// The reference from the run loop; -1: none.
    var loopEdge: Int32 = -1
    /// The block of a perform request; -1: none.
    var block: Int32 = -1
    /// When it has fired last, ns after the start; kept only for a timer whose fire date somebody logs.
    var lastFired: Int64 = 0
    /// The fire date that the firing in progress serves, on the uptime axis.
    var firingFor: Int64 = 0
    /// Its state among those of its mechanism; -1: none.
    var slot: Int32 = -1
    /// Where the firing that is awaited was due, in the recording's time, for what has no run loop.
    var awaited: Int64 = 0
}
