/// Values: scalars, arrays, inline tables.
extension Parser {
    /// Reads a value that lies so many levels below the root; `.invalid` when it is wrong, which has been reported.
    mutating func parseValue(depth: Int) -> TOMLValue {
        switch token.kind {
        case .basicString, .literalString, .multilineBasicString, .multilineLiteralString:
            return parseString()
        case .atom, .dot:
            return parseScalar()
        case .leftBracket:
            guard depth < Self.nestingLimit else { return refuseNesting() }
            return parseArray(depth: depth)
        case .leftBrace:
            guard depth < Self.nestingLimit else { return refuseNesting() }
            return parseInlineTable(depth: depth)
        case .newline, .end, .equals, .comma, .rightBracket, .rightBrace:
            report(.valueExpected, "expected a value, found \(found)", at: gap)
            return TOMLValue(kind: .invalid, span: gap)
        }
    }

    private mutating func parseString() -> TOMLValue {
        let span = token.span
        return TOMLValue(kind: decodedString().map { .string($0) } ?? .invalid, span: span)
    }

    private mutating func parseScalar() -> TOMLValue {
        let start = token.start
        takeRun()
        // A date and a time may have one space between them.
        let isDate = previousEnd - start == 10 && DateTimeReader.looksLikeDateTime(bytes, start..<previousEnd)
        if isDate, token.kind == .atom, token.start == previousEnd + 1, bytes[previousEnd] == .space,
            bytes[token.start].isDigit
        {
            takeRun()
        }
        let span = start..<previousEnd
        do throws(Mistake) {
            return TOMLValue(kind: try readScalar(bytes, span), span: span)
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
        let open = token.span
        var elements: [TOMLValue] = []
        var lacksComma = false
        advance()
        openBrackets += 1
        defer { openBrackets -= 1 }
        while !hasGivenUp {
            let isNewLine = skipLineEnds()
            if token.kind == .rightBracket {
                advance()
                break
            }
            if token.kind == .end || (isNewLine && lookahead.startsAssignment) || token.kind == .rightBrace {
                giveUp(.unclosedArray, closing: "']'", of: "array", openedAt: open)
                break
            }
            let value = parseValue(depth: depth + 1)
            elements.append(value)
            if case .invalid = value.kind { skipToDelimiter() }
            guard !hasGivenUp else { break }
            let isNextLine = skipLineEnds()
            switch token.kind {
            case .comma:
                advance()
            case .rightBracket, .rightBrace, .end:
                break
            default:
                if isNextLine, lookahead.startsAssignment || lookahead.startsHeader {
                    giveUp(.unclosedArray, closing: "',' or ']'", of: "array", openedAt: open)
                } else {
                    if !lacksComma {
                        report(.commaExpected, "expected ',' or ']' after the element, found \(found)", at: token.span)
                    }
                    lacksComma = true
                    if !startsValue { skipToDelimiter() }
                }
            }
        }
        return TOMLValue(kind: .array(elements), span: open.lowerBound..<previousEnd)
    }

    private mutating func parseInlineTable(depth: Int) -> TOMLValue {
        let open = token.span
        let table = tree.makeTable(.inline, span: open)
        var lacksComma = false
        advance()
        openBraces += 1
        defer { openBraces -= 1 }
        while !hasGivenUp {
            let isNewLine = skipLineEnds()
            if token.kind == .rightBrace {
                advance()
                break
            }
            if token.kind == .end || (isNewLine && lookahead.startsHeader) || token.kind == .rightBracket {
                giveUp(.unclosedInlineTable, closing: "'}'", of: "inline table", openedAt: open)
                break
            }
            let isSound = parseAssignment(in: table, depth: depth)
            guard !hasGivenUp else { break }
            if !isSound { skipToDelimiter() }
            let isNextLine = skipLineEnds()
            switch token.kind {
            case .comma:
                advance()
            case .rightBrace, .rightBracket, .end:
                break
            default:
                if isNextLine, lookahead.isUnindented, lookahead.startsAssignment || lookahead.startsHeader {
                    giveUp(.unclosedInlineTable, closing: "',' or '}'", of: "inline table", openedAt: open)
                } else {
                    if !lacksComma {
                        report(.commaExpected, "expected ',' or '}' after the value, found \(found)", at: token.span)
                    }
                    lacksComma = true
                    if !startsKey { skipToDelimiter() }
                }
            }
        }
        let span = open.lowerBound..<previousEnd
        return TOMLValue(kind: .table(tree.closeInlineTable(table, span: span)), span: span)
    }

    /// Reports a bracket that stays open; the statements around it are left too, unless a wrong bracket closed it.
    private mutating func giveUp(_ fault: Fault, closing: String, of what: String, openedAt open: Range<Int>) {
        if !hasTornString {
            report(
                fault, "expected \(closing) to close the \(what), found \(found)", at: gap,
                related: RelatedPlace(message: "opened here", span: open))
        }
        switch token.kind {
        case .rightBrace where openBraces == 0, .rightBracket where openBrackets == 0:
            advance()
        case .rightBrace, .rightBracket:
            break
        default:
            hasGivenUp = true
        }
    }
}
