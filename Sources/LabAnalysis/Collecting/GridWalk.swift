import LabExactTime
import LabRecording

/// Makes an account of each call of a timer that keeps a grid.
///
/// A grid that a system sleep has moved is the same schedule, since only the timer's clock stopped. So are the frames
/// of a display, which are recorded one by one until a frame is at a whole nanosecond.
struct GridWalk {
    private let traits: TimerTraits?
    /// The finder of reasons; nil: the accounts have none.
    private let finder: CauseFinder?
    private let sleeps: [Span]
    /// The end of the recording, ns.
    private let duration: Int64
    private var schedule = Schedule()
    private let tolerance: Int64
    /// The normal lateness of a callback, ns: its tolerance, or the largest so far without an episode.
    private var window: Int64
    private var current: (grid: Grid, span: GridSpan)?
    /// Earlier requests of the same method that still waited when another one was made.
    private var requests: ArraySlice<(grid: Grid, span: GridSpan)> = []
    /// The pieces of the latest call's wait; its account is gone when they are found again.
    private var pieces: [Piece] = []
    /// True if it is a request, of which several may wait.
    private let isRequest: Bool

    init(_ traits: TimerTraits?, isRequest: Bool, _ finder: CauseFinder?, sleeps: [Span], until duration: Int64) {
        (self.traits, self.isRequest, self.finder, self.sleeps) = (traits, isRequest, finder, sleeps)
        self.duration = duration
        tolerance = max(traits?.tolerance ?? 0, traits?.defaultLeeway ?? 0)
        window = tolerance
    }

    mutating func follow(_ history: TimerHistory, _ body: (ScheduleEvent) -> Void) {
        history.forEachPart { part in
            switch part {
            case .piece(let piece): if requests.isEmpty { serve(piece, body) } else { answer(piece, body) }
            case .grid(let grid, let span):
                let last = current
                current = (grid, span)
                if !schedule.continues(with: grid, span, sleeps, followsDisplay: traits?.followsDisplay == true) {
                    if isRequest, let last, schedule.next == 0, schedule.until == span.since {
                        requests.append(last)
                    } else {
                        end(schedule, body)
                    }
                    schedule = Schedule(jump: schedule.jump(until: span))
                    body(.schedule(grid, firingsBefore: span.firingsBefore))
                }
                schedule.begin(grid, span)
            }
        }
        for (grid, span) in requests {
            var schedule = Schedule()
            schedule.begin(grid, span)
            end(schedule, body)
        }
        end(schedule, body)
    }

    /// A requested schedule as far as it has been walked.
    private struct Schedule {
        /// The requested grid; a one-shot's has one point.
        var requested: Grid?
        /// Recorded points before the requested grid begins: frames of a display.
        var leading: Int64 = 0
        /// Those of them that passed without a call since the last one, with the number of points before each.
        var missed: [(frame: Grid, leading: Int64)] = []
        /// The delay of the present grid behind the requested one, ns, and the index of its first point there.
        var shift: Int64 = 0
        var base: Int64 = 0
        var next: Int64 = 0
        /// The present recorded grid, its first point without an armed callback, and its time.
        var grid: Grid?
        var armed: Int64 = 0
        var since: Int64 = 0
        var until: Int64 = 0
        /// The shift of the next callback's grid.
        var shifted: Int64 = 0
        var previous = Int64.min
        var servedLast: Int64?
        /// The jump of the wall clock that made points before this grid overdue without a callback, and their number
        /// minus one.
        var jump: Int64?
        var passed: Int64 = 0

        /// A grid that is due at the instant at which it begins, and is replaced then, results from a jump.
        func jump(until next: GridSpan) -> Int64? {
            grid?.anchor == since && until == since && next.since == since && next.anchor > since ? since : nil
        }

