import Testing

@testable import LabCommandLine

@Suite("What may be typed next follows the description")
struct CompletionTests {
    @Test(
        "words are offered for the place of the last one",
        arguments: [
            ([""], ["bake", "boil", "help"]), (["--log", "x", "bo"], ["bake", "boil", "help"]),
            (["bake", "--format", ""], ["round", "square"]), (["bake", "--format=s"], ["round", "square"]),
            (["boil", ""], ["4", "7", "-1"]), (["boil", "4", ""], [":folders"]), (["boil", "4", "pot", ""], []),
            (["boil", "--size", ""], []), (["bake", "-qo", ""], [":files"]),
            (["bake", "--", "-q", ""], [":files toml json"]),
            (["help", "b"], ["bake", "boil"]),
        ] as [([String], [String])])
    func words(words: [String], offered: [String]) {
        #expect(kitchen.completions(of: words).map { String($0.prefix { $0 != "\t" }) } == offered)
    }

    @Test("options are offered in all spellings with what they mean, the hidden ones not")
    func options() {
        let offered = kitchen.completions(of: ["bake", "a", "--"])
        #expect(offered.contains("--quiet\tSay nothing.") && offered.contains("-q\tSay nothing."))
        #expect(offered.contains("--output\tWhere the cake goes."))
        #expect(kitchen.completions(of: ["-"]).contains("--color\tUse colour."))
        #expect(!kitchen.completions(of: ["--de"]).contains { $0.contains("debug") })
    }
}
