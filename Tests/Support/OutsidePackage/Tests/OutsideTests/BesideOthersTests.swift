import BuiltProgram
import Gate
import JSON
import Laboratory
import Platform
import Recording
import TOML
import TestFolders
import Testing

/// The library in somebody else's package, beside modules of any name.
struct BesideOthersTests {
    @Test func aTimerOfTheDefaultModePausesWhileTheUserScrolls() throws {
        let countdown = """
            duration = "10s"
            timer    = [{ id = "countdown", kind = "Timer", interval = "1s", repeats = true }]
            event    = [{ at = "2500ms", do = [{ mode = "tracking", for = "3s" }] }]
            """
        let report = try Scenario(text: countdown).run()
        #expect(try report[timer: "countdown"].skipped == 2)
        #expect(report.findings.map(\.code) == ["TL0103"])
    }

    @Test func theNeighboursKeepTheirNames() {
        let neighbours: [Any.Type] = [
            BuiltProgramNeighbour.self, GateNeighbour.self, JSONNeighbour.self, PlatformNeighbour.self,
            RecordingNeighbour.self, TOMLNeighbour.self, TestFoldersNeighbour.self,
        ]
        #expect(neighbours.count == 7)
    }
}
