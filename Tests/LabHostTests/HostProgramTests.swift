import Foundation
import LabBuiltProgram
import LabTestFolders
import Testing

@testable import LabCommandLine
@testable import timerlab_host

@Suite("The program of this host")
struct HostProgramTests {
    private func error(_ words: String) -> String? {
        do throws(UsageError) {
            _ = try CommandLineTool.host.spec().parse(words.split(separator: " ").map(String.init))
            return nil
        } catch {
            return error.message
        }
    }

    @Test(
        "takes all that its help shows",
        arguments: [
            "run - --format csv -q --set a=1 --seed 7 --time-scale 2.5 --limit 10s -o x", "run a.toml b.toml",
            "conform a.toml --set a=1 --time-scale 10 --in-child --late-in-window --without-ports",
            "conform --limit 1s", "completions man",
        ])
    func taken(words: String) { #expect(error(words) == nil) }

    @Test(
        "tells what it expects",
        arguments: [
            ("run", "missing argument SCENARIO"),
            ("run a --limit 0s", "invalid value '0s' for --limit: expected a duration such as 10s"),
            (
                "conform --time-scale 0.5",
                "invalid value '0.5' for --time-scale: expected a factor of at least 1, such as 10 or 2.5"
            ),
        ])
    func refused(words: String, message: String) { #expect(error(words) == message) }

    @Test("is typed on every page as it understands it", arguments: ["README.md", "Scenarios/guide/live.md"])
    func pages(page: String) throws {
        let root = URL(filePath: #filePath).appending(path: "../../..").standardized.path
        let text = try String(contentsOfFile: "\(root)/\(page)", encoding: .utf8)
        let commands = text.matches(of: /(?m)^timerlab-host ([a-z][^#\n]*)/).map { String($0.output.1) }
        #expect(page != "README.md" || commands.count == 2)
        for command in commands { #expect(error(command) == nil, "\(command)") }
    }

    @Test("completes its own commands, by its own name", arguments: ["bash", "zsh", "fish"])
    func completion(shell: String) throws {
        let program = try #require(Program("timerlab-host"), "timerlab-host is built with the tests")
        let script = try program.run(["completions", shell], in: "/").text
        #expect(script.contains("timerlab-host __complete") && !script.contains("timerlab __complete"))
        #expect(try program.run(["__complete", "run", "--time-"], in: "/").text.contains("--time-scale"))
    }

    @Test(
        "a live run ends as the simulation does where a thread is waited for that has ended",
        arguments: ["10ms", "400ms"])
    func endedThread(work: String) throws {
        let program = try #require(Program("timerlab-host"), "timerlab-host is built with the tests")
        let folder = try ScratchFolder()
        try folder.write(
            "ended.toml",
            """
            duration = "1s"
            [[thread]]
            id = "worker"
            starts = "0s"
            do = [{ work = "\(work)" }]
            [[event]]
            at = "200ms"
            do = [{ perform = "x", on_thread = "worker", wait = true, do = [{ log = "x" }] }, { log = "after" }]
            """)
        let (status, text) = try program.run(["conform", "ended.toml"], in: folder.path)
        #expect(status == 0 && text.contains("both crash"), "\(text)")
    }
}
