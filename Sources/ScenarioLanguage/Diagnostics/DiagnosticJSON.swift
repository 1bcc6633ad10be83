import JSON

extension DiagnosticRenderer {
    /// One diagnostic as a line of JSON, with its line end.
    public func jsonLine(_ diagnostic: Diagnostic, in sources: ScenarioSources) -> String {
        var fields: [(String, JSONValue)] = [
            ("code", .string(diagnostic.code)), ("severity", .string(diagnostic.severity.rawValue)),
            ("message", .string(diagnostic.message)),
        ]
        fields += place(of: diagnostic.span, in: sources)
        if let help = diagnostic.help { fields.append(("help", .string(help))) }
        if !diagnostic.related.isEmpty {
            let related = diagnostic.related.map {
                JSONValue(members: [("message", .string($0.message))] + place(of: $0.span, in: sources))
            }
            fields.append(("related", .array(related)))
        }
        let line: JSONValue = ["version": 2, "kind": "diagnostic", "payload": JSONValue(members: fields)]
        return line.line + "\n"
    }

    /// Lines and columns from 1; the end is the first place behind the span.
    private func place(of span: Range<Int>, in sources: ScenarioSources) -> [(String, JSONValue)] {
        let (source, inside) = sources.locate(span)
        let start = source.text.position(of: inside.lowerBound)
        let end = source.text.position(of: inside.upperBound)
        let name: (String, JSONValue) =
            source.label.map { ("argument", .string($0 + " " + source.text.lineText(1))) } ?? ("file", .string(path))
        return [
            name, ("line", JSONValue(Int64(start.line))), ("column", JSONValue(Int64(start.column))),
            ("endLine", JSONValue(Int64(end.line))), ("endColumn", JSONValue(Int64(end.column))),
        ]
    }
}
