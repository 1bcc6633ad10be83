/// Decodes the four string forms; the lexer has found their ends.
struct StringReader {
    private let bytes: [UInt8]
    private let content: Range<Int>
    private let isMultiline: Bool
    private let isLiteral: Bool

    init(_ bytes: [UInt8], _ token: Token) {
        self.bytes = bytes
        isMultiline = token.kind == .multilineString
        isLiteral = bytes[token.start] == .apostrophe
        let width = isMultiline ? 3 : 1
        var start = token.start + width
        if isMultiline, bytes.isLineEnd(at: start) {
            // The line end right after the opening quotes is not part of the text.
            start += bytes[start] == .lineFeed ? 1 : 2
        }
        content = start..<(token.end - width)
    }

    /// The decoded string, or its first wrong escape.
    func read() throws(Diagnostic) -> TOMLString {
        var text: [UInt8] = []
        text.reserveCapacity(content.count)
        var offset = content.lowerBound
        while offset < content.upperBound {
            let byte = bytes[offset]
            if byte == .backslash, !isLiteral {
                offset = try readEscape(at: offset, into: &text)
            } else if byte == .carriageReturn, bytes.at(offset + 1) == .lineFeed {
                // A line end in a string is one line feed, however the file was saved.
                offset += 1
            } else {
                text.append(byte)
                offset += 1
            }
        }
        return TOMLString(
            text: String(decoding: text, as: UTF8.self), contentStart: content.lowerBound,
            isVerbatim: text.count == content.count)
    }

    /// Reads the escape that starts with the backslash at `start` and returns the offset behind it.
    private func readEscape(at start: Int, into text: inout [UInt8]) throws(Diagnostic) -> Int {
        let next = start + 1
        guard next < content.upperBound else { return content.upperBound }
        switch bytes[next] {
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "e"): text.append(0x1B)
        case .quote: text.append(.quote)
        case .backslash: text.append(.backslash)
        case UInt8(ascii: "x"): return try readScalar(at: start, digits: 2, into: &text)
        case UInt8(ascii: "u"): return try readScalar(at: start, digits: 4, into: &text)
        case UInt8(ascii: "U"): return try readScalar(at: start, digits: 8, into: &text)
        default:
            if isMultiline, let end = endOfContinuation(from: next) { return end }
            let end = min(next + UTF8Step(bytes, at: next).length, content.upperBound)
            throw Diagnostic(
                .badEscape, "\(quoted(bytes, start..<end)) is not an escape", at: start..<end,
                help: #"allowed are \b \t \n \f \r \e \" \\ \xHH \uHHHH \UHHHHHHHH; "#
                    + "in single quotes a backslash stands for itself")
        }
        return next + 1
    }

    /// The offset at which the text continues after a backslash at the end of a line; nil when something else follows
    /// it.
    private func endOfContinuation(from start: Int) -> Int? {
        var offset = start
        var crossedLineEnd = false
        while offset < content.upperBound {
            if bytes.isLineEnd(at: offset) {
                crossedLineEnd = true
                if bytes[offset] == .carriageReturn { offset += 1 }
            } else if !bytes[offset].isBlank {
                break
            }
            offset += 1
        }
        return crossedLineEnd ? offset : nil
    }

    private func readScalar(at start: Int, digits: Int, into text: inout [UInt8]) throws(Diagnostic) -> Int {
        var end = start + 2
        var value: UInt32 = 0
        while end < start + 2 + digits, end < content.upperBound, let digit = bytes[end].hexDigit {
            value = value << 4 | UInt32(digit)
            end += 1
        }
        guard end == start + 2 + digits else {
            throw Diagnostic(
                .badEscape, "\(quoted(bytes, start..<end)) needs \(digits) hexadecimal digits", at: start..<end)
        }
        guard let scalar = Unicode.Scalar(value) else {
            throw Diagnostic(
                .badScalarEscape, "\(quoted(bytes, start..<end)) is not a Unicode scalar value", at: start..<end,
                help: "allowed are 0 to D7FF and E000 to 10FFFF; surrogates are not characters")
        }
        text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        return end
    }
}
