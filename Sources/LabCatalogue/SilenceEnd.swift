/// The look of a silence's end in a log.
package enum SilenceEnd: String, Sendable {
    /// A line off the grid, as when an overdue timer is released; the next line is back on the grid.
    case released
    /// A line on a point of the grid: nothing was late, or it is a display link, which has no others.
    case onPoint = "on-point"
    /// The next lines keep another grid.
    case offGrid = "off-grid"
    /// The last line, off the grid.
    case last
    /// The timer counts from each firing, so it has no grid.
    case armedAnew = "armed-anew"

    package var title: String {
        switch self {
        case .released: "back on the grid"
        case .onPoint: "ends on the grid"
        case .offGrid: "not back on the grid"
        case .last: "ends with the last line"
        case .armedAnew: "armed again after it"
        }
    }

    /// The causes that the log does not exclude, and the ways to distinguish them.
    ///
    /// - Parameter isCounted: true if the lines are numbered without a gap.
    package func causes(isCounted: Bool) -> String {
        switch self {
        case .onPoint where isCounted:
            "not excluded: nothing was overdue (a display link that was paused, or whose thread was busy). No line is "
                + "lost: they are numbered without a gap"
        case .released, .last:
            "not excluded: its thread was busy, its run loop ran a mode that the timer is not in (a drag, a menu), it "
                + "was suspended and resumed, or the app was in the background. To tell: log a timer on a queue "
                + "of its own (silent too: the whole app was suspended) and one in the common modes of this thread "
                + "(silent too: the thread was busy; not silent: the mode), and each suspend"
        case .onPoint:
            "not excluded: nothing was overdue (a display link that was paused, or whose thread was busy), its "
                + "callback did not print, or the log lost lines. To tell: count in the callback and print the count"
        case .offGrid:
            "not excluded: the timer was made again or got a new date, the system slept, or the clock was set. To "
                + "tell: log each creation, and the uptime beside the time of day"
        case .armedAnew:
            "not excluded: long work, a busy thread, a mode that was not run, or the background. To tell: log the "
                + "end of the work, too"
        }
    }
}
