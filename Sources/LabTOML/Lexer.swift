/// A piece of a TOML text: punctuation, a line end, a string with its quotes, or a run of anything else.
struct Token {
    enum Kind {
        case newline, end
        case dot, equals, comma, leftBracket, rightBracket, leftBrace, rightBrace
        case atom
        case basicString, literalString, multilineBasicString, multilineLiteralString
    }

    let kind: Kind
    let start: Int
    let end: Int
    /// False for a string that the line or the file ended before its closing quotes.
    var isTerminated = true

    var span: Range<Int> { start..<end }
}

/// Cuts a text into tokens; it never fails, so only the parser reports mistakes.
///
/// Blanks and comments belong to no token.
struct Lexer {
    let bytes: [UInt8]
    private(set) var offset: Int

    /// The next token; at the end of the text always `.end`.
    mutating func next() -> Token {
        skipBlanksAndComment()
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
        case .quote: return isTripled(.quote) ? multiline(.quote) : string(.quote)
        case .apostrophe: return isTripled(.apostrophe) ? multiline(.apostrophe) : string(.apostrophe)
        default: return atom()
        }
    }

    private mutating func token(_ kind: Token.Kind, _ length: Int) -> Token {
        defer { offset += length }
        return Token(kind: kind, start: offset, end: offset + length)
    }

    private mutating func skipBlanksAndComment() {
        while let byte = bytes.at(offset), byte.isBlank { offset += 1 }
        guard bytes.at(offset) == UInt8(ascii: "#") else { return }
        while offset < bytes.count, !bytes.isLineEnd(at: offset) { offset += 1 }
    }

    private mutating func atom() -> Token {
        let start = offset
        scan: while let byte = bytes.at(offset) {
            switch byte {
            case .tab, .lineFeed, .carriageReturn, .space, .quote, .apostrophe, .dot: break scan
            case UInt8(ascii: "="), UInt8(ascii: ","), UInt8(ascii: "#"): break scan
            case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"): break scan
            default: offset += 1
            }
        }
        return Token(kind: .atom, start: start, end: offset)
    }

    private func isTripled(_ quote: UInt8) -> Bool {
        bytes.at(offset) == quote && bytes.at(offset + 1) == quote && bytes.at(offset + 2) == quote
    }

    private mutating func string(_ quote: UInt8) -> Token {
        let start = offset
        let kind: Token.Kind = quote == .quote ? .basicString : .literalString
        offset += 1
        while offset < bytes.count, !bytes.isLineEnd(at: offset) {
            let byte = bytes[offset]
            offset += 1
            if byte == quote { return Token(kind: kind, start: start, end: offset) }
            let escapes = byte == .backslash && quote == .quote
            if escapes, offset < bytes.count, !bytes.isLineEnd(at: offset) { offset += 1 }
        }
        return Token(kind: kind, start: start, end: offset, isTerminated: false)
    }

    private mutating func multiline(_ quote: UInt8) -> Token {
        let start = offset
        let kind: Token.Kind = quote == .quote ? .multilineBasicString : .multilineLiteralString
        offset += 3
        while offset < bytes.count {
            if isTripled(quote) {
                offset += 3
                // One or two quotes may stand just inside the closing ones.
                for _ in 0..<2 where bytes.at(offset) == quote { offset += 1 }
                return Token(kind: kind, start: start, end: offset)
            }
            let escapes = bytes[offset] == .backslash && quote == .quote
            offset = min(offset + (escapes ? 2 : 1), bytes.count)
        }
        return Token(kind: kind, start: start, end: offset, isTerminated: false)
    }
}
