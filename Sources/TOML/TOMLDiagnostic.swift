/// A second place that explains a diagnostic, such as where a key was first defined.
package struct RelatedPlace: Sendable, Equatable {
    package let message: String
    package let span: Range<Int>
}

/// A mistake in a TOML text: what was found, what is allowed, and where.
package struct TOMLDiagnostic: Error, Equatable {
    /// The stable code, `TL10xx`.
    package let code: String
    /// What is wrong: lower case, no full stop.
    package let message: String
    /// The bytes at fault; empty where something is missing.
    package let span: Range<Int>
    /// How to put it right, where one sentence can say it.
    package let help: String?
    /// The other place that takes part in the mistake.
    package let related: RelatedPlace?

    init(_ fault: Fault, _ message: String, at span: Range<Int>, help: String? = nil, related: RelatedPlace? = nil) {
        code = fault.rawValue
        (self.message, self.span, self.help, self.related) = (message, span, help, related)
    }
}

/// A diagnostic as the readers of scalars and definitions throw it.
typealias Mistake = TOMLDiagnostic

/// The kinds of mistakes, each with its stable code.
enum Fault: String, CaseIterable {
    case badUTF8 = "TL1001"
    case controlCharacter = "TL1002"
    case wideEncoding = "TL1003"

    case keyExpected = "TL1010"
    case badBareKey = "TL1011"
    case equalsExpected = "TL1012"
    case valueExpected = "TL1013"
    case lineEndExpected = "TL1014"
    case multilineKey = "TL1015"
    case badHeader = "TL1016"

    case unterminatedString = "TL1020"
    case badEscape = "TL1021"
    case badScalarEscape = "TL1022"

    case badValue = "TL1030"
    case badNumber = "TL1031"
    case integerRange = "TL1032"
    case badDateTime = "TL1033"
    case dateTimeRange = "TL1034"

    case unclosedArray = "TL1040"
    case unclosedInlineTable = "TL1041"
    case commaExpected = "TL1042"
    case nesting = "TL1043"

    case duplicateKey = "TL1050"
    case duplicateTable = "TL1051"
    case notATable = "TL1052"
    case closedTable = "TL1053"
    case headerTableExtended = "TL1054"
    case notAnArrayOfTables = "TL1055"

    case tooMany = "TL1099"
}
