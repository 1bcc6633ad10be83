/// A mistake in a TOML text or a scenario, with its place and its remedy.
package struct Diagnostic: Error, Equatable {
    /// The severity; a scenario with an error does not run.
    package enum Severity: String, Sendable {
        case error
        case warning
    }

    /// A second place that takes part in the mistake.
    package struct Related: Sendable, Equatable {
        /// The message at that place: lower case, no full stop.
        package var message: String
        /// Bytes, as in `Diagnostic.span`.
        package var span: Range<Int>

        package init(_ message: String, at span: Range<Int>) {
            self.message = message
            self.span = span
        }
    }

    /// The stable code, `TL1xxx`.
    package var code: String
    package var severity: Severity
    /// The mistake: lower case, no full stop.
    package var message: String
    /// The bytes at fault; empty where something is missing. Of a scenario they count through all of its sources
    /// (`ScenarioSources`): the file first, then the command line.
    package var span: Range<Int>
    /// The remedy, if one sentence is enough.
    package var help: String?
    package var related: [Related]

    package init(
        _ code: String, severity: Severity = .error, _ message: String, at span: Range<Int>, help: String? = nil,
        related: [Related] = []
    ) {
        self.code = code
        self.severity = severity
        self.message = message
        self.span = span
        self.help = help
        self.related = related
    }
}

extension Diagnostic {
    init(_ fault: Fault, _ message: String, at span: Range<Int>, help: String? = nil, related: Related? = nil) {
        self.init(fault.rawValue, message, at: span, help: help, related: related.map { [$0] } ?? [])
    }
}

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
}
