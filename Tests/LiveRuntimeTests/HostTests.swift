import Foundation
import Testing

@testable import LiveRuntime

/// The host itself, through the program, since a scenario's main thread has to be a process's.
///
/// Order and counts only, and every scenario has several chances: no noise of a busy machine can make these fail.
@Suite("This host", .serialized)
struct HostTests {
    @Test("keeps the rules of the fixed scenarios")
    func fixedScenarios() throws {
        let program = try #require(BuiltProgram.path, "timerlab is built with the tests")
        #expect(ChildProcess.run(program, ["conform"]) == .exited(0))
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
