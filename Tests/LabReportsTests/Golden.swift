import Foundation
import Testing

/// Text that must not change unnoticed, in files beside the tests; written anew when `RECORD_GOLDEN` is set.
enum Golden {
    static func check(_ text: String, _ name: String, at location: SourceLocation = #_sourceLocation) throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden")
        let file = folder.appending(path: name)
        if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
            return
        }
        let expected = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        #expect(text == expected, "\(name) differs", sourceLocation: location)
    }
}
