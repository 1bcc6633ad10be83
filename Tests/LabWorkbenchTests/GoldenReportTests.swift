import Foundation
import LabReports
import LabTestBench
import LabTestFolders
import Testing

@testable import LabWorkbench

/// What shipped scenarios print, in files beside the tests; written anew when `RECORD_GOLDEN` is set.
@Suite("Reports of shipped scenarios")
struct GoldenReportTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    @Test(
        "look as recorded, with no line that is cut or too wide",
        arguments: [
            "heavy-work", "tracking", "weak-target", "worker-run-loop", "task-sleep-drifts", "lifetime-block",
            "lifetime-nsproxy-outlived", "mjtimer", "display-link-and-timer",
        ], [80, 140])
    func text(name: String, width: Int) throws {
        var report = try Shipped.run(name).report
        report.file = "Scenarios/\(name).toml"
        let text = ByteStream.text { stream in
            PageText(width: width).write(report.page(showsMessages: true), to: stream)
        }
        for line in text.split(separator: "\n").drop(while: { !$0.hasPrefix("Timeline") }) {
            #expect(line.count <= width && !line.contains("…") && line.last != " ", "\(line)")
        }
        try Golden.check(text, "\(name)-\(width).txt")
    }

    @Test("copies of a timer look as recorded", arguments: [80, 140])
    func copies(width: Int) throws {
        let path = try folder.write(
            "copies.toml",
            """
            title = "A thousand and one sources"
            duration = "2s"
            \(Toml.timer("many", "gcd", "250ms", repeats: true))
            copies = 1000
            \(Toml.timer("one", "nstimer", "500ms", repeats: true))
            do = [{ work = "600ms" }]
            """)
        var report = try Shipped.run(path).report
        report.file = "copies.toml"
        let text = ByteStream.text { PageText(width: width).write(report.page(), to: $0) }
        try Golden.check(text, "copies-\(width).txt")
    }

    @Test(
        "a lane of the timeline can be pasted into an expectation",
        arguments: ["tracking", "skipped-by-other-work", "mjtimer"])
    func lane(name: String) throws {
        let report = try Shipped.run(name).report
        let lines = Bench.text(report.page()).split(separator: "\n")
        let step = try #require(
            lines.compactMap { $0.split(separator: "one sign = ").last?.split(separator: " ·").first }
                .first { $0.hasSuffix("s") && $0.first?.isNumber == true })
        let lane = try #require(lines.first { $0.contains("•") }?.split(separator: " ").last)
        let timer = try #require(report.analysis.timers.first).name
        let text = try String(contentsOfFile: Shipped.workbench.finder.find(name), encoding: .utf8)
        let path = try folder.write(
            "pasted.toml",
            text + "\n[[expect]]\ntimer = \"\(timer)\"\ntimeline = { step = \"\(step)\", lane = \"\(lane)\" }\n")
        let outcome = try Shipped.run(path)
        #expect(outcome.status == .success)
        #expect(outcome.report.verdicts.count == report.verdicts.count + 1)
    }

    @Test("a drawing looks as recorded")
    func graph() throws {
        var report = try Shipped.workbench.run("lifetime-nsproxy", keeping: .references).report
        report.file = "Scenarios/lifetime-nsproxy.toml"
        let text = ByteStream.text { report.writeGraph(at: 1_500_000_000, to: $0) }
        try Golden.check(text, "lifetime-nsproxy.svg")
    }
}

/// Text that must not change unnoticed, in files beside the tests; written again when `RECORD_GOLDEN` is set.
enum Golden {
    private static func file(_ name: String) -> URL {
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden").appending(path: name)
    }

    static func text(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: file(name)), as: UTF8.self)
    }

    static func check(_ text: String, _ name: String, at location: SourceLocation = #_sourceLocation) throws {
        if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
            return try Data(text.utf8).write(to: file(name))
        }
        let (found, expected) = (text.split(separator: "\n"), try self.text(name).split(separator: "\n"))
        let place = zip(found, expected).prefix { $0 == $1 }.count
        #expect(
            found == expected,
            "\(name): \(found.dropFirst(place).first ?? "an end"), not \(expected.dropFirst(place).first ?? "an end")",
            sourceLocation: location)
    }
}
