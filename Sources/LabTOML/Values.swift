extension Parser {
    /// Reads a value that lies so many levels below the root; `.invalid` when it is wrong, which has been reported.
    mutating func parseValue(depth: Int) -> TOMLValue {
        switch token.kind {
        case .basicString, .literalString, .multilineBasicString, .multilineLiteralString:
            let span = token.span
            return TOMLValue(kind: decodedString().map { .string($0) } ?? .invalid, span: span)
        case .atom, .dot: return parseScalar()
        case .leftBracket, .leftBrace:
            guard depth < Self.nestingLimit else { return refuseNesting() }
            return token.kind == .leftBracket ? parseArray(depth: depth) : parseInlineTable(depth: depth)
        case .newline, .end, .equals, .comma, .rightBracket, .rightBrace:
            report(.valueExpected, "expected a value, found \(found)", at: gap)
            return TOMLValue(kind: .invalid, span: gap)
        }
    }

    private mutating func parseScalar() -> TOMLValue {
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
        do throws(Mistake) {
            var reader = ScalarReader(bytes, span)
            return TOMLValue(kind: try reader.read(), span: span)
        } catch {
            log.report(error)
            return TOMLValue(kind: .invalid, span: span)
        }
    }

    /// Passes the current token and those of its kind that touch it: `1.5` is three tokens.
    private mutating func takeRun() {
        repeat { advance() } while token.start == previousEnd && (token.kind == .atom || token.kind == .dot)
    }

    /// Too deep: passes all up to the matching bracket without going into it.
    private mutating func refuseNesting() -> TOMLValue {
        let span = token.span
        reportNesting(at: span)
        skipBalanced()
        return TOMLValue(kind: .invalid, span: span)
    }

    private mutating func parseArray(depth: Int) -> TOMLValue {
        let start = token.start
        var elements: [TOMLValue] = []
        openBrackets += 1
        parseElements(isArray: true) { parser in
            let value = parser.parseValue(depth: depth + 1)
            elements.append(value)
            if case .invalid = value.kind { return false }
            return true
        }
        openBrackets -= 1
        return TOMLValue(kind: .array(elements), span: start..<previousEnd)
    }

    private mutating func parseInlineTable(depth: Int) -> TOMLValue {
        let start = token.start
        let table = tree.makeTable(.inline, span: token.span)
        openBraces += 1
        parseElements(isArray: false) { $0.parseAssignment(in: table, depth: depth) }
        openBraces -= 1
        return TOMLValue(table: tree.closeInlineTable(table, span: start..<previousEnd))
    }

    /// Reads from the opening bracket of an array, or the brace of an inline table, to the closing one.
    ///
    /// - Parameter read: reads one element; false when what follows it makes no sense.
    private mutating func parseElements(isArray: Bool, read: (inout Parser) -> Bool) {
        let (sign, what, fault): (String, String, Fault) =
            isArray ? ("']'", "array", .unclosedArray) : ("'}'", "inline table", .unclosedInlineTable)
        let (closing, wrong): (Token.Kind, Token.Kind) =
            isArray ? (.rightBracket, .rightBrace) : (.rightBrace, .rightBracket)
        let open = token.span
        var lacksComma = false
        advance()
        while !hasGivenUp {
            let isNewLine = skipLineEnds()
            if token.kind == closing { return advance() }
            if token.kind == .end || token.kind == wrong
                || isNewLine && (isArray ? startsAssignment : startsHeader)
            {
                return giveUp(fault, closing: sign, of: what, openedAt: open)
            }
            let isSound = read(&self)
            guard !hasGivenUp else { return }
            if !isSound { skipToDelimiter() }
            let isNextLine = skipLineEnds()
            switch token.kind {
            case .comma: advance()
            case .rightBracket, .rightBrace, .end: break
            default:
                if isNextLine, isArray || isUnindented, startsAssignment || startsHeader {
                    giveUp(fault, closing: "',' or \(sign)", of: what, openedAt: open)
                } else {
                    if !lacksComma {
                        let last = isArray ? "element" : "value"
                        report(
                            .commaExpected, "expected ',' or \(sign) after the \(last), found \(found)", at: token.span)
                    }
                    lacksComma = true
                    if !(isArray ? startsValue : startsKey) { skipToDelimiter() }
                }
            }
        }
    }

    /// Reports a bracket that stays open; the statements around it are left too, unless a wrong bracket closed it.
    private mutating func giveUp(_ fault: Fault, closing: String, of what: String, openedAt open: Range<Int>) {
        if !hasTornString {
            report(
                fault, "expected \(closing) to close the \(what), found \(found)", at: gap,
                related: Diagnostic.Related("opened here", at: open))
        }
        switch token.kind {
        case .rightBrace where openBraces == 0, .rightBracket where openBrackets == 0: advance()
        case .rightBrace, .rightBracket: break
        default: hasGivenUp = true
        }
    }
}
