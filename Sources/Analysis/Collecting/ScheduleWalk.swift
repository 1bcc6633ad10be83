import ExactTime
import Recording

/// Due points of the requested schedule that wait for one common instant.
struct ServedPoints {
    /// The requested schedule, and the points by index, both included.
    var grid: Grid
    var first: Int64
    var last: Int64
    /// When a callback began, or the schedule or the recording ended.
    var until: Int64
    /// The point that the callback was made for; nil where none began.
    var served: Int64?
    /// Whether the recording ended then: the points wait at least so long.
    var isOpen = false
    /// Whether they have not waited any longer than the timer may be late, or is when all is well.
    var isPending = false
    /// The instant that the callback was armed for.
    var armed: Int64
    /// For how long the timer's clock may have stood still before that, so that it came later, ns.
    var asleep: Int64
    /// How often the same constellation comes in a row.
    var repeats: Int64 = 1

    var count: Int64 { last - first + 1 }
    /// Points that no callback was made for.
    var lost: Int64 { isPending ? 0 : served == nil ? count : count - 1 }
    var isServed: Bool { served != nil }

    /// When the first of them was due, ns.
    var from: Int64 { grid.point(first) ?? until }
    /// How long the first of them waits, ns.
    var longest: Int64 { until.subtracting(saturating: from) }

    /// How long all points together wait between two instants, ns.
    func time(from start: Int64, to end: Int64) -> Int128 {
        let begun = min(last, grid.points(before: end) - 1)
        let before = min(begun, grid.firstIndex(after: start) - 1)
        var total: Int128 = 0
        if before >= first { total = Int128(before - first + 1) * (Int128(end) - Int128(start)) }
        let inside = max(first, before + 1)
        if inside <= begun {
            total += Int128(begun - inside + 1) * Int128(end) - grid.sum(from: inside, through: begun)
        }
        return total
    }
}

extension ServedPoints {
    /// One instant that waits for another.
    init(due: Int64, until: Int64) {
        self.init(
            grid: Grid(anchor: due, interval: nil), first: 0, last: 0, until: until, served: 0, armed: due, asleep: 0)
    }

    /// The lost points among them, in at most two ranges, and the one that was served.
    var parts: (lost: [ServedPoints], served: ServedPoints?) {
        guard let served else { return ([self], nil) }
        func part(_ range: ClosedRange<Int64>, served: Int64?) -> ServedPoints {
            var part = self
            (part.first, part.last, part.served) = (range.lowerBound, range.upperBound, served)
            return part
        }
        var lost: [ServedPoints] = []
        if served > first { lost.append(part(first...(served - 1), served: nil)) }
        if served < last { lost.append(part((served + 1)...last, served: nil)) }
        return (lost, part(served...served, served: served))
    }
}

/// Callbacks in a row, equally far from each other.
struct WalkedFirings {
    /// Which point of its schedule the first one is, points that a grid dropped by rule counted; a new schedule begins
    /// at 0 again.
    var index: Int64
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
    /// A new schedule: a new date, or the first one.
    case schedule(Grid)
    /// Callbacks with the points that wait for them, of a timer that keeps a grid; one that re-arms has none.
    case firings(WalkedFirings, serving: ServedPoints?)
    /// Points that waited to the end of their schedule or of the recording.
    case unserved(ServedPoints)
    /// The schedule ended, or the recording, with so many due points in all.
    case ended(at: Int64, due: Int64)
}

/// Walks a timer's firings along the schedule that was requested: its first due instant and a point each interval.
///
/// A grid that stands later because the timer's clock stood still in a system sleep is the same schedule; so are the
/// frames of a display, which are recorded one by one until one falls on a whole nanosecond.
///
/// A history is walked part by part, as it comes; what is said of it does not depend on where it is cut.
struct ScheduleWalk {
    private let traits: TimerTraits?
    /// Says constellations that come at equal distances only once, with a count.
    private let folding: Bool
    private var schedule = Schedule()
    private var chain = Chain()
    private let tolerance: Int64
    /// How late a callback is when all is well: by its tolerance, or the most so far that is no episode, ns.
    private var window: Int64
    /// Whether the first grid of the next part is the one in force.
    private var goesOn = false

