import Foundation
import LabGoldenRecordings
import Testing

/// Every byte of what the simulation records; `make golden` writes the file anew when it is meant to change.
@Suite("Golden recordings")
struct GoldenRecordingTests {
    @Test("are what they were, byte for byte")
    func unchanged() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let root = folder.deletingLastPathComponent().deletingLastPathComponent()
        let text = { (name: String) in
            try String(contentsOf: folder.appending(path: "Golden/\(name)"), encoding: .utf8)
        }
        let found = GoldenRecordings.lines(
            shipped: try GoldenRecordings.shipped(in: root.appending(path: "Scenarios").path),
            stored: GoldenRecordings.stored(in: try text("invented.txt")))
        let kept = try text("recordings.txt").split(separator: "\n").map(String.init)
        #expect(Set(found).subtracting(kept).sorted() == [])
        #expect(found.count == kept.count && found.count > 500)
    }
}
