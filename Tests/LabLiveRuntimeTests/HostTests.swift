import Foundation
import LabBuiltProgram
import LabPlatform
import Testing

@testable import LabLiveRuntime

/// The host itself, through the program, since a scenario's main thread has to be a process's.
///
/// Order and counts only, and every scenario has several chances: no noise of a busy machine can make these fail.
@Suite("This host")
struct HostTests {
    /// One child at a time, since they compare real times. A queue of its own, since the tests' pool has a thread a core: there
    /// each child would start behind all other tests, and a minute of these is spent waiting.
    private static let children = DispatchQueue(label: "children of the tests of this host")

    /// As it is, and as macOS may be as far as another host can be like it.
    private static let hosts = [[], ["--late-in-window", "--without-ports"]]

    @Test("keeps the rules of the fixed scenarios", arguments: hosts)
    func fixedScenarios(host: [String]) async throws {
        #expect(try await conform(host) == .exited(0))
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
    func whileBusy(host: [String], parts: String) async throws {
        let busy = "[[timer]]\nid = \"tick\"\nkind = \"nstimer\"\ninterval = \"200ms\"\ndo = [{ work = \"150ms\" }]"
        let text = "duration = \"1s\"\n\(busy)\n\(parts)\n"
        #expect(try await conform(host + ["-"], input: text) == .exited(0))
    }

    @Test("a perform that waits for a thread that is just gone ends the run as a simulated crash does, with status 1")
    func threadExited() async throws {
        let text = """
            duration = "2s"
            [[thread]]
            id = "worker"
            starts = "0s"
            do = [{ run_loop = { until = "200.001ms" } }]
            [[timer]]
            id = "beat"
            kind = "nstimer"
            thread = "worker"
            interval = "5s"
            [[timer]]
            id = "tick"
            kind = "nstimer"
            interval = "200ms"
            repeats = true
            do = [{ perform = "x", on_thread = "worker", wait = true, do = [] }, { invalidate = "tick" }]

            """
        #expect(try await run(["run", "-q", "-"], input: text) == .exited(1))
    }

    private func conform(_ arguments: [String], input: String? = nil) async throws -> ChildProcess.End {
        try await run(["conform"] + arguments, input: input)
    }

    private func run(_ arguments: [String], input: String?) async throws -> ChildProcess.End {
        let program = try #require(BuiltProgram.path(of: "timerlab-host"), "timerlab-host is built with the tests")
        return try await withCheckedThrowingContinuation { continuation in
            Self.children.async {
                continuation.resume(
                    with: Result { try ChildProcess.run(program, arguments, input: input) })
            }
        }
    }

    @Test("says how a child process ended")
    func childProcesses() throws {
        #expect(try ChildProcess.run("/bin/sh", ["-c", "exit 3"]) == .exited(3))
        #expect(try ChildProcess.run("/bin/sh", ["-c", "kill -KILL $$"]) == .killed(9))
        #expect(
            try ChildProcess.run("/bin/sh", ["-c", "read word; test $word = hello"], input: "hello\n") == .exited(0)
        )
        // One that ends before it has read what it is given.
        let long = String(repeating: "word ", count: 100_000)
        #expect(try ChildProcess.run("/bin/sh", ["-c", "exit 4"], input: long) == .exited(4))
        #expect(throws: ErrorNumber.self) { try ChildProcess.run("/nowhere/to/be/found", []) }
    }
}
