/// Reads a value that is written without quotes and brackets; the whole range must be one value.
struct ScalarReader {
    let bytes: [UInt8]
    let span: Range<Int>
    var offset: Int

    init(_ bytes: [UInt8], _ span: Range<Int>) { (self.bytes, self.span, offset) = (bytes, span, span.lowerBound) }

    /// The value, or the first thing that keeps it from being one.
    mutating func read() throws(Diagnostic) -> TOMLValue.Kind {
        if isDateTime { return try readDateTime() }
        switch bytes[span.lowerBound] {
        case 0x30...0x39, UInt8(ascii: "+"), UInt8(ascii: "-"), .dot: return try readNumber()
        default: return try readWord()
        }
    }

    /// True if it looks like a date or a time: `1979-` or `07:`.
    var isDateTime: Bool {
        let separator = bytes[span].drop(while: \.isDigit).first
        return bytes[span.lowerBound].isDigit && [UInt8(ascii: "-"), UInt8(ascii: ":")].contains(separator)
    }

    var byte: UInt8? { offset < span.upperBound ? bytes[offset] : nil }

    /// The place of the next character; empty at the end.
    var character: Range<Int> {
        guard byte != nil else { return offset..<offset }
        return offset..<min(offset + bytes.scalar(at: offset).length, span.upperBound)
    }

    /// `inf` and `nan` with or without a sign, which has been read.
    var special: TOMLValue.Kind? {
        let word = bytes.text(offset..<min(offset + 4, span.upperBound))
        return word == "inf" || word == "nan" ? .float(bytes.text(span)) : nil
    }

    private func readWord() throws(Diagnostic) -> TOMLValue.Kind {
        if let special { return special }
        // No word of TOML is longer; what follows would only be copied to be refused.
        let word = bytes.text(span.lowerBound..<min(span.lowerBound + 9, span.upperBound))
        if let boolean = Bool(word) { return .boolean(boolean) }
        let help: String
        switch word.lowercased() {
        case "true", "false", "inf", "nan": help = "write \(word.lowercased()) in lower case"
        case "infinity": help = "write inf"
        case "yes", "on": help = "write true"
        case "no", "off": help = "write false"
        case "null", "nil", "none": help = "TOML has no empty value; leave the key out"
        default: help = "put texts in quotes"
        }
        throw Diagnostic(.badValue, "\(quoted(bytes, span)) is not a value", at: span, help: help)
    }
}
