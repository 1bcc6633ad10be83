/// A kind of finding in words: its code, its meaning, the rule behind it, an example and a remedy.
package struct FindingCode: Sendable, CaseIterable {
    /// The stable code.
    package let rawValue: String
    /// The worst severity.
    package let harm: Harm
    /// The meaning in one line.
    package let title: String
    package let meaning: String
    /// The rule of the real system.
    package let rule: SituationTexts
    /// The place where the rule is written down.
    package let source: String
    /// The smallest scenario that has the finding, built on demand, since a run does not need it.
    package var example: String { makeExample() }
    /// An imperative without its full stop.
    package let remedy: SituationTexts
    /// More about the remedy.
    package let advice: String
    /// The remedy in code, for a finding without one that can be tried; else empty.
    package let swift: String
    package let objectiveC: String
    private let makeExample: @Sendable () -> String

    init(
        _ rawValue: String, _ harm: Harm, _ title: String, meaning: String, rule: SituationTexts, source: String,
        example: @escaping @Sendable @autoclosure () -> String, remedy: SituationTexts, advice: String = "",
        swift: String = "", objectiveC: String = ""
    ) {
        self.rawValue = rawValue
        self.harm = harm
        self.title = title
        self.meaning = meaning
        self.rule = rule
        self.source = source
        makeExample = example
        self.remedy = remedy
        self.advice = advice
        self.swift = swift
        self.objectiveC = objectiveC
    }

    /// In the order of codes.
    package static let allCases: [FindingCode] = [
        // It fires, but not when it is due.
        .ownCallback, .otherWork, .modeNotRun, .toleranceUsed, .systemSlept, .inBackground, .displayRate,
        .relativeDrift, .frameOutlasted, .wallClockSet, .backlog, .defaultLeeway, .displayRateSet, .madeAnew,
        .beatsWithDisplay, .lateCountdown,
        // It never fires.
        .loopNeverRan, .neverAdded, .sourceWithoutOwner, .suspended, .loopReturned, .modeNeverRun, .runReturned,
        .neverServed, .loopSpins, .returnedAtOnce, .stoppedInVain, .runCallKept,
        // Lifetimes.
        .keptByRunLoop, .referenceCycle, .weakVariable, .firesAfterOwner, .overReleased, .releasedWhileSuspended,
        .unrecognisedSelector, .otherThread, .weakProperty, .overResumed, .weakInDealloc, .firesForNothing,
        .startedTwice, .addedInvalid, .retainedInDealloc, .taskNotEnded, .swallowedCancellation, .madeAgainPending,
        .cancelledInRunCall,
        // Energy and order.
        .wakesOften, .mainBusy, .freeOrder, .overlap, .deadlock,
    ]

    private static let byCode = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })

    /// The kind of finding with a code; nil if there is none.
    package init?(rawValue: String) {
        guard let known = FindingCode.byCode[rawValue] else { return nil }
        self = known
    }

    /// Advice for every finding of late or skipped firings.
    static let readsClock = "To show a time, read a clock (`end.timeIntervalSinceNow`); do not count calls."
}

extension FindingCode: Hashable, Comparable, CustomStringConvertible, ExpressibleByStringLiteral {
    package init(stringLiteral code: String) {
        guard let known = FindingCode(rawValue: code) else { preconditionFailure("no finding has the code \(code)") }
        self = known
    }

    package static func == (left: FindingCode, right: FindingCode) -> Bool { left.rawValue == right.rawValue }

    package static func < (left: FindingCode, right: FindingCode) -> Bool { left.rawValue < right.rawValue }

    package func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

    package var description: String { rawValue }
}
