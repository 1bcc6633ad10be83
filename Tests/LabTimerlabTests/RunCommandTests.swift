import Foundation
import LabBuiltProgram
import Testing

@Suite("What is typed after run")
struct RunCommandTests {
    private func run(_ words: [String]) throws -> (text: String, status: Int32) {
        let program = try #require(Program(), "timerlab is built with the tests")
        let scenarios = URL(filePath: #filePath).appending(path: "../../../Scenarios").standardized.path
        let result = try program.run(["run", "tracking.toml"] + words, in: scenarios)
        return (result.text, result.status)
    }

    @Test(
        "--log says how much of the log is printed; a pipe gets everything",
        arguments: [([], 19), (["--log", "all"], 19), (["--log", "none"], 0), (["--log", "5"], 5), (["-q"], 0)])
    func log(words: [String], count: Int) throws {
        for format in ["text", "markdown"] {
            let text = try run(words + ["--format", format]).text
            #expect(text.split(separator: "\n").count { $0.hasPrefix("2001-01-01") } == count)
            #expect(text.contains("… 14 more lines: --log all") == (count == 5))
        }
    }

    @Test("a terminal gets the first and last lines of a long log, and all of them with --log all")
    func terminal() throws {
        let program = try #require(Program(), "timerlab is built with the tests")
        let scenarios = URL(filePath: #filePath).appending(path: "../../../Scenarios").standardized.path
        for (words, count) in [([], 10), (["--log", "all"], 109)] {
            let text = try program.run(
                ["run", "10-display/display-link-and-timer.toml"] + words, in: scenarios, to: .terminal
            )
            .text
            #expect(text.split(whereSeparator: \.isNewline).count { $0.hasPrefix("2001-01-01") } == count)
        }
    }

    @Test("--until beyond the scenario's end is said to do nothing", arguments: [("2s", 0), ("100s", 1)])
    func until(time: String, count: Int) throws {
        let lines = try run(["-q", "--until", time]).text.split(separator: "\n")
        #expect(lines.count { $0.contains("only stops early") } == count)
    }

    @Test("--log takes nothing else", arguments: ["0", "-1", "some"])
    func wrong(word: String) throws {
        #expect(try run(["--log=\(word)"]).status == 64)
    }
}
