import Testing

@testable import LabTOML

@Suite("Edits of a text")
struct EditorTests {
    private static let text = """
        # A scenario.
        duration = "4s" # short
        [[timer]]
        id = "tick"
        kind = "nstimer" # the usual one
        do = [{ log = "a" }, { log = "b", when = { fired = 2 } }]
        """

    private func edited(_ edits: [TOMLEdit]) -> String {
        var document = TOMLEditor(Array(Self.text.utf8))
        for edit in edits { document.apply(edit) }
        return String(decoding: document.result, as: UTF8.self)
    }

    private static let kind = ["timer", "0", "kind"]
    private static let tolerance = ["timer", "0", "tolerance"]

    @Test("a value is replaced, and every other byte stays")
    func set() {
        let text = edited([TOMLEdit(Self.kind, .set("\"gcd\""))])
        #expect(text == Self.text.replacing("\"nstimer\"", with: "\"gcd\""))
    }

    @Test("a key that an edit wrote can be set again and removed, also after other replacements")
    func again() {
        let edits = [
            TOMLEdit(Self.kind, .set("\"perform\"")), TOMLEdit(Self.tolerance, .set("\"1s\"")),
            TOMLEdit(Self.kind, .set("\"nstimer\"")), TOMLEdit(Self.tolerance, .set("\"2s\"")),
        ]
        let set = Self.text.replacing("id = \"tick\"\n", with: "id = \"tick\"\ntolerance = \"2s\"\n")
        #expect(edited(edits) == set)
        #expect(edited(edits + [TOMLEdit(Self.tolerance, .remove)]) == Self.text)
    }

    @Test("a table that is not there becomes a dotted key of the one around it")
    func dotted() {
        let device = TOMLEdit(["device", "refresh"], .set("\"120Hz\""))
        let opening = "# A scenario.\n"
        #expect(edited([device]) == opening + "device.refresh = \"120Hz\"\n" + Self.text.dropFirst(opening.count))
        let guarded = TOMLEdit(["guard", "tick.skipped"], .set("\"+0\""))
        #expect(edited([guarded]).hasPrefix(opening + "guard.\"tick.skipped\" = \"+0\"\n"))
    }

    @Test("a key of the last table stands before a part that is appended", arguments: ["", "\n"])
    func last(end: String) {
        var document = TOMLEditor(Array(("[[timer]]\nid = \"tick\"" + end).utf8))
        document.append("[[queue]]")
        document.apply(TOMLEdit(["timer", "0", "queue"], .set("0")))
        let text = String(decoding: document.result, as: UTF8.self)
        #expect(text == "[[timer]]\nid = \"tick\"\nqueue = 0\n\n[[queue]]\n")
    }

    @Test("steps come before and after others, and a list that is not there is made")
    func steps() {
        let text = edited([
            TOMLEdit(["timer", "0", "do"], .insert("{ work = \"1ms\" }")),
            TOMLEdit(["timer", "0", "do", "1"], .append("{ log = \"c\" }")),
            TOMLEdit(["timer", "0", "on_cancel"], .append("{ log = \"d\" }")),
            TOMLEdit(["timer", "0", "on_cancel"], .append("{ log = \"e\" }")),
        ])
        let done = "do = [{ work = \"1ms\" }, { log = \"a\" }, { log = \"b\", when = { fired = 2 } }, { log = \"c\" }]"
        #expect(text.contains(done) && text.contains("on_cancel = [{ log = \"d\" }, { log = \"e\" }]\n"))
    }

    @Test("a key that is removed and then set is there with its new value")
    func removedAndSet() {
        let when = ["timer", "0", "do", "1", "when"]
        for (path, value, old) in [(Self.kind, "\"gcd\"", "\"nstimer\""), (when, "{ fired = 3 }", "{ fired = 2 }")] {
            let text = edited([TOMLEdit(path, .remove), TOMLEdit(path, .set(value))])
            #expect(text == Self.text.replacing(old, with: value))
        }
    }

    @Test("a table with a header is copied as that header, since its keys are not inside it")
    func header() {
        let text = "[[timer]]\nid = \"a, b\"\nwhen = 1\n"
        #expect(TOMLEditor(Array(text.utf8)).text(at: 0..<9, without: "when") == "[[timer]]")
    }

    @Test("a step is removed with one comma")
    func removed() {
        let text = edited([TOMLEdit(["timer", "0", "do", "1"], .remove)])
        #expect(text.contains("do = [{ log = \"a\" }]"))
    }
}
