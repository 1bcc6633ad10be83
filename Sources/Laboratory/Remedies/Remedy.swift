import LabCatalogue

/// A remedy: a change of a scenario, and the same change in code.
struct Remedy: Sendable {
    /// The name in the table.
    let name: String
    /// The findings against which it is tried, the most usual first; nil: a failed expectation.
    let codes: [FindingCode?]
    /// A sentence without its full stop.
    let cost: String
    /// Lines with `- `, `+ ` or two spaces in front; nil: the difference between the timers' own code.
    let code: CodeTemplate?
    /// Changes the scenario; false if it does not fit.
    let edit: @Sendable (inout RemedySite) -> Bool

    init(
        _ name: String, for codes: [FindingCode?], cost: String, code: CodeTemplate? = nil,
        edit: @escaping @Sendable (inout RemedySite) -> Bool
    ) {
        (self.name, self.codes, self.cost, self.code, self.edit) = (name, codes, cost, code, edit)
    }

    /// The remedies that are tried against a finding, the usual ones first.
    static func tried(against code: FindingCode?) -> [Remedy] { all.filter { $0.codes.contains(code) } }

    static let all: [Remedy] =
        [
            loopToTheEnd, loopWithPort, port, added, madeOnce, newTimer, endedOnItsThread, endedBeforeQueue,
            nothingWaits, endedInExpiration, repeatingTimer, absoluteDeadlines, noTolerance, tenthOfTolerance, tenTimes,
            uptimeClock, dateReckonedAgain, clockRead, commonModes, halfRate, workOnQueue, workOnOtherQueue,
            skipsWhileRunning, oneRequest, scheduledOnMain, mainLoop, sourceOnMain, source, ownQueue, held,
            displayLink, cancellationEnds, activated, suspendsInPairs, activateNotResume, sourceHeld,
            cancelResumeRelease, weakCapture, endedByBlock, weakInBlock, endedInDealloc, endedWithScreen, weakProxy,
            ownTarget, weakSelfAsTarget, endedBeforeRemade, balancedReleases, notMadeInDealloc, noWeakInDealloc,
        ]
}
