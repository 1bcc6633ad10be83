import LabTOML
import Testing

@Suite("The definition rules")
struct DefinitionTests {
    @Test(
        "allow",
        arguments: [
            ("[a.b]\nx = 1\n[a]\ny = 2\n", "{a = {b = {x = 1}, y = 2}}"),
            ("[a.b.c]\n[a]\n[a.b]\n", "{a = {b = {c = {}}}}"),
            ("[a]\nb.c = 1\nb.d.e = 2\nb.d.f = 3\n", "{a = {b = {c = 1, d = {e = 2, f = 3}}}}"),
            (
                "[fruit]\napple.color = 1\napple.taste.sweet = true\n[fruit.apple.texture]\nsmooth = true\n",
                "{fruit = {apple = {color = 1, taste = {sweet = true}, texture = {smooth = true}}}}"
            ),
            ("a.x = 1\nb.x = 2\na.y = 3\n", "{a = {x = 1, y = 3}, b = {x = 2}}"),
            ("[[a]]\n[a.b]\nx = 1\n[[a]]\n[a.b]\nx = 2\n", "{a = [{b = {x = 1}}, {b = {x = 2}}]}"),
            ("[[a]]\n[[a.b]]\nx = 1\n[[a.b]]\n[[a]]\n[[a.b]]\n", "{a = [{b = [{x = 1}, {}]}, {b = [{}]}]}"),
            ("[[a.b]]\n[a]\nc = 1\n[[a.b]]\n", "{a = {b = [{}, {}], c = 1}}"),
            ("[ a . \"b\" ] # note\n", "{a = {b = {}}}"),
            ("[[ a ]]\n", "{a = [{}]}"),
            ("[\"\"]\n['a.b']\n[a.b]\n", "{ = {}, a.b = {}, a = {b = {}}}"),
            ("a = {b.c = 1, b.d = 2, e = {f = 3}}\n", "{a = {b = {c = 1, d = 2}, e = {f = 3}}}"),
            ("[a]\n[b]\n[a.c]\n[b.c]\n", "{a = {c = {}}, b = {c = {}}}"),
            ("[a.b.c]\n[a]\nb.d = 1\nb.e.f = 2\n", "{a = {b = {c = {}, d = 1, e = {f = 2}}}}"),
            ("[x.y.z.w]\n[x]\n", "{x = {y = {z = {w = {}}}}}"),
            ("[[a]]\nb.c = 1\n[[a]]\nb.c = 1\n", "{a = [{b = {c = 1}}, {b = {c = 1}}]}"),
        ])
    func allowed(_ text: String, _ tree: String) { expect(text, gives: tree) }