    init(_ traits: TimerTraits?, folding: Bool) {
        self.traits = traits
        tolerance = max(traits?.tolerance ?? 0, traits?.defaultLeeway ?? 0)
        window = tolerance
        self.folding = folding
    }

    /// Calls `body` for everything in the order in which it happened.
    ///
    /// - Parameters:
    ///   - sleeps: when the system slept up to now.
    ///   - duration: when the recording ends; what is not known yet never ends.
    mutating func take(
        _ history: TimerHistory, sleeps: [Span], until duration: Int64 = .max, _ body: (WalkedEvent) -> Void
    ) {
        if let traits, traits.isChain, let interval = traits.interval {
            return takeChain(history, interval, sleeps, until: duration, body)
        }
        history.forEachSpan { grid, span, pieces in
            if goesOn {
                goesOn = false
                schedule.until = span.end
            } else {
                let follows = traits?.followsDisplay == true
                if !schedule.continues(with: grid, span, sleeps, followsDisplay: follows) {
                    schedule.end(until: duration, window: window, body)
                    schedule = Schedule()
                    body(.schedule(grid))
                }
                schedule.begin(grid, span)
            }
            for piece in pieces { serve(piece, grid, sleeps, body) }
        }
        goesOn = !history.grids.isEmpty
    }

    /// The recording ends.
    mutating func end(at duration: Int64, _ body: (WalkedEvent) -> Void) {
        schedule.end(until: duration, window: window, body)
        schedule = Schedule()
        chain.end(until: duration, body)
        chain = Chain()
    }

    /// From when on what happens may still explain what has not been told yet, ns; nil when nothing is waited for.
    var openSince: Int64? {
        if let requested = schedule.requested {
            guard let point = requested.point(schedule.next), point < schedule.until else { return nil }
            // A timer is silent from its last callback on, or from an interval before the first point.
            let before = requested.anchor.subtracting(saturating: requested.interval?.scaled(1) ?? 0)
            return min(point, schedule.previous > .min ? schedule.previous : before)
        }
        return chain.until == .max ? chain.previous : nil
    }

    // MARK: A grid

    /// A requested schedule as far as it has been walked.
    private struct Schedule {
        /// The requested grid; a one-shot's has one point.
        var requested: Grid?
        /// Recorded points before the requested grid begins: frames of a display.
        var leading: Int64 = 0
        /// How far the grid in force stands behind the requested one, ns, and the index of its first point there.
        var shift: Int64 = 0
        var base: Int64 = 0
        /// The first requested point that has not been dealt with.
        var next: Int64 = 0
        /// The recorded grid in force, the first of its points that no callback was armed for, and its time.
        var grid: Grid?
        var armed: Int64 = 0
        var since: Int64 = 0
        var until: Int64 = 0
        /// What the next callback's grid was moved by.
        var shifted: Int64 = 0
        /// The last callback.
        var previous = Int64.min
        var servedLast: Int64?

        /// Whether a recorded grid goes on with the schedule, and from which index.
        mutating func continues(with new: Grid, _ span: GridSpan, _ sleeps: [Span], followsDisplay: Bool) -> Bool {
            guard let grid, until == span.since else { return false }
            if followsDisplay, grid.interval == nil {
                leading += requested.map { min($0.points(before: .max), 1) } ?? 0
                requested = nil
                return true
            }
            guard let interval = grid.interval, new.interval == interval else { return false }
            let asleep = sleeps.reduce(Int64(0)) { total, sleep in
                sleep.to > since && sleep.to <= span.since ? total.adding(saturating: sleep.to - sleep.from) : total
            }
            guard asleep > 0 else { return false }
            let before = new.anchor.subtracting(saturating: asleep)
            let index = grid.points(before: before)
            guard grid.point(index) == before, index >= armed else { return false }
            base = base.adding(saturating: index)
            shift = shift.adding(saturating: asleep)
            shifted = asleep
            return true
        }

