import LabAnalysis
import LabCatalogue
import LabExactTime

extension ComparisonReport.Cell {
    /// The least share of the schedule or of the interval that makes a difference, in thousandths.
    static let grain: Int64 = 10

    /// False for a timer of which its log does not tell the mechanism or the interval.
    fileprivate var isKnown: Bool { timer.lack == nil }

    /// Medians over the seeds.
    var lost: Int64 { median(\.lost) }
    var late: Int64 { median(\.late) }
    var drift: Int64 { median { $0.drift ?? 0 } }

    private func median(_ value: (ComparisonReport.Sample) -> Int64) -> Int64 { samples.map(value).median ?? 0 }

    private func range(_ value: (ComparisonReport.Sample) -> Int64) -> ClosedRange<Int64> {
        let values = samples.map(value)
        return (values.min() ?? 0)...(values.max() ?? 0)
    }

    var lostRange: ClosedRange<Int64> { range(\.lost) }

    /// nil for a grid, and for a chain without drift.
    var driftRange: ClosedRange<Int64>? {
        samples.contains { $0.drift != nil } ? range { $0.drift ?? 0 } : nil
    }

    private var interval: Int64 { timer.requested.flatMap { $0.scaled(1) } ?? 0 }

    /// True if ticks queue up and its callback never catches up with them.
    var hasBacklog: Bool {
        guard !timer.isChain, interval > 0, cause == .ownCallback, let lag = timer.lag else { return false }
        return lag / 2 >= interval && timer.openPoints >= timer.skipped
    }

    /// True if its callback usually takes longer than its interval.
    var isOutlasted: Bool { interval > 0 && timer.callback.map { $0.p50 > interval } ?? false }

    /// True if users notice that the main thread hangs (Apple, Improving app responsiveness).
    var holdsMain: Bool { longestOnMain >= 100_000_000 }

    /// True if it is behind by a whole interval after a hundred: it does not keep its rhythm.
    var driftsBadly: Bool { timer.isChain && late >= 1000 }

    /// The worst fact about it: the text in a table, and the phrase after the subject of a sentence.
    var verdict: (text: String, phrase: String) {
        if let crashedAt {
            let at = "at \(DurationText.format(crashedAt))"
            return ("crashed " + at, "crashes " + at)
        }
        if timer.fired == 0 { return ("never called", "is never called") }
        if !isKnown { return ("–", "is not known") }
        if hasBacklog {
            let behind = "\(ShortNumber.duration(timer.lag ?? 0)) behind"
            return (behind, "queues its ticks faster than it serves them and is \(behind) at the end")
        }
        // The missing points of a chain by its drift alone.
        let explained =
            timer.isChain ? Int64(clamping: Int128(drift) * 1000 / Int128(1_000_000_000 + max(0, drift))) : 0
        if lost > explained + (timer.isChain ? Self.grain : 0) {
            let part = ShortNumber.range(lostRange, ShortNumber.percent(permille:))
            return (part + " skipped", "skips \(part) of its points")
        }
        if driftsBadly || timer.isChain && late >= Self.grain && !holdsMain {
            let rate = ShortNumber.range(range { $0.drift ?? 0 }, DriftEstimate.text(partsPerBillion:))
            return (rate, "drifts by " + rate)
        }
        if holdsMain {
            let time = ShortNumber.duration(longestOnMain)
            return ("main " + time, "holds the main thread for \(time) at a time")
        }
        let isOwnLatency = cause == nil || cause == .wakeUp || cause == .tolerance
        if timer.isChain || late <= Self.grain || isOwnLatency { return Self.rhythm }
        let time = "\(ShortNumber.duration((timer.waiting.map { $0.p99 ?? $0.max }) ?? 0)) late"
        return (time, "is up to " + time)
    }

    private static let rhythm = (text: "✓", phrase: "keeps its rhythm")

    var keepsRhythm: Bool { verdict == Self.rhythm }
}

extension ComparisonReport.Row {
    /// The subjects that no other one beats noticeably.
    ///
    /// First come runs without a crash, then without a backlog, those that leave the main thread free, skip the fewest
    /// points, are the least late. Less than a hundredth of the points, or of the interval, does not count.
    static func best(of cells: [ComparisonReport.Cell?]) -> [Int] {
        var best = cells.indices.filter { cells[$0]?.isKnown == true }
        func keep(_ isGood: (ComparisonReport.Cell) -> Bool) {
            let good = best.filter { cells[$0].map(isGood) ?? false }
            if !good.isEmpty { best = good }
        }
        func keepLeast(_ value: (ComparisonReport.Cell) -> Int64) {
            let least = best.compactMap { cells[$0].map(value) }.min() ?? 0
            keep { value($0) <= least + ComparisonReport.Cell.grain }
        }
        // Points that come an interval late, one by one, are no better than skipped points.
        let most = cells.compactMap { $0?.lost }.max() ?? 0
        keep { $0.crashedAt == nil }
        keep { !$0.hasBacklog }
        keep { !$0.holdsMain }
        keepLeast { !$0.timer.isChain && $0.lost == 0 && $0.late >= 1000 ? most : $0.lost }
        keepLeast(\.late)
        return best
    }

    var isEven: Bool { best.count == cells.count { $0?.isKnown == true } }

    /// The cause that kept most subjects waiting, the first of equals, if any.
    var cause: Cause? {
        let causes = cells.compactMap { $0?.cause }
        return causes.max { one, other in causes.count { $0 == one } < causes.count { $0 == other } }
    }

    /// True if all keep their rhythm.
    package var isSound: Bool { all(\.keepsRhythm) }

    /// True if every callback outlasts the interval, so that the mechanism makes no difference.
    var isOutlasted: Bool { cells.contains { $0 != nil } && all(\.isOutlasted) }

    /// True if everything stopped for a time.
    var isHalted: Bool { cause == .systemSlept || cause == .background }

    func all(_ isSuch: (ComparisonReport.Cell) -> Bool) -> Bool { cells.allSatisfy { $0.map(isSuch) ?? true } }
}
