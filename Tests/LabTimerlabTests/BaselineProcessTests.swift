import LabBuiltProgram
import LabTestFolders
import Testing

@Suite("Two processes and one baseline")
struct BaselineProcessTests {
    private static let tick = """
        duration = "3.5s"
        [[timer]]
        id = "tick"
        kind = "nstimer"
        interval = "1s"
        repeats = true

        """

    @Test("each updates its own scenarios forty times, and nothing of the other's is lost")
    func together() async throws {
        let program = try #require(Program(), "timerlab is built with the tests")
        let folder = try ScratchFolder()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for name in ["left", "right"] {
                group.addTask {
                    for round in 0..<40 {
                        // Each scenario is another one, so that each update has something to write and nothing to repair.
                        let file = "\(name)\(round).toml"
                        try folder.write(file, BaselineProcessTests.tick)
                        #expect(try program.run(["check", "--update", file], in: folder.path).status == 0)
                    }
                }
            }
            try await group.waitForAll()
        }
        let (status, text) = try program.run(["check", "."], in: folder.path)
        #expect(status == 0)
        #expect(text.contains("80 as before"))
    }
}
