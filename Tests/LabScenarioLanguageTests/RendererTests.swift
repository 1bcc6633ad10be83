import Foundation
import Testing

@testable import LabScenarioLanguage

@Suite("How mistakes are shown")
struct RendererTests {
    private func reading(_ text: String) -> ScenarioReading { ScenarioReader.read(bytes: Array(text.utf8)) }

    @Test("colour is put around pieces and changes nothing else")
    func decorated() {
        let reading = reading("duration = 5\n")
        let plain = DiagnosticRenderer(path: "a.toml").text(reading)
        let marked = DiagnosticRenderer(path: "a.toml", decorate: { _, text in "<" + text + ">" }).text(reading)
        #expect(marked != plain)
        #expect(marked.filter { $0 != "<" && $0 != ">" } == plain.filter { $0 != "<" && $0 != ">" })
    }

    @Test("a line of megabytes is cut around the carets")
    func longLine() throws {
        let filler = String(repeating: "0123456789", count: 60_000)
        let reading = reading("title = \"\(filler)\"\nclaims = [\"\(filler)\", 5, \"\(filler)\"]\nduration = \"1s\"\n")
        let diagnostic = try #require(reading.diagnostics.first)
        let told = DiagnosticRenderer(path: "a.toml", width: 60).text(diagnostic, in: reading.sources)
        let lines = told.split(separator: "\n")
        #expect(lines.allSatisfy { $0.unicodeScalars.count < 100 })
        let caret = try #require(lines[2].firstIndex(of: "^"))
        let column = lines[2].distance(from: lines[2].startIndex, to: caret)
        #expect(lines[1][lines[1].index(lines[1].startIndex, offsetBy: column)] == "5")
    }

    @Test("carets stand under wide characters, tabs and combining marks")
    func columns() {
        let line = SnippetLine(
            .init(bytes: Array("\t定e\u{301} = x".utf8)), line: 1, span: 10..<11, width: 80)
        #expect(line.text == "    定e\u{301} = x")
        #expect(line.padding.count == 4 + 2 + 1 + 3)
        #expect(line.carets == "^")
    }

    @Test("control characters and broken UTF-8 cannot reach the terminal")
    func hostile() {
        let bytes: [UInt8] = Array("duration = 5\n\"a\u{1B}[31m".utf8) + [0xFF, 0xC3] + Array("\" = 1\n".utf8)
        let reading = ScenarioReader.read(bytes: bytes)
        let told = DiagnosticRenderer(path: "a.toml").text(reading)
        #expect(!told.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
        #expect(!reading.diagnostics.isEmpty)
    }

    @Test("JSON lines are JSON and say the same")
    func json() throws {
        let reading = reading("duration = 5\n\n[[timer]]\nid = \"a\"\n[[timer]]\nid = \"a\"\n")
        #expect(reading.diagnostics.count > 3)
        for diagnostic in reading.diagnostics {
            let line = DiagnosticRenderer(path: "a\"b.toml").jsonLine(diagnostic, in: reading.sources)
            #expect(line.hasSuffix("\n"))
            let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            let payload = try #require(object["payload"] as? [String: Any])
            #expect(payload["code"] as? String == diagnostic.code)
            #expect(payload["file"] as? String == "a\"b.toml")
            #expect(payload["message"] as? String == diagnostic.message)
        }
    }

    @Test("a file with too many mistakes shows the first and says how many are left")
    func tooMany() throws {
        let text = "duration = \"5s\"\n" + (0..<250).map { "key\($0) = 1\n" }.joined()
        let reading = reading(text)
        #expect(reading.diagnostics.count == DiagnosticCollector.limit + 1)
        let last = try #require(reading.diagnostics.last)
        #expect(last.code == "TL1199")
        #expect(last.message == "too many errors: 150 more are not shown")
    }

    @Test("diagnostics are sorted by place")
    func sorted() {
        let reading = reading("[[expect]]\ntimer = \"x\"\n[[timer]]\nid = 1\n[device]\nx = 1\n")
        let starts = reading.diagnostics.map(\.span.lowerBound)
        #expect(starts == starts.sorted())
        #expect(starts.count > 4)
    }
}
