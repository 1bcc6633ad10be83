import LabCatalogue
import LabRecording

/// A cause's part of the time that a timer's points waited.
package struct CauseShare: Hashable, Sendable {
    package var cause: Cause
    /// The culprit that ran instead: a timer, an event, a thread … `EntityID.none` for none in particular.
    package var culprit: EntityID
    /// Byte range of the step (or, failing that, of the culprit) in the scenario; empty when unknown.
    package var place: Range<Int>
    /// The waiting time that this explains, over all late firings and skipped points, ns.
    package var nanoseconds: Int64
    /// Whole percent of the timer's waiting time; all shares of a timer sum to 100.
    package var percent: Int
    /// The points that were lost and waited for it longest.
    package var lost: Int64 = 0
}

/// Where the time went that one timer's points had to wait, or, of a chain, by which it has fallen behind.
package struct Attribution: Hashable, Sendable {
    package var timer: EntityID
    /// True if it is armed again after each callback: then the shares are of its lag.
    package var isChain = false
    /// Waiting time of all of them, or lag, ns.
    package var nanoseconds: Int64
    /// Largest first; empty when nothing was late or skipped.
    package var shares: [CauseShare]
}
