/// Foreign text (of a scenario, a log, a file's name or an argument), made safe to print.
///
/// Only here it is decided which characters are shown as escapes: `\u{1b}`, as in Swift.
package enum VisibleText {
    /// The text on one line. Control characters, line ends and marks that change the order of letters are shown as
    /// escapes.
    package static func line(_ text: String) -> String {
        // Nearly all text is plain ASCII.
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
        guard text.unicodeScalars.contains(where: isHidden) else { return text }
        return text.unicodeScalars.map { isHidden($0) ? escape(of: $0) : String($0) }.joined()
    }

    /// The same of so many characters at most; `…` stands for the rest.
    package static func line(_ text: String, most: Int) -> String {
        let start = text.unicodeScalars.prefix(most)
        return line(String(start)) + (start.endIndex == text.endIndex ? "" : "…")
    }

    /// The text of `line` at the start of an output line.
    package static func lineStart(_ text: String) -> String { withoutCommand(line(text)) }

    /// An output line that does not begin like a workflow command; if it did, its first character is escaped.
    package static func withoutCommand(_ text: String) -> String {
        let start = text.unicodeScalars.drop { $0.properties.isWhitespace }
        guard beginsCommand(start), let first = start.first else { return text }
        return String(text.unicodeScalars[..<start.startIndex]) + escape(of: first) + String(start.dropFirst())
    }

    /// The text with all its bytes. A line end is escaped if a workflow command follows, which a runner of GitHub
    /// Actions would obey (actions/runner: ActionCommand.TryParseV2 and TryParse).
    package static func piped(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return text }
        let scalars = Array(text.unicodeScalars)
        // From the end, since a runner skips any number of spaces and line ends before a command.
        var isBeforeCommand = false
        let shown = scalars.indices.reversed().map { index in
            let scalar = scalars[index]
            if !scalar.properties.isWhitespace { isBeforeCommand = beginsCommand(scalars[index...]) }
            return isBeforeCommand && (scalar == "\n" || scalar == "\r") ? escape(of: scalar) : String(scalar)
        }
        return shown.reversed().joined()
    }

    /// True if a scalar is invisible but changes the text around it. Joiners of letters and emoji are not hidden.
    package static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        // The zero width joiners, and the tags that flags are made of.
        case .format where [0x200C, 0x200D].contains(scalar.value) || (0xE0020...0xE007F).contains(scalar.value): false
        case .format: scalar.properties.isDefaultIgnorableCodePoint
        default: false
        }
    }

    /// The escape of a scalar that must not be printed.
    package static func escape(of scalar: Unicode.Scalar) -> String { "\\u{" + String(scalar.value, radix: 16) + "}" }

    /// GitHub Actions, Azure Pipelines (`##vso[`, `##[`) and TeamCity read commands from the output of a step.
    private static let commands = ["::", "##[", "##vso[", "##teamcity["].map { Array($0.unicodeScalars) }

    private static func beginsCommand(_ text: some Sequence<Unicode.Scalar>) -> Bool {
        commands.contains { text.starts(with: $0) }
    }
}
