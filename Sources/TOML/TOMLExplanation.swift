/// What a diagnostic code means: the rule behind it and the smallest text that shows it.
public struct TOMLExplanation: Sendable {
    /// The code, `TL10xx`.
    public let code: String
    /// The rule that was broken, as a sentence without a full stop.
    public let rule: String
    /// The section of toml.io/en/v1.1.0 that has the rule; nil for a limit of this reader.
    public let section: String?
    /// The smallest text that is wrong in this way; nil where no readable text is.
    public let example: String?
    /// The same put right.
    public let corrected: String?

    /// All codes of this module, ascending.
    public static var all: [TOMLExplanation] { Fault.allCases.map(\.explanation) }
}

extension Fault {
    fileprivate var explanation: TOMLExplanation {
        let (rule, section) = ruleAndSection
        let texts = examples
        return TOMLExplanation(
            code: rawValue, rule: rule, section: section, example: texts?.wrong, corrected: texts?.right)
    }

    private var ruleAndSection: (rule: String, section: String?) {
        switch self {
        case .badUTF8, .wideEncoding: ("a TOML file is UTF-8 text", "Preliminaries")
        case .controlCharacter:
            (
                "control characters other than tab stand nowhere, and a carriage return only before a line feed",
                "Comment"
            )
        case .keyExpected: ("every value, header and dot has a key; an empty one is quoted", "Keys")
        case .badBareKey: ("a key without quotes consists of A-Z a-z 0-9 - and _", "Keys")
        case .equalsExpected: ("a key is followed by '=' on the same line", "Key/Value Pair")
        case .valueExpected: ("a value stands on the line of its key, and before every comma", "Key/Value Pair")
        case .lineEndExpected: ("a line holds one key and value or one header", "Key/Value Pair")
        case .multilineKey: ("a key is quoted with one quote on each side", "Keys")
        case .badHeader: ("a header is closed by as many brackets as opened it", "Table")
        case .unterminatedString: ("a string is closed by the quotes that opened it", "String")
        case .badEscape: ("a backslash in double quotes starts one of the listed escapes", "String")
        case .badScalarEscape: ("an escape by number names a Unicode scalar value", "String")
        case .badValue: ("a value is a string, number, boolean, date-time, array or inline table", "Key/Value Pair")
        case .badNumber: ("numbers have no leading zeros, and digits around every dot and underscore", "Integer")
        case .integerRange: ("integers that do not fit into 64 bits are refused, never rounded", "Integer")
        case .badDateTime: ("dates and times are written as RFC 3339 has them", "Offset Date-Time")
        case .dateTimeRange: ("the day, the time and the offset exist", "Offset Date-Time")
        case .unclosedArray: ("an array is closed by ']'", "Array")
        case .unclosedInlineTable: ("an inline table is closed by '}'", "Inline Table")
        case .commaExpected: ("the elements of arrays and inline tables are separated by commas", "Array")
        case .nesting: ("tables, arrays and the parts of a key lie at most \(Parser.nestingLimit) levels deep", nil)
        case .duplicateKey: ("a key is defined once", "Key/Value Pair")
        case .duplicateTable: ("a table is defined once, by its header or by dotted keys", "Table")
        case .notATable: ("a key that has a value is no table", "Table")
        case .closedTable: ("inline tables and arrays in brackets are complete as they are written", "Inline Table")
        case .headerTableExtended: ("a dotted key does not reach into a table that has a header", "Table")
        case .notAnArrayOfTables: ("a name is either a table or an array of tables", "Array of Tables")
        case .tooMany: ("at most \(DiagnosticLog.limit) errors of a file are reported", nil)
        }
    }

    private var examples: (wrong: String, right: String)? {
        switch self {
        case .badUTF8, .wideEncoding, .nesting, .tooMany: nil
        case .controlCharacter: ("a = \"\u{1}\"", #"a = "\u0001""#)
        case .keyExpected: ("= 1", "\"\" = 1")
        case .badBareKey: ("größe = 1", "\"größe\" = 1")
        case .equalsExpected: ("a 1", "a = 1")
        case .valueExpected: ("a =", "a = 1")
        case .lineEndExpected: ("a = 1 b = 2", "a = 1\nb = 2")
        case .multilineKey: ("'''a''' = 1", "'a' = 1")
        case .badHeader: ("[a", "[a]")
        case .unterminatedString: ("a = \"text", "a = \"text\"")
        case .badEscape: (#"a = "C:\dir""#, #"a = 'C:\dir'"#)
        case .badScalarEscape: (#"a = "\uD83D\uDE00""#, #"a = "\U0001F600""#)
        case .badValue: ("a = text", "a = \"text\"")
        case .badNumber: ("a = 1.5ms", "a = \"1.5ms\"")
        case .integerRange: ("a = 9223372036854775808", "a = 9223372036854775807")
        case .badDateTime: ("a = 1979-5-27", "a = 1979-05-27")
        case .dateTimeRange: ("a = 1979-02-29", "a = 1979-02-28")
        case .unclosedArray: ("a = [1, 2", "a = [1, 2]")
        case .unclosedInlineTable: ("a = {b = 1", "a = {b = 1}")
        case .commaExpected: ("a = [1 2]", "a = [1, 2]")
        case .duplicateKey: ("a = 1\na = 2", "a = 1\nb = 2")
        case .duplicateTable: ("[a]\nb = 1\n[a]\nc = 2", "[a]\nb = 1\nc = 2")
        case .notATable: ("a = 1\na.b = 2", "a.c = 1\na.b = 2")
        case .closedTable: ("a = {b = 1}\na.c = 2", "a = {b = 1, c = 2}")
        case .headerTableExtended: ("[a.b]\n[a]\nb.c = 1", "[a.b]\nc = 1\n[a]")
        case .notAnArrayOfTables: ("[[a]]\n[a]", "[[a]]\n[[a]]")
        }
    }
}
