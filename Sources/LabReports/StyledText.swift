import LabTextLayout

/// The width of a text in columns of a terminal.
typealias DisplayWidth = LabTextLayout.DisplayWidth

/// Foreign text, made safe to print.
package typealias VisibleText = LabTextLayout.VisibleText

/// The role of a piece of text; the raw value is its look on a terminal.
package enum TextRole: String {
    case plain = ""
    /// The title of a scenario and the answer to its question.
    case strong = "1"
    case heading = "1;36"
    /// Details of less importance: units, places, ruler.
    case faint = "2"
    case good = "32"
    case bad = "31"
    case warning = "33"
    /// A band in a lane: a mode, work, sleep.
    case band = "36"
    case code = "35"
}

/// Turns roles into the terminal's colours.
package enum TextDecorator {
    case plain
    /// ECMA-48 "select graphic rendition", with the terminal's own colours. A theme knows its background; colours of
    /// the fixed palette do not (WCAG 2.2, 1.4.3 asks for a contrast of 4.5 : 1).
    case ansi

    package func decorated(_ text: String, _ role: TextRole) -> String {
        self == .ansi && role != .plain ? "\u{1B}[\(role.rawValue)m\(text)\u{1B}[0m" : text
    }
}

/// A line, or a cell of a table, in pieces that each have a role.
package struct StyledText: Hashable {
    private(set) var pieces: [Piece] = []
    private(set) var width = 0

    struct Piece: Hashable {
        var text: String
        var role: TextRole
    }

    init(_ text: String = "", _ role: TextRole = .plain) { append(text, role) }

    var isEmpty: Bool { pieces.isEmpty }

    /// Adds a piece, on one line and without control characters.
    mutating func append(_ text: String, _ role: TextRole = .plain) {
        guard !text.isEmpty else { return }
        let shown = VisibleText.line(text)
        width += DisplayWidth.of(shown)
        if let last = pieces.last, last.role == role {
            pieces[pieces.count - 1].text += shown
        } else {
            pieces.append(Piece(text: shown, role: role))
        }
    }

    mutating func append(_ other: StyledText) {
        for piece in other.pieces { append(piece.text, piece.role) }
    }

    mutating func pad(to column: Int) {
        if width < column { append(String(repeating: " ", count: column - width)) }
    }

    /// The text without so many leading spaces; nil if there are fewer.
    func dropping(blanks count: Int) -> StyledText? {
        guard let first = pieces.first, first.text.starts(with: repeatElement(" ", count: count)) else { return nil }
        return pieces.dropFirst().reduce(into: StyledText(String(first.text.dropFirst(count)), first.role)) {
            $0.append($1.text, $1.role)
        }
    }

    mutating func trimEnd() {
        while let last = pieces.last, last.text.last == " " {
            pieces[pieces.count - 1].text.removeLast()
            width -= 1
            if last.text == " " { pieces.removeLast() }
        }
    }

    func rendered(_ decorator: TextDecorator) -> String {
        switch decorator {
        case .plain: VisibleText.withoutCommand(pieces.map(\.text).joined())
        case .ansi: pieces.map { decorator.decorated($0.text, $0.role) }.joined()
        }
    }
}

extension [StyledText] {
    /// Short texts on as few lines as they need, with dots between them.
    func folded(to width: Int) -> [StyledText] {
        reduce(into: []) { lines, text in
            if let last = lines.last, last.width + 3 + text.width <= width {
                lines[lines.count - 1].append(" · ", .faint)
            } else {
                lines.append(StyledText())
            }
            for piece in text.pieces { lines[lines.count - 1].append(piece.text, .faint) }
        }
    }
}
