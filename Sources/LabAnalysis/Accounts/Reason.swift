import LabCatalogue
import LabRecording

/// The cause of a wait, and its culprit.
package struct Reason: Hashable, Comparable {
    package var cause: Cause
    /// The culprit; `EntityID.none` for none in particular.
    package var culprit: EntityID
    /// The index of the step in the recording; -1: none.
    var step: Int64

    init(_ cause: Cause, _ culprit: EntityID = .none, step: Int64 = -1) {
        (self.cause, self.culprit, self.step) = (cause, culprit, step)
    }

    static let wakeUp = Reason(.wakeUp)

    package static func < (left: Reason, right: Reason) -> Bool {
        (left.cause.rawValue, left.culprit, left.step) < (right.cause.rawValue, right.culprit, right.step)
    }
}

/// The waiting that a reason explains, ns, and the points that were skipped for it.
struct ReasonTime {
    var reason: Reason
    var time: Int128
    var lost: Int64 = 0
}

extension [ReasonTime] {
    /// The longest of them; among equals the first reason.
    var longest: ReasonTime? { self.max { ($0.time, $1.reason) < ($1.time, $0.reason) } }
}

/// Sums of waiting by reason.
struct ReasonTimes {
    /// Each reason once, in the order in which they came.
    private(set) var rows: [ReasonTime] = []
    /// The index of each reason's row; empty while there are few.
    private var places: [Reason: Int] = [:]
    private static let mostSearched = 8

    mutating func add(_ reason: Reason, _ time: Int128, lost: Int64 = 0) {
        let isLong = rows.count > Self.mostSearched
        if let place = isLong ? places[reason] : rows.firstIndex(where: { $0.reason == reason }) {
            rows[place].time += time
            rows[place].lost = rows[place].lost.adding(saturating: lost)
            return
        }
        // Most have a reason and the wake-up.
        if rows.isEmpty { rows.reserveCapacity(2) }
        rows.append(ReasonTime(reason: reason, time: time, lost: lost))
        guard rows.count > Self.mostSearched else { return }
        for place in places.count..<rows.count { places[rows[place].reason] = place }
    }

    /// The reason with the most time; nil for no time.
    var longest: Reason? { rows.longest.flatMap { $0.time > 0 ? $0.reason : nil } }
}

/// A cause's share of the time that a timer's points waited.
package struct CauseShare: Hashable {
    /// The cause and the culprit, with the step that has the largest part.
    package var reason: Reason
    /// The waiting time that this explains, over all late firings and skipped points, ns.
    package var nanoseconds: Int64
    /// Whole percent of the timer's waiting time; all shares of a timer sum to 100.
    package var percent: Int
    /// The skipped points for which it was the longest cause.
    package var lost: Int64 = 0

    package var cause: Cause { reason.cause }
    package var culprit: EntityID { reason.culprit }
}

extension [CauseShare] {
    /// The waiting that the timer's own callback explains, ns.
    var ownLag: Int64 { filter { $0.cause == .ownCallback }.sum(\.nanoseconds) }
}

/// The causes of the waiting of a timer's points, or of a chain's lag.
package struct Attribution: Hashable {
    package var timer: EntityID
    /// The shares, that of most skipped points first, then the largest; empty if no point was late or skipped.
    package var shares: [CauseShare]

    /// The waiting of all its points, or its lag, ns.
    package var nanoseconds: Int64 { shares.sum(\.nanoseconds) }
}
