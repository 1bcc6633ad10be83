import LabTestBench
import Testing

@testable import LabWorkbench

@Suite("The reference of live runs")
struct ReferenceTests {
    private let topics = ReferenceTopics(Shipped.workbench)

    @Test("tells of Linux and of macOS, and is the end of the whole reference")
    func hosts() throws {
        let page = try #require(topics.markdown(of: "live"))
        #expect(page.contains("`clock_nanosleep`") && page.contains("mach ports"))
        #expect(topics.whole.hasSuffix(page) && topics.whole.hasPrefix("# "))
    }

    @Test("says of what is only on macOS, once, that it was never tried")
    func untried() throws {
        #expect(try #require(topics.markdown(of: "live")).split(separator: "ever tried").count == 2)
    }

    @Test("ends with a workflow for a Mac")
    func workflow() throws {
        let workflow = try #require(topics.markdown(of: "live")?.split(separator: "```yaml").dropFirst().last)
        for step in [
            "runs-on: macos", "Case-sensitive APFS", "Zeit läuft", "warning|error", "swift test", "diff linux.txt",
            "check Scenarios", "timerlab-host conform", "make install", "xcodebuild",
        ] {
            #expect(workflow.contains(step), "\(step)")
        }
    }
}
