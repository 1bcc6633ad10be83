extension FindingRule {
    /// Everything that can be found: a new kind of finding is a file and a row here.
    public static let all: [FindingRule] = [
        // TL01: it fires, but not when it is due.
        .ownCallback, .otherWork, .modeNotRun, .toleranceUsed, .systemSlept, .inBackground, .displayRate,
        .relativeDrift, .frameOutlasted, .wallClockSet, .backlog, .defaultLeeway,
        .displayRateSet,
        // TL02: it never fires.
        .loopNeverRan, .neverAdded, .sourceWithoutOwner, .suspended, .loopReturned, .modeNeverRun, .runReturned,
        .neverServed, .loopSpins,
        // TL03: lifetimes.
        .keptByRunLoop, .referenceCycle, .weakVariable, .firesAfterOwner, .overReleased, .releasedWhileSuspended,
        .unrecognisedSelector, .otherThread, .weakProperty, .overResumed, .weakInDealloc, .firesForNothing,
        .startedTwice, .addedInvalid, .retainedInDealloc,
        // TL04: energy. TL05: order.
        .wakesOften, .freeOrder, .overlap, .deadlock,
    ]

    private static let byCode = Dictionary(all.map { ($0.code, $0) }, uniquingKeysWith: { first, _ in first })

    /// The rule of a code.
    public static func of(_ code: FindingCode) -> FindingRule {
        guard let rule = byCode[code] else {
            preconditionFailure("no rule in the registry has the code \(code.rawValue)")
        }
        return rule
    }
}
