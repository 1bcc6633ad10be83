import Foundation

/// The five logs that the first article quotes, to the letter; the raw value names the file, and the scenario that
/// simulates it if there is one.
package enum QuotedLog: String, CaseIterable, Sendable {
    /// An empty callback, on a simulator. (claim 0.9)
    case empty = "empty-callback"
    /// A loop of 10⁶ turns, on a simulator. (claim 0.10)
    case lightSimulated = "light-work-simulator"
    /// The same on an iPhone 6. (claim 0.11)
    case lightOnPhone = "light-work-iphone6"
    /// A loop of 10⁹ turns on the iPhone 6. (claim 0.12)
    case heavyOnPhone = "heavy-work"
    /// After what the article calls remedies. (claim 0.13)
    case remedied = "off-the-loop"

    /// The file, in `Scenarios/quoted` of this checkout.
    package var path: String {
        URL(filePath: #filePath).appending(path: "../../../../Scenarios/quoted/\(rawValue).log").standardized.path
    }

    /// The lines, each with its line feed; empty without the file.
    package var text: String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }

    package var bytes: [UInt8] { Array(text.utf8) }
}
