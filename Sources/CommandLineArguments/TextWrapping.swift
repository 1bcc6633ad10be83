import TextLayout

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
            let length = DisplayWidth.of(String(word))
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
                let step = DisplayWidth.of(character)
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
