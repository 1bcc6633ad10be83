/// A piece of a TOML text: punctuation, a line end, a string with its quotes, or a run of anything else.
struct Token {
    enum Kind {
        case newline, end
        case dot, equals, comma, leftBracket, rightBracket, leftBrace, rightBrace
        case atom
        case string, multilineString
    }

    let kind: Kind
    let start: Int
    let end: Int
    /// False for a string that the line or the file ended before its closing quotes.
    var isTerminated = true

    var span: Range<Int> { start..<end }
}

/// Cuts a text into tokens; it never fails: only the parser reports mistakes.
///
/// Blanks and comments belong to no token.
struct Lexer {
    let bytes: [UInt8]
    private(set) var offset: Int

    /// The next token; at the end of the text always `.end`.
    mutating func next() -> Token {
        while let byte = bytes.at(offset), byte.isBlank { offset += 1 }
        if bytes.at(offset) == UInt8(ascii: "#") {
            while offset < bytes.count, !bytes.isLineEnd(at: offset) { offset += 1 }
        }
        guard offset < bytes.count else { return Token(kind: .end, start: bytes.count, end: bytes.count) }
        switch bytes[offset] {
        case .lineFeed: return token(.newline, 1)
        case .carriageReturn: return token(.newline, 2)
        case .dot: return token(.dot, 1)
        case UInt8(ascii: "="): return token(.equals, 1)
        case UInt8(ascii: ","): return token(.comma, 1)
        case UInt8(ascii: "["): return token(.leftBracket, 1)
        case UInt8(ascii: "]"): return token(.rightBracket, 1)
        case UInt8(ascii: "{"): return token(.leftBrace, 1)
        case UInt8(ascii: "}"): return token(.rightBrace, 1)
        case .quote, .apostrophe: return string()
        default: return atom()
        }
    }

    private mutating func token(_ kind: Token.Kind, _ length: Int) -> Token {
        defer { offset += length }
        return Token(kind: kind, start: offset, end: offset + length)
    }

    /// For each byte, true if a bare key or value ends before it.
    private static let endsAtom = (UInt8.min ... .max).map("\t\n\r \"'.=,#[]{}".utf8.contains)

    private mutating func atom() -> Token {
        let ends = Self.endsAtom
        let end = bytes[offset...].firstIndex { ends[Int($0)] } ?? bytes.count
        return token(.atom, end - offset)
    }

    private mutating func string() -> Token {
        let (start, quote) = (offset, bytes[offset])
        func isQuoted(_ count: Int) -> Bool { (0..<count).allSatisfy { bytes.at(offset + $0) == quote } }
        let width = isQuoted(3) ? 3 : 1
        let kind: Token.Kind = width == 3 ? .multilineString : .string
        offset += width
        while offset < bytes.count, width == 3 || !bytes.isLineEnd(at: offset) {
            if isQuoted(width) {
                offset += width
                // One or two quotes may be just inside the closing three.
                for _ in 1..<width where bytes.at(offset) == quote { offset += 1 }
                return Token(kind: kind, start: start, end: offset)
            }
            let escapes = bytes[offset] == .backslash && quote == .quote
            offset += 1
            if escapes, offset < bytes.count, !bytes.isLineEnd(at: offset) { offset += 1 }
        }
        return Token(kind: kind, start: start, end: offset, isTerminated: false)
    }
}
