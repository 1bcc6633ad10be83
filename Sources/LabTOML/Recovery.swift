/// How the parser finds the place to go on after a mistake.
extension Parser {
    /// Passes the rest of the line; strings and what they contain belong to it.
    mutating func skipToLineEnd() {
        while token.kind != .newline, token.kind != .end { advance() }
    }

    /// Passes line ends and says whether there was one.
    mutating func skipLineEnds() -> Bool {
        var isNewLine = false
        while token.kind == .newline {
            advance()
            isNewLine = true
        }
        return isNewLine
    }

    /// Goes to the `=` of a wrong key, so that its value can be read over; false when there is none.
    mutating func skipToEquals() -> Bool {
        while true {
            switch token.kind {
            case .equals: return true
            case .newline, .end: return false
            case .comma, .rightBrace, .rightBracket:
                if openBraces > 0 { return false }
                advance()
            default: advance()
            }
        }
    }

    /// Goes to the comma or the bracket that ends the current element, or to a line that looks like a statement.
    mutating func skipToDelimiter() {
        var level = 0
        while true {
            switch token.kind {
            case .end: return
            case .comma where level == 0: return
            case .rightBracket, .rightBrace:
                if level == 0 { return }
                level -= 1
            case .leftBracket, .leftBrace:
                level += 1
            case .newline:
                if nextLineStartsStatement() { return }
            default:
                break
            }
            advance()
        }
    }

    /// Passes an opening bracket and all up to the one that closes it.
    mutating func skipBalanced() {
        var level = 0
        repeat {
            switch token.kind {
            case .leftBracket, .leftBrace: level += 1
            case .rightBracket, .rightBrace: level -= 1
            case .end: return
            default: break
            }
            advance()
        } while level > 0
    }

    var startsValue: Bool {
        switch token.kind {
        case .atom, .dot, .basicString, .literalString, .multilineBasicString, .multilineLiteralString, .leftBracket,
            .leftBrace:
            true
        case .newline, .end, .equals, .comma, .rightBracket, .rightBrace: false
        }
    }

    var startsKey: Bool { token.kind == .atom || token.kind == .basicString || token.kind == .literalString }

    private func nextLineStartsStatement() -> Bool {
        var ahead = self
        ahead.advance()
        return ahead.isUnindented && ahead.startsAssignment || ahead.startsHeader
    }
}

/// What tells a statement from an element that lacks its comma; a copy of the parser runs ahead.
extension Parser {
    /// Whether the token is the first of its line and no blank stands before it.
    var isUnindented: Bool { token.start == 0 || bytes[token.start - 1] == .lineFeed }

    /// Whether `key =` stands here.
    var startsAssignment: Bool {
        var ahead = self
        return ahead.passKeyPath() && ahead.token.kind == .equals
    }

    /// Whether an unindented `[key]` or `[[key]]` with nothing behind it stands here.
    var startsHeader: Bool {
        guard token.kind == .leftBracket, isUnindented else { return false }
        var ahead = self
        ahead.advance()
        let isElement = ahead.token.kind == .leftBracket
        if isElement { ahead.advance() }
        guard ahead.passKeyPath() else { return false }
        for _ in 0..<(isElement ? 2 : 1) {
            guard ahead.token.kind == .rightBracket else { return false }
            ahead.advance()
        }
        return ahead.token.kind == .newline || ahead.token.kind == .end
    }

    /// Passes a key and its dots; false when there is none.
    private mutating func passKeyPath() -> Bool {
        while startsKey {
            advance()
            guard token.kind == .dot else { return true }
            advance()
        }
        return false
    }
}
