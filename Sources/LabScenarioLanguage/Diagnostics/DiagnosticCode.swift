import LabTOML

/// A kind of mistake that a scenario can hold beyond TOML's own; the reference and `timerlab explain` read it here.
///
/// TL11xx keys, TL12xx values and units, TL13xx ids, TL14xx steps, TL15xx expectations, TL19xx runs.
package enum DiagnosticCode: String, Sendable, CaseIterable {
    case unknownKey = "TL1101"
    case missingKey = "TL1102"
    case keyDoesNotApply = "TL1103"
    case wrongTableForm = "TL1104"
    case conflictingKeys = "TL1105"
    case tooMany = "TL1199"
    case wrongType = "TL1201"
    case bareNumber = "TL1202"
    case malformedNumber = "TL1203"
    case missingUnit = "TL1204"
    case unknownUnit = "TL1205"
    case timeOutOfRange = "TL1206"
    case unknownWord = "TL1207"
    case numberOutOfRange = "TL1208"
    case badQuantiles = "TL1209"
    case badLogField = "TL1210"
    case unknownProfile = "TL1211"
    case emptyValue = "TL1212"
    case divisionByZero = "TL1213"
    case tooManyParts = "TL1214"
    case toleranceCut = "TL1215"
    case duplicateID = "TL1301"
    case unknownID = "TL1302"
    case wrongPart = "TL1303"
    case reservedID = "TL1304"
    case malformedID = "TL1305"
    case badCopy = "TL1306"
    case selfReference = "TL1307"
    case modeNeverRun = "TL1308"
    case afterTheEnd = "TL1309"
    case unknownVerb = "TL1401"
    case emptyStep = "TL1402"
    case verbNotFirst = "TL1403"
    case twoVerbs = "TL1404"
    case impossiblePlace = "TL1405"
    case wrongMechanism = "TL1406"
    case endlessSteps = "TL1407"
    case noOwnTimer = "TL1408"
    case incompleteStep = "TL1409"
    case neverMade = "TL1410"
    case heldAfterPop = "TL1411"
    case unknownStatistic = "TL1501"
    case badComparison = "TL1502"
    case wrongSubject = "TL1503"
    case unknownFinding = "TL1504"
    case badLane = "TL1505"
    case emptyExpectation = "TL1506"
    case badGuard = "TL1507"
    case emptyRange = "TL1508"
    case badFirings = "TL1509"
    case badFingerprint = "TL1510"
    case oldFigure = "TL1511"
    case sampleTooSmall = "TL1512"
    case blindGuard = "TL1513"
    case stoppedRun = "TL1901"
    case notOnThisHost = "TL1902"
    case tooMuchToKeep = "TL1903"
    case unreadableFile = "TL1904"

    /// The mistakes that a reader finds; the others show only in a run, or with the files beside a scenario.
    package static let ofReading = allCases.filter { !$0.rawValue.hasPrefix("TL19") }

    /// A few words, such as `a missing key`.
    package var title: String { text[.title] ?? "" }
    /// The meaning of the code, in a sentence or two.
    package var meaning: String { text.doc }
    /// The behaviour behind it; empty if the meaning has it.
    package var rule: String { text[.rule] ?? "" }
    /// The correction.
    package var remedy: String { text[.remedy] ?? "" }
    /// The smallest piece of a scenario that holds the mistake; put `duration = "5s"` before it to read it as a file.
    package var example: String { text[.example] ?? "" }

    private var text: LanguageText { LanguageText.of(rawValue) }
}

extension TOMLFault {
    /// The rule that was broken, as a sentence without a full stop.
    package var rule: String { text.doc }
    /// The section of toml.io/en/v1.1.0 that has the rule; nil for a limit of this reader.
    package var section: String? { text[.section] }
    /// The smallest text with this mistake; nil if no readable text has it. The sign ␁ is the control character.
    package var example: String? { text[.example]?.replacing("␁", with: "\u{1}") }
    /// The corrected text.
    package var corrected: String? { text[.corrected] }

    private var text: LanguageText { LanguageText.of(rawValue) }
}
