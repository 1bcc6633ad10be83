/// Checks all characters: valid UTF-8, and no control characters but tab and line ends.
///
/// One mistake a line is enough: a binary file would otherwise bury everything else.
func checkCharacters(_ bytes: [UInt8], from start: Int, into log: inout DiagnosticLog) {
    var offset = start
    var lineHasMistake = false
    func report(_ fault: Fault, _ message: @autoclosure () -> String, _ length: Int, help: String) {
        if !lineHasMistake { log.reportCharacter(fault, message(), at: offset..<offset + length, help: help) }
        lineHasMistake = true
    }
    while offset < bytes.count {
        let byte = bytes[offset]
        var length = 1
        switch byte {
        case .lineFeed: lineHasMistake = false
        case .tab, 0x20...0x7E: break
        case .carriageReturn:
            if bytes.at(offset + 1) != .lineFeed {
                report(
                    .controlCharacter, "a carriage return is only allowed before a line feed", length,
                    help: "end lines with LF or CRLF; write \\r inside a string in double quotes")
            }
        case 0x00...0x1F, 0x7F:
            report(
                .controlCharacter, "control character U+00\(hex(byte)) is not allowed", length,
                help: "of the control characters only tab may stand in a TOML file")
        default:
            let step = UTF8Step(bytes, at: offset)
            length = step.length
            if !step.isValid {
                let wrong = bytes[offset..<offset + length].map { "0x" + hex($0) }.joined(separator: " ")
                report(
                    .badUTF8, "invalid UTF-8: \(wrong)", length,
                    help: "TOML files are UTF-8; save the file in that encoding")
            }
        }
        offset += length
    }
}

private func hex(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true) }

/// A piece of the source for a message: in single quotes, short.
func quoted(_ bytes: [UInt8], _ span: Range<Int>) -> String {
    let longest = 40
    var end = span.lowerBound
    var count = 0
    while end < span.upperBound, count < longest {
        end += UTF8Step(bytes, at: end).length
        count += 1
    }
    let text = bytes.text(span.lowerBound..<min(end, span.upperBound))
    return end < span.upperBound ? "'\(text)…'" : "'\(text)'"
}
