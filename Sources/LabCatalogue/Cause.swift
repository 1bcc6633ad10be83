/// The reason why a timer was not called when it was due.
package enum Cause: Int, CaseIterable {
    /// Its own callback was still running.
    case ownCallback
    /// Something else ran on its thread or queue.
    case otherWork
    /// The run loop ran in none of its modes.
    case modeNotRun
    /// The window that its tolerance or leeway allows.
    case tolerance
    case systemSlept
    case background
    /// It, or its queue, was suspended.
    case suspended
    /// Its thread's run loop was not running.
    case loopNotRunning
    /// It was not in a run loop yet.
    case notAdded
    /// It had been disposed of, since nothing held it any more.
    case disposed
    /// The latency of the wake-up: the part that nothing in the recording explains.
    case wakeUp
    /// The processor was getting up to speed, at the beginning of a piece of work.
    case rampUp
    /// Its own callback, or the thread of its run loop, waited for work that was delayed by something else.
    case awaiting

    /// True for work of the timer's own thread, which delays nothing that is due later.
    package var isOfThread: Bool { row.isOfThread }

    /// In words, for a table.
    package var title: String { row.title }

    private var row: (title: String, isOfThread: Bool) {
        switch self {
        case .ownCallback: ("own callback", true)
        case .otherWork: ("other work", true)
        case .modeNotRun: ("mode not run", true)
        case .tolerance: ("tolerance", false)
        case .systemSlept: ("system slept", false)
        case .background: ("in the background", false)
        case .suspended: ("suspended", false)
        case .loopNotRunning: ("run loop not running", true)
        case .notAdded: ("in no run loop", false)
        case .disposed: ("disposed of", false)
        case .wakeUp: ("wake-up latency", false)
        case .rampUp: ("processor ramp-up", true)
        case .awaiting: ("waits for other work", true)
        }
    }
}
