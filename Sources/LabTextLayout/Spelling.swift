/// Guesses the intended word of a mistyped one.
package enum Spelling {
    /// The candidate that differs by the fewest typing slips, if they are few for the length of the word.
    package static func nearest(to word: String, in candidates: [String]) -> String? {
        let wanted = Array(word.lowercased().utf8.prefix(64)).map { $0 == UInt8(ascii: "-") ? UInt8(ascii: "_") : $0 }
        guard !wanted.isEmpty, word.utf8.count <= 64 else { return nil }
        let near = candidates.compactMap { candidate -> (word: String, slips: Int)? in
            let letters = candidate.lowercased().utf8.map { $0 == UInt8(ascii: "-") ? UInt8(ascii: "_") : $0 }
            let allowed = min(max(1, max(wanted.count, letters.count) / 3), 3)
            guard abs(letters.count - wanted.count) <= allowed else { return nil }
            let slips = slips(wanted, letters)
            // A word whose every letter changed is another word.
            return slips <= allowed && slips < min(wanted.count, letters.count) ? (candidate, slips) : nil
        }
        return near.min { $0.slips < $1.slips }?.word
    }

    /// `did you mean "tick"?`, if there is such a candidate.
    package static func question(_ word: String, in candidates: [String], quote: String = "\"") -> String? {
        nearest(to: word, in: candidates).map { "did you mean \(quote)\($0)\(quote)?" }
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
                var least = min(substituted, last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    least = min(least, beforeLast[column - 1] + 1)
                }
                current.append(least)
            }
            (beforeLast, last) = (last, current)
        }
        return last[right.count]
    }
}

extension [String] {
    /// `a`, `a and b`, `a, b and c`.
    package var enumerated: String { enumerated(by: "and") }

    /// The same with another word before the last.
    package func enumerated(by word: String) -> String {
        guard let last, count > 1 else { return first ?? "" }
        return dropLast().joined(separator: ", ") + " \(word) " + last
    }
}

extension Substring {
    /// The text without the spaces around it.
    package var withoutSpaces: Substring {
        var rest = drop { $0 == " " }
        while rest.last == " " { rest.removeLast() }
        return rest
    }
}
