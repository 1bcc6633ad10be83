import LabTOML
import Testing

@Suite("Keys")
struct KeyTests {
    @Test(
        "are bare, quoted, dotted",
        arguments: [
            ("a-b_C9 = 1", "{a-b_C9 = 1}"), ("1234 = 1", "{1234 = 1}"), ("1-a = 1", "{1-a = 1}"), ("- = 1", "{- = 1}"),
            ("_ = 1", "{_ = 1}"), ("3.14159 = 'pi'", "{3 = {14159 = \"pi\"}}"), ("true = false", "{true = false}"),
            ("inf = inf", "{inf = inf}"), ("1979-05-27 = 1", "{1979-05-27 = 1}"), ("\"\" = 1", "{ = 1}"),
            ("'' = 1", "{ = 1}"), ("\"a.b\" = 1", "{a.b = 1}"), ("'a\\n' = 1", "{a\\n = 1}"),
            ("\"\\u0061\" = 1", "{a = 1}"), ("a . b\t. \"c\" = 1", "{a = {b = {c = 1}}}"), (" a=1", "{a = 1}"),
            ("\"µ\" = 1", "{µ = 1}"), ("a.'b'.\"\".c = 1", "{a = {b = { = {c = 1}}}}"), ("\"#\" = 1", "{# = 1}"),
        ])
    func forms(_ text: String, _ tree: String) { expect(text, gives: tree) }

    @Test(
        "that break the grammar are refused where they break it",
        arguments: [
            ("µ = 1", "TL1011", "µ"), ("a!b = 1", "TL1011", "!"), ("a+b = 1", "TL1011", "+"),
            ("ʎ.a = 1", "TL1011", "ʎ"),
            ("a b = 1", "TL1012", "b"), ("a", "TL1012", ""), ("a.b", "TL1012", ""),
            ("a \"b\" = 1", "TL1012", "\"b\""), ("a # = 1", "TL1012", ""), ("a 1", "TL1012", "1"),
            ("a: 1", "TL1011", ":"),
            ("= 1", "TL1010", "="), (".a = 1", "TL1010", "."), ("a. = 1", "TL1010", "="), ("a..b = 1", "TL1010", "."),
            ("[a].b = 1", "TL1014", "."), ("{a = 1}", "TL1010", "{"),
            (", = 1", "TL1010", ","),
            ("\"\"\"a\"\"\" = 1", "TL1015", "\"\"\""), ("'''a''' = 1", "TL1015", "'''"),
            ("a.'''b''' = 1", "TL1015", "'''"),
            ("\"a = 1", "TL1020", "\"a = 1"), ("'a = 1", "TL1020", "'a = 1"), ("\"\\q\" = 1", "TL1021", "\\q"),
            ("a = ", "TL1013", ""), ("a =", "TL1013", ""), ("a = # 1", "TL1013", ""), ("a = = 1", "TL1013", "="),
            ("a == 1", "TL1013", "="), ("a = ,", "TL1013", ","), ("a = ]", "TL1013", "]"), ("a = }", "TL1013", "}"),
            ("a = 1 b = 2", "TL1014", "b"), ("a = 1, b = 2", "TL1014", ","), ("a = \"x\" y", "TL1014", "y"),
            ("a = [1] [2]", "TL1014", "["), ("a = {} 1", "TL1014", "1"), ("a = 'x''y'", "TL1014", "'y'"),
            ("a = \"x\" \"y\"", "TL1014", "\"y\""), ("a = 1 = 2", "TL1014", "="), ("a = b = 1", "TL1030", "b"),
        ] as [(String, String, String)])
    func malformed(_ text: String, _ code: String, _ blamed: String) {
        expect(text, fails: code, at: blamed)
    }

    @Test("do not go on in the next line")
    func lineEnds() {
        #expect(Reading("a\n= 1").codes == ["TL1012"])
        #expect(Reading("a.\nb = 1").codes == ["TL1010"])
        #expect(Reading("a =\n1").codes == ["TL1013"])
    }

    @Test("may lead to a multi-line string, dotted or not")
    func multilineValue() {
        expect("a.b = \"\"\"\nx\ny\"\"\"\nc = 1\n", gives: "{a = {b = \"x\ny\"}, c = 1}")
    }

    @Test("are the same when their bytes are, not when they only look alike")
    func normalisation() {
        expect("\"\u{E9}\" = 1\n\"e\u{301}\" = 2\n", gives: "{\u{E9} = 1, e\u{301} = 2}")
        let many = (0..<20).map { "k\($0) = 0\n" }.joined()
        let reading = Reading(many + "\"\u{E9}\" = 1\n\"e\u{301}\" = 2\n")
        #expect(reading.codes == [])
        #expect(reading.root["e\u{301}"].map(Reading.shown) == "2")
        #expect(reading.root["\u{E9}"].map(Reading.shown) == "1")
    }

    @Test("are compared decoded")
    func sameKey() {
        expect("a = 1\n\"a\" = 2\n", fails: "TL1050", at: "\"a\"")
        expect("a = 1\n'\\u0061' = 2\n\"\\u0061\" = 3", fails: "TL1050", at: "\"\\u0061\"")
    }
}
