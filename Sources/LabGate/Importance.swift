import LabCatalogue

/// The moved figures of one timer, the most important first, and the number of consequences.
package struct TimerMoves {
    package var timer: String
    /// All failures, or else the most important move.
    package var shown: [FigureMove]
    package var others: [FigureMove]

    var judgement: MoveJudgement { shown.contains { $0.isFailure } ? .worse : shown[0].judgement }
}

extension DriftComparison {
    /// The moves by timer, the most important first.
    package var timers: [TimerMoves] {
        moves.grouped(by: \.name.timer).map { timer, moves in
            let rest = moves.dropFirst()
            return TimerMoves(
                timer: timer, shown: moves.prefix(1) + rest.filter(\.isFailure), others: rest.filter { !$0.isFailure })
        }
    }
}

extension FigureMove {
    /// Orders moves: failures first, then figures that a user notices, then worse before better.
    var order: (Int, Int, Int, Int, FigureName) {
        let worst = MoveJudgement.allCases.firstIndex(of: judgement) ?? 0
        return (isFailure ? 0 : 1, name.figure.isFelt ? 0 : 1, worst, name.figure.rank, name)
    }
}

extension Figure {
    func judgement(from old: Int64, to new: Int64) -> MoveJudgement {
        let (old, new) =
            better == .nearZero ? (-Int64(clamping: old.magnitude), -Int64(clamping: new.magnitude)) : (old, new)
        guard old != new else { return .changed }
        switch better {
        case .less: return new < old ? .better : .worse
        case .more, .nearZero: return new > old ? .better : .worse
        case .neither: return .changed
        }
    }

    /// True if a user of the program notices it: skipped or waiting points.
    package var isFelt: Bool { (Self.order.firstIndex(of: family) ?? Self.order.count) < 6 }

    /// The place in the order of importance: by family, then the extremes before the middle.
    var rank: Int {
        let place = Self.order.firstIndex(of: family) ?? Self.order.count
        return place * Statistic.allCases.count + (Self.extremesFirst.firstIndex(of: statistic) ?? 9)
    }

    private static let extremesFirst: [Statistic] = [.max, .p99, .p95, .last, .value]
    /// The first six are felt.
    private static let order: [Family] = [
        .skipped, .waiting, .lag, .firedAfterOwner, .fired, .frames,
        .drift, .lateness, .wakeUps, .jitter, .busy, .steps, .episodes,
    ]
}
