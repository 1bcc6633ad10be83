/// A TOML 1.1 text as a tree in source order, every key and value with its bytes.
///
/// The specification is toml.io/en/v1.1.0.
package enum TOMLDocument {
    /// Reads a file in linear time, up to the first mistake of structure; `isWhole` is false if there is one.
    ///
    /// Wrong scalars and second definitions are all reported: a wrong value is `.invalid`, the first definition counts.
    package static func parse(_ bytes: [UInt8]) -> (root: TOMLTable, diagnostics: [Diagnostic], isWhole: Bool) {
        // UTF-16 would give a mistake on every line, and hide the only one there is.
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            let wide = Diagnostic(
                .wideEncoding, "this file is UTF-16, not UTF-8", at: 0..<2, help: "save the file as UTF-8")
            return (TOMLTable(entries: [], span: 0..<bytes.count, index: [:]), [wide], false)
        }
        var parser = Parser(bytes)
        var isWhole = true
        do throws(Mistake) { try parser.parseDocument() } catch {
            parser.log.report(error)
            isWhole = false
        }
        return (parser.tree.finished(TreeBuilder.root), parser.log.finished(), isWhole)
    }

    /// The single value in the bytes from an offset on, with blanks around it allowed; nil if there is any mistake. For
    /// a value outside of a file.
    package static func value(_ bytes: [UInt8], from start: Int = 0) -> TOMLValue? {
        var parser = Parser(bytes, from: start)
        guard let value = try? parser.parseValue(depth: 0) else { return nil }
        // Not even a comment may follow: here a '#' is more likely a part of a text without quotes.
        let isAlone = bytes[value.span.upperBound...].allSatisfy(\.isBlank)
        return isAlone && !parser.log.hasMistakes ? value : nil
    }
}
