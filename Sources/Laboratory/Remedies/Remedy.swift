import LabCatalogue

/// A remedy: a change of a scenario, and the same change in code.
struct Remedy: Sendable {
    /// What is done, as the table shows it.
    let name: String
    /// A sentence without its full stop.
    let cost: String
    /// Templates: lines with `- `, `+ ` or two spaces in front; nil: the difference between the timers' own code.
    let code: (swift: String, objectiveC: String)?
    /// Changes the scenario; false where it does not fit.
    let edit: @Sendable (inout RemedySite) -> Bool

    init(_ name: String, cost: String, edit: @escaping @Sendable (inout RemedySite) -> Bool) {
        (self.name, self.cost, self.edit, code) = (name, cost, edit, nil)
    }

    init(
        _ name: String, cost: String, swift: String, objectiveC: String,
        edit: @escaping @Sendable (inout RemedySite) -> Bool
    ) {
        (self.name, self.cost, self.edit, code) = (name, cost, edit, (swift, objectiveC))
    }

    static let all = Set((FindingCode.allCases + [nil]).flatMap { all(for: $0).map(\.name) })

    /// The remedies that are tried against a finding, the usual ones first; nil: against an expectation that fails.
    static func all(for code: FindingCode?) -> [Remedy] {
        guard let code else { return [held] }
        return switch code {
        case .ownCallback: [workOnQueue, workOnOtherQueue, skipsWhileRunning, source, displayLink]
        case .otherWork:
            [workOnQueue, workOnOtherQueue, skipsWhileRunning, source, ownQueue, noTolerance, displayLink]
        case .modeNotRun: [commonModes, sourceOnMain, ownQueue, source]
        case .toleranceUsed: [noTolerance]
        case .relativeDrift: [repeatingTimer, absoluteDeadlines, sourceOnMain, source]
        case .frameOutlasted: [halfRate, workOnQueue, workOnOtherQueue, skipsWhileRunning, source]
        case .wallClockSet: [uptimeClock]
        case .backlog: [skipsWhileRunning]
        case .defaultLeeway: [noTolerance, sourceOnMain, source]
        case .madeAnew: [madeOnce]
        case .beatsWithDisplay: [displayLink]
        case .loopNeverRan: [loopToTheEnd, scheduledOnMain, mainLoop, source]
        case .neverAdded: [added, source]
        case .sourceWithoutOwner: [sourceHeld]
        case .suspended: [activated, suspendsInPairs]
        case .loopReturned: [loopToTheEnd, loopWithPort, mainLoop, source]
        case .modeNeverRun: [commonModes, sourceOnMain, source]
        case .runReturned: [loopToTheEnd, mainLoop, source]
        case .neverServed: [loopWithPort]
        case .loopSpins: [port]
        case .keptByRunLoop, .referenceCycle: kept + [weakSelfAsTarget]
        case .weakVariable, .firesAfterOwner, .unrecognisedSelector, .firesForNothing: kept
        case .overReleased: [balancedReleases]
        case .releasedWhileSuspended: [cancelResumeRelease]
        case .otherThread: [endedOnItsThread, endedBeforeQueue]
        case .weakProperty: [added]
        case .overResumed: [activateNotResume]
        case .weakInDealloc: [noWeakInDealloc]
        case .startedTwice, .madeAgainPending: [endedBeforeRemade]
        case .addedInvalid: [newTimer]
        case .retainedInDealloc: [notMadeInDealloc]
        case .taskNotEnded: [endedInExpiration]
        case .swallowedCancellation: [cancellationEnds]
        case .cancelledInRunCall: [loopToTheEnd]
        case .wakesOften: [tenthOfTolerance, tenTimes, displayLink]
        case .overlap: [oneRequest]
        case .deadlock: [nothingWaits]
        case .systemSlept, .inBackground, .displayRate, .displayRateSet, .freeOrder: []
        }
    }
}
