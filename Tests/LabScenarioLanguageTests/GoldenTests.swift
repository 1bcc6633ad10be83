import Foundation
import LabScenarioModel
import Testing

@testable import LabScenarioLanguage

/// Scenarios with mistakes beside what is said about them.
///
/// `TIMERLAB_RECORD=1` writes all of them anew. A first line `# --set PATH=VALUE` is given as on the command line.
@Suite("What is said about mistakes")
struct GoldenTests {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Golden")

    static let names: [String] = {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return files.filter { $0.hasSuffix(".toml") }.map { String($0.dropLast(5)) }.sorted()
    }()

    @Test("each mistake is told as recorded", arguments: names)
    func told(name: String) throws {
        let scenario = GoldenTests.folder.appendingPathComponent(name + ".toml")
        let record = GoldenTests.folder.appendingPathComponent(name + ".txt")
        let bytes = [UInt8](try Data(contentsOf: scenario))
        let reading = ScenarioReader.read(bytes: bytes, overrides: GoldenTests.overrides(in: bytes))
        let isWrong = reading.diagnostics.contains { $0.severity == .error } || !reading.overrideFaults.isEmpty
        #expect((reading.plan == nil) == isWrong)
        var told = DiagnosticRenderer(path: name + ".toml").text(reading)
        for fault in reading.overrideFaults {
            told += "timerlab: error: \(fault.message)\n" + (fault.help.map { "help: \($0)\n" } ?? "")
        }
        let isRecording = ProcessInfo.processInfo.environment["TIMERLAB_RECORD"] != nil
        if isRecording || !FileManager.default.fileExists(atPath: record.path) {
            try Data(told.utf8).write(to: record)
            if !isRecording { Issue.record("recorded anew: \(name).txt") }
        }
        #expect(told == String(decoding: try Data(contentsOf: record), as: UTF8.self))
        if name.hasPrefix("TL") {
            #expect(reading.diagnostics.contains { name.hasPrefix($0.code) }, "\(name) does not give its code")
        }
    }

    @Test("every code of the language has a record")
    func complete() {
        let recorded = Set(GoldenTests.names.map { String($0.prefix(6)) })
        for code in DiagnosticCode.ofReading where code != .tooMany {
            #expect(recorded.contains(code.rawValue), "\(code.rawValue) has no record")
        }
        let known = Set(DiagnosticCode.ofReading.map(\.rawValue))
        #expect(recorded.filter { $0.hasPrefix("TL1") && $0 >= "TL11" }.isSubset(of: known))
    }

    private static func overrides(in bytes: [UInt8]) -> [ScenarioOverride] {
        String(decoding: bytes, as: UTF8.self).split(separator: "\n").prefix { $0.hasPrefix("# --set ") }
            .map { ScenarioOverride(String($0.dropFirst("# --set ".count))) }
    }
}
