/// The kinds of findings.
extension FindingCode {
    // It fires, but not when it is due.
    package static let ownCallback = FindingCode("TL0101", .pointsLost, "its own callback outlasts the interval")
    package static let otherWork = FindingCode(
        "TL0102", .pointsLost, "other work on the same thread or queue delayed it")
    package static let modeNotRun = FindingCode("TL0103", .pointsLost, "its mode was not being run")
    package static let toleranceUsed = FindingCode("TL0104", .asked, "tolerance or leeway used")
    package static let systemSlept = FindingCode("TL0105", .asked, "the system slept")
    package static let inBackground = FindingCode("TL0106", .asked, "the app was in the background")
    package static let displayRate = FindingCode("TL0107", .asked, "display rate rounding")
    package static let relativeDrift = FindingCode("TL0108", .impaired, "relative re-scheduling adds drift")
    package static let frameOutlasted = FindingCode(
        "TL0109", .pointsLost, "a display link's own callback outlasts its frame")
    package static let wallClockSet = FindingCode("TL0110", .impaired, "the wall clock was set")
    package static let backlog = FindingCode("TL0111", .pointsLost, "a backlog that grows")
    package static let defaultLeeway = FindingCode(
        "TL0112", .impaired, "a leeway that its user would notice may delay it")
    package static let displayRateSet = FindingCode("TL0113", .asked, "the display changed its rate")
    package static let madeAnew = FindingCode("TL0114", .neverRuns, "made again before it was due")
    package static let beatsWithDisplay = FindingCode("TL0115", .impaired, "a timer that beats with the display")
    package static let lateCountdown = FindingCode("TL0116", .impaired, "a countdown that ends late")

    // It never fires.
    package static let loopNeverRan = FindingCode("TL0201", .neverRuns, "its run loop never runs")
    package static let neverAdded = FindingCode("TL0202", .neverRuns, "in no run loop")
    package static let sourceWithoutOwner = FindingCode(
        "TL0203", .neverRuns, "the source had no owner and was disposed of")
    package static let suspended = FindingCode("TL0204", .neverRuns, "suspended or never resumed")
    package static let loopReturned = FindingCode("TL0205", .neverRuns, "the loop returned before it was added")
    package static let modeNeverRun = FindingCode("TL0206", .neverRuns, "its mode was never run")
    package static let runReturned = FindingCode(
        "TL0207", .neverRuns, "a run call returned, and the loop is not run again")
    package static let neverServed = FindingCode("TL0208", .neverRuns, "handed to a run loop that never serves it")
    package static let loopSpins = FindingCode("TL0209", .neverRuns, "a loop that spins")
    package static let returnedAtOnce = FindingCode("TL0210", .impaired, "a run call that returns at once")
    package static let stoppedInVain = FindingCode("TL0211", .impaired, "a stop without effect")
    package static let runCallKept = FindingCode("TL0212", .impaired, "steps that a run call keeps waiting")

    // Lifetimes.
    package static let keptByRunLoop = FindingCode("TL0301", .leak, "kept alive by a run loop")
    package static let referenceCycle = FindingCode("TL0302", .leak, "a reference cycle")
    package static let weakVariable = FindingCode("TL0303", .leak, "weak variable passed where the callee retains")
    package static let firesAfterOwner = FindingCode("TL0304", .leak, "keeps firing after its owner is gone")
    package static let overReleased = FindingCode("TL0305", .crash, "over-released target")
    package static let releasedWhileSuspended = FindingCode("TL0306", .crash, "released while suspended or inactive")
    package static let unrecognisedSelector = FindingCode(
        "TL0307", .crash, "unrecognised selector after the target is gone")
    package static let otherThread = FindingCode("TL0308", .impaired, "invalidated on another thread")
    package static let weakProperty = FindingCode("TL0309", .neverRuns, "weak property cleared at once")
    package static let overResumed = FindingCode("TL0310", .crash, "resumed once too often")
    package static let weakInDealloc = FindingCode("TL0311", .crash, "weak reference formed in dealloc")
    package static let firesForNothing = FindingCode("TL0312", .leak, "fires, and nothing is affected by it")
    package static let startedTwice = FindingCode("TL0313", .leak, "started twice: the first timer leaks")
    package static let addedInvalid = FindingCode("TL0314", .neverRuns, "added or set after it was invalid")
    package static let retainedInDealloc = FindingCode("TL0315", .crash, "retained in its own dealloc")
    package static let taskNotEnded = FindingCode("TL0316", .crash, "a background task that was not ended")
    package static let swallowedCancellation = FindingCode("TL0317", .impaired, "a cancellation that the body swallows")
    package static let madeAgainPending = FindingCode(
        "TL0318", .asked, "a delay that was started again before it was over")
    package static let cancelledInRunCall = FindingCode("TL0319", .leak, "a cancelled thread that its run loop keeps")

    // Energy and order.
    package static let wakesOften = FindingCode("TL0401", .impaired, "wakes an idle thread often for little work")
    package static let mainBusy = FindingCode("TL0402", .asked, "keeps the main thread busy")
    package static let freeOrder = FindingCode(
        "TL0501", .impaired, "an order that the system may choose, and that matters")
    package static let overlap = FindingCode("TL0502", .impaired, "requests that overlap")
    package static let deadlock = FindingCode("TL0503", .neverRuns, "a thread that waits forever")
}
