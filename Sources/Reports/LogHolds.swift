import Analysis
import ExactTime

/// A stretch of a log in which a timer wrote nothing though it was due.
package struct LogHold: Sendable, Hashable {
    /// What its end looks like.
    package enum End: String, Sendable {
        /// With a line off the grid, as when something lets an overdue timer go; the next line is back on the grid.
        case released
        /// With a line on a point of the grid: nothing came late.
        case onPoint = "on-point"
        /// The next lines keep other points.
        case offGrid = "off-grid"
        /// The timer counts from each firing: it has no grid to come back to.
        case armedAnew = "armed-anew"

        var title: String {
            switch self {
            case .released: "back on the grid"
            case .onPoint: "ends on the grid"
            case .offGrid: "not back on the grid"
            case .armedAnew: "armed anew after it"
            }
        }

        /// What the log does not exclude, and what would tell it apart.
        var causes: String {
            switch self {
            case .released:
                "not excluded: its thread was busy, its run loop ran a mode that the timer is not in (a drag, a menu), it "
                    + "was suspended and resumed, or the app was in the background. To tell: log a timer on a queue "
                    + "of its own (silent too: the whole app stood still) and one in the common modes of this thread "
                    + "(silent too: the thread was busy; not silent: the mode), and each suspend"
            case .onPoint:
                "not excluded: nothing was overdue (a display link that was paused), its callback did not print, or "
                    + "the log lost lines. To tell: count in the callback and print the count"
            case .offGrid:
                "not excluded: the timer was made again or got a new date, the system slept, or the clock was set. To "
                    + "tell: log each creation, and the uptime beside the time of day"
            case .armedAnew:
                "not excluded: long work, a busy thread, a mode that was not run, or the background. To tell: log the "
                    + "end of the work, too"
            }
        }
    }

    /// After the first line, ns.
    package var from: Int64
    /// To the line that ends it, ns.
    package var length: Int64
    /// Points that passed without a line of their own.
    package var lost: Int64
    package var end: End

    package init(from: Int64, length: Int64, lost: Int64, end: End) {
        (self.from, self.length, self.lost, self.end) = (from, length, lost, end)
    }

    /// `held from 2.197 s for 1.075 s, 10 points gone, back on the grid`.
    package var text: String {
        "held from \(DurationText.format(from)) for \(DurationText.format(length)), "
            + "\(Plural.of(lost, "point")) gone, \(end.title)"
    }
}

/// The holds of a timer: the longest are listed, all are counted.
package struct LogHolds: Sendable, Hashable {
    package var listed: [LogHold] = []
    package var count = 0

    package init() {}

    /// The longest few, then each kind's causes once: which of them it was no log can say.
    func lines(_ name: String) -> [String] {
        let shown = listed.sorted { ($0.length, $1.from) > ($1.length, $0.from) }.prefix(5).sorted { $0.from < $1.from }
        var lines = shown.map { "\(name): \($0.text)" }
        if count > shown.count { lines.append("\(name): \(Plural.of(count - shown.count, "more hold"))") }
        var told: Set<LogHold.End> = []
        for hold in shown where told.insert(hold.end).inserted { lines.append(hold.end.causes) }
        return lines
    }
}
