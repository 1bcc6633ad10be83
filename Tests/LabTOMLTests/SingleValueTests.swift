import LabTOML
import Testing

@Suite("A single value")
struct SingleValueTests {
    @Test(
        "is read as it would be behind '='",
        arguments: [
            ("1", "1"), (" 0x10 ", "16"), ("\"1s\"", "\"1s\""), ("[1, 2]", "[1, 2]"),
            ("{a = 1, b.c = 2}", "{a = 1, b = {c = 2}}"),
            ("true", "true"), ("1979-05-27 07:32", "1979-5-27 7:32:0.0"), ("'''\nx'''", "\"x\""), ("[\n1,\n]", "[1]"),
        ])
    func values(_ text: String, _ shown: String) {
        #expect(TOMLDocument.value(Array(text.utf8)).map(Reading.shown) == shown)
    }

    @Test(
        "is nil for anything else",
        arguments: [
            "", " ", "1s", "tick", "1 2", "1\n", "\n1", "1 # one", "[1", "a = 1", "\"x", "1,", "]", "\"\\q\"",
            "{a = 1} x",
            "1s ± 2ms", "\"\u{1}\"", "1\u{0}",
        ])
    func none(_ text: String) {
        #expect(TOMLDocument.value(Array(text.utf8)) == nil)
    }

    @Test("can stand behind other bytes, which its span counts")
    func behind() throws {
        let value = try #require(TOMLDocument.value(Array("a = b[1, \"x\"]".utf8), from: 5))
        #expect(Reading.shown(value) == "[1, \"x\"]")
        #expect(value.span == 5..<13)
    }
}
