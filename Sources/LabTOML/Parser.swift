/// Reads a token stream into a tree; after a mistake it goes on where the next thing seems to start.
///
/// Statements are here; keys, arrays and inline tables, and the recovery have files of their own.
struct Parser {
    /// Tables and arrays lie at most this deep, so that no text can exhaust the stack.
    static let nestingLimit = 128

    let bytes: [UInt8]
    private(set) var token: Token
    private var lexer: Lexer
    /// Where the token before the current one ended.
    private(set) var previousEnd: Int
    var log = DiagnosticLog()
    var tree: TreeBuilder

    /// Set when a bracket stays open and the current line looks like the file's next statement.
    var hasGivenUp = false
    /// Set when a string of the current statement was not closed: it has swallowed what closes the brackets.
    var hasTornString = false
    /// How many braces are open around the current token; a stray `}` inside `[ … ]` may close one of them.
    var openBraces = 0
    /// How many brackets are open around the current token.
    var openBrackets = 0

    /// A parser at the first token; the text's characters are checked at once.
    init(_ bytes: [UInt8], from offset: Int = 0) {
        self.bytes = bytes
        let start = bytes[offset...].starts(with: [0xEF, 0xBB, 0xBF]) ? offset + 3 : offset
        checkCharacters(bytes, from: start, into: &log)
        lexer = Lexer(bytes: bytes, offset: start)
        token = lexer.next()
        previousEnd = start
        tree = TreeBuilder(rootSpan: 0..<bytes.count)
    }

    mutating func advance() {
        previousEnd = token.end
        if !token.isTerminated { hasTornString = true }
        token = lexer.next()
    }

    mutating func report(
        _ fault: Fault, _ message: String, at span: Range<Int>, help: String? = nil,
        related: Diagnostic.Related? = nil
    ) {
        log.report(Mistake(fault, message, at: span, help: help, related: related))
    }

    /// What stands at the current token, for messages that say what was found.
    var found: String {
        switch token.kind {
        case .end: "the end of the file"
        case .newline: "the end of the line"
        case .dot, .equals, .comma, .leftBracket, .rightBracket, .leftBrace, .rightBrace, .atom, .basicString,
            .literalString, .multilineBasicString, .multilineLiteralString:
            quoted(bytes, token.span)
        }
    }

    /// The place of something that is missing before the current token.
    var gap: Range<Int> {
        switch token.kind {
        case .newline, .end: previousEnd..<previousEnd
        default: token.span
        }
    }

    mutating func parseDocument() {
        var section = (table: TreeBuilder.root, depth: 0)
        while true {
            hasTornString = false
            openBraces = 0
            openBrackets = 0
            switch token.kind {
            case .end: return
            case .newline: advance()
            case .leftBracket:
                section = parseHeader()
                endStatement(after: "a table header")
            default:
                let isSound = parseAssignment(in: section.table, depth: section.depth)
                if hasGivenUp {
                    hasGivenUp = false
                } else if isSound {
                    endStatement(after: "the value")
                } else {
                    skipToLineEnd()
                }
            }
        }
    }

    /// Reads `[a.b]` or `[[a.b]]` and opens its table; what follows a wrong header hangs nowhere.
    private mutating func parseHeader() -> (table: TreeBuilder.TableID, depth: Int) {
        let start = token.start
        advance()
        let isElement = token.kind == .leftBracket && token.start == previousEnd
        if isElement { advance() }
        guard let path = parseKeyPath(or: "the name of a table") else {
            skipToLineEnd()
            return (tree.makeTable(.header, span: start..<previousEnd), 0)
        }
        if !takeClosingBrackets(isElement ? 2 : 1) {
            let brackets = isElement ? "']]'" : "']'"
            report(
                .badHeader, "expected \(brackets) after the name, found \(found)", at: gap,
                help: token.kind == .atom ? "a name with spaces or signs needs quotes" : nil)
            skipToLineEnd()
        }
        let span = start..<previousEnd
        do throws(Mistake) {
            return (try tree.openTable(path, isElement: isElement, span: span), path.count)
        } catch {
            log.report(error)
            return (tree.makeTable(.header, span: span), path.count)
        }
    }

    private mutating func takeClosingBrackets(_ count: Int) -> Bool {
        for taken in 0..<count {
            guard token.kind == .rightBracket, taken == 0 || token.start == previousEnd else { return false }
            advance()
        }
        return true
    }

    /// A statement ends with its line.
    private mutating func endStatement(after what: String) {
        switch token.kind {
        case .end: return
        case .newline: advance()
        default:
            report(
                .lineEndExpected, "expected the end of the line after \(what), found \(found)", at: token.span,
                help: "one line holds one key and value; a comment starts with '#'")
            skipToLineEnd()
        }
    }
}
