import Foundation

/// A program that was built with the tests.
package enum BuiltProgram {
    private final class Marker {}

    /// The path of a program; nil when it is nowhere near the tests.
    package static func path(of name: String) -> String? {
        folders(arguments: CommandLine.arguments, bundle: Bundle(for: Marker.self).bundleURL)
            .map { $0.appending(path: name).path }
            .first(where: FileManager.default.isExecutableFile)
    }

    /// Where it may lie: beside the tests themselves (Linux), or beside the bundle that holds them, which on a Mac a
    /// helper of the toolchain runs.
    package static func folders(arguments: [String], bundle: URL) -> [URL] {
        var starts = arguments.prefix(1).map { URL(filePath: $0) }
        if let option = arguments.firstIndex(of: "--test-bundle-path"), option + 1 < arguments.count {
            starts.append(URL(filePath: arguments[option + 1]))
        }
        // NAME.xctest/Contents/MacOS/NAME: four steps up.
        return (starts + [bundle]).flatMap { start in
            (1...4).map { (0..<$0).reduce(start) { place, _ in place.deletingLastPathComponent() } }
        }
    }
}