        mutating func begin(_ grid: Grid, _ span: GridSpan) {
            if requested == nil {
                requested = grid
                (next, base) = (0, 0)
                servedLast = nil
            }
            self.grid = grid
            armed = 0
            since = span.since
            until = span.end
        }

        /// Whether the end of the schedule is the end of the recording: points wait on.
        func end(until duration: Int64, window: Int64, _ body: (WalkedEvent) -> Void) {
            guard let requested, grid != nil else { return }
            let end = min(until, duration)
            var due = requested.points(before: end)
            // A point at the very instant at which its grid ends was due if a callback served it: a timer that is
            // invalidated in its own callback was due.
            if let servedLast, (requested.point(servedLast) ?? .max) < duration {
                due = max(due, servedLast.adding(saturating: 1))
            }
            // Of several points only the last is still waited for: the others are lost by its mechanism's rule.
            let isPending =
                end == duration && next < due
                && end.subtracting(saturating: requested.point(due - 1) ?? .min) <= window
            let lost = next..<max(next, isPending ? due - 1 : due)
            for (points, isPending) in [(lost, false), (lost.upperBound..<max(next, due), true)] where !points.isEmpty {
                body(
                    .unserved(
                        ServedPoints(
                            grid: requested, first: points.lowerBound, last: points.upperBound - 1, until: end,
                            isOpen: end == duration, isPending: isPending, armed: end, asleep: shift)))
            }
            body(.ended(at: end, due: due.adding(saturating: leading)))
        }
    }

    private mutating func serve(
        _ piece: TimerHistory.Piece, _ grid: Grid, _ sleeps: [Span], _ body: (WalkedEvent) -> Void
    ) {
        let servesAll = piece.servesEveryPoint(of: grid) && (folding || piece.lateness <= 0)
        let isPeriodic = piece.count > 1 && (servesAll || (folding && piece.isPeriodic(on: grid)))
        serve(piece.start, 1, piece, grid, sleeps, body)
        guard piece.count > 1 else { return }
        if isPeriodic {
            serve(piece.start &+ piece.step, piece.count - 1, piece, grid, sleeps, body)
        } else {
            for number in 1..<piece.count { serve(piece.start &+ piece.step &* number, 1, piece, grid, sleeps, body) }
        }
    }

    /// Callbacks that begin at `start` and then at each step of the piece, each in the same constellation.
    private mutating func serve(
        _ start: Int64, _ count: Int64, _ piece: TimerHistory.Piece, _ grid: Grid, _ sleeps: [Span],
        _ body: (WalkedEvent) -> Void
    ) {
        guard let requested = schedule.requested else { return }
        let queuesTicks = traits?.passedPoints == .queued
        let due = start &- piece.lateness
        let index = max(0, grid.firstIndex(after: due) - 1)
        let point = schedule.base.adding(saturating: index)
        let stride = count > 1 ? stepsBetween(piece.step, grid) : 0
        // One that was armed before the system slept, on a clock that stood still, comes later by that.
        let slept = min(max(0, piece.lateness), sleeps.asleep(from: max(schedule.since, schedule.previous), to: due))
        schedule.previous = start
        let tenth = (requested.interval?.scaled(1) ?? 0) / 10
        if piece.lateness <= tolerance.adding(saturating: tenth) { window = max(window, piece.lateness) }
        let firings = WalkedFirings(
            index: schedule.leading.adding(saturating: point), indexStep: max(1, stride),
            lag: piece.lateness.adding(saturating: schedule.shift),
            lagStep: 0, start: start, step: piece.step, lateness: piece.lateness, count: count,
            slept: slept, shifted: schedule.shifted)
        schedule.shifted = 0
        let reached = queuesTicks ? point : max(point, requested.firstIndex(after: start) - 1)
        let points = ServedPoints(
            grid: requested, first: schedule.next, last: reached, until: start,
            served: schedule.shift > 0 ? reached : max(schedule.next, min(point, reached)), armed: due,
            asleep: schedule.shift.adding(saturating: slept), repeats: count)
        body(.firings(firings, serving: schedule.next <= reached ? points : nil))
        let strides = stride.multiplied(saturatingBy: count - 1)
        schedule.next = max(schedule.next, (reached + 1).adding(saturating: strides))
        schedule.armed = (index + 1).adding(saturating: strides)
        schedule.servedLast = point.adding(saturating: strides)
    }

