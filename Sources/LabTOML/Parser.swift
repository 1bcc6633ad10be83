/// Reads a token stream into a tree, up to the first mistake, which it throws.
struct Parser {
    /// Tables and arrays lie at most this deep: no text may exhaust the stack.
    static let nestingLimit = 128

    let bytes: [UInt8]
    private(set) var token: Token
    private var lexer: Lexer
    /// The end of the token before the current one.
    private(set) var previousEnd: Int
    let root: OpenTable

    /// A parser at the first token.
    init(_ bytes: [UInt8], from offset: Int = 0) {
        self.bytes = bytes
        let start = bytes[offset...].starts(with: [0xEF, 0xBB, 0xBF]) ? offset + 3 : offset
        lexer = Lexer(bytes: bytes, offset: start)
        token = lexer.next()
        previousEnd = start
        root = OpenTable(.header, span: 0..<bytes.count)
    }

    mutating func advance() {
        previousEnd = token.end
        token = lexer.next()
    }

    /// The text at the current token, for messages.
    var found: String {
        switch token.kind {
        case .end: "the end of the file"
        case .newline: "the end of the line"
        case .dot, .equals, .comma, .leftBracket, .rightBracket, .leftBrace, .rightBrace, .atom, .string,
            .multilineString:
            quoted(bytes, token.span)
        }
    }

    /// The place of something that is missing before the current token.
    var gap: Range<Int> {
        token.kind == .newline || token.kind == .end ? previousEnd..<previousEnd : token.span
    }

    mutating func parseDocument() throws(Diagnostic) {
        var section = (table: root, depth: 0)
        while token.kind != .end {
            if token.kind == .newline {
                advance()
            } else if token.kind == .leftBracket {
                section = try parseHeader()
                try endStatement(after: "a table header")
            } else {
                try parseAssignment(in: section.table, depth: section.depth)
                try endStatement(after: "the value")
            }
        }
    }

    /// Reads `[a.b]` or `[[a.b]]` and opens its table.
    private mutating func parseHeader() throws(Diagnostic) -> (table: OpenTable, depth: Int) {
        let start = token.start
        advance()
        let isElement = token.kind == .leftBracket && token.start == previousEnd
        if isElement { advance() }
        let path = try parseKeyPath(or: "the name of a table")
        for taken in 0..<(isElement ? 2 : 1) {
            guard token.kind == .rightBracket, taken == 0 || token.start == previousEnd else {
                throw Diagnostic(
                    .badHeader, "expected \(isElement ? "']]'" : "']'") after the name, found \(found)", at: gap,
                    help: token.kind == .atom ? "a name with spaces or signs needs quotes" : nil)
            }
            advance()
        }
        return (try root.open(path, isElement: isElement, span: start..<previousEnd), path.count)
    }

    private mutating func endStatement(after what: String) throws(Diagnostic) {
        if token.kind == .end { return }
        guard token.kind == .newline else {
            throw Diagnostic(
                .lineEndExpected, "expected the end of the line after \(what), found \(found)", at: token.span,
                help: "one line holds one key and value; a comment starts with '#'")
        }
        advance()
    }
}
