import ExactTime
import ScenarioProgram

/// A dispatch timer source (source.c, event.c).
struct DispatchSource {
    /// Its instance among the timers.
    var timer: TimerID
    var deadline: DeadlineID
    var queue: QueueID
    /// On the source's own clock.
    var grid: Grid
    /// The grid's next point that has not been noticed yet.
    var next: Int64 = 0
    /// The same when the latest handler began.
    var latched: Int64 = 0
    var leeway: Int64 = 0
    /// Grid points that were noticed and wait for the handler.
    var pending: Int64 = 0
    /// The first of them, in the recording's time.
    var firstPending: Int64 = 0
    /// More points have come meanwhile; they are counted when the handler starts.
    var isMarked = false
    var isActive = false
    var suspensions: Int64 = 0
    /// It sits in its target queue.
    var isQueued = false
    /// Its handler runs.
    var isRunning = false
    var isCancelled = false
    /// The cancel handler sits in the target queue, or has run.
    var isCancelQueued = false
    /// Its last reference is gone.
    var isDisposed = false
    /// Being disposed of, it sits in its target queue, or has come through.
    var isDisposalQueued = false
    /// `dispatch_source_get_data` of the latest handler.
    var data: Int64 = 0
    /// How long the system had slept, and how far the wall clock had been set, when the grid was last recorded.
    var recordedOffset: Int64 = 0
    /// The grid was recorded from a jump of the wall clock on, which is none of its points.
    var isGridOff = false

    var mayRun: Bool { isActive && suspensions == 0 && !isDisposed }
}
