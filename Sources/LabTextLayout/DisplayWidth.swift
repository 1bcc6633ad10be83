/// The number of columns that a text takes on a terminal.
package enum DisplayWidth {
    /// The width of a text: two columns for East Asian wide or fullwidth characters and for emoji, none for combining
    /// marks (Unicode Standard Annex 11).
    package static func of(_ text: String) -> Int {
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text.utf8.count }
        return text.reduce(0) { $0 + of($1) }
    }

    /// The width of a character: that of its widest scalar.
    static func of(_ character: Character) -> Int {
        // Variation selector 16 asks for the emoji form of the letter before.
        character.unicodeScalars.reduce(0) { max($0, $1.value == 0xFE0F ? 2 : of($1)) }
    }

    /// The width of a single scalar.
    static func of(_ scalar: Unicode.Scalar) -> Int {
        if scalar.value < 0x300 { return scalar.value == 0xAD ? 0 : 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: return isWide(scalar.value) || scalar.properties.isEmojiPresentation ? 2 : 1
        }
    }

    /// The blocks whose letters are wide or fullwidth, unassigned code points of the ideographic planes included.
    private static func isWide(_ value: UInt32) -> Bool {
        switch value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
            0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0xFFE0...0xFFE6, 0x16FE0...0x18AFF, 0x1B000...0x1B2FF, 0x1F200...0x1F320, 0x20000...0x3FFFD:
            true
        default: false
        }
    }

    /// The text cut to a number of columns, with `…` at the cut.
    package static func clipped(_ text: String, to width: Int) -> String {
        guard of(text) > width else { return text }
        guard width > 1 else { return width == 1 ? "…" : "" }
        var used = 0
        let kept = text.prefix { character in
            used += of(character)
            return used < width
        }
        return kept + "…"
    }

    /// The text broken at spaces into lines of at most `width` columns; a word wider than that keeps a line of its own.
    ///
    /// - Parameter start: the columns of the first line that are already used.
    package static func wrapped(_ text: String, to width: Int, from start: Int = 0) -> [String] {
        var lines: [String] = []
        var line = ""
        var used = start
        for word in text.split(separator: " ", omittingEmptySubsequences: true) {
            let next = of(String(word))
            if used > 0, used + 1 + next > width {
                lines.append(line)
                (line, used) = ("", 0)
            }
            if !line.isEmpty {
                line += " "
                used += 1
            }
            line += word
            used += next
        }
        if used > 0 || lines.isEmpty { lines.append(line) }
        return lines
    }

    /// The text itself if it fits, else wrapped, with the lines after the first indented by two. Without a width it may
    /// have any length.
    package static func hanging(_ text: String, to width: Int?, from start: Int = 0) -> String {
        guard let width, start + of(text) > width else { return text }
        return wrapped(text, to: width - 2, from: start - 2).joined(separator: "\n  ")
    }
}
