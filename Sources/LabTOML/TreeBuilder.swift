/// The origin of a table, which decides what may extend it.
enum TableOrigin {
    /// A name on the way of a header: `a` in `[a.b]`. A header or dotted keys may define it, once.
    case implied
    /// A header `[a]`, an element of `[[a]]`, an inline table, or the file itself: no dotted key reaches into it.
    case header
    /// A name on the way of a dotted key: `a` in `a.b = 1`. Only dotted keys of the same section extend it.
    case dotted
}

/// The growing tree: flat arrays, so that a table is extended in place however deep it lies.
struct TreeBuilder {
    typealias TableID = Int

    enum Slot {
        case value(TOMLValue)
        case table(TableID)
        /// An array of tables, by its place in `lists`.
        case list(Int)
    }

    struct Table {
        var origin: TableOrigin
        var span: Range<Int>
        var entries: [(key: TOMLKey, slot: Slot)] = []
        /// By the bytes of a name.
        var index: [[UInt8]: Int] = [:]
        /// Up to so many entries are searched one by one; most tables are small and need no index.
        private static let unindexedCount = 8

        func position(of name: String) -> Int? {
            guard index.isEmpty else { return index[Array(name.utf8)] }
            return entries.firstIndex { $0.key.isNamed(name) }
        }

        mutating func append(_ key: TOMLKey, _ slot: Slot) {
            entries.append((key, slot))
            if !index.isEmpty {
                index[Array(key.text.utf8)] = entries.count - 1
            } else if entries.count > Self.unindexedCount {
                for (position, entry) in entries.enumerated() { index[Array(entry.key.text.utf8)] = position }
            }
        }
    }

    private(set) var tables: [Table]
    private(set) var lists: [(elements: [TableID], span: Range<Int>)] = []

    static let root: TableID = 0

    init(rootSpan: Range<Int>) { tables = [Table(origin: .header, span: rootSpan)] }

    /// A table without a parent so far.
    mutating func makeTable(_ origin: TableOrigin, span: Range<Int>) -> TableID {
        tables.append(Table(origin: origin, span: span))
        return tables.count - 1
    }

    func lookUp(_ name: String, in table: TableID) -> (key: TOMLKey, slot: Slot)? {
        tables[table].position(of: name).map { tables[table].entries[$0] }
    }

    /// Adds a name that the table does not have.
    mutating func insert(_ key: TOMLKey, _ slot: Slot, to table: TableID) { tables[table].append(key, slot) }

    mutating func addTable(_ key: TOMLKey, _ origin: TableOrigin, span: Range<Int>, to parent: TableID) -> TableID {
        let table = makeTable(origin, span: span)
        insert(key, .table(table), to: parent)
        return table
    }

    mutating func addList(_ key: TOMLKey, span: Range<Int>, to parent: TableID) -> TableID {
        lists.append(([], span))
        insert(key, .list(lists.count - 1), to: parent)
        return extendList(lists.count - 1, span: span)
    }

    mutating func extendList(_ list: Int, span: Range<Int>) -> TableID {
        let table = makeTable(.header, span: span)
        lists[list].elements.append(table)
        return table
    }

    mutating func redefine(_ table: TableID, as origin: TableOrigin, span: Range<Int>) {
        tables[table].origin = origin
        tables[table].span = span
    }

    func finished(_ table: TableID) -> TOMLValue {
        let source = tables[table]
        let entries = source.entries.map { TOMLEntry(key: $0.key, value: finished($0.slot)) }
        return TOMLValue(kind: .table(entries), span: source.span)
    }

    private func finished(_ slot: Slot) -> TOMLValue {
        switch slot {
        case .value(let value): return value
        case .table(let table): return finished(table)
        case .list(let list):
            return TOMLValue(kind: .array(lists[list].elements.map { finished($0) }), span: lists[list].span)
        }
    }

    /// The finished value of an inline table, which cannot be extended any more; its place is given back.
    mutating func closeInlineTable(_ table: TableID, span: Range<Int>) -> TOMLValue {
        tables[table].span = span
        let result = finished(table)
        tables.removeSubrange(table...)
        return result
    }
}
