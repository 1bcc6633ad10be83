/// A TOML 1.1 text as a tree in source order, every key and value with its bytes.
///
/// The specification is toml.io/en/v1.1.0.
package struct TOMLDocument: Sendable {
    package let root: TOMLTable

    /// Reads a whole file, in linear time, and reports every mistake in it.
    ///
    /// A text with mistakes gives the part that could be understood, so that later stages can find theirs too: a wrong
    /// value is `.invalid`, what is defined twice keeps its first definition, what stands under a wrong header is left
    /// out.
    package static func parse(_ bytes: [UInt8]) -> (document: TOMLDocument, diagnostics: [TOMLDiagnostic]) {
        if let diagnostic = wideEncoding(bytes) {
            let empty = TOMLTable(entries: [], span: 0..<bytes.count, index: [:])
            return (TOMLDocument(root: empty), [diagnostic])
        }
        var parser = Parser(bytes)
        parser.parseDocument()
        return (TOMLDocument(root: parser.tree.finished(TreeBuilder.root)), parser.log.finished())
    }

    /// Reads the text of a single value, blanks around it allowed, for a value that stands in no file.
    ///
    /// The value is nil when there is any mistake.
    package static func parseValue(_ bytes: [UInt8]) -> (value: TOMLValue?, diagnostics: [TOMLDiagnostic]) {
        var parser = Parser(bytes)
        let value = parser.parseValue(depth: 0)
        // Not even a comment may follow: here a '#' is more likely a part of a text without quotes.
        if !parser.log.hasMistakes,
            let rest = (value.span.upperBound..<bytes.count).first(where: { !bytes[$0].isBlank })
        {
            parser.report(.lineEndExpected, "expected nothing after the value", at: rest..<bytes.count)
        }
        let diagnostics = parser.log.finished()
        return (diagnostics.isEmpty ? value : nil, diagnostics)
    }

    /// UTF-16 would give a mistake on every line, and hide the only one there is.
    private static func wideEncoding(_ bytes: [UInt8]) -> TOMLDiagnostic? {
        guard bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) else { return nil }
        return TOMLDiagnostic(
            .wideEncoding, "this file is UTF-16, not UTF-8", at: 0..<2, help: "save the file as UTF-8")
    }
}
