/// TL10xx: what is no TOML.
let syntaxExplanations: [Explanation] = [
    syntax(
        "TL1001", "not UTF-8", "A byte, or a row of bytes, that no UTF-8 text contains.",
        "title = \"\u{FFFD}\"   # stands for the byte FF", "Save the file as UTF-8."),
    syntax(
        "TL1002", "a control character", "A control character other than tab and line feed stands in the text.",
        "title = \"a\u{2400}b\"   # stands for U+0000", "Delete it, or write it as an escape such as `\\u0007`."),
    syntax(
        "TL1003", "UTF-16 or UTF-32", "The file begins like one in UTF-16 or UTF-32.",
        "\u{FFFD}\u{FFFD}t i t l e   # stands for the bytes FF FE 74 00 …", "Save the file as UTF-8."),
    syntax(
        "TL1010", "a key is missing", "A key was expected here.", "= 1",
        "Write the key in front of the equals sign."),
    syntax(
        "TL1011", "not a bare key", "A key without quotes consists of letters, digits, `-` and `_`.",
        "größe = 1", "Put the key in quotes."),
    syntax(
        "TL1012", "an equals sign is missing", "A key is followed by `=` and its value.", "seed 7", "Write `seed = 7`."),
    syntax(
        "TL1013", "a value is missing", "Nothing stands behind the equals sign.", "seed =", "Write a value."),
    syntax(
        "TL1014", "more than one thing on a line", "After a value, or a header, the line must end.",
        "seed = 1 title = \"a\"",
        "Give each key a line of its own."),
    syntax(
        "TL1015", "a multi-line string as a key", "A key may not be a multi-line string.", "\"\"\"seed\"\"\" = 1",
        "Use single quotation marks."),
    syntax(
        "TL1016", "a malformed header", "A table's header is `[name]`, that of an array of tables `[[name]]`.",
        "[[timer]",
        "Close the header with as many brackets as it has been opened with."),
    syntax(
        "TL1020", "an unterminated string", "The string does not end where it has to.", "title = \"Heavy",
        "Close it with the quotation mark with which it begins."),
    syntax(
        "TL1021", "an unknown escape", "The letter after the backslash makes no escape.", "title = \"a\\qb\"",
        "Write `\\\\` for a backslash, or use a 'literal' string."),
    syntax(
        "TL1022", "an escape for no character", "The escape names no Unicode scalar value.", "title = \"\\uD800\"",
        "Write the character's own code."),
    syntax("TL1030", "not a value", "This is no kind of value.", "seed = one", "A text stands in quotes."),
    syntax("TL1031", "a malformed number", "This is no way to write a number.", "seed = 01", "Write `1`."),
    syntax(
        "TL1032", "an integer beyond 64 bits", "The integer does not fit into 64 bits.", "seed = 9223372036854775808",
        "Write a smaller number."),
    syntax(
        "TL1033", "a malformed date", "This is no way to write a date or time.",
        "[log]\nepoch = 2017-11-10T9:40:31Z", "Write two digits each: `2017-11-10T09:40:31Z`."),
    syntax(
        "TL1034", "a date that does not exist", "There is no such day or time.", "[log]\nepoch = 2017-02-30T00:00:00Z",
        "Write a date that the calendar has."),
    syntax(
        "TL1040", "an unclosed array", "The array has no closing bracket.", "claims = [\"0.1\"", "Write `]`."),
    syntax(
        "TL1041", "an unclosed inline table", "The inline table has no closing brace.",
        "device = { profile = \"ideal\"",
        "Write `}`."),
    syntax(
        "TL1042", "a comma is missing", "The elements of arrays and inline tables are separated by commas.",
        "claims = [\"0.1\" \"0.2\"]", "Write a comma between them."),
    syntax(
        "TL1043", "nested too deeply", "Arrays and tables are nested more deeply than the reader goes.",
        "claims = " + String(repeating: "[", count: 300), "No scenario needs that."),
    syntax("TL1050", "a key twice", "A table has each key once.", "seed = 1\nseed = 2", "Delete one of them."),
    syntax(
        "TL1051", "a table twice", "A table is defined once.", "[device]\n[device]",
        "Put both parts into one; of what may be many, write `[[name]]`."),
    syntax(
        "TL1052", "not a table", "A value stands where the path needs a table.", "seed = 1\nseed.a = 2", "Rename one."),
    syntax(
        "TL1053", "a closed table extended", "An inline table is complete; nothing can be added to it.",
        "device = { profile = \"ideal\" }\ndevice.loop_cost = \"1ns\"", "Write it inside the braces."),
    syntax(
        "TL1054", "a table extended from outside", "Dotted keys may not add to a table that has a header of its own.",
        "[a.b.c]\nz = 9\n[a]\nb.c.t = 1", "Write the key below that header."),
    syntax(
        "TL1055", "not an array of tables", "The name is taken by something to which `[[name]]` cannot add.",
        "[timer]\n[[timer]]", "Write double brackets everywhere."),
    syntax(
        "TL1099", "too many mistakes", "The text holds more mistakes than are worth printing.",
        String(repeating: "?\n", count: 200), "Mend the first ones and look again."),
]

private func syntax(
    _ code: String, _ title: String, _ meaning: String, _ example: String, _ remedy: String
) -> Explanation {
    Explanation(
        code, title, meaning: meaning, rule: "A scenario is TOML 1.1.", source: "toml.io, TOML v1.1.0",
        example: example,
        remedy: remedy)
}
