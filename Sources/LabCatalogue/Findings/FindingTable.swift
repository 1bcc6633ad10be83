extension FindingRule {
    /// All kinds of findings, in the order of codes.
    package static let all: [FindingRule] = [
        .ownCallback, .otherWork, .modeNotRun, .toleranceUsed, .systemSlept, .inBackground, .displayRate,
        .relativeDrift, .frameOutlasted, .wallClockSet, .backlog, .defaultLeeway, .displayRateSet, .madeAnew,
        .beatsWithDisplay, .lateCountdown, .loopNeverRan, .neverAdded, .sourceWithoutOwner, .suspended, .loopReturned,
        .modeNeverRun, .runReturned, .neverServed, .loopSpins, .returnedAtOnce, .stoppedInVain, .runCallKept,
        .keptByRunLoop, .referenceCycle, .weakVariable, .firesAfterOwner, .overReleased, .releasedWhileSuspended,
        .unrecognisedSelector, .otherThread, .weakProperty, .overResumed, .weakInDealloc, .firesForNothing,
        .startedTwice, .addedInvalid, .retainedInDealloc, .taskNotEnded, .swallowedCancellation, .madeAgainPending,
        .cancelledInRunCall, .wakesOften, .mainBusy, .freeOrder, .overlap, .deadlock,
    ]

    private static let rules = Dictionary(uniqueKeysWithValues: all.map { ($0.code, $0) })

    /// The rule of a code.
    package static func of(_ code: FindingCode) -> FindingRule {
        guard let rule = rules[code] else { preconditionFailure("\(code) has no rule") }
        return rule
    }
}
