import ExactTime
import Recording

/// A stretch in which a timer did not keep its rhythm.
public struct Episode: Hashable, Sendable {
    /// The callback before it, or the first point that had to wait, ns.
    public var from: Int64
    /// The callback that ended it, ns; the end of the recording for one that goes on.
    public var to: Int64
    /// Whether the recording ends in it.
    public var isOpen: Bool
    /// Whether no callback came inside.
    public var isSilent: Bool
    /// Due points that it cost.
    public var lost: Int64
    /// What made the timer wait for most of it, and who; nil when nothing in the recording says.
    public var cause: Cause?
    public var culprit = EntityID.none
    /// Byte range of the step or, failing that, of the culprit in the scenario; empty when unknown.
    public var place = 0..<0

    public init(from: Int64, to: Int64, isOpen: Bool = false, isSilent: Bool = false, lost: Int64) {
        self.from = from
        self.to = to
        self.isOpen = isOpen
        self.isSilent = isSilent
        self.lost = lost
    }
}

/// Finds episodes: no callback for one and a half intervals, or points that wait for more than a tenth of one.
struct EpisodeFinder {
    /// The worst are listed, the rest are counted.
    static let mostListed = 16

    private struct Stretch {
        var episode: Episode
        /// From callback to callback.
        var intervals: Int64
    }

    private let interval: Rational
    private var current: Stretch?
    private var worst: [Stretch] = []
    private var stretches: Int64 = 0
    private var intervals: Int64 = 0
    private var previous: Int64 = 0

    init(interval: Rational) { self.interval = interval }

    /// A new schedule: what came before is no interval.
    mutating func begin(_ schedule: Grid) {
        close()
        previous = saturatingDifference(schedule.anchor, interval.scaled(1) ?? 0)
    }

    mutating func take(_ firings: WalkedFirings, _ points: ServedPoints?) {
        let gap = saturatingDifference(firings.start, previous)
        let first = points.flatMap { $0.grid.point($0.first) }
        take(
            gap: gap, waiting: points?.longest ?? 0, from: first, to: firings.last, count: firings.count,
            lost: points.map { saturatingProduct($0.lost, $0.repeats) } ?? 0)
        previous = firings.last
    }

    mutating func take(_ unserved: ServedPoints) {
        let gap = saturatingDifference(unserved.until, previous)
        guard isSilent(gap) else { return }
        take(
            gap: gap, waiting: unserved.longest, from: unserved.grid.point(unserved.first), to: unserved.until,
            count: 1, lost: unserved.count)
        current?.episode.isOpen = unserved.isOpen
    }

    /// The worst episodes in the order of time, and how many there are; what lasts for most of the intervals is the
    /// timer's rhythm.
    func result() -> (listed: [Episode], count: Int64) {
        var closed = self
        closed.close()
        var kept = closed.worst.filter { Int128($0.intervals) * 2 <= Int128(intervals) }
        for index in kept.indices where kept[index].intervals == 1 {
            kept[index].episode.isSilent = isSilent(kept[index].episode.to &- kept[index].episode.from)
        }
        return (
            kept.map(\.episode).sorted { $0.from < $1.from }, closed.stretches - Int64(closed.worst.count - kept.count)
        )
    }

    private func isSilent(_ gap: Int64) -> Bool {
        Int128(gap) * 2 * Int128(interval.denominator) >= Int128(interval.numerator) * 3
    }

    private mutating func take(gap: Int64, waiting: Int64, from point: Int64?, to: Int64, count: Int64, lost: Int64) {
        intervals = saturatingSum(intervals, count)
        let silent = isSilent(gap)
        guard silent || Int128(waiting) * 10 * Int128(interval.denominator) > Int128(interval.numerator) else {
            return close()
        }
        var stretch =
            current
            ?? Stretch(episode: Episode(from: silent ? previous : point ?? previous, to: to, lost: 0), intervals: 0)
        stretch.episode.to = to
        stretch.episode.lost = saturatingSum(stretch.episode.lost, lost)
        stretch.intervals += count
        current = stretch
    }

    private mutating func close() {
        guard let stretch = current else { return }
        current = nil
        stretches += 1
        worst.append(stretch)
        guard worst.count > EpisodeFinder.mostListed else { return }
        let least = worst.indices.min { (rank(worst[$0]), $1) < (rank(worst[$1]), $0) }
        if let least { worst.remove(at: least) }
    }

    private func rank(_ stretch: Stretch) -> Int64 { stretch.episode.to &- stretch.episode.from }
}

/// The product, or the end of the range that it leaves.
func saturatingProduct(_ left: Int64, _ right: Int64) -> Int64 {
    let (product, overflow) = left.multipliedReportingOverflow(by: right)
    return overflow ? ((left < 0) == (right < 0) ? .max : .min) : product
}
