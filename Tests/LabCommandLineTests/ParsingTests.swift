import Testing

@testable import LabCommandLine

@Suite("A command line is read by its description")
struct ParsingTests {
    @Test(
        "a value may follow its option in four ways",
        arguments: [["-o", "x"], ["-ox"], ["-o=x"], ["--output", "x"], ["--output=x"]])
    func value(words: [String]) throws {
        let parsed = try kitchen.parse(["bake"] + words + ["r"])
        #expect(parsed[Kitchen.output] == "x")
        #expect(parsed.arguments == ["r"])
        #expect(parsed.path == ["bake"])
        #expect(parsed.request == .run)
    }

    @Test("short flags share a dash, the last may take a value")
    func cluster() throws {
        let parsed = try kitchen.parse(["bake", "-qnofile", "r"])
        #expect(parsed[Kitchen.quiet])
        #expect(parsed[Kitchen.now])
        #expect(parsed[Kitchen.output] == "file")
    }

    @Test("what was not given is absent, defaults are for help only")
    func absent() throws {
        let parsed = try kitchen.parse(["bake", "r"])
        #expect(!parsed[Kitchen.quiet])
        #expect(parsed[Kitchen.seed] == nil)
        #expect(parsed.all(Kitchen.set) == [])
    }

    @Test("options stand before and after arguments")
    func anyOrder() throws {
        let parsed = try kitchen.parse(["bake", "a", "-q", "b", "--seed", "3", "c"])
        #expect(parsed.arguments == ["a", "b", "c"])
        #expect(parsed[Kitchen.seed] == 3)
    }

    @Test("a program's own options stand before or after the command")
    func global() throws {
        #expect(try kitchen.parse(["--log", "l", "bake", "r"])[Kitchen.log] == "l")
        #expect(try kitchen.parse(["bake", "r", "--log", "l"])[Kitchen.log] == "l")
    }

    @Test("a repeatable option keeps its values in order, also among others")
    func repeatable() throws {
        let parsed = try kitchen.parse(["bake", "-s", "b=1", "r", "--set=a=2", "--seed=9", "-sb=3"])
        #expect(parsed.all(Kitchen.set) == ["b=1", "a=2", "b=3"])
        #expect(parsed[Kitchen.set] == "b=3")
    }

    @Test("after two dashes every word is an argument")
    func terminator() throws {
        let parsed = try kitchen.parse(["bake", "-q", "--", "-n", "--seed", "--", "-h"])
        #expect(parsed.arguments == ["-n", "--seed", "--", "-h"])
        #expect(!parsed[Kitchen.now])
        #expect(parsed.request == .run)
    }

    @Test("a dash, a negative number and an empty word are arguments and values", arguments: ["-", "-1", "-.5s", ""])
    func dashes(word: String) throws {
        #expect(try kitchen.parse(["bake", word]).arguments == [word])
        #expect(try kitchen.parse(["bake", "--output", word, "r"])[Kitchen.output] == word)
    }

    @Test("an empty value may be given after an equals sign")
    func emptyValue() throws {
        #expect(try kitchen.parse(["bake", "--output=", "r"])[Kitchen.output] == "")
    }

    @Test("flags may be given twice")
    func twice() throws {
        #expect(try kitchen.parse(["bake", "-qq", "--quiet", "r"])[Kitchen.quiet])
    }
}

@Suite("Help and version")
struct RequestTests {
    @Test(
        "help is asked for anywhere and outranks every mistake",
        arguments: [
            ["bake", "-h"], ["-h", "bake"], ["bake", "--wrong", "--help"], ["bake", "-qh"],
            ["bake", "--seed", "--help"],
            ["bake", "r", "--format=no", "-h"], ["help", "bake"],
        ])
    func help(words: [String]) throws {
        let parsed = try kitchen.parse(words)
        #expect(parsed.request == .help)
        #expect(parsed.path == ["bake"])
    }

    @Test("a program with commands explains itself when nothing is typed", arguments: [[], ["help"], ["--help"]])
    func bare(words: [String]) throws {
        let parsed = try kitchen.parse(words)
        #expect(parsed.request == .help)
        #expect(parsed.path == [])
    }

    @Test("help explains itself", arguments: [["help", "help"], ["help", "-h"]])
    func helpOfHelp(words: [String]) throws {
        #expect(try kitchen.parse(words).path == ["help"])
        #expect(kitchen.helpText(for: ["help"]).contains("USAGE: kitchen help [OPTIONS] [COMMAND]"))
    }

    @Test("help for a command that is not there says which is near")
    func helpUnknown() {
        #expect(throws: UsageError.self) { try kitchen.parse(["help", "bkae"]) }
        #expect(message(["help", "bkae"]) == "unknown command 'bkae'; did you mean 'bake'?")
        #expect(message(["help", "bake", "bake"]) == "unexpected argument 'bake'")
        #expect(message(["bkae", "--help"]) == "unknown command 'bkae'; did you mean 'bake'?")
    }

    @Test("the version is the program's, not the command's")
    func version() throws {
        #expect(try kitchen.parse(["--version"]).request == .version)
        #expect(try kitchen.parse(["--version", "bake"]).request == .version)
    }
}

/// The message of the mistake in a command line.
func message(_ words: [String]) -> String? {
    do throws(UsageError) {
        _ = try kitchen.parse(words)
        return nil
    } catch {
        return error.message
    }
}
