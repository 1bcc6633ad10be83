import LabTOML

/// A value of the scenario's tree, the command line's changes in it; its span is one of the row of sources.
typealias Node = TOMLValue
typealias Entry = TOMLEntry
typealias Text = TOMLString

extension TOMLEntry { var name: String { key.text } }

extension TOMLValue {
    /// The elements of an array; empty for anything else.
    var elements: [Node] {
        guard case .array(let elements) = kind else { return [] }
        return elements
    }

    /// The keys and values of a table in source order, those from the command line last; empty for anything else.
    var entries: [Entry] { table?.entries ?? [] }

    var isTable: Bool { table != nil }

    /// The text of a string; nil for anything else.
    var text: String? {
        guard case .string(let string) = kind else { return nil }
        return string.text
    }

    private var table: TOMLTable? {
        guard case .table(let table) = kind else { return nil }
        return table
    }

    func child(_ name: String) -> Node? { table?[name] }
}

extension TOMLString {
    /// The bytes in the row of sources that a range of UTF-8 offsets of the text came from.
    func span(_ offsets: Range<Int>) -> Range<Int> {
        let start = sourceOffset(ofDecodedUTF8Offset: offsets.lowerBound)
        return start..<max(start, sourceOffset(ofDecodedUTF8Offset: offsets.upperBound))
    }
}
