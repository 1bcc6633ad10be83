import LabExactTime
import LabRecording

/// Walks the firings of a timer that is armed anew after each callback.
struct ChainWalk {
    private let interval: Rational
    private let folding: Bool
    private var requested: Grid?
    private var index: Int64 = 0
    private var until: Int64 = .max
    /// The last callback, or when the chain was set.
    private var previous: Int64?

    init(interval: Rational, folding: Bool) { (self.interval, self.folding) = (interval, folding) }

    mutating func take(
        _ history: TimerHistory, sleeps: [Span], until duration: Int64, _ body: (WalkedEvent) -> Void
    ) {
        history.forEachPart { part in
            switch part {
            case .piece(let piece): serve(piece, sleeps, body)
            case .grid(let grid, let span):
                end(until: duration, body)
                // What a swallowed cancellation calls stands on no schedule.
                if requested != nil, span.since == span.anchor {
                    requested = nil
                    return body(.ended(at: span.since, due: 0))
                }
                let grid = Grid(anchor: grid.anchor, interval: interval)
                body(.schedule(grid, firingsBefore: span.firingsBefore))
                (requested, index, previous) = (grid, 0, span.since)
                until = span.end
            }
        }
    }

    private mutating func serve(_ piece: FiringRun, _ sleeps: [Span], _ body: (WalkedEvent) -> Void) {
        guard let requested else { return }
        let isOnTime = piece.lateness == 0 && piece.step == interval.numerator
        if interval.isWhole, sleeps.isEmpty, folding || isOnTime {
            body(.firings(firings(of: piece, requested), serving: nil))
            index += Int64(piece.count)
            previous = piece.last
            return
        }
        for start in piece.starts {
            var single = piece
            (single.start, single.count) = (start, 1)
            var firing = firings(of: single, requested)
            firing.slept = slept(since: previous ?? start, until: firing, sleeps)
            previous = start
            body(.firings(firing, serving: nil))
            index += 1
        }
    }

    func end(until duration: Int64, _ body: (WalkedEvent) -> Void) {
        guard let requested else { return }
        let end = min(until, duration)
        body(.ended(at: end, due: max(requested.points(before: end), min(index, 1))))
    }

    /// By how much system sleep has set a chain back: what its step is late by, or its callback took longer.
    private func slept(since previous: Int64, until firing: WalkedFirings, _ sleeps: [Span]) -> Int64 {
        let asleep = sleeps.asleep(from: previous, to: firing.start)
        guard asleep > 0 else { return 0 }
        if firing.lateness > 0 { return min(asleep, firing.lateness) }
        let gap = firing.start.subtracting(saturating: previous)
        return gap.subtracting(saturating: interval.scaled(1) ?? 0) >= asleep ? asleep : 0
    }

    private func firings(of piece: FiringRun, _ requested: Grid) -> WalkedFirings {
        WalkedFirings(
            index: index, indexStep: 1, lag: piece.start.subtracting(saturating: requested.point(index) ?? piece.start),
            lagStep: piece.count > 1 ? piece.step &- (requested.interval?.scaled(1) ?? 0) : 0, start: piece.start,
            step: piece.step, lateness: piece.lateness, count: Int64(piece.count))
    }
}
