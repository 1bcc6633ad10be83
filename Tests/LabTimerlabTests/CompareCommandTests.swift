import Foundation
import LabWorkbench
import Testing

@testable import LabCommandLine
@testable import timerlab

@Suite("What is typed after compare")
struct CompareCommandTests {
    private func error(_ words: [String]) throws -> UsageError? {
        do {
            let line = try CommandLineTool.timerlab.spec().parse(["compare"] + words)
            let console = try Console(line, temporaries: TemporaryFiles(), interrupts: Interrupts())
            _ = try CompareCommand().run(line, on: console)
            return nil
        } catch let error as UsageError {
            return error
        }
    }

    @Test(
        "a wrong name is wrong usage (64), with what was likely meant",
        arguments: [
            (["nstmer", "gcd"], "nstimer"), (["nstimer", "async-tmer@main"], "async-timer@main"),
            (["gcd@mian", "gcd"], "gcd@main"), (["nstimer@worker+comon", "gcd"], "nstimer@worker+common"),
        ])
    func suggestion(words: [String], meant: String) throws {
        let error = try #require(try error(words))
        #expect(error.message.contains("did you mean '\(meant)'?"))
    }

    @Test("a device takes the place of the whole table, so that no value of it can be set beside")
    func device() throws {
        let words = ["nstimer", "gcd", "--device", "ideal", "--set", "device.refresh=120"]
        #expect(try #require(try error(words)).message.contains("would be lost"))
    }

    @Test("an unknown name lists the known ones")
    func known() throws {
        let message = try #require(try error(["sundial", "gcd"])).message
        for name in Mechanism.names { #expect(message.contains(name)) }
    }

    @Test(
        "one name alone, one mechanism twice, and files among mechanisms, are wrong usage (64)",
        arguments: [
            [], ["gcd"], ["gcd", "a.toml"], ["a.toml"], ["a.toml", "b.toml", "--all"],
            ["gcd", "nstimer", "--seed", "x"],
            ["a.toml", "b.jsonl", "--scenario", "c.toml"], ["gcd+common", "gcd"], ["nstimer", "nstimer"],
            ["nstimer", "Timer"], ["gcd", "nstimer", "gcd@queue"],
        ])
    func wrongUsage(words: [String]) throws {
        #expect(try error(words) != nil)
    }
}
