/// Reads a value that is written without quotes and brackets.
func readScalar(_ bytes: [UInt8], _ span: Range<Int>) throws(Mistake) -> TOMLValue.Kind {
    if DateTimeReader.looksLikeDateTime(bytes, span) {
        var reader = DateTimeReader(bytes, span)
        return try reader.read()
    }
    switch bytes[span.lowerBound] {
    case 0x30...0x39, UInt8(ascii: "+"), UInt8(ascii: "-"), .dot:
        var reader = NumberReader(bytes, span)
        return try reader.read()
    default:
        return try readWord(bytes, span)
    }
}

private func readWord(_ bytes: [UInt8], _ span: Range<Int>) throws(Mistake) -> TOMLValue.Kind {
    // No word of TOML is longer; what follows would only be copied to be refused.
    let word = bytes.text(span.lowerBound..<min(span.lowerBound + 9, span.upperBound))
    switch word {
    case "true": return .boolean(true)
    case "false": return .boolean(false)
    case "inf": return .float(TOMLFloat(value: .infinity, text: word))
    case "nan": return .float(TOMLFloat(value: .nan, text: word))
    default: break
    }
    let help: String
    switch word.lowercased() {
    case "true", "false", "inf", "nan": help = "write \(word.lowercased()) in lower case"
    case "infinity": help = "write inf"
    case "yes", "on": help = "write true"
    case "no", "off": help = "write false"
    case "null", "nil", "none": help = "TOML has no empty value; leave the key out"
    default: help = "put texts in quotes"
    }
    throw Mistake(.badValue, "\(quoted(bytes, span)) is not a value", at: span, help: help)
}
