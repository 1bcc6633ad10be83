/// A TOML 1.1 text as a tree in source order, every key and value with its bytes.
///
/// The specification is toml.io/en/v1.1.0.
package enum TOMLDocument {
    /// Reads a file in linear time, up to the first mistake.
    package static func parse(_ bytes: [UInt8]) -> (root: TOMLValue, mistake: Diagnostic?) {
        var parser = Parser(bytes)
        var mistake: Diagnostic?
        do throws(Diagnostic) {
            try checkCharacters(bytes)
            try parser.parseDocument()
        } catch { mistake = error }
        return (parser.root.finished, mistake)
    }

    /// The single value from an offset on, with blanks around it allowed; nil for any mistake. For a value outside of a
    /// file.
    package static func value(_ bytes: [UInt8], from start: Int = 0) -> TOMLValue? {
        var parser = Parser(bytes, from: start)
        guard (try? checkCharacters(bytes)) != nil, let value = try? parser.parseValue(depth: 0) else { return nil }
        // Not even a comment may follow: here a '#' is more likely a part of a text without quotes.
        return bytes[value.span.upperBound...].allSatisfy(\.isBlank) ? value : nil
    }
}
