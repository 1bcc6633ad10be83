import LabTOML
import Testing

@Suite("Characters")
struct CharacterTests {
    private static let controlCodes: [Int] = [0x7F] + (0x00...0x1F).filter { ![0x09, 0x0A, 0x0D].contains($0) }

    @Test("that control are refused in comments, strings, keys and between tokens", arguments: controlCodes)
    func controls(_ code: Int) {
        let control = UInt8(code)
        let places: [(before: String, after: String)] = [
            ("# a", "b\n"), ("a = \"x", "y\"\n"), ("a = 'x", "y'\n"), ("a = \"\"\"x", "y\"\"\"\n"),
            ("a = '''x", "y'''\n"),
            ("a", " = 1\n"), ("a = 1", "\n"), ("a = ", "1\n"), ("", ""), ("[a", "]\n"), ("a = [1,", "2]\n"),
        ]
        for (before, after) in places {
            let reading = Reading(bytes: Array(before.utf8) + [control] + Array(after.utf8))
            #expect(reading.codes == ["TL1002"], "\(before) \(code)")
            #expect(reading.diagnostics.first?.span == before.utf8.count..<before.utf8.count + 1)
        }
    }

    @Test("may be tabs, DEL's successors and everything above in comments and strings")
    func allowed() {
        expect("# \t\u{80}\u{9F}é€😀\u{FEFF}\na = '\t\u{80}\u{FEFF}'\n", gives: "{a = \"\t\u{80}\u{FEFF}\"}")
    }

    @Test("end lines as LF or CRLF, never as a bare CR")
    func lineEnds() {
        expect("a = 1\r\n# x\r\nb = [\r\n1,\r\n]\r\n", gives: "{a = 1, b = [1]}")
        for text in ["a = 1\rb = 2\n", "# x\ry\n", "a = \"x\ry\"\n", "a = '''x\ry'''\n", "a = 1\r", "\r\r\n"] {
            expect(text, fails: "TL1002", at: "\r")
        }
    }

    @Test(
        "must be UTF-8 wherever they stand",
        arguments: [
            [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC2], [0xE0, 0x80, 0x80], [0xE0, 0xA0], [0xED, 0xA0, 0x80],
            [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x9F, 0x98], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFE],
            [0xFF],
        ] as [[UInt8]])
    func encoding(_ wrong: [UInt8]) {
        for (before, after) in [
            ("# a", "b\n"), ("a = \"x", "y\"\n"), ("a = '''", "'''\n"), ("a", " = 1\n"), ("a = 1", "\n"),
            ("a = 1 # ", ""),
        ] {
            let reading = Reading(bytes: Array(before.utf8) + wrong + Array(after.utf8))
            #expect(reading.codes == ["TL1001"], "\(before)")
            #expect(reading.diagnostics.first?.span.lowerBound == before.utf8.count)
        }
    }

    @Test("may start with a byte order mark, which stands nowhere else")
    func byteOrderMark() {
        expect("\u{FEFF}a = 1\n", gives: "{a = 1}")
        expect("a = 1\n\u{FEFF}b = 2\n", fails: "TL1011", at: "\u{FEFF}")
        expect("\u{FEFF}\u{FEFF}a = 1\n", fails: "TL1011", at: "\u{FEFF}")
        #expect(Reading(bytes: [0xEF, 0xBB]).codes == ["TL1001"])
    }

    @Test("in UTF-16 are one mistake, not thousands")
    func wide() {
        #expect(Reading(bytes: [0xFF, 0xFE, 0x61, 0x00]).codes == ["TL1003"])
        #expect(Reading(bytes: [0xFE, 0xFF, 0x00, 0x61]).codes == ["TL1003"])
    }
}
