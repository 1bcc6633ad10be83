extension Parser {
    /// Reads `key = value` into a table; false when the rest of the line (or of the element) makes no sense.
    mutating func parseAssignment(in table: TreeBuilder.TableID, depth: Int) -> Bool {
        var path = parseKeyPath(or: "a key")
        if token.kind != .equals {
            if path != nil {
                report(
                    .equalsExpected, "expected '=' after the key, found \(found)", at: gap,
                    help: token.kind == .atom ? "a key with spaces or signs needs quotes" : nil)
                path = nil
            }
            guard skipToEquals() else { return false }
        }
        advance()
        let length = path?.count ?? 1
        if let keys = path, depth + length > Self.nestingLimit {
            reportNesting(at: keys[0].span.lowerBound..<keys[length - 1].span.upperBound)
            path = nil
        }
        let value = parseValue(depth: depth + length)
        // What comes behind the value of a wrong key says no more than that the key is wrong.
        guard let path else { return false }
        do throws(Mistake) {
            try tree.define(path, value, in: table)
        } catch {
            log.report(error)
        }
        if case .invalid = value.kind { return false }
        return true
    }

    /// Reads a key and its dots, for messages called `what`; nil when a part is wrong, which has been reported.
    mutating func parseKeyPath(or what: String) -> [TOMLKey]? {
        var path: [TOMLKey] = []
        while true {
            guard let key = parseSimpleKey(or: path.isEmpty ? what : "a key after the dot") else { return nil }
            if path.count <= Self.nestingLimit { path.append(key) }
            guard token.kind == .dot else { break }
            advance()
        }
        guard path.count <= Self.nestingLimit else {
            reportNesting(at: path[0].span.lowerBound..<previousEnd)
            return nil
        }
        return path
    }

    mutating func reportNesting(at span: Range<Int>) {
        report(
            .nesting, "nested more than \(Self.nestingLimit) levels deep", at: span,
            help: "tables, arrays and the parts of a key count as a level each")
    }

    private mutating func parseSimpleKey(or what: String) -> TOMLKey? {
        switch token.kind {
        case .atom: return parseBareKey()
        case .basicString, .literalString:
            let span = token.span
            return decodedString().map { TOMLKey(text: $0.text, span: span) }
        case .multilineBasicString, .multilineLiteralString:
            report(
                .multilineKey, "a key cannot be a multi-line string", at: token.start..<token.start + 3,
                help: "quote it once: \"key\" or 'key'")
            advance()
            return nil
        case .newline, .end, .dot, .equals, .comma, .leftBracket, .rightBracket, .leftBrace, .rightBrace:
            report(
                .keyExpected, "expected \(what), found \(found)", at: gap,
                help: token.kind == .equals || token.kind == .dot ? "an empty key is written \"\"" : nil)
            return nil
        }
    }

    private mutating func parseBareKey() -> TOMLKey? {
        let span = token.span
        advance()
        guard let wrong = span.first(where: { !bytes[$0].isBareKey }) else {
            return TOMLKey(text: bytes.text(span), span: span)
        }
        let character = wrong..<wrong + UTF8Step(bytes, at: wrong).length
        report(
            .badBareKey, "\(quoted(bytes, character)) is not allowed in a key without quotes", at: character,
            help: "without quotes a key consists of A-Z a-z 0-9 - and _")
        return nil
    }

    /// Decodes the current string token and passes it; nil when it is wrong, which has been reported.
    mutating func decodedString() -> TOMLString? {
        defer { advance() }
        guard token.isTerminated else {
            let isMultiline = token.kind == .multilineBasicString || token.kind == .multilineLiteralString
            let opening = token.start..<token.start + (isMultiline ? 3 : 1)
            report(
                .unterminatedString, "this string is not closed before the end of the \(isMultiline ? "file" : "line")",
                at: isMultiline ? opening : token.span, help: "close it with \(bytes.text(opening))")
            return nil
        }
        var isSound = true
        let string = StringReader(bytes, token).read { mistake in
            log.report(mistake)
            isSound = false
        }
        return isSound ? string : nil
    }
}
