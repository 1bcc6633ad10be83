/// A kind of mistake in a TOML text: its stable code, its rule and the smallest text that shows it.
package struct TOMLFault: Sendable {
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

    private init(
        _ code: String, _ rule: String, _ section: String?, _ example: String? = nil, _ corrected: String? = nil
    ) { (self.code, self.rule, self.section, self.example, self.corrected) = (code, rule, section, example, corrected) }

    /// All of them, in the order of their codes.
    package static let all = [
        badUTF8, controlCharacter, wideEncoding, keyExpected, badBareKey, equalsExpected, valueExpected,
        lineEndExpected, multilineKey, badHeader, unterminatedString, badEscape, badScalarEscape, badValue, badNumber,
        integerRange, badDateTime, dateTimeRange, unclosedArray, unclosedInlineTable, commaExpected, nesting,
        duplicateKey, duplicateTable, notATable, closedTable, headerTableExtended, notAnArrayOfTables,
    ]
}

extension TOMLFault {
    static let badUTF8 = TOMLFault("TL1001", "a TOML file is UTF-8 text", "Preliminaries")
    static let controlCharacter = TOMLFault(
        "TL1002",
        "control characters other than tab stand nowhere, and a carriage return only before a line feed", "Comment",
        "a = \"\u{1}\"", #"a = "\u0001""#)
    static let wideEncoding = TOMLFault("TL1003", "a TOML file is UTF-8 text", "Preliminaries")
    static let keyExpected = TOMLFault(
        "TL1010", "every value, header and dot has a key; an empty one is quoted", "Keys", "= 1", "\"\" = 1")
    static let badBareKey = TOMLFault(
        "TL1011", "a key without quotes consists of A-Z a-z 0-9 - and _", "Keys", "größe = 1", "\"größe\" = 1")
    static let equalsExpected = TOMLFault(
        "TL1012", "a key is followed by '=' on the same line", "Key/Value Pair", "a 1", "a = 1")
    static let valueExpected = TOMLFault(
        "TL1013", "a value follows on the line of its key, and precedes every comma", "Key/Value Pair", "a =",
        "a = 1")
    static let lineEndExpected = TOMLFault(
        "TL1014", "a line holds one key and value or one header", "Key/Value Pair", "a = 1 b = 2",
        "a = 1\nb = 2")
    static let multilineKey = TOMLFault(
        "TL1015", "a key is quoted with one quote on each side", "Keys", "'''a''' = 1", "'a' = 1")
    static let badHeader = TOMLFault(
        "TL1016", "a header is closed by as many brackets as opened it", "Table", "[a", "[a]")
    static let unterminatedString = TOMLFault(
        "TL1020", "a string is closed by the quotes that opened it", "String", "a = \"text", "a = \"text\"")
    static let badEscape = TOMLFault(
        "TL1021", "a backslash in double quotes starts one of the listed escapes", "String", #"a = "C:\dir""#,
        #"a = 'C:\dir'"#)
    static let badScalarEscape = TOMLFault(
        "TL1022", "an escape by number names a Unicode scalar value", "String", #"a = "\uD83D\uDE00""#,
        #"a = "\U0001F600""#)
    static let badValue = TOMLFault(
        "TL1030", "a value is a string, number, boolean, date-time, array or inline table", "Key/Value Pair",
        "a = text", "a = \"text\"")
    static let badNumber = TOMLFault(
        "TL1031", "numbers have no leading zeros, and digits around every dot and underscore", "Integer",
        "a = 1.5ms", "a = \"1.5ms\"")
    static let integerRange = TOMLFault(
        "TL1032", "integers that do not fit into 64 bits are refused, never rounded", "Integer",
        "a = 9223372036854775808", "a = 9223372036854775807")
    static let badDateTime = TOMLFault(
        "TL1033", "dates and times are written as RFC 3339 has them", "Offset Date-Time", "a = 1979-5-27",
        "a = 1979-05-27")
    static let dateTimeRange = TOMLFault(
        "TL1034", "the day, the time and the offset exist", "Offset Date-Time", "a = 1979-02-29",
        "a = 1979-02-28")
    static let unclosedArray = TOMLFault(
        "TL1040", "an array is closed by ']'", "Array", "a = [1, 2", "a = [1, 2]")
    static let unclosedInlineTable = TOMLFault(
        "TL1041", "an inline table is closed by '}'", "Inline Table", "a = {b = 1", "a = {b = 1}")
    static let commaExpected = TOMLFault(
        "TL1042", "the elements of arrays and inline tables are separated by commas", "Array", "a = [1 2]",
        "a = [1, 2]")
    static let nesting = TOMLFault(
        "TL1043", "tables, arrays and the parts of a key lie at most \(Parser.nestingLimit) levels deep", nil)
    static let duplicateKey = TOMLFault(
        "TL1050", "a key is defined once", "Key/Value Pair", "a = 1\na = 2", "a = 1\nb = 2")
    static let duplicateTable = TOMLFault(
        "TL1051", "a table is defined once, by its header or by dotted keys", "Table",
        "[a]\nb = 1\n[a]\nc = 2", "[a]\nb = 1\nc = 2")
    static let notATable = TOMLFault(
        "TL1052", "a key that has a value is no table", "Table", "a = 1\na.b = 2", "a.c = 1\na.b = 2")
    static let closedTable = TOMLFault(
        "TL1053", "inline tables and arrays in brackets are complete as they are written", "Inline Table",
        "a = {b = 1}\na.c = 2", "a = {b = 1, c = 2}")
    static let headerTableExtended = TOMLFault(
        "TL1054", "a dotted key does not reach into a table that has a header", "Table",
        "[a.b]\n[a]\nb.c = 1", "[a.b]\nc = 1\n[a]")
    static let notAnArrayOfTables = TOMLFault(
        "TL1055", "a name is either a table or an array of tables", "Array of Tables", "[[a]]\n[a]",
        "[[a]]\n[[a]]")
}
