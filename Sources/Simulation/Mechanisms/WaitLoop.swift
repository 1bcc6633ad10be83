import ExactTime
import ScenarioProgram

/// A loop that waits, works and waits again on its own thread.
struct WaitLoop {
    enum Phase {
        case wait
        case work
    }

    var timer: TimerID
    /// Waits for points of a grid (`mach_wait_until`) and not for a time (`Thread.sleep`).
    var isAbsolute: Bool
    /// On the uptime axis.
    var grid = Grid(anchor: 0, interval: nil)
    /// The round that is awaited.
    var round: Int64 = 0
    /// How long the system had slept when the grid was recorded; nil: never recorded.
    var recordedOffset: Int64?
}
