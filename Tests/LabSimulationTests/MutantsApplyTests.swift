import Foundation
import Testing

/// What `make mutants` replaces stands in the sources, once.
@Suite("Mutants of the simulation")
struct MutantsApplyTests {
    private static let root = URL(filePath: #filePath).appending(path: "../../..").standardized

    private static let sources: String = ["LabSimulation", "LabScenarioProgram"].flatMap { module -> [String] in
        let folder = root.appending(path: "Sources/\(module)")
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects ?? []
        return files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
            .compactMap { try? String(contentsOf: $0, encoding: .utf8) }
    }.joined(separator: "\n")

    private static let lines: [Substring] = {
        let file = root.appending(path: "Tests/Support/Mutants/mutants.txt")
        return ((try? String(contentsOf: file, encoding: .utf8)) ?? "").split(separator: "\n")
    }()

    @Test("each applies", arguments: lines.filter { $0.hasPrefix("- ") }.map(String.init))
    func applies(line: String) {
        #expect(Self.sources.ranges(of: line.dropFirst(2)).count == 1)
    }

    @Test("there are twenty-five, each with a rule of its own, and each - line has its + line")
    func count() {
        let names = Self.lines.filter { !$0.hasPrefix("#") && !$0.hasPrefix("- ") && !$0.hasPrefix("+ ") }
            .map { $0.prefix { $0 != ":" } }
        #expect(names.count == 25)
        #expect(Set(names).count == 25)
        let marks = Self.lines.compactMap { $0.hasPrefix("- ") || $0.hasPrefix("+ ") ? $0.first : nil }
        #expect(String(marks) == String(repeating: "-+", count: marks.count / 2))
    }
}
