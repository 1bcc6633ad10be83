import LabExactTime
import LabRecording

/// Walks the firings of a timer that keeps a grid.
///
/// A grid that stands later because the timer's clock stood still in a system sleep is the same schedule; so are the
/// frames of a display, which are recorded one by one until one falls on a whole nanosecond.
struct GridWalk {
    private let traits: TimerTraits?
    private let folding: Bool
    private var schedule = Schedule()
    private let tolerance: Int64
    /// How late a callback is when all is well: by its tolerance, or the most so far that is no episode, ns.
    private var window: Int64
    /// The grid in force, and requests of the same method that another one was made beside before they were called.
    private var current: (grid: Grid, span: GridSpan)?
    private var requests: [(grid: Grid, span: GridSpan)] = []
    private var isRequest: Bool { traits.map { !$0.repeats && $0.interval == nil } ?? false }

    init(_ traits: TimerTraits?, folding: Bool) {
        self.traits = traits
        tolerance = max(traits?.tolerance ?? 0, traits?.defaultLeeway ?? 0)
        window = tolerance
        self.folding = folding
    }

    mutating func take(
        _ history: TimerHistory, sleeps: [Span], until duration: Int64, _ body: (WalkedEvent) -> Void
    ) {
        history.forEachPart { part in
            switch part {
            case .piece(let piece):
                guard let current else { return }
                if requests.isEmpty { serve(piece, current.grid, sleeps, body) } else { answer(piece, sleeps, body) }
            case .grid(let grid, let span):
                let last = current
                current = (grid, span)
                let follows = traits?.followsDisplay == true
                if !schedule.continues(with: grid, span, sleeps, followsDisplay: follows) {
                    if isRequest, let last, schedule.next == 0, schedule.until == span.since {
                        requests.append(last)
                    } else {
                        schedule.end(until: duration, window: window, body)
                    }
                    schedule = Schedule(jump: schedule.jump(until: span))
                    body(.schedule(grid, firingsBefore: span.firingsBefore))
                }
                schedule.begin(grid, span)
            }
        }
    }

    func end(until duration: Int64, _ body: (WalkedEvent) -> Void) {
        for (grid, span) in requests {
            var schedule = Schedule()
            schedule.begin(grid, span)
            schedule.end(until: duration, window: window, body)
        }
        schedule.end(until: duration, window: window, body)
    }

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
        /// When a jump of the wall clock has made the points before this grid overdue, as long as no callback was for them,
        /// and how many more than one they are.
        var jump: Int64?
        var passed: Int64 = 0

        /// A grid that is due from the instant at which it comes into force, and is replaced then, is a jump's.
        func jump(until next: GridSpan) -> Int64? {
            grid?.anchor == since && until == since && next.since == since && next.anchor > since ? since : nil
        }

