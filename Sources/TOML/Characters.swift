/// Checks what holds for every character wherever it stands: UTF-8, and no control character but tab and line ends.
///
/// One mistake a line is enough: a binary file would otherwise bury everything else.
func checkCharacters(_ bytes: [UInt8], from start: Int, into log: inout DiagnosticLog) {
    var offset = start
    var lineHasMistake = false
    while offset < bytes.count {
        let byte = bytes[offset]
        var length = 1
        switch byte {
        case .lineFeed: lineHasMistake = false
        case .tab, 0x20...0x7E: break
        case .carriageReturn where bytes.at(offset + 1) == .lineFeed: break
        case 0x00...0x1F, 0x7F:
            if !lineHasMistake { reportControl(byte, at: offset, into: &log) }
            lineHasMistake = true
        default:
            let step = UTF8Step(bytes, at: offset)
            length = step.length
            if !step.isValid {
                if !lineHasMistake {
                    log.reportCharacter(
                        .badUTF8, "invalid UTF-8: \(hexList(bytes[offset..<offset + length]))",
                        at: offset..<offset + length, help: "TOML files are UTF-8; save the file in that encoding")
                }
                lineHasMistake = true
            }
        }
        offset += length
    }
}

private func reportControl(_ byte: UInt8, at offset: Int, into log: inout DiagnosticLog) {
    guard byte != .carriageReturn else {
        log.reportCharacter(
            .controlCharacter, "a carriage return is only allowed before a line feed", at: offset..<offset + 1,
            help: "end lines with LF or CRLF; write \\r inside a string in double quotes")
        return
    }
    log.reportCharacter(
        .controlCharacter, "control character U+00\(hex(byte)) is not allowed",
        at: offset..<offset + 1, help: "of the control characters only tab may stand in a TOML file")
}

private func hexList(_ bytes: ArraySlice<UInt8>) -> String { bytes.map { "0x" + hex($0) }.joined(separator: " ") }

private func hex(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return byte < 16 ? "0" + digits : digits
}

/// How a piece of the source is named in a message: in single quotes, short.
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
