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
    package static let all = [
        row(.badUTF8, "a TOML file is UTF-8 text", "Preliminaries"),
        row(
            .controlCharacter,
            "control characters other than tab stand nowhere, and a carriage return only before a line feed", "Comment",
            "a = \"\u{1}\"", #"a = "\u0001""#),
        row(.wideEncoding, "a TOML file is UTF-8 text", "Preliminaries"),
        row(.keyExpected, "every value, header and dot has a key; an empty one is quoted", "Keys", "= 1", "\"\" = 1"),
        row(.badBareKey, "a key without quotes consists of A-Z a-z 0-9 - and _", "Keys", "größe = 1", "\"größe\" = 1"),
        row(.equalsExpected, "a key is followed by '=' on the same line", "Key/Value Pair", "a 1", "a = 1"),
        row(
            .valueExpected, "a value follows on the line of its key, and precedes every comma", "Key/Value Pair", "a =",
            "a = 1"),
        row(
            .lineEndExpected, "a line holds one key and value or one header", "Key/Value Pair", "a = 1 b = 2",
            "a = 1\nb = 2"),
        row(.multilineKey, "a key is quoted with one quote on each side", "Keys", "'''a''' = 1", "'a' = 1"),
        row(.badHeader, "a header is closed by as many brackets as opened it", "Table", "[a", "[a]"),
        row(
            .unterminatedString, "a string is closed by the quotes that opened it", "String", "a = \"text",
            "a = \"text\""),
        row(
            .badEscape, "a backslash in double quotes starts one of the listed escapes", "String", #"a = "C:\dir""#,
            #"a = 'C:\dir'"#),
        row(
            .badScalarEscape, "an escape by number names a Unicode scalar value", "String", #"a = "\uD83D\uDE00""#,
            #"a = "\U0001F600""#),
        row(
            .badValue, "a value is a string, number, boolean, date-time, array or inline table", "Key/Value Pair",
            "a = text", "a = \"text\""),
        row(
            .badNumber, "numbers have no leading zeros, and digits around every dot and underscore", "Integer",
            "a = 1.5ms", "a = \"1.5ms\""),
        row(
            .integerRange, "integers that do not fit into 64 bits are refused, never rounded", "Integer",
            "a = 9223372036854775808", "a = 9223372036854775807"),
        row(
            .badDateTime, "dates and times are written as RFC 3339 has them", "Offset Date-Time", "a = 1979-5-27",
            "a = 1979-05-27"),
        row(
            .dateTimeRange, "the day, the time and the offset exist", "Offset Date-Time", "a = 1979-02-29",
            "a = 1979-02-28"),
        row(.unclosedArray, "an array is closed by ']'", "Array", "a = [1, 2", "a = [1, 2]"),
        row(.unclosedInlineTable, "an inline table is closed by '}'", "Inline Table", "a = {b = 1", "a = {b = 1}"),
        row(
            .commaExpected, "the elements of arrays and inline tables are separated by commas", "Array", "a = [1 2]",
            "a = [1, 2]"),
        row(.nesting, "tables, arrays and the parts of a key lie at most \(Parser.nestingLimit) levels deep", nil),
        row(.duplicateKey, "a key is defined once", "Key/Value Pair", "a = 1\na = 2", "a = 1\nb = 2"),
        row(
            .duplicateTable, "a table is defined once, by its header or by dotted keys", "Table",
            "[a]\nb = 1\n[a]\nc = 2", "[a]\nb = 1\nc = 2"),
        row(.notATable, "a key that has a value is no table", "Table", "a = 1\na.b = 2", "a.c = 1\na.b = 2"),
        row(
            .closedTable, "inline tables and arrays in brackets are complete as they are written", "Inline Table",
            "a = {b = 1}\na.c = 2", "a = {b = 1, c = 2}"),
        row(
            .headerTableExtended, "a dotted key does not reach into a table that has a header", "Table",
            "[a.b]\n[a]\nb.c = 1", "[a.b]\nc = 1\n[a]"),
        row(
            .notAnArrayOfTables, "a name is either a table or an array of tables", "Array of Tables", "[[a]]\n[a]",
            "[[a]]\n[[a]]"),
    ]

    private static func row(
        _ fault: Fault, _ rule: String, _ section: String?, _ wrong: String? = nil, _ right: String? = nil
    ) -> TOMLExplanation {
        TOMLExplanation(code: fault.rawValue, rule: rule, section: section, example: wrong, corrected: right)
    }
}
