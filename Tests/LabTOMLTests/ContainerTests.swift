import LabTOML
import Testing

@Suite("Arrays and inline tables")
struct ContainerTests {
    @Test(
        "may have line ends, comments and a comma at the end",
        arguments: [
            ("a = []", "[]"), ("a = [ ]", "[]"), ("a = [\n# none\n]", "[]"), ("a = [1,]", "[1]"),
            ("a = [1, 2]", "[1, 2]"),
            ("a = [\n1, # one\n\n2 # two\n,\r\n]", "[1, 2]"),
            ("a = [1,'x',[true],{b = 2}]", "[1, \"x\", [true], {b = 2}]"),
            ("a = [[[]]]", "[[[]]]"), ("a = [1.5,1979-05-27]", "[1.5, 1979-5-27]"),
            ("a = ['a]', \"b,\"]", "[\"a]\", \"b,\"]"),
            ("a = {}", "{}"), ("a = { }", "{}"), ("a = {\n}", "{}"), ("a = {b=1,}", "{b = 1}"),
            ("a = {\n  b = 1, # one\n\n  c = 2\n  ,\n}", "{b = 1, c = 2}"),
            ("a = {b = {c = {d = 1}}}", "{b = {c = {d = 1}}}"),
            ("a = {b = [\n1\n], \"c d\" = 2}", "{b = [1], c d = 2}"), ("a = {b = \"}\"}", "{b = \"}\"}"),
            ("a = {b = '''\n}\n''', c = 1}", "{b = \"}\n\", c = 1}"), ("a = [\n[1],\n[2]\n]", "[[1], [2]]"),
            ("a = [\n[\"b\"],\n[\"c\"]\n]", "[[\"b\"], [\"c\"]]"), ("a = {\nb = 1,\nc = 2\n}", "{b = 1, c = 2}"),
        ])
    func forms(_ text: String, _ value: String) { expect(text, gives: "{a = \(value)}") }

    @Test(
        "are refused where they break the grammar",
        arguments: [
            ("a = [,]", "TL1013", ","), ("a = [1,,2]", "TL1013", ","), ("a = [,1]", "TL1013", ","),
            ("a = [1 2]", "TL1042", "2"),
            ("a = [1 2 3]", "TL1042", "2"), ("a = [[1] [2]]", "TL1042", "["), ("a = [1\n2\n]", "TL1042", "2"),
            ("a = [1, b]", "TL1030", "b"), ("a = ['x' 'y']", "TL1042", "'y'"), ("a = [1", "TL1040", ""),
            ("a = [", "TL1040", ""),
            ("a = [1,", "TL1040", ""), ("a = [1}", "TL1040", "}"), ("a = [b = 1]", "TL1030", "b"),
            ("a = [1 = 2]", "TL1042", "="),
            ("a = [[1]", "TL1040", ""), ("a = [1]]", "TL1014", "]"), ("a = [1:2]", "TL1033", ":"),
            ("a = [1;2]", "TL1031", ";"),
            ("a = {,}", "TL1010", ","), ("a = {b = 1,,}", "TL1010", ","), ("a = {,b = 1}", "TL1010", ","),
            ("a = {b = 1 c = 2}", "TL1042", "c"), ("a = {b = 1\nc = 2}", "TL1041", "c"), ("a = {b}", "TL1012", "}"),
            ("a = {b = }", "TL1013", "}"), ("a = {b = \n1}", "TL1013", ""), ("a = {b = 1", "TL1041", ""),
            ("a = {", "TL1041", ""),
            ("a = {b = 1]", "TL1041", "]"), ("a = {= 1}", "TL1010", "="), ("a = {1, 2}", "TL1012", ","),
            ("a = {b: 1}", "TL1011", ":"),
            ("a = {b c = 1}", "TL1012", "c"), ("a = {µ = 1}", "TL1011", "µ"), ("a = {b = 1}}", "TL1014", "}"),
        ])
    func malformed(_ text: String, _ code: String, _ blamed: String) {
        let reading = Reading(text)
        #expect(reading.codes.first == code, "\(text)")
        #expect(reading.blamed.first == blamed, "\(text)")
    }

    @Test("that stay open say where they were opened")
    func openedHere() throws {
        let reading = Reading("a = [1,\n 2\nb = 3\n")
        #expect(reading.codes == ["TL1040"] && reading.related == ["["])
        #expect(Reading("d = {e = 1\n[f]\n").related == ["{"])
    }

    @Test("closed by the wrong bracket, or torn by an open string, end the reading")
    func firstMistake() {
        #expect(Reading("a = {b = [1, 2 }\nc = [{d = 1 ], 2]\n").codes == ["TL1040"])
        #expect(Reading("a = [\"x, 2]\nb = 1\n").codes == ["TL1020"])
        #expect(Reading("[\"t]\na = [1\n").codes == ["TL1020"])
    }
}
