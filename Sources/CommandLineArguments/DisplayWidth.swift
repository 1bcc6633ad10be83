/// How many columns of a terminal a text takes: marks that combine count 0, wide East Asian scalars and emoji 2.
func displayWidth(_ text: some StringProtocol) -> Int {
    text.unicodeScalars.reduce(0) { $0 + displayWidth($1) }
}

private func displayWidth(_ scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x300 { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return wideRanges.contains { $0.contains(scalar.value) } ? 2 : 1
    }
}

/// The blocks whose scalars are Wide or Fullwidth (Unicode Standard Annex 11).
private let wideRanges: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
    0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF,
    0x20000...0x3FFFD,
]

/// The lines of a text at most `width` columns wide.
///
/// Newlines in the text stay. Lines break at spaces; a word wider than a line is broken between characters.
func wrapped(_ text: String, width: Int) -> [String] {
    let width = max(width, 1)
    var lines: [String] = []
    for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
        var line = ""
        var used = 0
        for word in paragraph.split(separator: " ") {
            let length = displayWidth(word)
            if used > 0, used + 1 + length <= width {
                line += " " + word
                used += 1 + length
                continue
            }
            if used > 0 {
                lines.append(line)
                line = ""
                used = 0
            }
            for character in word {
                let step = displayWidth(String(character))
                if used > 0, used + step > width {
                    lines.append(line)
                    line = ""
                    used = 0
                }
                line.append(character)
                used += step
            }
        }
        lines.append(line)
    }
    return lines
}
