import Foundation

/// Everyday bugs, each with the remedy that its author needs.
enum EverydayBug: String, CaseIterable, Sendable {
    case cancelInDealloc = "ended with the screen"
    case debounceOnAQueue = "ended before the queue is asked"
    case framesOnPromotion = "held at 60 frames a second"
    case sourceInALocal = "held by a property"
    case linkMadeInDealloc = "not made in dealloc"
    case runDoesNotEnd = "loop run to the end"
    case scheduledOnAQueue = "scheduled on main"
    case droppedWithoutEnd = "ended before dropped"
    case afterMadeAgain = "repeating timer"
    case armedInItsCallback = "armed once"
    case afterKeepsScreen = "weak capture in the block"
    case debounceOfItems = "ended before remade"
    case cancellationIgnored = "cancellation ends it"
    case weakProperty = "strong property"
    case semaphoreInACallback = "nothing waits"
    case requestsOverlap = "one request at a time"
    case suspendedWithItsScreen = "cancel, resume, release"
    case threeSlowTimers = "tolerance of a tenth"
    case pollOfAClipboard = "once a second"
    case modeOfItsOwn = "that mode, too"
    case teaWhileAsleep = "wall clock"
    case taskThatNobodyEnds = "ended in dealloc"
    case retryKeepsScreen = "weak capture"
    case sleepsOnMain = "after instead of sleep (send)"
    case sleepsInATask = "await instead of sleep (steps)"
    case delegateCycle = "weak reference"
    case uploadNeverEnded = "ended where its work ends"
    case twoStopInAScroll = "common modes (hours, minutes)"
    case endedInACompletion = "ended on its thread"
    case cleanupBeforeWaiting = "work on a queue (cleanup)"
    case idleAfterTouches = "new timer"
    case heartbeatBehindRun = "added before the run call"
    case jobsWakeNoLoop = "loop woken"
    case imageAfterTheDrag = "common modes (bonjour, setImage)"
    case queueLeftSuspended = "resumed as often as suspended"
    case flagBehindRunCall = "run call with a limit"
    case lettersAfterTheScreen = "weak capture: of each letter"
    case infoOfATimer = "weak capture: instead of a pointer"
    case listWaitsForExport = "nothing waits: for an export"
    case sentAfterLogout = "cancellation ends it: with a leeway"
    case sensorEachMillisecond = "work on a queue"
    case retryThatSleeps = "after instead of sleep (completion)"
    case mainSyncOnMain = "called directly"
    case restartInACompletion = "scheduled on main: once more"
    case snakeMadeAgain = "armed once: with each call"
    case viewModelMadeAgain = "ended in dealloc: of each model"
    case screenOpenedAgain = "weak capture: of each screen"
    case stopwatchThatCounts = "common modes + work on a queue"
    case animationBelow = "ended with the screen: of the list"
    case panelOverProgress = "added to a run loop + common modes"
    case selectorOfAnother = "selector of its method"
    case searchOfEachLetter = "ended before remade: by a step"
    case startTappedAgain = "suspends in pairs"
    case timerInNoVariable = "ended by its block"
    case tapThatSleeps = "after instead of sleep"
    case pollsTogether = "once a second: with others"
    case toolWaitsForItsTimer = "nothing waits + loop run to the end"
    case toolEndsAtOnce = "loop run to the end: of main"
    case frameTooLong = "work on a queue: not half the frames"

    /// The remedy alone: two bugs may have the same.
    var remedy: String { String(rawValue.prefix { $0 != ":" }) }

    /// The file of its name in the folder Bugs.
    var path: String {
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Bugs/\(self).toml").path
    }

    var scenario: String { get throws { try String(contentsOfFile: path, encoding: .utf8) } }
}
