import ExactTime
import ScenarioModel
import ScenarioProgram

/// A Swift task that sleeps, works and sleeps again on its actor's executor.
struct SleepingTask {
    enum Phase {
        /// Its first job waits in the executor's queue.
        case unstarted
        case asleep
        /// The sleep is over, the job waits in the executor's queue.
        case ready
        case working
    }

    var timer: TimerID
    var deadline: DeadlineID
    var queue: QueueID
    /// Sleeps until points of a grid and not for a time.
    var isAbsolute: Bool
    var phase = Phase.unstarted
    /// On the task's own clock.
    var grid = Grid(anchor: 0, interval: nil)
    var index: Int64 = 0
    /// What lay between the task's clock and the recording's time when the grid was recorded; nil: never recorded.
    var recordedOffset: Int64?
}
