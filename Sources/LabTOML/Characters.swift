/// Checks all characters: valid UTF-8, and no control characters but tab and line ends.
func checkCharacters(_ bytes: [UInt8]) throws(Diagnostic) {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
        throw Diagnostic(.wideEncoding, "this file is UTF-16, not UTF-8", at: 0..<2, help: "save the file as UTF-8")
    }
    var offset = 0
    while let next = bytes[offset...].firstIndex(where: { !(0x20...0x7E ~= $0) }) {
        offset = next
        let byte = bytes[offset]
        let length = byte < 0x80 ? 1 : bytes.scalar(at: offset).length
        let place = offset..<offset + length
        switch byte {
        case .lineFeed, .tab: break
        case .carriageReturn where bytes.at(offset + 1) == .lineFeed: break
        case .carriageReturn:
            throw Diagnostic(
                .controlCharacter, "a carriage return is only allowed before a line feed", at: place,
                help: "end lines with LF or CRLF; write \\r inside a string in double quotes")
        case 0x00...0x1F, 0x7F:
            throw Diagnostic(
                .controlCharacter, "control character U+00\(hex(byte)) is not allowed", at: place,
                help: "of the control characters only tab may stand in a TOML file")
        case _ where bytes.scalar(at: offset).isValid: break
        default:
            throw Diagnostic(
                .badUTF8, "invalid UTF-8: \(bytes[place].map { "0x" + hex($0) }.joined(separator: " "))", at: place,
                help: "TOML files are UTF-8; save the file in that encoding")
        }
        offset += length
    }
}

private func hex(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true) }

/// A piece of the source for a message: in single quotes, short.
func quoted(_ bytes: [UInt8], _ span: Range<Int>) -> String {
    let longest = 40
    // A scalar has at most four bytes.
    let text = bytes.text(span.lowerBound..<min(span.lowerBound + 4 * (longest + 1), span.upperBound)).unicodeScalars
    return text.count > longest ? "'\(String(text.prefix(longest)))…'" : "'\(String(text))'"
}
