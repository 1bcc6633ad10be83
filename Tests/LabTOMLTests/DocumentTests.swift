import LabTOML
import Testing

@Suite("A document")
struct DocumentTests {
    @Test("keeps tables and keys in source order")
    func order() {
        let reading = Reading("z = 1\na = 2\n[y]\nc.b = 3\nc.a = 4\n[[x]]\n[[x]]\nk = {q = 1, p = 2}\n")
        #expect(reading.codes == [])
        #expect(reading.shown == "{z = 1, a = 2, y = {c = {b = 3, a = 4}}, x = [{}, {k = {q = 1, p = 2}}]}")
    }

    @Test("knows the bytes of every key and value")
    func spans() throws {
        let reading = Reading("\"a b\" = 'text' # note\n[ x . y ]\nk = [1, {z = 2}]\n")
        let first = try #require(reading.root.entries.first { $0.key.text == "a b" })
        #expect(reading.source(first.key.span) == "\"a b\"")
        #expect(reading.source(first.value.span) == "'text'")
        let x = try #require(reading.root.entries.first { $0.key.text == "x" })
        guard let inner = x.value["y"], inner.isTable else {
            Issue.record("x.y is a table")
            return
        }
        #expect(reading.source(inner.span) == "[ x . y ]")
        #expect(inner["k"].map { reading.source($0.span) } == "[1, {z = 2}]")
    }

    @Test("is there up to the first mistake", arguments: ["c = \n", "c = 01\n", "b = 3\n", "[b]\n", "c = [1, x]\n"])
    func partial(_ wrong: String) {
        let reading = Reading("a = 1\nb = 2\n" + wrong + "d = 2\n[t\n")
        #expect(reading.shown == "{a = 1, b = 2}")
        #expect(reading.codes.count == 1 && reading.diagnostics[0].span.lowerBound < 12 + wrong.utf8.count)
    }

    @Test(
        "may be empty, blank, or only comments",
        arguments: ["", "\n", " \t\r\n", "# note", "\u{FEFF}", "\u{FEFF}# x\n"])
    func empty(_ text: String) {
        let reading = Reading(text)
        #expect(reading.codes == [])
        #expect(reading.shown == "{}")
    }
}
