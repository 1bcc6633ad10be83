/// A second reader that runs ahead of the parser, to tell a statement from an element that lacks its comma.
struct Lookahead {
    private let bytes: [UInt8]
    private var lexer: Lexer
    private var token: Token

    /// A reader at a token that goes on behind it.
    init(_ bytes: [UInt8], at token: Token) {
        self.bytes = bytes
        self.token = token
        lexer = Lexer(bytes, from: token.end)
    }

    mutating func advance() { token = lexer.next() }

    /// Whether the token is the first of its line and no blank stands before it.
    var isUnindented: Bool { token.start == 0 || bytes[token.start - 1] == .lineFeed }

    /// Whether `key =` stands here.
    var startsAssignment: Bool {
        var copy = self
        return copy.passKeyPath() && copy.token.kind == .equals
    }

    /// Whether an unindented `[key]` or `[[key]]` with nothing behind it stands here.
    var startsHeader: Bool {
        guard token.kind == .leftBracket, isUnindented else { return false }
        var copy = self
        copy.advance()
        let isElement = copy.token.kind == .leftBracket
        if isElement { copy.advance() }
        guard copy.passKeyPath(), copy.token.kind == .rightBracket else { return false }
        copy.advance()
        if isElement {
            guard copy.token.kind == .rightBracket else { return false }
            copy.advance()
        }
        return copy.token.kind == .newline || copy.token.kind == .end
    }

    /// Passes a key and its dots; false when there is none.
    private mutating func passKeyPath() -> Bool {
        while token.kind == .atom || token.kind == .basicString || token.kind == .literalString {
            advance()
            guard token.kind == .dot else { return true }
            advance()
        }
        return false
    }
}
