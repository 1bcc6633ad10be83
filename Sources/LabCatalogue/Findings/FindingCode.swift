/// A kind of finding, by its stable code.
///
/// A file of `Texts` has its title and its longer texts: the meaning, the rule behind it, an example and a remedy.
package enum FindingCode: String, CaseIterable {
    // It fires, but not when it is due.
    case ownCallback = "TL0101"
    case otherWork = "TL0102"
    case modeNotRun = "TL0103"
    case toleranceUsed = "TL0104"
    case systemSlept = "TL0105"
    case inBackground = "TL0106"
    case displayRate = "TL0107"
    case relativeDrift = "TL0108"
    case frameOutlasted = "TL0109"
    case wallClockSet = "TL0110"
    case backlog = "TL0111"
    case defaultLeeway = "TL0112"
    case displayRateSet = "TL0113"
    case madeAnew = "TL0114"
    case beatsWithDisplay = "TL0115"
    case lateCountdown = "TL0116"
    // It never fires.
    case loopNeverRan = "TL0201"
    case neverAdded = "TL0202"
    case sourceWithoutOwner = "TL0203"
    case suspended = "TL0204"
    case loopReturned = "TL0205"
    case modeNeverRun = "TL0206"
    case runReturned = "TL0207"
    case neverServed = "TL0208"
    case loopSpins = "TL0209"
    case returnedAtOnce = "TL0210"
    case stoppedInVain = "TL0211"
    case runCallKept = "TL0212"
    // Lifetimes.
    case keptByRunLoop = "TL0301"
    case referenceCycle = "TL0302"
    case weakVariable = "TL0303"
    case firesAfterOwner = "TL0304"
    case overReleased = "TL0305"
    case releasedWhileSuspended = "TL0306"
    case unrecognisedSelector = "TL0307"
    case otherThread = "TL0308"
    case weakProperty = "TL0309"
    case overResumed = "TL0310"
    case weakInDealloc = "TL0311"
    case firesForNothing = "TL0312"
    case startedTwice = "TL0313"
    case addedInvalid = "TL0314"
    case retainedInDealloc = "TL0315"
    case taskNotEnded = "TL0316"
    case swallowedCancellation = "TL0317"
    case madeAgainPending = "TL0318"
    case cancelledInRunCall = "TL0319"
    // Energy and order.
    case wakesOften = "TL0401"
    case mainBusy = "TL0402"
    case freeOrder = "TL0501"
    case overlap = "TL0502"
    case deadlock = "TL0503"

    /// The worst harm to the program.
    package var harm: Harm {
        switch self {
        case .overReleased, .releasedWhileSuspended, .unrecognisedSelector, .overResumed, .weakInDealloc,
            .retainedInDealloc, .taskNotEnded:
            .crash
        case .keptByRunLoop, .referenceCycle, .weakVariable, .firesAfterOwner, .firesForNothing, .startedTwice,
            .cancelledInRunCall:
            .leak
        case .madeAnew, .loopNeverRan, .neverAdded, .sourceWithoutOwner, .suspended, .loopReturned, .modeNeverRun,
            .runReturned, .neverServed, .loopSpins, .weakProperty, .addedInvalid, .deadlock:
            .neverRuns
        case .ownCallback, .otherWork, .modeNotRun, .frameOutlasted, .backlog: .pointsLost
        case .relativeDrift, .wallClockSet, .defaultLeeway, .beatsWithDisplay, .lateCountdown, .returnedAtOnce,
            .stoppedInVain, .runCallKept, .otherThread, .swallowedCancellation, .wakesOften, .freeOrder,
            .overlap:
            .impaired
        case .toleranceUsed, .systemSlept, .inBackground, .displayRate, .displayRateSet, .madeAgainPending,
            .mainBusy:
            .asked
        }
    }

    /// The meaning in one line.
    package var title: String { texts.lines("title") }
    package var meaning: String { texts.prose("meaning") }
    /// The rule of the real system.
    package var rule: SituationTexts { SituationTexts(texts.sections("rule")) }
    /// The place where the rule is written down.
    package var source: String { texts.prose("source") }
    /// The smallest scenario that has the finding.
    package var example: String { texts.lines("example").replacing("{tick}", with: TextSection.tick) }
    /// An imperative without its full stop.
    package var remedy: SituationTexts { SituationTexts((texts + shared).sections("remedy")) }
    /// More about the remedy.
    package var advice: String { texts.prose("advice") }
    /// The remedy in code, for a finding without one that can be tried; else empty.
    package var code: CodeChange { CodeChange(swift: texts.lines("swift"), objectiveC: texts.lines("objective-c")) }

    /// The texts of TL0301, whose remedies also break a cycle.
    private var shared: [TextSection] { self == .referenceCycle ? Self.keptByRunLoop.texts : [] }

    private var texts: [TextSection] { TextSection.all(in: FindingTexts.all[rawValue]) }
}

extension FindingCode: Comparable, CustomStringConvertible, ExpressibleByStringLiteral {
    package init(stringLiteral code: String) {
        guard let known = FindingCode(rawValue: code) else { preconditionFailure("no finding has the code \(code)") }
        self = known
    }

    package static func < (left: FindingCode, right: FindingCode) -> Bool { left.rawValue < right.rawValue }

    package var description: String { rawValue }
}
