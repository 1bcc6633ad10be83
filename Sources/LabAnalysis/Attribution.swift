import LabCatalogue
import LabRecording

/// A cause's share of the time that a timer's points waited.
package struct CauseShare: Hashable, Sendable {
    package var cause: Cause
    /// The culprit: a timer, an event, a thread … `EntityID.none` for none in particular.
    package var culprit: EntityID
    /// The byte range of the step, or else of the culprit, in the scenario; empty if unknown.
    package var place: Range<Int>
    /// The waiting time that this explains, over all late firings and skipped points, ns.
    package var nanoseconds: Int64
    /// Whole percent of the timer's waiting time; all shares of a timer sum to 100.
    package var percent: Int
    /// The skipped points for which it was the longest cause.
    package var lost: Int64 = 0
}

/// The causes of the waiting of a timer's points, or of a chain's lag.
package struct Attribution: Hashable, Sendable {
    package var timer: EntityID
    /// True if it is armed again after each callback; then the shares are of its lag.
    package var isChain = false
    /// Waiting time of all of them, or lag, ns.
    package var nanoseconds: Int64
    /// The shares, that of most skipped points first, then the largest; empty if no point was late or skipped.
    package var shares: [CauseShare]
}
