import Foundation

/// A place in the sources, and how it is broken.
struct Place {
    var id: Int
    var line: Int
    var lastLine: Int
    var text: String
    var insertions: [(at: Int, rank: Int, text: String)]

    /// What a branch leaves out may be missed some lines below.
    var isBranch: Bool { insertions.contains { $0.rank == 0 } }
}

/// A file with its comments and texts blanked out, so that what is found is code.
struct Source {
    let bytes: [UInt8]
    let code: [UInt8]

    init(_ text: String) {
        bytes = Array(text.utf8)
        var code = bytes
        var index = 0
        func blank(_ range: Range<Int>) {
            for place in range where code[place] != UInt8(ascii: "\n") { code[place] = UInt8(ascii: "_") }
        }
        while index < code.count {
            if code[index] == UInt8(ascii: "/"), index + 1 < code.count, code[index + 1] == UInt8(ascii: "/") {
                let end = code[index...].firstIndex(of: UInt8(ascii: "\n")) ?? code.count
                for place in index..<end { code[place] = UInt8(ascii: " ") }
                index = end
            } else if code[index] == UInt8(ascii: "\"") {
                var end = index + 1
                while end < code.count, code[end] != UInt8(ascii: "\"") {
                    end += code[end] == UInt8(ascii: "\\") ? 2 : 1
                }
                blank(index + 1..<min(end, code.count))
                index = end + 1
            } else {
                index += 1
            }
        }
        // What only debug builds check is no rule.
        var isChecked = false
        var start = 0
        for end in code.indices where code[end] == UInt8(ascii: "\n") {
            let line = String(decoding: code[start..<end], as: UTF8.self).trimmingCharacters(in: .whitespaces)
            if line.hasPrefix("#if DEBUG") { isChecked = true }
            if isChecked { for place in start..<end { code[place] = UInt8(ascii: " ") } }
            if line.hasPrefix("#endif") { isChecked = false }
            start = end + 1
        }
        self.code = code
    }

    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    func codeText(_ range: Range<Int>) -> String { String(decoding: code[range], as: UTF8.self) }

    func line(of place: Int) -> Int { bytes[..<place].count { $0 == UInt8(ascii: "\n") } + 1 }

    func trimmed(_ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, code[start] == UInt8(ascii: " ") || code[start] == UInt8(ascii: "\n") { start += 1 }
        while start < end, code[end - 1] == UInt8(ascii: " ") || code[end - 1] == UInt8(ascii: "\n") { end -= 1 }
        return start..<end
    }

    /// The bracket that belongs to the one at a place.
    func closing(_ place: Int) -> Int? {
        var depth = 0
        for index in place..<code.count {
            switch code[index] {
            case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
                depth -= 1
                if depth == 0 { return index }
            default: break
            }
        }
        return nil
    }

    func ranges(of pattern: String) -> [[Range<Int>]] {
        let whole = String(decoding: code, as: UTF8.self)
        guard let expression = try? NSRegularExpression(pattern: pattern, options: [.anchorsMatchLines]) else {
            return []
        }
        return expression.matches(in: whole, range: NSRange(location: 0, length: whole.utf16.count)).map { match in
            (0..<match.numberOfRanges).map { group in
                let range = match.range(at: group)
                // Code is ASCII once its comments and texts are blanked out.
                return range.location == NSNotFound ? 0..<0 : range.location..<range.location + range.length
            }
        }
    }
}

func rewritten(_ source: Source, _ places: [Place]) -> String {
    let insertions = places.flatMap(\.insertions).enumerated().sorted {
        let (left, right) = ($0.element, $1.element)
        if left.at != right.at { return left.at < right.at }
        // What ends here ends before anything begins.
        let (leftEnds, rightEnds) = (left.rank >= 8, right.rank >= 8)
        if leftEnds != rightEnds { return leftEnds }
        return (left.rank, $0.offset) < (right.rank, $1.offset)
    }
    var text: [UInt8] = []
    var index = 0
    for (_, insertion) in insertions {
        text += source.bytes[index..<insertion.at]
        index = insertion.at
        if insertion.text.hasPrefix("\u{1}") {
            text += insertion.text.dropFirst().utf8
            while source.bytes[index] != UInt8(ascii: " "), source.bytes[index] != UInt8(ascii: "\n") { index += 1 }
        } else {
            text += insertion.text.utf8
        }
    }
    return String(decoding: text + source.bytes[index...], as: UTF8.self)
}
