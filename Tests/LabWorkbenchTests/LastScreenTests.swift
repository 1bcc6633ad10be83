import Foundation
import LabReports
import LabTestBench
import LabTestFolders
import Testing

@testable import LabWorkbench

/// What stands on a terminal of 80 × 24 when a run has ended.
@Suite("The last screen of a run")
struct LastScreenTests {
    private func lines(_ text: String) throws -> [String] {
        let folder = try ScratchFolder()
        let report = try Shipped.run(folder.write("story.toml", text)).report
        let page = Bench.text(report.page(log: .terminal))
        return page.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    @Test("tells what an expectation found instead within its width")
    func expectations() throws {
        let text = """
            duration = "9s"
            \(Toml.timer("countdown of the whole game", "nstimer", "1s", repeats: true))
            \(Toml.event("2.5s", #"{ mode = "tracking", for = "3s" }"#))
            [[expect]]
            no_finding = "TL0103"
            """
        let lines = try lines(text).drop { !$0.hasPrefix("Expectations") }.prefix { !$0.isEmpty }
        #expect(lines.count > 3 && lines.allSatisfy { $0.count <= 80 }, "\(lines)")
    }

    @Test("a worker that run() keeps has a lane and a finding, and its stop is called useless")
    func keptWorker() throws {
        let text = """
            duration = "12s"
            [[source]]
            id = "port"
            thread = "worker"
            [[thread]]
            id = "worker"
            do = [{ add = "port" }, { run_loop = RUN }, { log = "worker ends" }]
            \(Toml.timer("poll", "Timer", "1s", repeats: true))
            \(Toml.event("4.5s", #"{ cancel = "worker" }, { stop_loop = "worker" }"#))
            """
        func page(_ run: String) throws -> String {
            let text = text.replacing("RUN", with: run)
            return try lines(text).joined(separator: "\n")
        }
        let kept = try page("\"forever\"")
        #expect(kept.contains(#/\n  worker +mode +├default─+┤\n/#), "\(kept)")
        #expect(kept.contains("[TL0319]"), "\(kept)")
        #expect(kept.contains("is useless, since run() runs its loop again"), "\(kept)")
        let ended = try page("{ before = \"distant-future\" }")
        #expect(!ended.contains("useless") && !ended.contains("although") && !ended.contains("├default"), "\(ended)")
    }
}
