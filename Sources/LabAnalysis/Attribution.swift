import LabCatalogue
import LabRecording

/// A cause's share of the time that a timer's points waited.
package struct CauseShare: Hashable, Sendable {
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

/// The causes of the waiting of a timer's points, or of a chain's lag.
package struct Attribution: Hashable, Sendable {
    package var timer: EntityID
    /// The shares, that of most skipped points first, then the largest; empty if no point was late or skipped.
    package var shares: [CauseShare]

    /// The waiting of all its points, or its lag, ns.
    package var nanoseconds: Int64 { shares.reduce(0) { $0.adding(saturating: $1.nanoseconds) } }
}