        /// Whether a recorded grid goes on with the schedule, and from which index.
        mutating func continues(with new: Grid, _ span: GridSpan, _ sleeps: [Span], followsDisplay: Bool) -> Bool {
            guard let grid, until == span.since else { return false }
            if followsDisplay, grid.interval == nil {
                leading += requested.map { min($0.points(before: .max), 1) } ?? 0
                requested = nil
                return true
            }
            guard let interval = grid.interval, new.interval == interval else { return false }
            let asleep = sleeps.filter { $0.to > since && $0.to <= span.since }.asleep(from: .min, to: .max)
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
            passed = span.passed
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
            // Of several points only the last is still waited for: the others are lost by its mechanism's rule. What is due
            // at the last instant, that of a crash for one, might have been served at it.
            let isCoarse = (requested.interval?.scaled(1) ?? .max) > 1
            let isPending =
                end == duration && next < due
                && end.subtracting(saturating: requested.point(due - 1) ?? .min) <= max(window, isCoarse ? 1 : 0)
            let lost = next..<max(next, isPending ? due - 1 : due)
            for (points, isPending) in [(lost, false), (lost.upperBound..<max(next, due), true)] where !points.isEmpty {
                body(
                    .unserved(
                        ServedPoints(
                            grid: requested, first: points.lowerBound, last: points.upperBound - 1, until: end,
                            isOpen: end == duration, isPending: isPending, armed: end,
                            asleep: requested.phase(of: shift))))
            }
            body(.ended(at: end, due: due.adding(saturating: leading)))
        }
    }

    private mutating func serve(
        _ piece: FiringRun, _ grid: Grid, _ sleeps: [Span], _ body: (WalkedEvent) -> Void
    ) {
        let servesAll = piece.servesEveryPoint(of: grid) && (folding || piece.lateness <= 0)
        let isPeriodic = piece.count > 1 && (servesAll || (folding && piece.isPeriodic(on: grid)))
        serve(piece.start, 1, piece, grid, sleeps, body)
        guard piece.count > 1 else { return }
        if isPeriodic {
            serve(piece.start &+ piece.step, Int64(piece.count) - 1, piece, grid, sleeps, body)
        } else {
            for start in piece.starts.dropFirst() { serve(start, 1, piece, grid, sleeps, body) }
        }
    }

    /// Calls while earlier requests stand beside the last one, each for its own.
    private mutating func answer(_ piece: FiringRun, _ sleeps: [Span], _ body: (WalkedEvent) -> Void) {
        for start in piece.starts {
            let due = start &- piece.lateness
            if let index = requests.firstIndex(where: { $0.grid.anchor == due }) {
                let firings = WalkedFirings(
                    index: 0, indexStep: 1, lag: piece.lateness, lagStep: 0, start: start, step: 0,
                    lateness: piece.lateness, count: 1)
                body(.schedule(requests[index].grid, firingsBefore: requests[index].span.firingsBefore))
                body(.firings(firings, serving: ServedPoints(due: due, until: start)))
                body(.ended(at: start, due: 1))
                requests.remove(at: index)
            } else if let current {
                body(.schedule(current.grid, firingsBefore: current.span.firingsBefore))
                serve(start, 1, piece, current.grid, sleeps, body)
            }
        }
    }

    /// The callback for the points that a jump of the wall clock has passed, and for those that came until it began.
    private mutating func serveJump(_ start: Int64, due: Int64, _ requested: Grid, _ body: (WalkedEvent) -> Void) {
        let reached = requested.firstIndex(after: start)
        let more = max(0, schedule.passed - reached)
        var points = ServedPoints(due: due, until: start)
        schedule.leading = schedule.leading.adding(saturating: more + 1)
        body(
            .firings(
                WalkedFirings(
                    index: schedule.leading - 1, indexStep: 1, lag: start &- due, lagStep: 0, start: start, step: 0,
                    lateness: start &- due, count: 1), serving: points))
        (points.served, points.repeats) = (nil, more)
        if more > 0 { body(.unserved(points)) }
        if reached > 0 {
            body(
                .unserved(
                    ServedPoints(grid: requested, first: 0, last: reached - 1, until: start, armed: due, asleep: 0)))
        }
        (schedule.jump, schedule.previous, schedule.next, schedule.armed) = (nil, start, reached, reached)
    }

    /// Callbacks that begin at `start` and then at each step of the piece, each in the same constellation.
    private mutating func serve(
        _ start: Int64, _ count: Int64, _ piece: FiringRun, _ grid: Grid, _ sleeps: [Span],
        _ body: (WalkedEvent) -> Void
    ) {
        guard let requested = schedule.requested else { return }
        let queuesTicks = traits?.passedPoints == .queued
        let due = start &- piece.lateness
        if due == schedule.jump { return serveJump(start, due: due, requested, body) }
        // A source records its later grid before the call that was armed on the one before it.
        let isEarlier = schedule.shifted > 0 && due < grid.anchor
        let shift = isEarlier ? schedule.shift - schedule.shifted : schedule.shift
        let index = isEarlier ? -1 : max(0, grid.firstIndex(after: due) - 1)
        let point =
            isEarlier
            ? max(0, requested.firstIndex(after: due &- shift) - 1) : schedule.base.adding(saturating: index)
        // Grid points from one callback to the next.
        let stride =
            count > 1
            ? grid.interval.map { Int64(clamping: Int128(piece.step) * Int128($0.denominator) / Int128($0.numerator)) }
                ?? 0 : 0
        // One that was armed before the system slept, on a clock that stood still, comes later by that.
        let since = isEarlier ? schedule.previous : max(schedule.since, schedule.previous)
        let slept = min(max(0, piece.lateness), sleeps.asleep(from: since, to: due))
        schedule.previous = start
        let tenth = (requested.interval?.scaled(1) ?? 0) / 10
        if piece.lateness <= tolerance.adding(saturating: tenth) { window = max(window, piece.lateness) }
        // The grid is moved by the sleep since the callback before, too, unless what came so early was on a clock that goes on.
        let goesOn = isEarlier || traits?.countsInSleep == true || traits?.followsDisplay == true
        let asleep = goesOn ? 0 : sleeps.asleep(from: since, to: start)
        let moved = schedule.shift.adding(saturating: asleep <= piece.lateness ? asleep : 0)
        let reached =
            queuesTicks ? point : max(point, requested.firstIndex(after: start &- requested.phase(of: moved)) - 1)
        let served = max(schedule.next, min(requested.firstIndex(after: due) - 1, reached))
        let own = requested.point(served) ?? due
        let firings = WalkedFirings(
            index: schedule.leading.adding(saturating: point),
            point: schedule.shift > 0 ? schedule.leading.adding(saturating: served) : nil,
            indexStep: max(1, stride), lag: piece.lateness.adding(saturating: shift),
            lagStep: 0, start: start, step: piece.step, lateness: piece.lateness, count: count,
            slept: slept, shifted: schedule.shifted)
        schedule.shifted = 0
        let points = ServedPoints(
            grid: requested, first: schedule.next, last: reached,
            // A point of a log that is served early is not waited for.
            until: max(start, requested.point(reached) ?? start), served: served, armed: due,
            asleep: max(0, due.subtracting(saturating: own)).adding(saturating: slept)
                .subtracting(saturating: sleeps.asleep(from: own, to: due)),
            repeats: count)
        body(.firings(firings, serving: schedule.next <= reached ? points : nil))
        let strides = stride.multiplied(saturatingBy: count - 1)
        schedule.next = max(schedule.next, (reached + 1).adding(saturating: strides))
        schedule.armed = (index + 1).adding(saturating: strides)
        schedule.servedLast = point.adding(saturating: strides)
    }
}

extension Grid {
    /// How far behind its points those of a grid stand that was moved by so much, ns: each of them is still to come then.
    fileprivate func phase(of moved: Int64) -> Int64 {
        guard moved > 0, interval != nil else { return 0 }
        let grid = Grid(anchor: 0, interval: interval)
        return moved &- (grid.point(grid.firstIndex(after: moved) - 1) ?? 0)
    }
}
