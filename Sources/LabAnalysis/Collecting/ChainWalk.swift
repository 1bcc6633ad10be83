import LabExactTime

/// Makes an account of each call of a timer that is armed again after each callback.
struct ChainWalk {
    private let interval: Rational
    /// The finder of reasons; nil: the accounts have none.
    private let finder: CauseFinder?
    private let sleeps: [Span]
    /// The end of the recording, ns.
    private let duration: Int64
    private var requested: Grid?
    private var index: Int64 = 0
    private var until: Int64 = .max
    /// The last call, or the instant at which the chain was set.
    private var previous: Int64 = 0

    init(interval: Rational, _ finder: CauseFinder?, sleeps: [Span], until duration: Int64) {
        (self.interval, self.finder, self.sleeps, self.duration) = (interval, finder, sleeps, duration)
    }

    mutating func follow(_ history: TimerHistory, _ body: (ScheduleEvent) -> Void) {
        history.forEachPart { part in
            switch part {
            case .piece(let piece): serve(piece, body)
            case .grid(let grid, let span):
                end(body)
                // The call of a swallowed cancellation has no schedule.
                if requested != nil, span.since == span.anchor {
                    requested = nil
                    return body(.ended(due: 0))
                }
                let grid = Grid(anchor: grid.anchor, interval: interval)
                body(.schedule(grid, firingsBefore: span.firingsBefore))
                (requested, index, previous, until) = (grid, 0, span.since, span.end)
            }
        }
        end(body)
    }

    private mutating func serve(_ piece: FiringRun, _ body: (ScheduleEvent) -> Void) {
        guard let requested else { return }
        let isEven = interval.isWhole && sleeps.isEmpty && piece.lateness == 0 && piece.step == interval.numerator
        for number in 0..<(isEven ? 1 : Int64(piece.count)) {
            serve(piece.start &+ piece.step &* number, lateness: piece.lateness, requested, body)
        }
        guard isEven, piece.count > 1 else { return }
        serve(
            piece.start &+ piece.step, lateness: 0, requested, repeats: Int64(piece.count) - 1, step: piece.step, body)
    }

    /// Lag grows by the delay of the next arming beyond an interval after the last call, and by the lateness of the
    /// call.
    private mutating func serve(
        _ start: Int64, lateness: Int64, _ requested: Grid, repeats: Int64 = 1, step: Int64 = 0,
        _ body: (ScheduleEvent) -> Void
    ) {
        let (due, armed) = (requested.point(index) ?? start, start.subtracting(saturating: lateness))
        let lag = start.subtracting(saturating: due)
        let slept = slept(until: start, lateness: lateness)
        var account = Account(
            isChain: true, call: start, until: start, interval: interval, point: index, due: due,
            armed: armed, lag: lag, onSchedule: LagPoint(index: index, lag: lag), slept: slept, repeats: repeats,
            step: step)
        if let finder, index > 0 {
            account.pieces = finder.pieces(
                from: previous, to: armed.subtracting(saturating: interval.scaled(1) ?? 0), isRearming: true)
        }
        if let finder, lateness > 0 {
            let asleep = sleeps.asleep(from: armed, to: start)
            account.pieces += finder.pieces(from: armed, to: start, sleeping: max(0, slept - asleep))
        }
        body(.account(account))
        previous = start &+ step &* (repeats - 1)
        index += repeats
    }

    private func end(_ body: (ScheduleEvent) -> Void) {
        guard let requested else { return }
        let due = max(requested.points(before: min(until, duration)), min(index, 1))
        let step = interval.scaled(1) ?? 0
        let armed = index == 0 ? requested.anchor : previous.adding(saturating: step)
        // What has waited for longer than an interval at the end of the recording is late without a call.
        if until >= duration, index < due, duration.subtracting(saturating: armed) > step {
            var lost = LostPoints(grid: requested, indices: index...(due - 1), until: duration)
            lost.times = finder?.times(of: lost, sleeping: 0) ?? []
            body(
                .account(
                    Account(
                        isChain: true, until: duration, isOpen: true, interval: interval, point: lost.last,
                        due: lost.to, armed: armed, lost: [lost])))
        }
        body(.ended(due: due))
    }

    /// The delay of a chain by system sleep, in its wait or in its callback.
    private func slept(until start: Int64, lateness: Int64) -> Int64 {
        let asleep = sleeps.asleep(from: previous, to: start)
        guard asleep > 0 else { return 0 }
        if lateness > 0 { return min(asleep, lateness) }
        let gap = start.subtracting(saturating: previous)
        return gap.subtracting(saturating: interval.scaled(1) ?? 0) >= asleep ? asleep : 0
    }
}
