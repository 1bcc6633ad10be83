import LabTOML
import Testing

@Suite("Limits")
struct LimitTests {
    private func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

    @Test("128 levels are read")
    func deepest() {
        #expect(Reading("a = " + repeated("[", 127) + repeated("]", 127)).codes == [])
        #expect(Reading(repeated("a.", 127) + "a = 1").codes == [])
        #expect(Reading("[" + repeated("a.", 126) + "a]\nb = 1").codes == [])
        #expect(Reading("a = " + repeated("{a = ", 127) + "1" + repeated("}", 127)).codes == [])
    }

    @Test(
        "one level more is one error, which ends the reading",
        arguments: [
            "a = " + String(repeating: "[", count: 128) + String(repeating: "]", count: 128),
            "a = " + String(repeating: "[", count: 9_000) + String(repeating: "]", count: 9_000),
            "a = " + String(repeating: "{a = ", count: 9_000) + "1" + String(repeating: "}", count: 9_000),
            "a = " + String(repeating: "[{a = ", count: 9_000) + "1" + String(repeating: "}]", count: 9_000),
            String(repeating: "a.", count: 128) + "a = 1", String(repeating: "a.", count: 9_000) + "a = 1",
            "[" + String(repeating: "a.", count: 9_000) + "a]", "[[" + String(repeating: "a.", count: 128) + "a]]",
            "[" + String(repeating: "a.", count: 100) + "a]\n" + String(repeating: "b.", count: 100) + "b = 1",
            "[" + String(repeating: "a.", count: 100) + "a]\nb = " + String(repeating: "[", count: 100)
                + String(repeating: "]", count: 100),
        ])
    func tooDeep(_ text: String) {
        let reading = Reading(text + "\n[next]\nk = 1\n")
        #expect(reading.codes == ["TL1043"])
        #expect(reading.root["next"] == nil)
    }

    @Test("brackets that are never closed end quickly", arguments: ["[", "{a = ", "[\n", "{a = [", "{\na = "])
    func unclosed(_ open: String) {
        let reading = Reading("a = " + repeated(open, 20_000))
        #expect(reading.codes == ["TL1043"])
    }

    @Test("a table of many keys finds each of them")
    func manyKeys() {
        let reading = Reading((0..<10_000).map { "k\($0) = \($0)\n" }.joined() + "k5000 = 1\n")
        #expect(reading.codes == ["TL1050"])
        #expect(reading.root.entries.count == 10_000)
        for index in stride(from: 0, to: 10_000, by: 97) {
            #expect(reading.root["k\(index)"].map(Reading.shown) == "\(index)")
        }
        #expect(reading.root["k10000"] == nil)
    }
}
