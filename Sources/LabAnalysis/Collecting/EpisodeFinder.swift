import LabCatalogue
import LabExactTime

/// A time in which a timer did not keep its rhythm.
package struct Episode: Hashable {
    /// The callback before it, or the first point that had to wait, ns.
    package var from: Int64
    /// The callback that ended it, ns; the end of the recording for an open one.
    package var to: Int64
    /// True if the recording ends in it.
    package var isOpen = false
    /// True if no callback came inside.
    package var isSilent = false
    /// The due points that were skipped in it.
    package var lost: Int64
    /// The reason of most of its waiting; nil if the recording shows none, and for copies.
    package var reason: Reason?
    /// The look of its end in a log; nil for any other recording.
    package var end: SilenceEnd?

    package init(
        from: Int64, to: Int64, isOpen: Bool = false, isSilent: Bool = false, lost: Int64, end: SilenceEnd? = nil
    ) {
        (self.from, self.to, self.isOpen, self.isSilent) = (from, to, isOpen, isSilent)
        (self.lost, self.end) = (lost, end)
    }

    package var length: Int64 { to.subtracting(saturating: from) }
}

extension [Episode] {
    /// The longest of them, in the order of their beginnings.
    package func longest(_ count: Int) -> [Episode] {
        sorted { $0.from < $1.from }.sorted { $0.length > $1.length }.prefix(count).sorted { $0.from < $1.from }
    }
}

/// Finds episodes: no callback for one and a half intervals, or points that wait for more than a tenth of one.
package struct EpisodeFinder {
    /// The most episodes in the list, the worst of all; the rest are counted.
    package static let mostListed = 16

    private typealias Stretch = (episode: Episode, intervals: Int64, times: ReasonTimes)

    /// The interval of the present schedule: a display may change its rate.
    private var interval: Rational { didSet { setLimits() } }
    /// The shortest silence, one and a half intervals, and the longest wait that is none, a tenth of one; ns.
    private var silence: Int64 = 0
    private var shortWait: Int64 = 0
    private var isKnown = true
    private var current: Stretch?
    private var worst: [Stretch] = []
    private var stretches: Int64 = 0
    private var intervals: Int64 = 0
    private var previous: Int64 = 0

    init(interval: Rational) {
        self.interval = interval
        setLimits()
    }

    private mutating func setLimits() {
        let (length, part) = (Int128(interval.numerator), Int128(interval.denominator))
        silence = Int64(clamping: (3 * length + 2 * part - 1) / (2 * part))
        shortWait = Int64(clamping: length / (10 * part))
    }

    /// A new schedule begins; the time since the last callback is no interval of it.
    mutating func begin(_ schedule: Grid) {
        close()
        interval = schedule.interval ?? interval
        isKnown = schedule.interval != nil || intervals == 0
        previous = schedule.anchor.subtracting(saturating: interval.scaled(1) ?? 0)
    }

    mutating func fold(_ account: Account) {
        let waits = !account.isChain && !account.isExtra
        // After a change of the display's rate the interval is known only from the second frame on.
        if let call = account.call, waits, let known = account.interval, known != interval || !isKnown {
            (interval, isKnown) = (known, true)
            previous = call.subtracting(saturating: known.scaled(1) ?? 0)
        }
        let gap = (account.call ?? account.until).subtracting(saturating: previous)
        guard account.call == nil ? gap >= silence : isKnown else { return }
        let first = min(account.lost.first?.from ?? account.due, account.due)
        extend(
            gap: gap, waiting: waits ? account.until.subtracting(saturating: first) : 0, from: waits ? first : nil,
            to: account.lastCall ?? account.until, count: account.repeats, lost: account.lostCount)
        current?.times.fold(account)
        if let last = account.lastCall { previous = last } else { current?.episode.isOpen = account.isOpen }
    }

    /// The worst episodes in the order of time, and their total number. A time that covers most of the intervals is the
    /// timer's rhythm.
    func result() -> (listed: [Episode], count: Int64) {
        var closed = self
        closed.close()
        let kept = closed.worst.filter { Int128($0.intervals) * 2 <= Int128(intervals) }
        let listed = kept.map { stretch in
            var episode = stretch.episode
            episode.reason = stretch.times.longest
            return episode
        }
        return (listed.sorted { $0.from < $1.from }, closed.stretches - Int64(closed.worst.count - kept.count))
    }

    private mutating func extend(gap: Int64, waiting: Int64, from point: Int64?, to: Int64, count: Int64, lost: Int64) {
        intervals = intervals.adding(saturating: count)
        let silent = gap >= silence
        guard silent || waiting > shortWait else { return close() }
        var stretch =
            current ?? (Episode(from: silent ? previous : point ?? previous, to: to, lost: 0), 0, ReasonTimes())
        stretch.episode.to = to
        stretch.episode.lost = stretch.episode.lost.adding(saturating: lost)
        stretch.intervals += count
        stretch.episode.isSilent = stretch.intervals == 1 && stretch.episode.length >= silence
        current = stretch
    }

    private mutating func close() {
        guard let stretch = current else { return }
        current = nil
        stretches += 1
        worst.append(stretch)
        guard worst.count > Self.mostListed else { return }
        let least = worst.indices.min { (worst[$0].episode.length, $1) < (worst[$1].episode.length, $0) }
        if let least { worst.remove(at: least) }
    }
}
