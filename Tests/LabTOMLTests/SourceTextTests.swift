import LabTOML
import Testing

@Suite("A source text")
struct SourceTextTests {
    /// Line and column of every offset, end included, as `line:column`.
    private func positions(_ bytes: [UInt8]) -> [String] {
        let source = SourceText(bytes: bytes)
        return (0...bytes.count).map { offset in
            let position = source.position(of: offset)
            return "\(position.line):\(position.column)"
        }
    }

    @Test("counts lines from 1, columns in scalars from 1, a tab as one")
    func columns() {
        #expect(positions(Array("a\tb\n\nc".utf8)) == ["1:1", "1:2", "1:3", "1:4", "2:1", "3:1", "3:2"])
        #expect(positions(Array("é€b".utf8)) == ["1:1", "1:1", "1:2", "1:2", "1:2", "1:3", "1:4"])
        #expect(positions(Array("😀e\u{301}x".utf8)).suffix(5) == ["1:2", "1:3", "1:3", "1:4", "1:5"])
        #expect(positions([]) == ["1:1"])
    }

    @Test("takes CRLF for one line end and a bare CR for none")
    func lineEnds() {
        #expect(positions(Array("a\r\nb\rc".utf8)) == ["1:1", "1:2", "1:3", "2:1", "2:2", "2:3", "2:4"])
        let source = SourceText(bytes: Array("one\r\ntwo\n\r\nend".utf8))
        #expect((1...4).map(source.lineText) == ["one", "two", "", "end"])
        #expect(source.lineText(0) == "" && source.lineText(5) == "")
    }

    @Test("does not count a byte order mark")
    func byteOrderMark() {
        #expect(positions([0xEF, 0xBB, 0xBF, 0x61, 0x62]) == ["1:1", "1:1", "1:1", "1:1", "1:2", "1:3"])
        #expect(SourceText(bytes: [0xEF, 0xBB, 0xBF, 0x61]).lineText(1) == "a")
    }

    @Test("counts wrong UTF-8 as the replacement characters it is shown as")
    func invalid() {
        let texts: [[UInt8]] = [
            [0x80, 0x61], [0xFF, 0xFE, 0x61], [0xE2, 0x82, 0x61], [0xF0, 0x9F, 0x98, 0x61], [0xC3, 0x0A, 0x61],
            [0xED, 0xA0, 0x80, 0x61], [0xF4, 0x90, 0x80, 0x80, 0x61], [0x61, 0xE2, 0x82],
            [0xC0, 0xAF, 0xE0, 0x80, 0x61],
        ]
        for bytes in texts {
            let source = SourceText(bytes: bytes)
            let shown = String(decoding: bytes, as: UTF8.self).unicodeScalars
            let lastLine = shown.reversed().prefix { $0 != "\n" }.count
            #expect(source.position(of: bytes.count).column == lastLine + 1, "\(bytes)")
        }
    }

    @Test("stays right and quick in lines of any length")
    func longLine() {
        let bytes = Array(String(repeating: "é", count: 20_000).utf8) + [0x0A] + Array(repeating: 0x61, count: 9_000)
        let source = SourceText(bytes: bytes)
        for index in stride(from: 0, to: 20_000, by: 61) {
            #expect(source.position(of: 2 * index) == (1, index + 1))
        }
        #expect(source.position(of: 40_001 + 8_500) == (2, 8_501))
        #expect(source.position(of: .max) == (2, 9_001))
        #expect(source.position(of: -5) == (1, 1))
    }
}
