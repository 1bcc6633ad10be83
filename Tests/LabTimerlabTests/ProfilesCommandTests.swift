import Foundation
import LabScenarioLanguage
import LabWorkbench
import Testing

@testable import LabCommandLine
@testable import timerlab

@Suite("What profiles lists")
struct ProfilesCommandTests {
    private func printed(_ arguments: String...) throws -> String {
        let path = NSTemporaryDirectory() + "/timerlab-profiles-\(UUID().uuidString).txt"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let line = try CommandLineTool.timerlab.spec().parse(["profiles", "-o", path] + arguments)
        let console = try Console(line, temporaries: TemporaryFiles(), interrupts: Interrupts())
        _ = try console.finish(try ProfilesCommand().run(line, on: console))
        return try String(contentsOfFile: path, encoding: .utf8)
    }

    @Test("of a named profile every figure that is not ideal has a source, or says that it is assumed")
    func sources() throws {
        for profile in DeviceProfiles.names where profile != "ideal" {
            let (text, sources) = (try printed(profile), LanguageText.keys(of: profile))
            for key in ["loop_cost", "wake_up", "wake_in_window", "refresh"] {
                #expect(sources[key] != nil, "\(profile) \(key)")
            }
            for source in sources.keys { #expect(text.contains(source)) }
        }
        #expect(try printed("simulator").contains("2/3 of it used"))
        #expect(throws: UsageError.self) { try printed("iphone7") }
    }

    @Test("all that a device costs: the iphone6's ramp-up, too")
    func rampUp() throws {
        let devices = try printed().split(separator: "\n\n")
        let iphone = try #require(devices.first { $0.hasPrefix("iphone6") })
        #expect(iphone.contains("ramp-up    p0 0 s, p10 5 ms"))
        for device in devices where !device.hasPrefix("iphone6") { #expect(!device.contains("ramp-up")) }
    }
}
