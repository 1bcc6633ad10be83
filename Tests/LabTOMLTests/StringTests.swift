import LabTOML
import Testing

@Suite("Strings")
struct StringTests {
    @Test(
        "are read in all four forms",
        arguments: [
            (#"s = "a b""#, "a b"), (#"s = """#, ""), ("s = 'a b'", "a b"), ("s = ''", ""),
            (#"s = """a""""#, "a"), (#"s = """""""#, ""), ("s = '''a'''", "a"), ("s = ''''''", ""),
            (#"s = 'C:\new\'"#, #"C:\new\"#), (#"s = '''\'''"#, #"\"#), ("s = \"a\tb\"", "a\tb"),
            ("s = \"'\"", "'"), ("s = '\"'", "\""), ("s = \"ä€😀\"", "ä€😀"), ("s = '# no comment'", "# no comment"),
        ])
    func forms(_ text: String, _ value: String) { expectString(text, is: value) }

    @Test(
        "resolve the escapes of TOML 1.1",
        arguments: [
            (#""\b\t\n\f\r\e\"\\""#, "\u{8}\t\n\u{C}\r\u{1B}\"\\"), (#""\x41\xe9\xFF""#, "A\u{E9}\u{FF}"),
            (#""\u0000\u00e9\uD7FF\uE000""#, "\u{0}\u{E9}\u{D7FF}\u{E000}"), (#""\U0001F600""#, "😀"),
            (#""\U0010FFFF""#, "\u{10FFFF}"), (#""""\x41\"""""#, "A\""), (#""\\u0041""#, #"\u0041"#),
        ])
    func escapes(_ string: String, _ value: String) { expectString("s = " + string, is: value) }

    @Test(
        "refuse every other escape and point at it",
        arguments: [
            (#""a\qb""#, #"\q"#), (#""\ ""#, #"\ "#), (#""\/""#, #"\/"#), (#""\'""#, #"\'"#), (#""\B""#, #"\B"#),
            (#""\a""#, #"\a"#), (#""\x4""#, #"\x4"#), (#""\xg0""#, #"\x"#), (#""\u123""#, #"\u123"#),
            (#""\u123g""#, #"\u123"#), (#""\U0001F60""#, #"\U0001F60"#), (#""\u""#, #"\u"#),
            (#""""\q""""#, #"\q"#), ("\"\"\"\\ x\n\"\"\"", #"\ "#), (#""\€""#, #"\€"#),
        ])
    func wrongEscapes(_ string: String, _ blamed: String) { expect("s = " + string, fails: "TL1021", at: blamed) }

    @Test(
        "refuse escapes that are no Unicode scalar",
        arguments: [#"\uD800"#, #"\uDFFF"#, #"\ud83d"#, #"\U00110000"#, #"\UFFFFFFFF"#, #"\U0000DC00"#])
    func surrogates(_ escape: String) {
        expect("s = \"a\(escape)b\"", fails: "TL1022", at: escape)
        expect("s = \"\"\"\n\(escape)\"\"\"", fails: "TL1022", at: escape)
    }

    @Test("report the first wrong escape of one string")
    func manyEscapes() {
        let reading = Reading(#"s = "\q \w \t \uD800""#)
        #expect(reading.codes == ["TL1021"])
    }

    @Test(
        "end at their quotes, however many backslashes stand before them",
        arguments: [
            (#""x\\""#, #"x\"#), (#""x\\\\""#, #"x\\"#), (#""x\"""#, #"x""#), (#""x\\\"""#, #"x\""#),
            (#""""x\\""""#, #"x\"#), (#""""x\\\"""""#, #"x\""#), (#""""\"""""""#, "\"\"\""),
        ])
    func backslashes(_ string: String, _ value: String) { expectString("s = " + string, is: value) }

    @Test(
        "may have one or two quotes just inside the closing three",
        arguments: [
            (#""""a"""""#, #"a""#), (#""""a""""""#, #"a"""#), (#"""""a"""""#, #""a""#), (#""""""a""""""#, #"""a"""#),
            (#""""a"b""c""""#, #"a"b""c"#), ("'''a''''", "a'"), ("'''a'''''", "a''"), ("'''''a'''''", "''a''"),
        ])
    func innerQuotes(_ string: String, _ value: String) { expectString("s = " + string, is: value) }

    @Test("may not have three of them")
    func tooManyQuotes() {
        expect(#"s = """a"""""""#, fails: "TL1014", at: "\"")
        expect("s = '''a''''''", fails: "TL1014", at: "'")
    }

    @Test(
        "lose the line end after the opening three quotes, and only that",
        arguments: [
            ("\"\"\"\na\n\"\"\"", "a\n"), ("\"\"\"\r\na\"\"\"", "a"), ("'''\na\n'''", "a\n"), ("'''\n\na'''", "\na"),
            ("\"\"\" \na\"\"\"", " \na"), ("'''\r\n'''", ""),
        ])
    func firstLineEnd(_ string: String, _ value: String) { expectString("s = " + string, is: value) }

    @Test("have line feeds, however the file was saved")
    func lineEnds() {
        expectString("s = \"\"\"a\r\nb\"\"\"", is: "a\nb")
        expectString("s = '''a\r\nb'''", is: "a\nb")
    }

    @Test(
        "go on behind a backslash at the end of a line",
        arguments: [
            ("\"\"\"a \\\n   b\"\"\"", "a b"), ("\"\"\"a\\\r\n\r\n\t b\"\"\"", "ab"), ("\"\"\"\\\n\"\"\"", ""),
            ("\"\"\"a\\  \t\n b\"\"\"", "ab"), ("\"\"\"a\\\\\nb\"\"\"", "a\\\nb"),
            ("\"\"\"a\\\n\n\n  \\\n b\"\"\"", "ab"),
            ("'''a\\\nb'''", "a\\\nb"),
        ])
    func continuation(_ string: String, _ value: String) { expectString("s = " + string, is: value) }

    @Test("that are not closed end the reading")
    func unterminated() {
        for open in [#""abc"#, "'abc", #""abc\""#, "\"", #""abc\"#] {
            let reading = Reading("s = \(open)\nt = 1\n")
            #expect(reading.codes == ["TL1020"], "\(open)")
            #expect(reading.blamed == [open])
            #expect(reading.shown == "{}")
        }
        for open in [#""""abc"#, "'''abc", #""""a"""#, #""""\""""#] {
            let reading = Reading("s = \(open)\nt = 1\n")
            #expect(reading.codes == ["TL1020"], "\(open)")
        }
    }

    @Test("lead from an offset in the text back into the source")
    func sourceOffsets() throws {
        let reading = Reading("a = \"16.67mss\"\nb = '''\nx\ny'''\nc = \"\\t1\"\n")
        let values = reading.root.entries.map(\.value.kind)
        guard case .string(let a) = values[0], case .string(let b) = values[1], case .string(let c) = values[2] else {
            Issue.record("three strings")
            return
        }
        #expect(reading.source(a.span(5..<5).lowerBound..<13) == "mss")
        #expect(a.span(99..<99).lowerBound == 13)
        #expect(reading.source(b.span(2..<2).lowerBound..<26) == "y")
        #expect(reading.source(c.span(1..<1).lowerBound..<reading.bytes.count) == "\\t1\"\n")
    }

    private func expectString(_ text: String, is value: String) {
        let reading = Reading(text)
        #expect(reading.codes == [])
        #expect(
            reading.root["s"].map(Reading.shown)?.unicodeScalars.elementsEqual("\"\(value)\"".unicodeScalars) == true)
    }
}
