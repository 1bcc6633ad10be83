import Foundation
import LabPlatform

/// A folder of its own for one test, gone afterwards.
package final class ScratchFolder: Sendable {
    package let path: String

    package init() throws {
        // The real path: on macOS the temporary directory is reached through a symbolic link, which Foundation keeps.
        let temporary = NSTemporaryDirectory()
        let url = URL(filePath: FileSystem.realPath(temporary) ?? temporary)
            .appending(path: "timerlab-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Writes a file with the folders that lead to it, and returns its path.
    @discardableResult
    package func write(_ name: String, _ text: String = "duration = \"1s\"\n") throws -> String {
        let file = path + "/" + name
        try FileManager.default.createDirectory(
            atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try text.write(toFile: file, atomically: false, encoding: .utf8)
        return file
    }

    package func read(_ name: String) throws -> String {
        try String(contentsOfFile: path + "/" + name, encoding: .utf8)
    }

    package func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: path + "/" + name) }

    package var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }
}
