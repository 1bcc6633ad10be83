import ExactTime
import ScenarioProgram

/// A CADisplayLink: an input source of a run loop that the display signals.
struct DisplayLink {
    /// Its instance among the timers.
    var timer: TimerID
    /// Its port among the sources; none before it is added to a run loop.
    var source: SourceID = .none
    /// The refreshes at which it calls: frame k stands at floor(k × period) on the uptime axis.
    var frames: Grid
    /// The frame that the display signals next.
    var next: Int64 = 0
    /// When that signal comes, wake-up latency included.
    var arrival: Int64 = 0
    /// The frame whose signal waits; -1: none.
    var waiting: Int64 = -1
    /// The frame that the latest callback was for; -1: none yet.
    var shown: Int64 = -1
    /// A whole frame went by without its callback, or the callback outlasted its frame.
    var hasOverrun = false
    var isRunning = false
    var isPaused = false
    /// Stale signals bear older tickets.
    var ticket: UInt32 = 0
    /// Whether the grid that was recorded last goes on with the frames to come.
    var isGridRecorded = false
    /// How long the system had slept then.
    var recordedOffset: Int64 = 0
}
