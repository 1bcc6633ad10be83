extension DiagnosticRenderer {
    /// One diagnostic as a line of JSON, with its line end.
    public func jsonLine(_ diagnostic: Diagnostic, in sources: ScenarioSources) -> String {
        var fields = [
            ("code", JSONText.string(diagnostic.code)), ("severity", JSONText.string(diagnostic.severity.rawValue)),
            ("message", JSONText.string(diagnostic.message)),
        ]
        fields += place(of: diagnostic.span, in: sources)
        if let help = diagnostic.help { fields.append(("help", JSONText.string(help))) }
        if !diagnostic.related.isEmpty {
            let related = diagnostic.related.map {
                JSONText.object([("message", JSONText.string($0.message))] + place(of: $0.span, in: sources))
            }
            fields.append(("related", "[" + related.joined(separator: ",") + "]"))
        }
        return JSONText.object([
            ("version", "1"), ("kind", JSONText.string("diagnostic")), ("payload", JSONText.object(fields)),
        ]) + "\n"
    }

    /// Lines and columns from 1; the end is the first place behind the span.
    private func place(of span: Range<Int>, in sources: ScenarioSources) -> [(String, String)] {
        let (source, inside) = sources.locate(span)
        let start = source.text.position(of: inside.lowerBound)
        let end = source.text.position(of: inside.upperBound)
        let name =
            source.label.map { ("argument", JSONText.string($0 + " " + source.text.lineText(1))) }
            ?? ("file", JSONText.string(path))
        return [
            name, ("line", String(start.line)), ("column", String(start.column)), ("endLine", String(end.line)),
            ("endColumn", String(end.column)),
        ]
    }
}

/// Writes JSON (RFC 8259).
enum JSONText {
    static func object(_ fields: [(String, String)]) -> String {
        "{" + fields.map { string($0.0) + ":" + $0.1 }.joined(separator: ",") + "}"
    }

    static func string(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
