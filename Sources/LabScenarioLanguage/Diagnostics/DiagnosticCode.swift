/// A kind of mistake that a scenario can hold beyond TOML's own; the reference and `timerlab explain` read it here.
package struct DiagnosticCode: Sendable, Hashable, CaseIterable {
    /// The stable code.
    package let rawValue: String
    /// A few words, such as `a missing key`.
    package let title: String
    /// The meaning of the code, in a sentence or two.
    package let meaning: String
    /// The correction.
    package let remedy: String
    /// The smallest piece of a scenario that holds the mistake; put `duration = "5s"` before it to read it as a file.
    package let example: String

    init(_ rawValue: String, _ title: String, _ meaning: String, remedy: String, _ example: String) {
        (self.rawValue, self.title, self.meaning) = (rawValue, title, meaning)
        (self.remedy, self.example) = (remedy, example)
    }

    package static let allCases: [DiagnosticCode] = [
        .unknownKey, .missingKey, .keyDoesNotApply, .wrongTableForm, .conflictingKeys, .tooMany, .wrongType,
        .bareNumber, .malformedNumber, .missingUnit, .unknownUnit, .timeOutOfRange, .unknownWord, .numberOutOfRange,
        .badQuantiles, .badLogField, .unknownProfile, .emptyValue, .divisionByZero, .tooManyParts, .toleranceCut,
        .duplicateID, .unknownID, .wrongPart, .reservedID, .malformedID, .badCopy, .selfReference, .modeNeverRun,
        .afterTheEnd, .unknownVerb, .emptyStep, .verbNotFirst, .twoVerbs, .impossiblePlace, .wrongMechanism,
        .endlessSteps, .noOwnTimer, .incompleteStep, .neverMade, .heldAfterPop, .unknownStatistic, .badComparison,
        .wrongSubject, .unknownFinding, .badLane, .emptyExpectation, .badGuard, .emptyRange, .badFirings,
        .badFingerprint, .oldFigure, .sampleTooSmall, .blindGuard,
    ]
}