        /// True if a recorded grid continues the schedule, and the index at which it does.
        mutating func continues(with new: Grid, _ span: GridSpan, _ sleeps: [Span], followsDisplay: Bool) -> Bool {
            guard let grid, until == span.since else { return false }
            if followsDisplay, grid.interval == nil {
                if let requested, servedLast == nil { missed.append((requested, leading)) }
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
    }

    /// The points that still wait when their schedule ends, or the recording.
    private func end(_ schedule: Schedule, _ body: (ScheduleEvent) -> Void) {
        guard let requested = schedule.requested, schedule.grid != nil else { return }
        let end = min(schedule.until, duration)
        var due = requested.points(before: end)
        // A point at the instant at which its grid ends counts as due if a callback served it: a timer that is
        // invalidated in its own callback was due.
        if let servedLast = schedule.servedLast, (requested.point(servedLast) ?? .max) < duration {
            due = max(due, servedLast.adding(saturating: 1))
        }
        // Of several points only the last one still waits; the mechanism skips the others. A point at the last instant,
        // such as that of a crash, might have been served then.
        let isCoarse = (requested.interval?.scaled(1) ?? .max) > 1
        let isPending =
            end == duration && schedule.next < due
            && end.subtracting(saturating: requested.point(due - 1) ?? .min) <= max(window, isCoarse ? 1 : 0)
        let (last, asleep) = (isPending ? due - 2 : due - 1, requested.phase(of: schedule.shift))
        if schedule.next <= last {
            body(.account(unserved(schedule.next...last, of: schedule, until: end, asleep: asleep)))
        }
        if isPending, let point = requested.point(due - 1) {
            let pending = Account(
                until: end, isOpen: true, interval: requested.interval,
                point: schedule.leading.adding(saturating: due - 1), due: point, armed: end,
                pieces: finder?.pieces(from: point, to: end, sleeping: asleep) ?? [])
            body(.account(pending))
        }
        body(.ended(due: due.adding(saturating: schedule.leading)))
    }

    private func unserved(
        _ indices: ClosedRange<Int64>, of schedule: Schedule, until end: Int64, asleep: Int64 = 0
    ) -> Account {
        let requested = schedule.requested ?? Grid(anchor: end, interval: nil)
        let lost = lost(indices, of: requested, after: schedule.leading, until: end, asleep: asleep)
        return Account(
            until: end, isOpen: end == duration, interval: requested.interval, point: lost.last, due: lost.to,
            armed: end, lost: [lost])
    }

    private func lost(
        _ indices: ClosedRange<Int64>, of grid: Grid, after leading: Int64, until end: Int64,
        asleep: Int64 = 0, repeats: Int64 = 1
    ) -> LostPoints {
        var points = LostPoints(grid: grid, indices: indices, repeats: repeats, leading: leading, until: end)
        points.times = finder?.times(of: points, sleeping: asleep) ?? []
        return points
    }

    private mutating func serve(_ piece: FiringRun, _ body: (ScheduleEvent) -> Void) {
        serve(piece.start, 1, piece, body)
        guard piece.count > 1 else { return }
        if piece.lateness <= 0, schedule.grid?.interval == Rational(whole: piece.step) {
            serve(piece.start &+ piece.step, Int64(piece.count) - 1, piece, body)
        } else {
            for start in piece.starts.dropFirst() { serve(start, 1, piece, body) }
        }
    }

    /// Calls while several requests wait, each with a schedule of its own.
    private mutating func answer(_ piece: FiringRun, _ body: (ScheduleEvent) -> Void) {
        for start in piece.starts {
            let due = start &- piece.lateness
            if let index = requests.firstIndex(where: { $0.grid.anchor == due }) {
                body(.schedule(requests[index].grid, firingsBefore: requests[index].span.firingsBefore))
                body(.account(call(at: start, due: due, number: 0)))
                body(.ended(due: 1))
                // The first of a slice goes without a move of the others.
                if index == requests.startIndex { requests.removeFirst() } else { requests.remove(at: index) }
            } else if let current {
                body(.schedule(current.grid, firingsBefore: current.span.firingsBefore))
                serve(start, 1, piece, body)
            }
        }
    }

    /// A call for a point outside of all grids.
    private func call(at start: Int64, due: Int64, number: Int64) -> Account {
        Account(
            call: start, until: start, point: number, due: due, armed: due, lag: start.subtracting(saturating: due),
            onSchedule: LagPoint(index: number, lag: start.subtracting(saturating: due)),
            pieces: finder?.pieces(from: due, to: start) ?? [])
    }

    /// The call for the points that a jump of the wall clock has passed, and for those until its start.
    private mutating func serveJump(_ start: Int64, due: Int64, _ requested: Grid, _ body: (ScheduleEvent) -> Void) {
        let reached = requested.firstIndex(after: start)
        let more = max(0, schedule.passed - reached)
        schedule.leading = schedule.leading.adding(saturating: more + 1)
        let number = schedule.leading - 1
        body(.account(call(at: start, due: due, number: number)))
        if more > 0 {
            let lost = lost(0...0, of: Grid(anchor: due, interval: nil), after: number, until: start, repeats: more)
            body(.account(Account(until: start, point: number, due: due, armed: start, lost: [lost])))
        }
        if reached > 0 { body(.account(unserved(0...(reached - 1), of: schedule, until: start))) }
        (schedule.jump, schedule.previous, schedule.next, schedule.armed) = (nil, start, reached, reached)
    }

    /// Calls at `start` and then at each step of the piece; all after the first are on time.
    private mutating func serve(_ start: Int64, _ count: Int64, _ piece: FiringRun, _ body: (ScheduleEvent) -> Void) {
        guard let requested = schedule.requested, let grid = schedule.grid else { return }
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
        // A call that was armed before the system slept, on a clock that stopped, is later by that time.
        let since = isEarlier ? schedule.previous : max(schedule.since, schedule.previous)
        let slept = min(max(0, piece.lateness), sleeps.asleep(from: since, to: due))
        schedule.previous = start
        if piece.lateness > window {
            let tenth = (requested.interval?.scaled(1) ?? 0) / 10
            if piece.lateness <= tolerance.adding(saturating: tenth) { window = piece.lateness }
        }
        // The sleep since the callback before also moves the grid, unless the early call shows a clock that runs in
        // sleep.
        let goesOn = isEarlier || traits?.countsInSleep == true || traits?.followsDisplay == true
        let asleep = goesOn ? 0 : sleeps.asleep(from: since, to: start)
        let moved = schedule.shift.adding(saturating: asleep <= piece.lateness ? asleep : 0)
        let reached =
            queuesTicks ? point : max(point, requested.firstIndex(after: start &- requested.phase(of: moved)) - 1)
        let served = max(schedule.next, min(requested.firstIndex(after: due) - 1, reached))
        let leading = schedule.leading
        let lag = piece.lateness.adding(saturating: shift)
        var account = Account(
            call: start, until: start, interval: requested.interval,
            point: leading.adding(saturating: point), due: start.subtracting(saturating: lag), armed: due,
            onSchedule: LagPoint(index: leading.adding(saturating: point), lag: lag), slept: slept,
            shifted: schedule.shifted, repeats: count, step: piece.step)
        schedule.shifted = 0
        if !schedule.missed.isEmpty {
            account.lost = schedule.missed.map { lost(0...0, of: $0.frame, after: $0.leading, until: start) }
            schedule.missed = []
        }
        if schedule.next <= reached {
            account.point = leading.adding(saturating: served)
            account.due = requested.point(served) ?? due
            // A point of a log that is served early does not wait.
            account.until = max(start, requested.point(reached) ?? start)
            let asleep = max(0, due.subtracting(saturating: account.due)).adding(saturating: slept)
                .subtracting(saturating: sleeps.asleep(from: account.due, to: due))
            func lose(_ indices: ClosedRange<Int64>) {
                account.lost.append(lost(indices, of: requested, after: leading, until: account.until, asleep: asleep))
            }
            if schedule.next < served { lose(schedule.next...(served - 1)) }
            if served < reached { lose((served + 1)...reached) }
            finder?.find(&pieces, from: account.due, to: account.until, sleeping: asleep)
            account.pieces = pieces
        } else {
            account.isExtra = true
        }
        account.lag = start.subtracting(saturating: account.due)
        body(.account(account))
        schedule.next = max(schedule.next, (reached + 1).adding(saturating: count - 1))
        schedule.armed = (index + 1).adding(saturating: count - 1)
        schedule.servedLast = point.adding(saturating: count - 1)
    }
}

extension Grid {
    /// The delay, ns, of the points of a grid that was moved by so much; each of them is in the future then.
    fileprivate func phase(of moved: Int64) -> Int64 {
        moved > 0 && interval != nil ? Grid(anchor: 0, interval: interval).offset(of: moved) : 0
    }
}
