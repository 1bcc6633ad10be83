import LabExactTime
import LabRecording

/// The number and a hash of the source lines that a scenario models, for the baseline.
package struct CodeBlock: Hashable {
    var lineCount: Int
    var hash: UInt64

    /// The lines of a file, each by its hash. CRLF counts as LF.
    package struct Lines {
        private let hashes: [UInt64]

        package init(_ bytes: [UInt8]) {
            var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
            if lines.last?.isEmpty == true { lines.removeLast() }
            hashes = lines.map { Fingerprint.hash($0.last == 0x0D ? $0.dropLast() : $0) }
        }

        package var count: Int { hashes.count }

        /// The block of some lines, from 1; nil means all, and the result is nil beyond the end of the file.
        package func block(_ range: ClosedRange<Int>?) -> CodeBlock? {
            let range = range ?? 1...max(1, count)
            guard range.upperBound <= count else { return nil }
            let hash = hashes[(range.lowerBound - 1)..<range.upperBound].reduce(0) { $0 &* CodeBlock.base &+ $1 }
            return CodeBlock(lineCount: range.count, hash: hash)
        }

        /// The first place of a block in the file, from line 1.
        package func place(of block: CodeBlock) -> ClosedRange<Int>? {
            let length = block.lineCount
            guard 1 <= length, length <= count else { return nil }
            // The hash of a window of lines is that of all up to its end, without those before it.
            let hashes = hashes.reduce(into: [UInt64(0)]) { $0.append($0[$0.count - 1] &* CodeBlock.base &+ $1) }
            let lead = (0..<length).reduce(UInt64(1)) { power, _ in power &* CodeBlock.base }
            let end = (length...count).first { hashes[$0] &- hashes[$0 - length] &* lead == block.hash }
            return end.map { ($0 - length + 1)...$0 }
        }
    }

    private static let base: UInt64 = 0x9E37_79B9_7F4A_7C15

    /// `../App/Countdown.swift:42-58, 17 lines, a1b2c3d4e5f60708`.
    package func text(of mark: String) -> String {
        "\(mark), \(Plural.of(lineCount, "line")), \(Fingerprint.text(hash))"
    }

    /// Reads what `text(of:)` wrote; nil for any other text.
    package static func read(_ text: String) -> (mark: String, block: CodeBlock)? {
        let parts = text.split(separator: ", ", omittingEmptySubsequences: false)
        guard parts.count >= 3, let hash = UInt64(parts[parts.count - 1], radix: 16),
            let count = Int(parts[parts.count - 2].split(separator: " ").first ?? "")
        else { return nil }
        return (parts.dropLast(2).joined(separator: ", "), CodeBlock(lineCount: count, hash: hash))
    }
}
