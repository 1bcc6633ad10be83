import LabCatalogue
import LabRecording

/// The cause of a wait, and its culprit.
package struct Reason: Hashable, Comparable, Sendable {
    package var cause: Cause
    /// The culprit; `EntityID.none` for none in particular.
    package var culprit: EntityID
    /// The index of the step in the recording; -1: none.
    package var step: Int64

    init(_ cause: Cause, _ culprit: EntityID = .none, step: Int64 = -1) {
        (self.cause, self.culprit, self.step) = (cause, culprit, step)
    }

    static let wakeUp = Reason(.wakeUp)

    package static func == (left: Reason, right: Reason) -> Bool {
        left.step == right.step && left.culprit == right.culprit && left.cause.rawValue == right.cause.rawValue
    }

    package static func < (left: Reason, right: Reason) -> Bool {
        (left.cause.rawValue, left.culprit, left.step) < (right.cause.rawValue, right.culprit, right.step)
    }
}