    @Test(
        "forbid, and name the first place",
        arguments: [
            ("a = 1\na = 2", "TL1050", "a", "a"), ("[t]\na = 1\nb = 2\na = 3", "TL1050", "a", "a"),
            ("a.b = 1\na.b = 2", "TL1050", "b", "b"), ("a.b = 1\na = 2", "TL1050", "a", "a"),
            ("[a.b]\n[a]\nb = 1", "TL1050", "b", "b"), ("[[a.b]]\n[a]\nb = 1", "TL1050", "b", "b"),
            ("a = {b = 1, b = 2}", "TL1050", "b", "b"), ("a = {b.c = 1, b = 2}", "TL1050", "b", "b"),
            ("a = {b.c = 1, b.c = 2}", "TL1050", "c", "c"),
            ("[a]\n[a]", "TL1051", "[a]", "[a]"), ("[a]\n[b]\n[ a ]", "TL1051", "[ a ]", "[a]"),
            ("[a.b]\n[a]\n[a]", "TL1051", "[a]", "[a]"), ("[a]\n[a.b]\n[a]", "TL1051", "[a]", "[a]"),
            ("[a]\nb.c = 1\n[a.b]", "TL1051", "[a.b]", "b"), ("a.b.c = 1\n[a.b]", "TL1051", "[a.b]", "b"),
            ("a.b = 1\n[a]", "TL1051", "[a]", "a"), ("[[x]]\n[x.y]\n[x.y]", "TL1051", "[x.y]", "[x.y]"),
            ("a = 1\n[a]", "TL1052", "a", "a"), ("a = 1\n[[a]]", "TL1052", "a", "a"),
            ("a = 1\n[a.b]", "TL1052", "a", "a"),
            ("a = 1\na.b = 2", "TL1052", "a", "a"), ("a.b = 1\n[a.b.c]", "TL1052", "b", "b"),
            ("a = {b = 1, b.c = 2}", "TL1052", "b", "b"), ("a.b = 1\na.b.c = 2", "TL1052", "b", "b"),
            ("a = {}\n[a]", "TL1053", "a", "a"), ("a = {}\n[a.b]", "TL1053", "a", "a"),
            ("a = {}\na.b = 1", "TL1053", "a", "a"),
            ("a = {b = {}}\n[a.b.c]", "TL1053", "a", "a"), ("a = {}\n[[a]]", "TL1053", "a", "a"),
            ("a = {b = {c = 1}, b.d = 2}", "TL1053", "b", "b"), ("[t]\na.b = {}\na.b.c = 1", "TL1053", "b", "b"),
            ("a = []\n[[a]]", "TL1053", "a", "a"), ("a = [{}]\n[a.b]", "TL1053", "a", "a"),
            ("a = [{}]\na.b = 1", "TL1053", "a", "a"),
            ("a = []\n[a]", "TL1053", "a", "a"), ("a = [{b = 1}]\n[[a]]", "TL1053", "a", "a"),
            ("a = {b = []}\n[[a.b]]", "TL1053", "a", "a"),
            ("[a.b.c]\nz = 9\n[a]\nb.c.t = 1", "TL1054", "c", "[a.b.c]"),
            ("[a.b.c]\n[a]\nb.d = 1\n[a.b]", "TL1051", "[a.b]", "b"), ("[a.b]\n[a]\nb.t = 1", "TL1054", "b", "[a.b]"),
            ("[[a.b]]\n[a]\nb.y = 2", "TL1054", "b", "b"), ("[a.b]\n[[x]]\n[a]\nb.t = 1", "TL1054", "b", "[a.b]"),
            ("[a.b.c.d]\n[a]\nb.c.d.k.t = 1", "TL1054", "d", "[a.b.c.d]"),
            ("[a.b]\n[a]\n\"b\".c.d = 1", "TL1054", "\"b\"", "[a.b]"),
            ("[[a]]\n[a]", "TL1055", "[a]", "a"), ("[a]\n[[a]]", "TL1055", "[[a]]", "a"),
            ("[a.b]\n[[a]]", "TL1055", "[[a]]", "a"), ("a.b = 1\n[[a]]", "TL1055", "[[a]]", "a"),
            ("[[a]]\n[[a.b]]\n[a.b]", "TL1055", "[a.b]", "b"), ("[[a]]\n[a.b]\n[[a.b]]", "TL1055", "[[a.b]]", "b"),
        ] as [(String, String, String, String)])
    func forbidden(_ text: String, _ code: String, _ blamed: String, _ first: String) {
        expect(text, fails: code, at: blamed)
        #expect(Reading(text).related == [first], "\(text)")
        #expect(Reading(text).diagnostics.first?.related.first?.message == "first defined here")
    }

    @Test("keep the first of two values")
    func firstWins() {
        #expect(Reading("a = 1\na = 2\n").shown == "{a = 1}")
    }

    @Test(
        "need headers that are closed and named",
        arguments: [
            ("[]", "TL1010", "]"), ("[[]]", "TL1010", "]"), ("[a", "TL1016", ""), ("[[a]", "TL1016", ""),
            ("[a.]", "TL1010", "]"), ("[.a]", "TL1010", "."), ("[a..b]", "TL1010", "."), ("[a b]", "TL1016", "b"),
            ("[[a] ]", "TL1016", "]"), ("[ [a]]", "TL1010", "["), ("[a]]", "TL1014", "]"), ("[[a]]]", "TL1014", "]"),
            ("[a] b", "TL1014", "b"), ("[a] b = 1", "TL1014", "b"), ("[a][b]", "TL1014", "["), ("[a#b]", "TL1016", ""),
            ("[a=b]", "TL1016", "="), ("[[[a]]]", "TL1010", "["), ("[a]b]", "TL1014", "b"), ("[µ]", "TL1011", "µ"),
            ("['''a''']", "TL1015", "'''"), ("[\"a]", "TL1020", "\"a]"), ("[{}]", "TL1010", "{"),
            ("[a,b]", "TL1016", ","),
        ])
    func headers(_ text: String, _ code: String, _ blamed: String) {
        expect(text, fails: code, at: blamed)
        #expect(Reading(text + "\n[next]\nk = 1").root["next"] == nil)
    }
}
