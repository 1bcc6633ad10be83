/// A table while its text is read: a later header or dotted key may extend it.
final class OpenTable {
    /// The origin of a table, which decides what may extend it.
    enum Origin {
        /// A name on the way of a header: `a` in `[a.b]`. A header or dotted keys may define it, once.
        case implied
        /// A header `[a]`, an element of `[[a]]`, an inline table, or the file itself: no dotted key reaches into it.
        case header
        /// A name on the way of a dotted key: `a` in `a.b = 1`. Only dotted keys of the same section extend it.
        case dotted
    }

    /// An array of tables.
    final class List {
        let span: Range<Int>
        var elements: [OpenTable] = []

        init(span: Range<Int>) { self.span = span }
    }

    enum Slot {
        case value(TOMLValue)
        case table(OpenTable)
        case list(List)
    }

    var origin: Origin
    var span: Range<Int>
    private var entries: [(key: TOMLKey, slot: Slot)] = []
    /// By the bytes of a name.
    private var index: [[UInt8]: Int] = [:]
    /// Up to so many entries are searched one by one: most tables need no index.
    private static let unindexedCount = 8

    init(_ origin: Origin, span: Range<Int>) { (self.origin, self.span) = (origin, span) }

    subscript(name: String) -> (key: TOMLKey, slot: Slot)? {
        let position = index.isEmpty ? entries.firstIndex { $0.key.isNamed(name) } : index[Array(name.utf8)]
        return position.map { entries[$0] }
    }

    /// Adds a name that the table does not have.
    func append(_ key: TOMLKey, _ slot: Slot) {
        entries.append((key, slot))
        if !index.isEmpty {
            index[Array(key.text.utf8)] = entries.count - 1
        } else if entries.count > Self.unindexedCount {
            for (position, entry) in entries.enumerated() { index[Array(entry.key.text.utf8)] = position }
        }
    }

    func appendTable(_ key: TOMLKey, _ origin: Origin, span: Range<Int>) -> OpenTable {
        let table = OpenTable(origin, span: span)
        append(key, .table(table))
        return table
    }

    var finished: TOMLValue {
        let entries = entries.map { key, slot in
            let value =
                switch slot {
                case .value(let value): value
                case .table(let table): table.finished
                case .list(let list): TOMLValue(kind: .array(list.elements.map(\.finished)), span: list.span)
                }
            return TOMLEntry(key: key, value: value)
        }
        return TOMLValue(kind: .table(entries), span: span)
    }
}
