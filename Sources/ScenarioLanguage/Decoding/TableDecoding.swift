import ScenarioModel
import TextLayout

extension ScenarioDecoder {
    /// Reads the keys of a table as its schema describes them.
    ///
    /// - Parameter skipped: keys that the caller reads by itself.
    mutating func table(_ node: Node, as schema: TableSchema, skipping skipped: Set<String> = []) -> DecodedTable {
        var result = DecodedTable(schema: schema, span: node.span)
        for entry in node.entries where !skipped.contains(entry.name) {
            guard let key = schema.key(entry.name) else {
                if let guess = reportUnknownKey(entry, in: schema) { result.noteGuess(guess) }
                result.noteWrong(entry.name, keySpan: entry.keySpan)
                continue
            }
            if let item = value(entry.node, as: key.type, of: key.name) {
                result.set(key.name, item, keySpan: entry.keySpan)
            } else {
                result.noteWrong(key.name, keySpan: entry.keySpan)
            }
        }
        if isComplete {
            let start = node.span.lowerBound
            let place = schema.form == .file ? start..<start : node.span
            for key in schema.keys where key.isRequired && result.isMissing(key.name) {
                report(
                    Diagnostic(
                        .missingKey, "\(schema.title) needs the key '\(key.name)'", at: place,
                        help: key.example.map { "add \(key.name) = \($0)" }))
            }
        }
        return result
    }

    /// Returns the key that was probably meant.
    private mutating func reportUnknownKey(_ entry: Entry, in schema: TableSchema) -> String? {
        let known = schema.keys.map(\.name) + (schema.form == .file ? Schema.tables.map(\.name) : [])
        let guess = collector.isFull ? nil : Spelling.nearest(to: entry.name, in: known)
        let help: String
        if let guess {
            help = "did you mean '\(guess)'?"
        } else if known.isEmpty {
            help = "\(schema.title) takes no keys"
        } else {
            help = "\(schema.title) takes \(known.joinedAsChoice())"
        }
        report(
            Diagnostic(
                .unknownKey, "unknown key '\(entry.name.shownShort)' in \(schema.title)", at: entry.keySpan, help: help)
        )
        return guess
    }

    /// Says that two keys of one table contradict each other.
    mutating func reportConflict(_ first: String, _ second: String, in table: DecodedTable, help: String) {
        guard let one = table.keySpans[first], let other = table.keySpans[second] else { return }
        report(
            Diagnostic(
                .conflictingKeys, "'\(first)' and '\(second)' exclude each other", at: max(one, other), help: help,
                related: [Diagnostic.Related("the other one stands here", at: min(one, other))]))
    }

    private func max(_ one: Place, _ other: Place) -> Place { one.lowerBound > other.lowerBound ? one : other }
    private func min(_ one: Place, _ other: Place) -> Place { one.lowerBound > other.lowerBound ? other : one }
}

/// Finds what somebody may have meant.
public enum Spelling {
    /// The candidate that differs by the fewest typing slips, if they are few for the length of the word.
    public static func nearest(to word: String, in candidates: [String]) -> String? {
        let wanted = Array(word.lowercased().utf8.prefix(64)).map { $0 == UInt8(ascii: "-") ? UInt8(ascii: "_") : $0 }
        guard !wanted.isEmpty, word.utf8.count <= 64 else { return nil }
        var best: (candidate: String, distance: Int)?
        for candidate in candidates {
            let letters = candidate.lowercased().utf8.map { $0 == UInt8(ascii: "-") ? UInt8(ascii: "_") : $0 }
            let allowed = Swift.min(Swift.max(1, Swift.max(wanted.count, letters.count) / 3), 3)
            guard abs(letters.count - wanted.count) <= allowed else { continue }
            let distance = slips(wanted, letters)
            if distance <= allowed, distance < best?.distance ?? Int.max { best = (candidate, distance) }
        }
        return best?.candidate
    }

    /// Insertions, deletions, substitutions and swaps of neighbours that turn one word into the other
    /// (optimal string alignment).
    private static func slips(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for row in left.indices {
            var current = [row + 1]
            for column in right.indices {
                let substituted = last[column] + (left[row] == right[column] ? 0 : 1)
                var least = Swift.min(substituted, last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    least = Swift.min(least, beforeLast[column - 1] + 1)
                }
                current.append(least)
            }
            (beforeLast, last) = (last, current)
        }
        return last[right.count]
    }
}

extension String {
    /// Short and printable, for a message.
    var shownShort: String {
        let text = unicodeScalars.prefix(40)
        return VisibleText.line(String(text)) + (text.endIndex == unicodeScalars.endIndex ? "" : "…")
    }
}
