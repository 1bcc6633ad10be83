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
        // Most strings have neither an escape nor a line end.
        var offset = bytes[content].firstIndex { $0 == .backslash || $0 == .carriageReturn } ?? content.upperBound
        var text = Array(bytes[content.lowerBound..<offset])
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
        if let byte = Self.escaped[bytes[next]] {
            text.append(byte)
            return next + 1
        }
        if let digits = Self.digits[bytes[next]] { return try readScalar(at: start, digits, into: &text) }
        // A backslash at the end of a line: the text continues behind all that is blank.
        let blank = bytes[next..<content.upperBound].prefix { $0.isBlank || $0 == .carriageReturn || $0 == .lineFeed }
        if isMultiline, blank.contains(.lineFeed) { return blank.endIndex }
        let end = min(next + bytes.scalar(at: next).length, content.upperBound)
        throw Diagnostic(
            .badEscape, "\(quoted(bytes, start..<end)) is not an escape", at: start..<end,
            help: #"allowed are \b \t \n \f \r \e \" \\ \xHH \uHHHH \UHHHHHHHH; "#
                + "in single quotes a backslash stands for itself")
    }

    /// The byte for the letter of an escape.
    private static let escaped = Dictionary(
        uniqueKeysWithValues: zip("btnfre\"\\".utf8, "\u{8}\t\n\u{C}\r\u{1B}\"\\".utf8))
    /// The number of digits for the letter of an escape by number.
    private static let digits: [UInt8: Int] = [UInt8(ascii: "x"): 2, UInt8(ascii: "u"): 4, UInt8(ascii: "U"): 8]

    private func readScalar(at start: Int, _ count: Int, into text: inout [UInt8]) throws(Diagnostic) -> Int {
        let digits = bytes[start + 2..<content.upperBound].prefix(count).prefix { $0.hexDigit != nil }
        let end = digits.endIndex
        guard digits.count == count, let value = UInt32(bytes.text(start + 2..<end), radix: 16) else {
            throw Diagnostic(
                .badEscape, "\(quoted(bytes, start..<end)) needs \(count) hexadecimal digits", at: start..<end)
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
