import CommandLineArguments
import Foundation
import Laboratory
import Testing

@testable import timerlab

@Suite("What profiles lists")
struct ProfilesCommandTests {
    @Test("all that a device costs: the iphone6's ramp-up, too")
    func rampUp() throws {
        let path = NSTemporaryDirectory() + "/timerlab-profiles-\(UUID().uuidString).txt"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let line = try Commands.root.parse(["profiles", "-o", path])
        let console = try Console(line, temporaries: TemporaryFiles(), interrupts: Interrupts())
        _ = try console.finish(try ProfilesCommand().run(line, on: console))
        let devices = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n\n")
        let iphone = try #require(devices.first { $0.hasPrefix("iphone6") })
        #expect(iphone.contains("ramp-up    p0 0 s, p10 5 ms"))
        for device in devices where !device.hasPrefix("iphone6") { #expect(!device.contains("ramp-up")) }
    }
}
