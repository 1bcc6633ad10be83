import Foundation
import LabReports
import Testing

@testable import Laboratory

/// What the README shows is what the command prints.
@Suite("README")
struct ReadmeTests {
    private static let text: String = {
        let url = URL(filePath: Shipped.folder).deletingLastPathComponent().appending(path: "README.md")
        return (try? String(contentsOf: url, encoding: .utf8)) ?? ""
    }()

    /// The lines of the block that begins with this command, without the command itself.
    private func block(of command: String) -> [Substring] {
        let lines = ReadmeTests.text.split(separator: "\n", omittingEmptySubsequences: false)
        guard let start = lines.firstIndex(where: { $0 == "$ " + command }) else { return [] }
        return Array(lines[(start + 1)...].prefix { !$0.hasPrefix("```") })
    }

    @Test("the block of heavy-work is what a run prints, but for what … leaves out")
    func heavyWork() throws {
        let shown = block(of: "swift run timerlab run scenarios/heavy-work.toml")
        #expect(shown.count > 20)
        let outcome = try Shipped.run(Shipped.folder + "/heavy-work.toml")
        expect(shown, from: outcome.report.page())
    }

    @Test("so is that of its remedies")
    func remedies() throws {
        let shown = block(of: "timerlab remedy heavy-work")
        #expect(shown.count > 10)
        expect(shown, from: try Shipped.workbench.remedies("heavy-work").report.page())
    }

    private func expect(_ shown: [Substring], from page: Page) {
        let text = ByteStream.text { PageText(width: 80).write(page, to: $0) }
        var printed = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
        for line in shown where line != "…" && !line.contains("heavy-work.toml · ") {
            let found = printed.firstIndex(of: line)
            #expect(found != nil, "the README shows a line that the command does not print: \(line)")
            if let found { printed = printed[(found + 1)...] }
        }
    }

    @Test("the test that the README shows is one that is run")
    func library() throws {
        let shown = try #require(ReadmeTests.text.split(separator: "```swift\n").last?.split(separator: "```").first)
        let root = URL(filePath: Shipped.folder).deletingLastPathComponent()
        let run = try String(
            contentsOf: root.appending(path: "Tests/Support/LabLibraryUse/LibraryUse.swift"), encoding: .utf8)
        #expect(run.contains(shown))
    }

    @Test("the README names the two commands that users try first")
    func commands() {
        #expect(ReadmeTests.text.contains("swift run timerlab run scenarios/heavy-work.toml"))
        #expect(ReadmeTests.text.contains("\nswift test\n"))
    }
}
