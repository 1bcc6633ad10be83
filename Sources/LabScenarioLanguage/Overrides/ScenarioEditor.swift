import LabScenarioModel
import LabTOML

/// Changes the text of a scenario at places that its plan names; comments and all that is not changed stay as they are.
package struct ScenarioEditor {
    private let bytes: [UInt8]
    private let root: TOMLTable
    private let tables: [(name: String, table: TOMLTable)]
    private var edits: [(range: Range<Int>, text: String)] = []
    /// Lists that have been made, by the place of their table and their key.
    private var made: [String: Int] = [:]

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        root = TOMLDocument.parse(bytes).root
        tables = Self.tables(root)
    }

    /// The text at a place.
    package func text(at place: Place) -> String {
        String(decoding: bytes[place.clamped(to: bytes.indices.lowerBound..<bytes.count)], as: UTF8.self)
    }

    /// The keys of the part or step that stands at a place, in their order.
    package func keys(at place: Place) -> [String] { table(at: place)?.entries.map(\.key.text) ?? [] }

    /// The value of a key of the part or step that stands at a place, as it stands in TOML.
    package func value(of key: String, at place: Place) -> String? {
        table(at: place)?.entry(key).map { text(at: $0.value.span) }
    }

    /// How many elements a list of the part or step at a place has.
    package func count(of key: String, at place: Place) -> Int {
        table(at: place)?.entry(key)?.value.elements.count ?? 0
    }

    /// The text of a step without its condition, and that.
    package func parts(ofStep place: Place) -> (step: String, condition: String?) {
        guard let entry = table(at: place)?.entry("when"),
            let comma = bytes[..<entry.key.span.lowerBound].lastIndex(of: UInt8(ascii: ","))
        else { return (text(at: place), nil) }
        let step = text(at: place.lowerBound..<comma) + text(at: entry.value.span.upperBound..<place.upperBound)
        return (step, text(at: entry.value.span))
    }

    /// Writes a key of the part or step at a place, its value as it stands in TOML; nil takes the key away.
    package mutating func set(_ key: String, to value: String?, at place: Place) {
        guard let table = table(at: place) else { return }
        if let entry = table.entry(key) {
            if let value {
                replace(entry.value.span, with: value)
            } else if byte(at: place.lowerBound) == UInt8(ascii: "{") {
                remove(stepAt: entry.key.span.lowerBound..<entry.value.span.upperBound)
            } else {
                // A key of a table with a header has its lines to itself.
                let start = bytes[..<entry.key.span.lowerBound].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
                replace(start..<lineEnd(entry.value.span.upperBound), with: "")
            }
        } else if let value {
            made["\(place.lowerBound) \(key)"] = edits.count
            if byte(at: place.lowerBound) == UInt8(ascii: "{"), let first = table.entries.first {
                insert(", \(key) = \(value)", at: first.value.span.upperBound)
            } else {
                let line = "\(key) = \(value)\n"
                // The file's own keys come first.
                let end =
                    place == root.span ? 0 : lineEnd(table.entry("id")?.value.span.upperBound ?? place.upperBound)
                insert(bytes[..<end].last == UInt8(ascii: "\n") || end == 0 ? line : "\n" + line, at: end)
            }
        }
    }

    /// Gives the whole scenario another title, and takes away which claims it reproduces.
    package mutating func set(title: String) {
        set("title", to: "\"" + title.filter { $0 != "\"" && $0 != "\\" && !$0.isNewline } + "\"", at: root.span)
        set("claims", to: nil, at: root.span)
    }

    /// Gives the first key of a step another name.
    package mutating func rename(_ verb: String, to name: String, at place: Place) {
        guard let key = table(at: place)?.entry(verb)?.key.span else { return }
        replace(key, with: name)
    }

    /// Puts steps, with commas between them, at the beginning or the end of a list of a part or step.
    package mutating func add(_ steps: String, to key: String, at place: Place, first: Bool = true) {
        if let index = made["\(place.lowerBound) \(key)"] {
            let text = edits[index].text
            guard let bracket = text.lastIndex(of: "]") else { return }
            edits[index].text = text[..<bracket] + ", " + steps + text[bracket...]
            return
        }
        guard let value = table(at: place)?.entry(key)?.value, case .array(let elements) = value.kind else {
            return set(key, to: "[\(steps)]", at: place)
        }
        if let start = elements.first?.span.lowerBound, let end = elements.last?.span.upperBound {
            first ? insert(steps + ", ", at: start) : insert(", " + steps, at: end)
        } else {
            replace(value.span, with: "[\(steps)]")
        }
    }

    /// Takes a step, or a key with its value, from between its commas.
    package mutating func remove(stepAt place: Place) {
        var end = place.upperBound
        while isBlank(end) { end += 1 }
        if byte(at: end) == UInt8(ascii: ",") {
            end += 1
            while isBlank(end) { end += 1 }
            return replace(place.lowerBound..<end, with: "")
        }
        var start = place.lowerBound
        while start > 0, isBlank(start - 1) { start -= 1 }
        let hasComma = start > 0 && bytes[start - 1] == UInt8(ascii: ",")
        replace((hasComma ? start - 1 : place.lowerBound)..<place.upperBound, with: "")
    }

    /// Writes other text at a place; what was to be changed inside of it before is let go.
    package mutating func replace(_ place: Place, with text: String) {
        edits.removeAll { $0.range == place && !place.isEmpty }
        edits.append((place, text))
    }

    package mutating func insert(_ text: String, at offset: Int) { edits.append((offset..<offset, text)) }

    /// Puts a part at the end of the file.
    package mutating func append(_ part: String) { insert("\n" + part + "\n", at: bytes.count) }

    /// Takes tables of some names out of the file, with the comments above them: all, or those with one of these places.
    package mutating func removeTables(_ names: Set<String>, with places: [Place]? = nil) {
        let headers = self.headers.sorted { $0.start < $1.start }
        for (index, header) in headers.enumerated() where names.contains(header.name) {
            let end = index + 1 < headers.count ? commentStart(headers[index + 1].start) : bytes.count
            let isMeant = places?.contains { header.start <= $0.lowerBound && $0.lowerBound < end } ?? true
            if isMeant { replace(commentStart(header.start)..<end, with: "") }
        }
    }

    /// The text with all changes.
    package var result: [UInt8] {
        var result: [UInt8] = []
        var end = 0
        let sorted = edits.enumerated().sorted {
            ($0.element.range.lowerBound, $0.element.range.isEmpty ? 0 : 1, $0.offset)
                < ($1.element.range.lowerBound, $1.element.range.isEmpty ? 0 : 1, $1.offset)
        }
        // Neighbours that are both removed have the comma between them in common.
        for (_, edit) in sorted where edit.range.lowerBound >= end || edit.range.upperBound > end {
            result += bytes[min(end, edit.range.lowerBound)..<edit.range.lowerBound]
            result += Array(edit.text.utf8)
            end = edit.range.upperBound
        }
        return result + bytes[end...]
    }

    // MARK: Places

    private func byte(at offset: Int) -> UInt8? { bytes.indices.contains(offset) ? bytes[offset] : nil }

    private func isBlank(_ offset: Int) -> Bool {
        byte(at: offset).map { $0 == 0x20 || (9...13).contains($0) } ?? false
    }

    private func lineEnd(_ offset: Int) -> Int {
        bytes[min(offset, bytes.count)...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
    }

    /// Where the comments begin that stand right above a line.
    private func commentStart(_ offset: Int) -> Int {
        var start = offset
        while start > 0 {
            let line = bytes[..<(start - 1)].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
            guard bytes[line] == UInt8(ascii: "#") else { break }
            start = line
        }
        return start
    }

    private func table(at place: Place) -> TOMLTable? { tables.first { $0.table.span == place }?.table }

    /// Where tables begin that have a header, under the name of the outermost one.
    private var headers: [(name: String, start: Int)] {
        tables.dropFirst().map { ($0.name, $0.table.span.lowerBound) }
            .filter { byte(at: $0.1) == UInt8(ascii: "[") }
    }

    /// All tables with the name of the outermost one, those around before those inside; the file's own comes first.
    private static func tables(_ root: TOMLTable) -> [(name: String, table: TOMLTable)] {
        func all(_ value: TOMLValue, _ name: String) -> [(name: String, table: TOMLTable)] {
            switch value.kind {
            case .table(let table): [(name, table)] + table.entries.flatMap { all($0.value, name) }
            case .array(let elements): elements.flatMap { all($0, name) }
            case .string, .integer, .float, .boolean, .offsetDateTime, .localDateTime, .localDate, .localTime, .invalid:
                []
            }
        }
        return [("", root)] + root.entries.flatMap { all($0.value, $0.key.text) }
    }
}
