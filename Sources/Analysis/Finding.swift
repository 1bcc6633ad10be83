import Recording

/// What can be wrong with a timer, under the codes that `explain` knows.
public enum FindingCode: String, Hashable, Sendable, CaseIterable, Comparable {
    case ownCallbackOutlastsInterval = "TL0101"
    case otherWorkDelayed = "TL0102"
    case modeNotRun = "TL0103"
    case toleranceUsed = "TL0104"
    case systemSlept = "TL0105"
    case inBackground = "TL0106"
    case displayRateRounded = "TL0107"
    case relativeDrift = "TL0108"
    case loopNeverRan = "TL0201"
    case neverAdded = "TL0202"
    case sourceWithoutOwner = "TL0203"
    case suspendedOrNeverResumed = "TL0204"
    case loopReturnedBeforeAdd = "TL0205"
    case modeNeverRun = "TL0206"
    case keptByRunLoop = "TL0301"
    case referenceCycle = "TL0302"
    case weakVariableRetained = "TL0303"
    case firesAfterOwner = "TL0304"
    case overReleased = "TL0305"
    case releasedWhileSuspended = "TL0306"
    case unrecognisedSelector = "TL0307"
    case invalidatedOnOtherThread = "TL0308"
    case weakPropertyCleared = "TL0309"

    public static func < (left: FindingCode, right: FindingCode) -> Bool { left.rawValue < right.rawValue }

    /// The meaning in one line, as in the table of findings.
    public var title: String {
        switch self {
        case .ownCallbackOutlastsInterval: "its own callback outlasts the interval"
        case .otherWorkDelayed: "other work on the same thread or queue delayed it"
        case .modeNotRun: "its mode was not being run"
        case .toleranceUsed: "tolerance or leeway used"
        case .systemSlept: "the system slept"
        case .inBackground: "the app was in the background"
        case .displayRateRounded: "display rate rounding"
        case .relativeDrift: "relative re-scheduling adds drift"
        case .loopNeverRan: "its run loop never runs"
        case .neverAdded: "never in a run loop"
        case .sourceWithoutOwner: "the source had no owner and was disposed of"
        case .suspendedOrNeverResumed: "suspended or never resumed"
        case .loopReturnedBeforeAdd: "the loop returned before it was added"
        case .modeNeverRun: "its mode was never run"
        case .keptByRunLoop: "kept alive by a run loop"
        case .referenceCycle: "a reference cycle"
        case .weakVariableRetained: "weak variable passed where the callee retains"
        case .firesAfterOwner: "fires on after its owner is gone"
        case .overReleased: "over-released target"
        case .releasedWhileSuspended: "released while suspended or inactive"
        case .unrecognisedSelector: "unrecognised selector after the target is gone"
        case .invalidatedOnOtherThread: "invalidated on another thread"
        case .weakPropertyCleared: "weak property cleared at once"
        }
    }
}

/// One thing that went wrong, computed from records alone.
public struct Finding: Hashable, Sendable {
    public var code: FindingCode
    /// The timer or object that it is about.
    public var subject: EntityID
    /// Byte range of the scenario's line that causes it; empty when nothing in a scenario does.
    public var place: Range<Int>
    /// One sentence with its numbers.
    public var message: String
    /// How often it happened.
    public var count: Int64
    /// Who else has a part in it; `EntityID.none` for nobody.
    public var related: EntityID

    public init(
        _ code: FindingCode, subject: EntityID, place: Range<Int>, message: String, count: Int64 = 1,
        related: EntityID = .none
    ) {
        self.code = code
        self.subject = subject
        self.place = place
        self.message = message
        self.count = count
        self.related = related
    }
}
