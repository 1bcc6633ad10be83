import Foundation
import Testing

@testable import LiveRuntime

/// The host itself, through the program, since a scenario's main thread has to be a process's.
///
/// Order and counts only, and every scenario has several chances: no noise of a busy machine can make these fail.
@Suite("This host", .serialized)
struct HostTests {
    /// As it is, and as macOS may be as far as another host can be like it.
    private static let hosts = [[], ["--late-in-window", "--without-ports"]]

    /// Ports that are none are left to a quiet host: which of two sources of one instant is signalled first there is a
    /// matter of microseconds.
    @Test("keeps the rules of the fixed scenarios", arguments: [[], ["--late-in-window"]])
    func fixedScenarios(host: [String]) throws {
        let program = try #require(BuiltProgram.path, "timerlab is built with the tests")
        #expect(ChildProcess.run(program, ["conform"] + host) == .exited(0))
    }

    @Test(
        "serves what comes while it is busy, and fires inside windows",
        arguments: hosts,
        [
            "[[event]]\nat = \"250ms\"\ndo = [{ log = \"one\" }]\n[[event]]\nat = \"300ms\"\ndo = [{ log = \"two\" }]",
            "[[source]]\nid = \"port\"\nkind = \"source1\"\nat = [\"250ms\", \"300ms\"]\ndo = [{ log = \"message\" }]",
            "[[timer]]\nid = \"beat\"\nkind = \"nstimer\"\ninterval = \"300ms\"\nrepeats = true\ntolerance = \"100ms\"",
            "[[timer]]\nid = \"beat\"\nkind = \"gcd\"\ninterval = \"300ms\"\nrepeats = true\nleeway = \"100ms\"",
            "[[timer]]\nid = \"beat\"\nkind = \"task-sleep\"\ninterval = \"200ms\"\nrepeats = true\ntolerance = \"80ms\"",
        ])
    func whileBusy(host: [String], parts: String) throws {
        let program = try #require(BuiltProgram.path, "timerlab is built with the tests")
        let busy = "[[timer]]\nid = \"tick\"\nkind = \"nstimer\"\ninterval = \"200ms\"\ndo = [{ work = \"150ms\" }]"
        let text = "duration = \"1s\"\n\(busy)\n\(parts)\n"
        #expect(ChildProcess.run(program, ["conform"] + host + ["-"], input: text) == .exited(0))
    }

    @Test("says how a child process ended")
    func childProcesses() {
        #expect(ChildProcess.run("/bin/sh", ["-c", "exit 3"]) == .exited(3))
        #expect(ChildProcess.run("/bin/sh", ["-c", "kill -KILL $$"]) == .killed(9))
        #expect(ChildProcess.run("/bin/sh", ["-c", "read word; test $word = hello"], input: "hello\n") == .exited(0))
        // One that ends before it has read what it is given.
        let long = String(repeating: "word ", count: 100_000)
        #expect(ChildProcess.run("/bin/sh", ["-c", "exit 4"], input: long) == .exited(4))
        guard case .failed = ChildProcess.run("/nowhere/to/be/found", []) else {
            Issue.record("it ran")
            return
        }
    }
}
