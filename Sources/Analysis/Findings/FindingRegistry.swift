extension FindingCode {
    // TL01: it fires, but not when it is due.
    public static let ownCallbackOutlastsInterval: FindingCode = FindingRule.ownCallback.code
    public static let otherWorkDelayed: FindingCode = FindingRule.otherWork.code
    public static let modeNotRun: FindingCode = FindingRule.modeNotRun.code
    public static let toleranceUsed: FindingCode = FindingRule.toleranceUsed.code
    public static let systemSlept: FindingCode = FindingRule.systemSlept.code
    public static let inBackground: FindingCode = FindingRule.inBackground.code
    public static let displayRateRounded: FindingCode = FindingRule.displayRate.code
    public static let relativeDrift: FindingCode = FindingRule.relativeDrift.code
    public static let frameOutlasted: FindingCode = FindingRule.frameOutlasted.code
    public static let wallClockSet: FindingCode = FindingRule.wallClockSet.code
    public static let backlog: FindingCode = FindingRule.backlog.code
    public static let defaultLeeway: FindingCode = FindingRule.defaultLeeway.code
    // TL02: it never fires.
    public static let loopNeverRan: FindingCode = FindingRule.loopNeverRan.code
    public static let neverAdded: FindingCode = FindingRule.neverAdded.code
    public static let sourceWithoutOwner: FindingCode = FindingRule.sourceWithoutOwner.code
    public static let suspendedOrNeverResumed: FindingCode = FindingRule.suspended.code
    public static let loopReturnedBeforeAdd: FindingCode = FindingRule.loopReturned.code
    public static let modeNeverRun: FindingCode = FindingRule.modeNeverRun.code
    public static let runReturned: FindingCode = FindingRule.runReturned.code
    public static let neverServed: FindingCode = FindingRule.neverServed.code
    public static let loopSpins: FindingCode = FindingRule.loopSpins.code
    // TL03: lifetimes.
    public static let keptByRunLoop: FindingCode = FindingRule.keptByRunLoop.code
    public static let referenceCycle: FindingCode = FindingRule.referenceCycle.code
    public static let weakVariableRetained: FindingCode = FindingRule.weakVariable.code
    public static let firesAfterOwner: FindingCode = FindingRule.firesAfterOwner.code
    public static let overReleased: FindingCode = FindingRule.overReleased.code
    public static let releasedWhileSuspended: FindingCode = FindingRule.releasedWhileSuspended.code
    public static let unrecognisedSelector: FindingCode = FindingRule.unrecognisedSelector.code
    public static let invalidatedOnOtherThread: FindingCode = FindingRule.otherThread.code
    public static let weakPropertyCleared: FindingCode = FindingRule.weakProperty.code
    public static let overResumed: FindingCode = FindingRule.overResumed.code
    public static let weakReferenceInDealloc: FindingCode = FindingRule.weakInDealloc.code
    public static let firesForNothing: FindingCode = FindingRule.firesForNothing.code
    public static let startedTwice: FindingCode = FindingRule.startedTwice.code
    public static let addedAfterInvalid: FindingCode = FindingRule.addedInvalid.code
    // TL04: energy. TL05: order.
    public static let wakesOften: FindingCode = FindingRule.wakesOften.code
    public static let freeOrder: FindingCode = FindingRule.freeOrder.code
    public static let overlap: FindingCode = FindingRule.overlap.code
}

extension FindingRule {
    /// Everything that can be found: a new kind of finding is a file and a row here.
    public static let all: [FindingRule] = [
        // TL01: it fires, but not when it is due.
        .ownCallback, .otherWork, .modeNotRun, .toleranceUsed, .systemSlept, .inBackground, .displayRate,
        .relativeDrift, .frameOutlasted, .wallClockSet, .backlog, .defaultLeeway,
        // TL02: it never fires.
        .loopNeverRan, .neverAdded, .sourceWithoutOwner, .suspended, .loopReturned, .modeNeverRun, .runReturned,
        .neverServed, .loopSpins,
        // TL03: lifetimes.
        .keptByRunLoop, .referenceCycle, .weakVariable, .firesAfterOwner, .overReleased, .releasedWhileSuspended,
        .unrecognisedSelector, .otherThread, .weakProperty, .overResumed, .weakInDealloc, .firesForNothing,
        .startedTwice, .addedInvalid,
        // TL04: energy. TL05: order.
        .wakesOften, .freeOrder, .overlap,
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
