import LabCatalogue

/// A remedy: a change of a scenario, and the same change in code.
struct Remedy: Sendable {
    var name: String
    /// The findings against which it is tried, the most usual first; nil: a failed expectation.
    let codes: [FindingCode?]
    /// A sentence without its full stop.
    var cost = "none"
    /// Lines with `- `, `+ ` or two spaces in front; nil: the difference between the timers' own code.
    var code: String?
    /// Changes the scenario; it does not fit if nothing changes.
    let edit: @Sendable (inout RemedySite) -> Void

    /// The remedies that are tried against a finding, the usual ones first.
    static func tried(against code: FindingCode?) -> [Remedy] { all.filter { $0.codes.contains(code) } }

    static let all: [Remedy] = [
        repeats, calledOnce, endedByEvent, scheduledOnMain, loopToTheEnd, loopWoken, loopWithPort, port, added,
        strongProperty, madeOnce, newTimer, endedOnItsThread, endedBeforeQueue, calledDirectly, nothingWaits,
        endedBehindWork, endedInExpiration, expectedInterval, repeatingTimer, keptGrid, stoppedWithFlag, runWithLimit,
        absoluteDeadlines,
        noTolerance, addedBeforeRun, resumedAsOften, resumedAtItsEnd, tenthOfTolerance, tenTimes, onceASecond,
        uptimeClock, wallClock, dateReckonedAgain, clockRead, commonModes, ownMode, halfRate, awaitInsteadOfSleep,
        afterInsteadOfSleep, workOnQueue, workOnOtherQueue, skipsWhileRunning, oneRequest, mainLoop, sourceOnMain,
        runLoopTimer, source, ownQueue, held, displayLink, cancellationEnds, knownSelector, activated, begunWithScreen,
        suspendsInPairs, keptInterval, scheduledAgain, activateNotResume, madeAgain, sourceHeld, cancelResumeRelease,
        weakReference, weakCapture, nothingInUserInfo, endedByBlock, weakInBlock, endedInDealloc, endedWithScreen,
        weakProxy, ownTarget, weakSelfAsTarget, endedBeforeRemade, endedBeforeDropped, balancedReleases,
        notMadeInDealloc, noWeakInDealloc, strongCapture,
    ]
}

extension FindingCode {
    /// Code by language: of the remedy that is tried in its example, else the catalogue's.
    package var listings: [(language: String, code: String)] {
        let change = change
        return [("Swift", change.swift), ("Objective-C", change.objectiveC)].filter { !$0.1.isEmpty }
    }

    /// The remedies that `remedy` tries, and the cost of each.
    package var tried: [(name: String, cost: String)] { Remedy.tried(against: self).map { ($0.name, $0.cost) } }

    /// The change of code by the most usual remedy in the finding's example, else the catalogue's.
    var change: CodeChange {
        func rank(_ candidate: RemedyCandidate) -> Int { candidate.sites[0].remedy.codes.firstIndex(of: self) ?? .max }
        return (try? candidates())?.min { rank($0) < rank($1) }?.code ?? code
    }

    /// The remedies against the finding in its example.
    private func candidates() throws(Problem) -> [RemedyCandidate] {
        let workbench = Workbench(finder: ScenarioFinder(roots: []))
        let file = try workbench.read(Array(example.utf8), typed: "", path: "")
        let plan = try workbench.plan(file)
        let run = try workbench.simulate(plan, of: file, keeping: [])
        let search = RemedySearch(workbench, RemedyCandidate(file: file, plan: plan), run)
        let found = run.analysis.findings.filter { $0.code == self }
        return search.candidates(found.map { ($0, $0.subject) }, of: search.before)
    }
}
