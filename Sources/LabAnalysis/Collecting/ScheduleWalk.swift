import LabExactTime
import LabRecording

/// Callbacks in a row, equally far from each other.
struct WalkedFirings {
    /// Which point of its schedule the first one is, points that a grid dropped by rule counted; a new schedule begins
    /// at 0 again.
    var index: Int64
    /// Which one it serves, where system sleep has moved the grid.
    var point: Int64?
    var indexStep: Int64
    /// Callback minus that point, ns.
    var lag: Int64
    var lagStep: Int64
    var start: Int64
    var step: Int64
    /// Callback minus the instant that it was armed for, ns.
    var lateness: Int64
    var count: Int64
    /// For how long the timer's clock may have stood still since the firing before, so that this one came later, ns.
    var slept: Int64 = 0
    /// By how much its grid stands later from here on for that reason, ns.
    var shifted: Int64 = 0

    var last: Int64 { start &+ step &* (count - 1) }
}

/// What a timer's history is, step by step along the schedule that was requested.
enum WalkedEvent {
    /// A new schedule: a new date, or the first one; and how often the timer had fired by then.
    case schedule(Grid, firingsBefore: Int64)
    /// Callbacks with the points that wait for them, of a timer that keeps a grid; one that re-arms has none.
    case firings(WalkedFirings, serving: ServedPoints?)
    /// Points that waited to the end of their schedule or of the recording.
    case unserved(ServedPoints)
    /// The schedule ended, or the recording, with so many due points in all.
    case ended(at: Int64, due: Int64)
}

/// Walks a timer's firings along the schedule that was requested: its first due instant and a point each interval.
enum ScheduleWalk {
    case grid(GridWalk)
    case chain(ChainWalk)

    /// - Parameter folding: whether constellations that come at equal distances are said only once, with a count.
    init(_ traits: TimerTraits?, folding: Bool) {
        if let traits, traits.isChain, let interval = traits.interval {
            self = .chain(ChainWalk(interval: interval, folding: folding))
        } else {
            self = .grid(GridWalk(traits, folding: folding))
        }
    }

    /// Calls `body` for everything in the order in which it happened; what is not known yet never ends.
    mutating func take(
        _ history: TimerHistory, sleeps: [Span], until duration: Int64 = .max, _ body: (WalkedEvent) -> Void
    ) {
        switch self {
        case .grid(var walk):
            walk.take(history, sleeps: sleeps, until: duration, body)
            self = .grid(walk)
        case .chain(var walk):
            walk.take(history, sleeps: sleeps, until: duration, body)
            self = .chain(walk)
        }
    }

    func end(at duration: Int64, _ body: (WalkedEvent) -> Void) {
        switch self {
        case .grid(let walk): walk.end(until: duration, body)
        case .chain(let walk): walk.end(until: duration, body)
        }
    }

}

extension [Span] {
    /// For how long the system slept between two instants.
    func asleep(from: Int64, to: Int64) -> Int64 {
        reduce(0) {
            $0.adding(saturating: Swift.max(0, Swift.min($1.to, to).subtracting(saturating: Swift.max($1.from, from))))
        }
    }
}
