import Foundation
import LabBuiltProgram
import LabTestFolders
import Testing

/// The workflow that the guide offers, its shell steps run as a runner does.
@Suite("The workflow in the guide")
struct WorkflowTests {
    private static let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Scenarios/guide/workflow.yml")

    /// The script of a step with a name; the indented lines below `run: |`.
    private func script(_ step: String) throws -> String {
        let lines = try String(contentsOf: Self.file, encoding: .utf8).split(
            separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(lines.firstIndex { $0.hasSuffix("name: " + step) })
        let run = try #require(lines[start...].firstIndex { $0.hasSuffix("run: |") })
        return lines[(run + 1)...].prefix { $0.hasPrefix("          ") }.joined(separator: "\n")
    }

    private func run(_ step: String, in folder: ScratchFolder, _ environment: [String: String] = [:]) throws -> Int32 {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-e", "-c", try script(step)]
        process.currentDirectoryURL = URL(filePath: folder.path)
        process.environment = [
            "PATH": "/usr/bin:/bin", "HOME": folder.path + "/home", "GITHUB_STEP_SUMMARY": folder.path + "/summary.md",
        ].merging(environment) { $1 }
        (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus
    }

    @Test(
        "downloads an archive, tries the guards, and fails where a guarded figure got worse",
        .enabled(
            if: BuiltProgram.path(of: "timerlab") != nil
                && FileManager.default.isExecutableFile(atPath: "/usr/bin/curl")))
    func story() throws {
        let program = try #require(BuiltProgram.path(of: "timerlab"))
        let folder = try ScratchFolder()
        try folder.write("pack/timerlab-Linux/bin/timerlab", "#!/bin/sh\nexec '\(program)' \"$@\"\n")
        let pack = Process()
        pack.executableURL = URL(filePath: "/bin/sh")
        pack.arguments = ["-c", "chmod +x pack/*/bin/timerlab; tar -czf pack.tar.gz -C pack timerlab-Linux"]
        pack.currentDirectoryURL = URL(filePath: folder.path)
        try pack.run()
        pack.waitUntilExit()
        let scenario = """
            duration = "9.5s"
            [[timer]]
            id = "tick"
            kind = "nstimer"
            interval = "1s"
            repeats = true
            do = [{ work = "100ms" }]
            [guard]
            "tick.skipped" = "+0"
            "tick.busy" = "+5%"

            """
        try folder.write("Scenarios/tick.toml", scenario)
        let archive = ["TIMERLAB_ARCHIVE": "file://\(folder.path)/pack.tar.gz"]
        #expect(try run("download timerlab", in: folder, archive) == 0)
        #expect(try run("would the guards notice?", in: folder) == 0)
        #expect(try run("check", in: folder) == 1, "there is no baseline yet")
        let built = try #require(Program())
        #expect(try built.run(["check", "--update", "Scenarios"], in: folder.path).status == 0)
        #expect(try run("check", in: folder) == 0)
        try folder.write("Scenarios/tick.toml", scenario.replacing("100ms", with: "1200ms"))
        #expect(try run("check", in: folder) == 1)
        #expect(try folder.read("summary.md").contains("tick"))
    }
}
