/// Distinguishes a statement from an element without its comma, with a copy of the parser that reads ahead.
extension Parser {
    /// True if the token is the first of its line, without a blank before it.
    var isUnindented: Bool { token.start == 0 || bytes[token.start - 1] == .lineFeed }

    /// True if `key =` comes next.
    var startsAssignment: Bool {
        var ahead = self
        return ahead.passKeyPath() && ahead.token.kind == .equals
    }

    /// True if an unindented `[key]` or `[[key]]` comes next, alone on its line.
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

    /// Skips a key and its dots; false if there is none.
    private mutating func passKeyPath() -> Bool {
        while token.kind == .atom || token.kind == .basicString || token.kind == .literalString {
            advance()
            guard token.kind == .dot else { return true }
            advance()
        }
        return false
    }
}
