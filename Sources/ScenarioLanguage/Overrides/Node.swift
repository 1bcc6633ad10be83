import TOML

/// A value of the scenario's tree as decoding sees it: the file's value, with what the command line puts over it.
///
/// Nothing is copied: a node is a value of the TOML tree, where its text begins in the row of sources, and the part of
/// the command line's changes that lies at or below it.
struct Node: Sendable {
    private enum Content: Sendable {
        case value(TOMLValue)
        case root(TOMLTable)
        /// A text from the command line that is no TOML value and so is taken as it stands.
        case plain(String)
        /// A table that only the command line names.
        case absent
    }

    private let content: Content
    private let base: Int
    private let patch: Patch?
    /// Its bytes in the row of sources.
    let span: Range<Int>

    enum Kind {
        case string(Text)
        case integer(Int64)
        case float(TOMLFloat)
        case boolean(Bool)
        case dateTime(TOMLOffsetDateTime)
        case otherDate(String)
        case array
        case table
        /// A mistake that has been reported already.
        case invalid
    }

    init(value: TOMLValue, base: Int, patch: Patch? = nil) {
        content = .value(value)
        self.base = base
        self.patch = patch
        span = value.span.lowerBound + base..<value.span.upperBound + base
    }

    init(plainText: String, base: Int) {
        content = .plain(plainText)
        self.base = base
        patch = nil
        span = base..<base + plainText.utf8.count
    }

    init(patch: Patch) { (content, base, self.patch, span) = (.absent, 0, patch, patch.span) }

    init(root: TOMLTable, patch: Patch?) {
        content = .root(root)
        base = 0
        self.patch = patch
        span = root.span
    }

    var kind: Kind {
        switch content {
        case .value(let value): kind(of: value)
        case .root, .absent: .table
        case .plain(let text): .string(Text(plain: text, base: base))
        }
    }

    private func kind(of value: TOMLValue) -> Kind {
        switch value.kind {
        case .string(let string): .string(Text(string, base: base))
        case .integer(let number): .integer(number)
        case .float(let number): .float(number)
        case .boolean(let flag): .boolean(flag)
        case .offsetDateTime(let date): .dateTime(date)
        case .localDateTime: .otherDate("a date and time without offset from UTC")
        case .localDate: .otherDate("a date without time")
        case .localTime: .otherDate("a time without date")
        case .array: .array
        case .table: .table
        case .invalid: .invalid
        }
    }

    /// The elements of an array; empty for anything else.
    var elements: [Node] {
        guard case .value(let value) = content, case .array(let elements) = value.kind else { return [] }
        guard let patch else { return elements.map { Node(value: $0, base: base) } }
        return elements.enumerated().map { index, element in merged(element, patch.child(String(index))) }
    }

    /// The keys and values of a table in source order, those from the command line last; empty for anything else.
    var entries: [Entry] {
        guard isTable else { return [] }
        var result: [Entry] = []
        if let table {
            result.reserveCapacity(table.entries.count)
            for entry in table.entries {
                let span = entry.key.span.lowerBound + base..<entry.key.span.upperBound + base
                let change = patch?.child(entry.key.text)
                result.append(Entry(name: entry.key.text, keySpan: span, node: merged(entry.value, change)))
            }
        }
        for child in patch?.children ?? [] where table?.entry(child.name) == nil {
            let node = child.patch.value ?? Node(patch: child.patch)
            result.append(Entry(name: child.name, keySpan: child.patch.span, node: node, isAdded: true))
        }
        return result
    }

    /// Whether this is a table, in the file or by the command line alone.
    var isTable: Bool {
        guard case .table = kind else { return false }
        return true
    }

    private var table: TOMLTable? {
        switch content {
        case .root(let table): return table
        case .value(let value):
            guard case .table(let table) = value.kind else { return nil }
            return table
        case .plain, .absent: return nil
        }
    }

    func child(_ name: String) -> Node? {
        guard let patch else { return table?[name].map { Node(value: $0, base: base) } }
        let change = patch.child(name)
        if let value = table?[name] { return merged(value, change) }
        return change.map { $0.value ?? Node(patch: $0) }
    }

    private func merged(_ value: TOMLValue, _ change: Patch?) -> Node {
        change?.value ?? Node(value: value, base: base, patch: change)
    }
}

struct Entry: Sendable {
    let name: String
    let keySpan: Range<Int>
    let node: Node
    /// Whether only the command line has this key.
    var isAdded = false
}

/// A string with the way back to its bytes.
struct Text: Sendable {
    let text: String
    private let string: TOMLString?
    private let base: Int

    init(_ string: TOMLString, base: Int) { (text, self.string, self.base) = (string.text, string, base) }

    init(plain text: String, base: Int) { (self.text, string, self.base) = (text, nil, base) }

    /// The bytes in the row of sources that a range of UTF-8 offsets of the text came from.
    func span(_ offsets: Range<Int>) -> Range<Int> {
        place(of: offsets.lowerBound)..<max(place(of: offsets.lowerBound), place(of: offsets.upperBound))
    }

    private func place(of offset: Int) -> Int {
        base + (string?.sourceOffset(ofDecodedUTF8Offset: offset) ?? min(max(offset, 0), text.utf8.count))
    }
}

/// What the command line changes at or below one place of the tree.
final class Patch: Sendable {
    /// The new value; nil when only something below is changed.
    let value: Node?
    let children: [(name: String, patch: Patch)]
    /// The path on the command line that led here.
    let span: Range<Int>

    init(value: Node?, children: [(name: String, patch: Patch)], span: Range<Int>) {
        (self.value, self.children, self.span) = (value, children, span)
    }

    func child(_ name: String) -> Patch? { children.first { $0.name == name }?.patch }
}
