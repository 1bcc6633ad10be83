/// The explanation of a diagnostic code: its rule and the smallest text that shows it.
package struct TOMLExplanation: Sendable {
    /// The code, `TL10xx`.
    package let code: String
    /// The rule that was broken, as a sentence without a full stop.
    package let rule: String
    /// The section of toml.io/en/v1.1.0 that has the rule; nil for a limit of this reader.
    package let section: String?
    /// The smallest text with this mistake; nil if no readable text has it.
    package let example: String?
    /// The corrected text.
    package let corrected: String?

    /// All codes of this module, ascending.
    package static var all: [TOMLExplanation] { Fault.allCases.map(\.explanation) }
}

extension Fault {
    fileprivate var explanation: TOMLExplanation {
        func row(_ rule: String, _ section: String?, _ wrong: String? = nil, _ right: String? = nil) -> TOMLExplanation
        {
            TOMLExplanation(code: rawValue, rule: rule, section: section, example: wrong, corrected: right)
        }
        return switch self {
        case .badUTF8: row("a TOML file is UTF-8 text", "Preliminaries")
        case .controlCharacter:
            row(
                "control characters other than tab stand nowhere, and a carriage return only before a line feed",
                "Comment", "a = \"\u{1}\"", #"a = "\u0001""#)
        case .wideEncoding: row("a TOML file is UTF-8 text", "Preliminaries")
        case .keyExpected:
            row("every value, header and dot has a key; an empty one is quoted", "Keys", "= 1", "\"\" = 1")
        case .badBareKey:
            row("a key without quotes consists of A-Z a-z 0-9 - and _", "Keys", "größe = 1", "\"größe\" = 1")
        case .equalsExpected: row("a key is followed by '=' on the same line", "Key/Value Pair", "a 1", "a = 1")
        case .valueExpected:
            row("a value follows on the line of its key, and precedes every comma", "Key/Value Pair", "a =", "a = 1")
        case .lineEndExpected:
            row("a line holds one key and value or one header", "Key/Value Pair", "a = 1 b = 2", "a = 1\nb = 2")
        case .multilineKey: row("a key is quoted with one quote on each side", "Keys", "'''a''' = 1", "'a' = 1")
        case .badHeader: row("a header is closed by as many brackets as opened it", "Table", "[a", "[a]")
        case .unterminatedString:
            row("a string is closed by the quotes that opened it", "String", "a = \"text", "a = \"text\"")
        case .badEscape:
            row(
                "a backslash in double quotes starts one of the listed escapes", "String", #"a = "C:\dir""#,
                #"a = 'C:\dir'"#)
        case .badScalarEscape:
            row(
                "an escape by number names a Unicode scalar value", "String", #"a = "\uD83D\uDE00""#,
                #"a = "\U0001F600""#)
        case .badValue:
            row(
                "a value is a string, number, boolean, date-time, array or inline table", "Key/Value Pair", "a = text",
                "a = \"text\"")
        case .badNumber:
            row(
                "numbers have no leading zeros, and digits around every dot and underscore", "Integer", "a = 1.5ms",
                "a = \"1.5ms\"")
        case .integerRange:
            row(
                "integers that do not fit into 64 bits are refused, never rounded", "Integer",
                "a = 9223372036854775808", "a = 9223372036854775807")
        case .badDateTime:
            row(
                "dates and times are written as RFC 3339 has them", "Offset Date-Time", "a = 1979-5-27",
                "a = 1979-05-27")
        case .dateTimeRange:
            row("the day, the time and the offset exist", "Offset Date-Time", "a = 1979-02-29", "a = 1979-02-28")
        case .unclosedArray: row("an array is closed by ']'", "Array", "a = [1, 2", "a = [1, 2]")
        case .unclosedInlineTable: row("an inline table is closed by '}'", "Inline Table", "a = {b = 1", "a = {b = 1}")
        case .commaExpected:
            row("the elements of arrays and inline tables are separated by commas", "Array", "a = [1 2]", "a = [1, 2]")
        case .nesting: row("tables, arrays and the parts of a key lie at most \(Parser.nestingLimit) levels deep", nil)
        case .duplicateKey: row("a key is defined once", "Key/Value Pair", "a = 1\na = 2", "a = 1\nb = 2")
        case .duplicateTable:
            row(
                "a table is defined once, by its header or by dotted keys", "Table", "[a]\nb = 1\n[a]\nc = 2",
                "[a]\nb = 1\nc = 2")
        case .notATable: row("a key that has a value is no table", "Table", "a = 1\na.b = 2", "a.c = 1\na.b = 2")
        case .closedTable:
            row(
                "inline tables and arrays in brackets are complete as they are written", "Inline Table",
                "a = {b = 1}\na.c = 2", "a = {b = 1, c = 2}")
        case .headerTableExtended:
            row(
                "a dotted key does not reach into a table that has a header", "Table", "[a.b]\n[a]\nb.c = 1",
                "[a.b]\nc = 1\n[a]")
        case .notAnArrayOfTables:
            row("a name is either a table or an array of tables", "Array of Tables", "[[a]]\n[a]", "[[a]]\n[[a]]")
        case .tooMany: row("at most \(DiagnosticLog.limit) errors of a file are reported", nil)
        }
    }
}