    private func stepsBetween(_ step: Int64, _ grid: Grid) -> Int64 {
        guard let interval = grid.interval else { return 0 }
        return Int64(
            clamping: Int128(step) * Int128(interval.denominator) / Int128(interval.numerator))
    }

    // MARK: A chain

    /// The schedule of a timer that is armed anew, as far as it has been walked.
    private struct Chain {
        var requested: Grid?
        var index: Int64 = 0
        var until: Int64 = .max
        /// The last callback, or when the chain was set.
        var previous: Int64?

        func end(until duration: Int64, _ body: (WalkedEvent) -> Void) {
            guard let requested else { return }
            let end = min(until, duration)
            body(.ended(at: end, due: max(requested.points(before: end), min(index, 1))))
        }
    }

    private mutating func takeChain(
        _ history: TimerHistory, _ interval: Rational, _ sleeps: [Span], until duration: Int64,
        _ body: (WalkedEvent) -> Void
    ) {
        history.forEachSpan { grid, span, pieces in
            if goesOn {
                goesOn = false
                chain.until = span.end
            } else {
                chain.end(until: duration, body)
                let requested = Grid(anchor: grid.anchor, interval: interval)
                body(.schedule(requested))
                chain = Chain(requested: requested, until: span.end, previous: span.since)
            }
            guard let requested = chain.requested else { return }
            for piece in pieces {
                if interval.isWhole, sleeps.isEmpty {
                    body(.firings(firings(of: piece, from: chain.index, requested, count: piece.count), serving: nil))
                    chain.index += piece.count
                    chain.previous = piece.start &+ piece.step &* (piece.count - 1)
                } else {
                    for number in 0..<piece.count {
                        var single = piece
                        single.start = piece.start &+ piece.step &* number
                        var firing = firings(of: single, from: chain.index, requested, count: 1)
                        firing.slept = slept(since: chain.previous ?? single.start, until: firing, interval, sleeps)
                        chain.previous = single.start
                        body(.firings(firing, serving: nil))
                        chain.index += 1
                    }
                }
            }
        }
        goesOn = !history.grids.isEmpty
    }

    /// By how much system sleep has set a chain back: what its step is late by, or its callback took longer.
    private func slept(
        since previous: Int64, until firing: WalkedFirings, _ interval: Rational, _ sleeps: [Span]
    ) -> Int64 {
        let asleep = sleeps.asleep(from: previous, to: firing.start)
        guard asleep > 0 else { return 0 }
        if firing.lateness > 0 { return min(asleep, firing.lateness) }
        let gap = firing.start.subtracting(saturating: previous)
        return gap.subtracting(saturating: interval.scaled(1) ?? 0) >= asleep ? asleep : 0
    }

    private func firings(of piece: TimerHistory.Piece, from index: Int64, _ requested: Grid, count: Int64)
        -> WalkedFirings
    {
        WalkedFirings(
            index: index, indexStep: 1, lag: piece.start.subtracting(saturating: requested.point(index) ?? piece.start),
            lagStep: count > 1 ? piece.step &- (requested.interval?.scaled(1) ?? 0) : 0, start: piece.start,
            step: piece.step, lateness: piece.lateness, count: count)
    }
}

extension [Span] {
    /// For how long the system slept between two instants.
    fileprivate func asleep(from: Int64, to: Int64) -> Int64 {
        reduce(0) {
            $0.adding(saturating: Swift.max(0, Swift.min($1.to, to).subtracting(saturating: Swift.max($1.from, from))))
        }
    }
}
