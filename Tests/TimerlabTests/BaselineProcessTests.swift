import Foundation
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

    @Test("each updates its own scenarios a hundred times, and nothing of the other's is lost")
    func together() async throws {
        let program = try #require(Program(), "timerlab is built with the tests")
        let folder = FileManager.default.temporaryDirectory.appending(path: "timerlab-tests-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for name in ["left", "right"] {
                group.addTask {
                    for round in 0..<100 {
                        // Each scenario is another one, so that each update has something to write and nothing to repair.
                        let file = "\(name)\(round).toml"
                        try BaselineProcessTests.tick.write(
                            toFile: folder + "/" + file, atomically: true, encoding: .utf8)
                        #expect(try program.run(["check", "--update", file], in: folder).status == 0)
                    }
                }
            }
            try await group.waitForAll()
        }
        let (status, text) = try program.run(["check", "."], in: folder)
        #expect(status == 0)
        #expect(text.contains("200 as before"))
    }
}
