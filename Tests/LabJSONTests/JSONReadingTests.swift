import Testing

@testable import LabJSON

@Suite("Reading JSON")
struct JSONReadingTests {
    @Test(
        "what is written is read again",
        arguments: [
            #"{"a":[1,-2,{"b":null}],"c":"x\"\\\n\u0001ä😀","d":true,"e":1.5}"#, "[]", "{}", "\"\"",
            "-9223372036854775808",
        ])
    func roundTrip(text: String) throws {
        let value = try #require(JSONValue.parse(text.utf8))
        #expect(value.line == text)
    }

    @Test("a pair of escapes is one character")
    func surrogates() {
        #expect(JSONValue.parse(#""\ud83d\ude00""#.utf8)?.text == "😀")
    }

    @Test(
        "anything else is refused",
        arguments: [
            "", "{", "{\"a\"}", "nul", "\"a", "1 2", "+1", "\"\\u12\"", String(repeating: "[", count: 9999),
        ])
    func malformed(text: String) {
        #expect(JSONValue.parse(text.utf8) == nil)
    }
}
