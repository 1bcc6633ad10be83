extension FindingRule {
    /// All kinds of findings, in the order of codes.
    package static let all = FindingCode.allCases.map(of)

    /// The rule of a code.
    package static func of(_ code: FindingCode) -> FindingRule {
        switch code {
        case .ownCallback: .ownCallback
        case .otherWork: .otherWork
        case .modeNotRun: .modeNotRun
        case .toleranceUsed: .toleranceUsed
        case .systemSlept: .systemSlept
        case .inBackground: .inBackground
        case .displayRate: .displayRate
        case .relativeDrift: .relativeDrift
        case .frameOutlasted: .frameOutlasted
        case .wallClockSet: .wallClockSet
        case .backlog: .backlog
        case .defaultLeeway: .defaultLeeway
        case .displayRateSet: .displayRateSet
        case .madeAnew: .madeAnew
        case .beatsWithDisplay: .beatsWithDisplay
        case .lateCountdown: .lateCountdown
        case .loopNeverRan: .loopNeverRan
        case .neverAdded: .neverAdded
        case .sourceWithoutOwner: .sourceWithoutOwner
        case .suspended: .suspended
        case .loopReturned: .loopReturned
        case .modeNeverRun: .modeNeverRun
        case .runReturned: .runReturned
        case .neverServed: .neverServed
        case .loopSpins: .loopSpins
        case .returnedAtOnce: .returnedAtOnce
        case .stoppedInVain: .stoppedInVain
        case .runCallKept: .runCallKept
        case .keptByRunLoop: .keptByRunLoop
        case .referenceCycle: .referenceCycle
        case .weakVariable: .weakVariable
        case .firesAfterOwner: .firesAfterOwner
        case .overReleased: .overReleased
        case .releasedWhileSuspended: .releasedWhileSuspended
        case .unrecognisedSelector: .unrecognisedSelector
        case .otherThread: .otherThread
        case .weakProperty: .weakProperty
        case .overResumed: .overResumed
        case .weakInDealloc: .weakInDealloc
        case .firesForNothing: .firesForNothing
        case .startedTwice: .startedTwice
        case .addedInvalid: .addedInvalid
        case .retainedInDealloc: .retainedInDealloc
        case .taskNotEnded: .taskNotEnded
        case .swallowedCancellation: .swallowedCancellation
        case .madeAgainPending: .madeAgainPending
        case .cancelledInRunCall: .cancelledInRunCall
        case .wakesOften: .wakesOften
        case .freeOrder: .freeOrder
        case .overlap: .overlap
        case .deadlock: .deadlock
        }
    }
}
