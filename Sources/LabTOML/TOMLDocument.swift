/// A TOML 1.1 text as a tree in source order, every key and value with its bytes.
///
/// The specification is toml.io/en/v1.1.0.
package enum TOMLDocument {
    /// Reads a whole file, in linear time, and reports every mistake in it.
    ///
    /// A text with mistakes gives the part that could be understood, so that later stages can find theirs too: a wrong
    /// value is `.invalid`, what is defined twice keeps its first definition, what stands under a wrong header is left
    /// out.
    package static func parse(_ bytes: [UInt8]) -> (root: TOMLTable, diagnostics: [Diagnostic]) {
        // UTF-16 would give a mistake on every line, and hide the only one there is.
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            let wide = Diagnostic(
                .wideEncoding, "this file is UTF-16, not UTF-8", at: 0..<2, help: "save the file as UTF-8")
            return (TOMLTable(entries: [], span: 0..<bytes.count, index: [:]), [wide])
        }
        var parser = Parser(bytes)
        parser.parseDocument()
        return (parser.tree.finished(TreeBuilder.root), parser.log.finished())
    }

    /// The single value that the bytes from an offset on hold, blanks around it allowed, for a value that stands in no
    /// file; nil when there is any mistake.
    package static func value(_ bytes: [UInt8], from start: Int = 0) -> TOMLValue? {
        var parser = Parser(bytes, from: start)
        let value = parser.parseValue(depth: 0)
        // Not even a comment may follow: here a '#' is more likely a part of a text without quotes.
        let isAlone = bytes[value.span.upperBound...].allSatisfy(\.isBlank)
        return isAlone && !parser.log.hasMistakes ? value : nil
    }
}
