import LiveRuntime
import Testing

@testable import Laboratory

@Suite("The reference of live runs")
struct ReferenceTests {
    @Test("tells of the host that it runs on, and of no other")
    func hosts() {
        let (linux, mac) = (Reference.markdown(on: .linux), Reference.markdown(on: .macOS))
        #expect(linux.contains("`clock_nanosleep`") && !linux.contains("mach ports"))
        #expect(mac.contains("mach ports") && !mac.contains("`clock_nanosleep`"))
        #expect(Reference.markdown() == Reference.markdown(on: .own))
    }

    @Test("says of what is only on macOS, once, that it was never tried")
    func untried() {
        #expect(Reference.markdown(on: .macOS).split(separator: "ever tried").count == 2)
    }

    @Test("ends with a workflow for a Mac, wherever it is printed", arguments: [HostSystem.linux, .macOS])
    func workflow(system: HostSystem) throws {
        let page = Reference.markdown(on: system)
        let workflow = try #require(page.split(separator: "```yaml").dropFirst().last)
        for step in [
            "runs-on: macos", "Case-sensitive APFS", "Zeit läuft", "warning|error", "swift test", "diff linux.txt",
            "check Scenarios", "timerlab conform", "make install", "xcodebuild",
        ] {
            #expect(workflow.contains(step), "\(step)")
        }
    }
}
