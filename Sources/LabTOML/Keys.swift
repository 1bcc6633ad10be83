extension Parser {
    /// Reads `key = value` into a table.
    mutating func parseAssignment(in table: OpenTable, depth: Int) throws(Diagnostic) {
        let path = try parseKeyPath(or: "a key")
        guard token.kind == .equals else {
            throw Diagnostic(
                .equalsExpected, "expected '=' after the key, found \(found)", at: gap,
                help: token.kind == .atom ? "a key with spaces or signs needs quotes" : nil)
        }
        advance()
        guard depth + path.count <= Self.nestingLimit else {
            throw nesting(at: path[0].span.lowerBound..<path[path.count - 1].span.upperBound)
        }
        try table.define(path, try parseValue(depth: depth + path.count))
    }

    /// Reads a key and its dots, for messages called `what`.
    mutating func parseKeyPath(or what: String) throws(Diagnostic) -> [TOMLKey] {
        var path: [TOMLKey] = []
        while true {
            path.append(try parseSimpleKey(or: path.isEmpty ? what : "a key after the dot"))
            guard path.count <= Self.nestingLimit else { throw nesting(at: path[0].span.lowerBound..<previousEnd) }
            guard token.kind == .dot else { return path }
            advance()
        }
    }

    func nesting(at span: Range<Int>) -> Diagnostic {
        Diagnostic(
            .nesting, "nested more than \(Self.nestingLimit) levels deep", at: span,
            help: "tables, arrays and the parts of a key count as a level each")
    }

    private mutating func parseSimpleKey(or what: String) throws(Diagnostic) -> TOMLKey {
        let span = token.span
        switch token.kind {
        case .atom:
            if let wrong = span.first(where: { !bytes[$0].isBareKey }) {
                let character = wrong..<wrong + bytes.scalar(at: wrong).length
                throw Diagnostic(
                    .badBareKey, "\(quoted(bytes, character)) is not allowed in a key without quotes", at: character,
                    help: "without quotes a key consists of A-Z a-z 0-9 - and _")
            }
            advance()
            return TOMLKey(text: bytes.text(span), span: span)
        case .string:
            guard token.isTerminated else { throw unterminated }
            let text = try StringReader(bytes, token).read().text
            advance()
            return TOMLKey(text: text, span: span)
        case .multilineString:
            throw Diagnostic(
                .multilineKey, "a key cannot be a multi-line string", at: token.start..<token.start + 3,
                help: "quote it once: \"key\" or 'key'")
        case .newline, .end, .dot, .equals, .comma, .leftBracket, .rightBracket, .leftBrace, .rightBrace:
            throw Diagnostic(
                .keyExpected, "expected \(what), found \(found)", at: gap,
                help: token.kind == .equals || token.kind == .dot ? "an empty key is written \"\"" : nil)
        }
    }

    /// The current token as an unterminated string.
    var unterminated: Diagnostic {
        let isMultiline = token.kind == .multilineString
        let opening = token.start..<token.start + (isMultiline ? 3 : 1)
        return Diagnostic(
            .unterminatedString, "this string is not closed before the end of the \(isMultiline ? "file" : "line")",
            at: isMultiline ? opening : token.span, help: "close it with \(bytes.text(opening))")
    }
}
