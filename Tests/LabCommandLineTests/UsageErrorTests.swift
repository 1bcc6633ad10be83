import LabTextLayout
import Testing

@testable import LabCommandLine

@Suite("A mistake is named, with what was likely meant")
struct UsageErrorTests {
    @Test(
        "the message says what is wrong and what was meant",
        arguments: [
            (["bake", "--sed", "1", "r"], "unknown option '--sed'; did you mean '--seed'?"),
            (["bake", "--oputut=x", "r"], "unknown option '--oputut'; did you mean '--output'?"),
            (["bake", "--out", "r"], "unknown option '--out'; did you mean '--output'?"),
            (["bake", "--version", "r"], "unknown option '--version'"),
            (["bake", "-quiet", "r"], "unknown option '-u'; did you mean '--quiet'?"),
            (["bake", "--debu", "r"], "unknown option '--debu'"),
            (["bake", "--xyz", "r"], "unknown option '--xyz'"),
            (["bake", "-x", "r"], "unknown option '-x'"),
            (
                ["--seed", "1", "bake", "r"],
                "--seed is written after the command, as in 'kitchen bake --seed'"
            ),
            (["bkae", "r"], "unknown command 'bkae'; did you mean 'bake'?"),
            (["zzz"], "unknown command 'zzz'"),
            (["bake", "r", "--seed"], "missing value for --seed: expected a whole number from 0 to 99"),
            (
                ["bake", "--seed", "-q", "r"],
                "missing value for --seed: expected a whole number from 0 to 99"
            ),
            (
                ["bake", "--seed", "--", "r"],
                "missing value for --seed: expected a whole number from 0 to 99"
            ),
            (["bake", "r", "-o"], "missing value for -o: expected a file"),
            (["bake", "--quiet=yes", "r"], "--quiet takes no value"),
            (
                ["bake", "--format", "squared", "r"],
                "invalid value 'squared' for --format: expected one of: round, square; did you mean 'square'?"
            ),
            (["boil", "55"], "invalid value '55' for MINUTES: expected one of: 4, 7, -1"),
            (
                ["bake", "--seed", "100", "r"],
                "invalid value '100' for --seed: expected a whole number from 0 to 99"
            ),
            (["bake", "--round", "r"], "unknown option '--round'; did you mean '--format round'?"),
            (["bake", "-f", "r"], "unknown option '-f'; did you mean '--format'?"),
            (["bake", "--grease", "r"], "--grease requires --format"),
            (["nut.cake"], "unknown command 'nut.cake'; did you mean 'kitchen bake nut.cake'?"),
            (["version"], "unknown command 'version'; did you mean '--version'?"),
            (["bake", "--seed=1", "--seed=1", "r"], "--seed is given twice"),
            (["bake", "-o", "a", "--output=b", "r"], "--output is given twice"),
            (["bake"], "missing argument RECIPE"),
            (["boil"], "missing argument MINUTES"),
            (["--color"], "missing command"),
            (["boil", "4", "pot", "lid"], "unexpected argument 'lid'"),
        ] as [([String], String)])
    func mistake(words: [String], text: String) throws {
        let error = try #require(throws: UsageError.self) { try kitchen.parse(words) }
        #expect(error.message == text)
    }

    @Test("the first mistake is the one reported")
    func first() {
        #expect(message(["bake", "--one", "--two", "--seed"]) == "unknown option '--one'")
    }

    @Test("usage and where to read more follow the message")
    func text() throws {
        let error = try #require(throws: UsageError.self) { try kitchen.parse(["bake", "--sed", "1"]) }
        #expect(
            kitchen.text(of: error) == """
                unknown option '--sed'; did you mean '--seed'?
                Usage: kitchen bake [OPTIONS] RECIPE...
                  See 'kitchen bake --help' for more information.
                """)
    }

    @Test("a command reports what only it can know in the same words")
    func own() {
        let text = kitchen.text(of: UsageError("'x' is not a number"), calling: ["boil"])
        #expect(
            text == """
                'x' is not a number
                Usage: kitchen boil [OPTIONS] MINUTES [POT]
                  See 'kitchen boil --help' for more information.
                """)
    }
}

@Suite("Hostile command lines")
struct HostileTests {
    @Test("nothing typed breaks a message's line, and long words are cut")
    func controls() throws {
        let word = "--a\u{1B}[31m\n" + String(repeating: "y", count: 1_000_000)
        let error = try #require(throws: UsageError.self) { try kitchen.parse(["bake", word]) }
        #expect(error.message.hasPrefix("unknown option '--a\\u{1b}[31m\\u{a}yyy"))
        #expect(error.message.hasSuffix("y…'"))
        #expect(error.message.count < 100)
    }

    @Test(
        "odd words are unknown options, never a crash",
        arguments: ["--=", "---", "--=x", "-=", "-\u{301}", "--\u{338}", "-é", "--sëed", "-\u{0}", "-qx", "-–"])
    func odd(word: String) throws {
        let error = try #require(throws: UsageError.self) { try kitchen.parse(["bake", word, "r"]) }
        #expect(error.message.hasPrefix("unknown option"))
    }

    @Test("an equals sign with a mark upon it still ends the name")
    func markedEquals() throws {
        #expect(try kitchen.parse(["bake", "--output=\u{338}x", "r"])[Kitchen.output] == "\u{338}x")
    }

    @Test("many words take no more than their share of time")
    func many() throws {
        let words = ["bake"] + Array(repeating: "--set=a=1", count: 20_000) + Array(repeating: "", count: 20_000)
        let parsed = try kitchen.parse(words)
        #expect(parsed.all(Kitchen.set).count == 20_000)
        #expect(parsed.arguments.count == 20_000)
        #expect(try kitchen.parse(["bake", "-" + String(repeating: "q", count: 20_000), "r"])[Kitchen.quiet])
    }
}

@Suite("The closest match")
struct ClosestMatchTests {
    @Test(
        "is at most a third of the letters away",
        arguments: [
            ("intervl", "interval"), ("inteval", "interval"), ("itnerval", "interval"), ("INTERVAL", "interval"),
            ("modes", "mode"), ("qeue", "queue"), ("queue", "queue"), ("on", "no"), ("ab", nil), ("", nil), ("x", nil),
            ("entirely", nil), (String(repeating: "interval", count: 1000), nil),
        ] as [(String, String?)])
    func near(word: String, meant: String?) {
        #expect(Spelling.nearest(to: word, in: ["interval", "mode", "queue", "no", "y", ""]) == meant)
    }

    @Test("the first of equally near candidates wins, a nearer one before it")
    func ties() {
        #expect(Spelling.nearest(to: "cat", in: ["cut", "cot"]) == "cut")
        #expect(Spelling.nearest(to: "cart", in: ["carts", "cart"]) == "cart")
    }
}
