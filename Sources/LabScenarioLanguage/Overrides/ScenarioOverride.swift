import LabScenarioModel
import LabTOML
import LabTextLayout

/// A `--set PATH=VALUE` of the command line.
package struct ScenarioOverride: Equatable {
    /// `PATH=VALUE`.
    package var argument: String
    /// The option that it was typed behind.
    package var option = "--set"

    package init(_ argument: String, option: String = "--set") { (self.argument, self.option) = (argument, option) }

    private var path: String { String(argument.prefix { $0 != "=" }) }

    fileprivate func change(
        of root: Node, base: Int
    ) throws(OverrideFault) -> (edit: TOMLEdit, value: Node, place: Place) {
        guard let equals = argument.firstIndex(of: "="), equals > argument.startIndex else {
            throw OverrideFault(
                override: self, message: "this is not PATH=VALUE", help: "write --set timer.tick.interval=2s")
        }
        let keys = try resolved(over: root)
        let place = base..<base + path.utf8.count
        let text = String(argument[argument.index(after: equals)...])
        let start = place.upperBound + 1
        // The value's bytes stand where they stand in the row of sources.
        let row = [UInt8](repeating: UInt8(ascii: " "), count: start) + Array(text.utf8)
        if let value = TOMLDocument.value(row, from: start) { return (TOMLEdit(keys, .set(text)), value, place) }
        let plain = TOMLString(text: text, contentStart: start, isVerbatim: true)
        return (TOMLEdit(keys, .set(TOMLText.quoted(text))), Node(kind: .string(plain), span: start..<row.count), place)
    }

    /// The keys and indices of its path, which lead through the schema and the file to the place in the tree.
    private func resolved(over root: Node) throws(OverrideFault) -> [String] {
        let parts = path.split(separator: ".", omittingEmptySubsequences: false).map {
            String($0.drop(while: { $0 == " " }))
        }
        guard parts.allSatisfy({ !$0.isEmpty }) else { throw fault("has an empty part", help: nil) }
        let name = parts[0]
        guard let table = Schema.tables.first(where: { $0.name == name }) else {
            guard Schema.file.key(name) == nil else { return try keys(parts[...], Schema.file) }
            let known = Schema.file.keys.map(\.name) + Schema.tables.map(\.name)
            throw fault(
                "begins with '\(name.shownShort)', which is no key and no table",
                help: suggestion(name, known) ?? "it begins with \(known.joinedAsChoice())")
        }
        switch table.form {
        case .many: return try manyTables(parts, table, root)
        case .single, .inline, .step, .file:
            guard parts.count > 1 else { throw fault("names a whole table", help: "name one of its keys") }
            if table.keys.isEmpty { return [name, parts.dropFirst().joined(separator: ".")] }
            return [name] + (try keys(parts.dropFirst(), table))
        }
    }

    /// `timer.tick.interval` or `expect.0.fired`; ids may hold dots, so the longest that fits counts.
    private func manyTables(_ parts: [String], _ table: TableSchema, _ root: Node) throws(OverrideFault) -> [String] {
        let elements = root[table.name]?.elements ?? []
        guard parts.count > 2 else {
            throw fault(
                "stops short", help: "write \(table.name).ID.KEY, such as \(table.name).0.\(table.keys[0].name)")
        }
        let ids = elements.map { $0["id"]?.text ?? "" }
        for count in stride(from: parts.count - 2, through: 1, by: -1) {
            guard let index = ids.firstIndex(of: parts[1...count].joined(separator: ".")) else { continue }
            return [table.name, String(index)] + (try keys(parts.dropFirst(count + 1), table))
        }
        if let index = Int(parts[1]) {
            guard elements.indices.contains(index) else {
                let range = elements.isEmpty ? "the scenario has none" : "they go from 0 to \(elements.count - 1)"
                // A run counts them from 1, where they have no names of their own.
                let isNamed = elements.isEmpty || ids.contains { !$0.isEmpty }
                let name = isNamed ? "" : "; '\(table.name) 1' is \(table.name).0"
                throw fault("names [[\(table.name)]] number \(parts[1]), which is not there", help: range + name)
            }
            return [table.name, String(index)] + (try keys(parts.dropFirst(2), table))
        }
        let known = ids.filter { !$0.isEmpty }
        throw fault(
            "names no \(table.name): \"\(parts[1].shownShort)\"",
            help: suggestion(parts[1], known)
                ?? (known.isEmpty
                    ? "use an index, such as \(table.name).0" : "ids are \(known.prefix(8).joined(separator: ", "))"))
    }

    /// The first key must be one of the table; deeper keys are checked with the value.
    private func keys(_ parts: ArraySlice<String>, _ table: TableSchema) throws(OverrideFault) -> [String] {
        let first = parts[parts.startIndex]
        guard let key = table.key(first) else {
            let known = table.keys.map(\.name)
            throw fault(
                "names the key '\(first.shownShort)', which \(table.title) does not have",
                help: suggestion(first, known) ?? "it has \(known.joinedAsChoice())")
        }
        if parts.count > 1, key.type.shapes.isDisjoint(with: [.array, .table]) {
            throw fault("continues after '\(first)', which has nothing inside", help: "it takes \(key.type.title)")
        }
        // The dot of a percentile does not end a key: p99.9.
        let rest = parts.dropFirst().joined(separator: ".")
        return Percentile.probability(rest) == nil ? Array(parts) : [first, rest]
    }

    private func suggestion(_ word: String, _ known: [String]) -> String? {
        Spelling.question(word, in: Array(known.prefix(10_000)), quote: "'")
    }

    private func fault(_ message: String, help: String?) -> OverrideFault {
        OverrideFault(override: self, message: "the path '\(path.shownShort)' \(message)", help: help)
    }
}

/// Why a `--set` could not be applied: wrong usage.
package struct OverrideFault: Error, Equatable {
    package var override: ScenarioOverride
    /// The mistake: lower case, no full stop.
    package var message: String
    /// The remedy.
    package var help: String?
}

extension [ScenarioOverride] {
    /// The tree with the changes, the same changes of the text, and the paths that lead nowhere.
    func applied(
        to root: Node, _ sources: inout ScenarioSources
    ) -> (root: Node, edits: [TOMLEdit], faults: [OverrideFault]) {
        var changed = root
        var edits: [TOMLEdit] = []
        var faults: [OverrideFault] = []
        for item in self {
            let base = sources.nextBase
            sources.append(label: item.option, text: [UInt8](item.argument.utf8))
            do throws(OverrideFault) {
                let (edit, value, place) = try item.change(of: root, base: base)
                guard let set = changed.setting(edit.path[...], to: value, at: place) else {
                    let help = "elements of a list count from 0; a single value has none"
                    throw OverrideFault(override: item, message: "the path leads to nothing", help: help)
                }
                changed = set
                edits.append(edit)
            } catch { faults.append(error) }
        }
        return (changed, edits, faults)
    }
}
