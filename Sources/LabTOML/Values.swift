extension Parser {
    /// Reads a value that lies so many levels below the root.
    mutating func parseValue(depth: Int) throws(Diagnostic) -> TOMLValue {
        switch token.kind {
        case .string, .multilineString:
            guard token.isTerminated else { throw unterminated }
            let value = TOMLValue(kind: .string(try StringReader(bytes, token).read()), span: token.span)
            advance()
            return value
        case .atom, .dot: return try parseScalar()
        case .leftBracket, .leftBrace:
            guard depth < Self.nestingLimit else { throw nesting(at: token.span) }
            return token.kind == .leftBracket ? try parseArray(depth: depth) : try parseInlineTable(depth: depth)
        case .newline, .end, .equals, .comma, .rightBracket, .rightBrace:
            throw Diagnostic(.valueExpected, "expected a value, found \(found)", at: gap)
        }
    }

    private mutating func parseScalar() throws(Diagnostic) -> TOMLValue {
        let start = token.start
        takeRun()
        // A date and a time may have one space between them.
        let isDate = previousEnd - start == 10 && ScalarReader(bytes, start..<previousEnd).isDateTime
        if isDate, token.kind == .atom, token.start == previousEnd + 1, bytes[previousEnd] == .space,
            bytes[token.start].isDigit
        {
            takeRun()
        }
        let span = start..<previousEnd
        var reader = ScalarReader(bytes, span)
        return TOMLValue(kind: try reader.read(), span: span)
    }

    /// Skips the current token and the adjacent ones of its kind: `1.5` is three tokens.
    private mutating func takeRun() {
        repeat { advance() } while token.start == previousEnd && (token.kind == .atom || token.kind == .dot)
    }

    private mutating func parseArray(depth: Int) throws(Diagnostic) -> TOMLValue {
        let start = token.start
        var elements: [TOMLValue] = []
        try parseElements(isArray: true) { parser throws(Diagnostic) in
            elements.append(try parser.parseValue(depth: depth + 1))
        }
        return TOMLValue(kind: .array(elements), span: start..<previousEnd)
    }

    private mutating func parseInlineTable(depth: Int) throws(Diagnostic) -> TOMLValue {
        let start = token.start
        let table = OpenTable(.header, span: token.span)
        try parseElements(isArray: false) { parser throws(Diagnostic) in
            try parser.parseAssignment(in: table, depth: depth)
        }
        table.span = start..<previousEnd
        return table.finished
    }

    /// Reads an array or an inline table from its opening bracket or brace to the closing one.
    private mutating func parseElements(isArray: Bool, read: (inout Parser) throws(Diagnostic) -> Void)
        throws(Diagnostic)
    {
        let closing: Token.Kind = isArray ? .rightBracket : .rightBrace
        let wrong: Token.Kind = isArray ? .rightBrace : .rightBracket
        let sign = isArray ? "']'" : "'}'"
        let open = token.span
        func unclosed(_ parser: Parser, _ signs: String) -> Diagnostic {
            Diagnostic(
                isArray ? .unclosedArray : .unclosedInlineTable,
                "expected \(signs) to close the \(isArray ? "array" : "inline table"), found \(parser.found)",
                at: parser.gap, related: Diagnostic.Related("opened here", at: open))
        }
        advance()
        while true {
            let isNewLine = skipLineEnds()
            if token.kind == closing { return advance() }
            let isStatement = isNewLine && (isArray ? startsAssignment : token.kind == .leftBracket)
            if token.kind == .end || token.kind == wrong || isStatement { throw unclosed(self, sign) }
            try read(&self)
            let isNextLine = skipLineEnds()
            if token.kind == .comma {
                advance()
            } else if ![.rightBracket, .rightBrace, .end].contains(token.kind) {
                let isHeader = token.kind == .leftBracket && isUnindented
                if isNextLine, isHeader || (isArray || isUnindented) && startsAssignment {
                    throw unclosed(self, "',' or \(sign)")
                }
                throw Diagnostic(
                    .commaExpected,
                    "expected ',' or \(sign) after the \(isArray ? "element" : "value"), found \(found)", at: token.span
                )
            }
        }
    }

    /// True if the token is the first of its line, without a blank before it.
    private var isUnindented: Bool { token.start == 0 || bytes[token.start - 1] == .lineFeed }

    /// True if `key =` comes next.
    private var startsAssignment: Bool {
        var ahead = self
        ahead.advance()
        return [.atom, .string].contains(token.kind) && ahead.token.kind == .equals
    }

    /// Skips line ends; true if there was one.
    private mutating func skipLineEnds() -> Bool {
        let isNewLine = token.kind == .newline
        while token.kind == .newline { advance() }
        return isNewLine
    }
}
