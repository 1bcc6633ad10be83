import Foundation
import LabReports
import LabTestBench
import Testing

@testable import LabWorkbench

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
        #expect(shown.count > 12)
        var outcome = try Shipped.run("heavy-work")
        outcome.report.argument = "Scenarios/heavy-work.toml"
        Shipped.workbench.addBestRemedy(to: &outcome)
        expect(shown, from: outcome.report.page())
    }

    @Test("so is that of its remedies")
    func remedies() throws {
        let shown = block(of: "timerlab remedy heavy-work")
        #expect(shown.count > 10)
        expect(shown, from: try Shipped.remedies("heavy-work").report.page())
    }

    private func expect(_ shown: [Substring], from page: Page) {
        let text = Bench.text(page)
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
        let example = shown.split(separator: "import Testing\n").last ?? ""
        #expect(try source("Tests/Support/LabLibraryUse/LibraryUse.swift").contains(example))
    }

    @Test("so are those of the page on one's own code")
    func examples() throws {
        let page = try source("Scenarios/guide/your-own-code.md")
        let run = try source("Tests/Support/LabLibraryUse/YourOwnCode.swift")
        let examples = page.split(separator: "```swift\n").dropFirst(2).compactMap { $0.split(separator: "```").first }
        #expect(examples.count == 3)
        for example in examples { #expect(run.contains(example)) }
    }

    @Test("every public declaration of the library says what it is")
    func documentation() throws {
        let folder = Shipped.folder + "/../Sources/Laboratory"
        for name in FileManager.default.enumerator(atPath: folder) ?? .init() {
            guard let name = name as? String, name.hasSuffix(".swift") else { continue }
            var before: Substring = ""
            for line in try source("Sources/Laboratory/" + name).split(separator: "\n") {
                let line = line.drop { $0 == " " }
                if line.hasPrefix("public ") { #expect(before.hasPrefix("///"), "\(name): \(line)") }
                if !line.hasPrefix("@") { before = line }
            }
        }
    }

    private func source(_ path: String) throws -> String {
        try String(contentsOfFile: Shipped.folder + "/../" + path, encoding: .utf8)
    }

    @Test("the README names the two commands that users try first")
    func commands() {
        #expect(ReadmeTests.text.contains("swift run timerlab run scenarios/heavy-work.toml"))
        #expect(ReadmeTests.text.contains("\nswift test\n"))
    }
}
