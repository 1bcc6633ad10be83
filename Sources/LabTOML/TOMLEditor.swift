/// A change of a text at a path, a list of keys and indices.
package struct TOMLEdit: Sendable {
    package enum Change: Sendable {
        /// Writes a value, in the words of TOML, with its key if that is not there.
        case set(String)
        /// Puts elements before another one, or at the start of a list; makes the list if there is none.
        case insert(String)
        /// Puts elements after another one, or at the end of a list; makes the list if there is none.
        case append(String)
        /// Removes a key with its value, or an element.
        case remove
        /// Gives a key another name.
        case rename(String)
    }

    package var path: [String]
    package var change: Change

    package init(_ path: [String], _ change: Change) { (self.path, self.change) = (path, change) }
}

/// A text of TOML with changes; everything else, comments included, stays byte for byte.
package struct TOMLEditor {
    private let source: SourceText
    private let root: TOMLValue
    /// The paths of tables by their places.
    private let paths: [Range<Int>: [String]]
    private var splices: [(range: Range<Int>, text: String)] = []
    /// The new keys with their values; the first part of a path, `depth` long, is that of a table that is there.
    private var made: [(path: [String], depth: Int, value: String)] = []

    package init(_ bytes: [UInt8]) {
        source = SourceText(bytes: bytes)
        root = TOMLDocument.parse(bytes).root
        paths = Dictionary(Self.paths(root, []), uniquingKeysWith: { first, _ in first })
    }

    private var bytes: [UInt8] { source.bytes }

    private static func paths(_ value: TOMLValue, _ path: [String]) -> [(Range<Int>, [String])] {
        let inner = value.entries.map { ($0.key.text, $0.value) } + value.elements.enumerated().map { ("\($0)", $1) }
        return (value.isTable ? [(value.span, path)] : []) + inner.flatMap { paths($1, path + [$0]) }
    }

    // MARK: Reading

    /// The text at a place.
    package func text(at place: Range<Int>) -> String { bytes.text(place.clamped(to: bytes.indices)) }

    /// The line of a place, from 1; nil if it is not in the text.
    package func line(of place: Range<Int>) -> Int? { source.line(of: place) }

    /// The keys of the table at a place, in their order.
    package func keys(at place: Range<Int>) -> [String] { node(at: place)?.entries.map(\.key.text) ?? [] }

    /// The value of a key of the table at a place, as TOML.
    package func value(of key: String, at place: Range<Int>) -> String? {
        node(at: place)?[key].map { text(at: $0.span) }
    }

    /// The text of an inline table without one of its keys.
    package func text(at place: Range<Int>, without key: String) -> String {
        var alone = TOMLEditor(Array("it = \(text(at: place))".utf8))
        alone.apply(TOMLEdit(["it", key], .remove))
        return String(decoding: alone.result.dropFirst(5), as: UTF8.self)
    }

    private func node(at place: Range<Int>) -> TOMLValue? { paths[place].flatMap(node) }

    private func node(_ path: some Sequence<String>) -> TOMLValue? {
        path.reduce(root) { node, name in
            guard let node else { return nil }
            let elements = node.elements
            return Int(name).flatMap { elements.indices.contains($0) ? elements[$0] : nil } ?? node[name]
        }
    }

    // MARK: Changes

    /// Changes the table at a place, or the value at a path in it.
    package mutating func edit(_ change: TOMLEdit.Change, at place: Range<Int>, _ path: [String] = []) {
        if let start = paths[place] { apply(TOMLEdit(start + path, change)) }
    }

    /// Changes the value at a path from the root.
    package mutating func apply(_ edit: TOMLEdit) {
        // A table that is not there becomes a dotted key of the one around it.
        guard let depth = edit.path.indices.last(where: { node(edit.path[..<$0]) != nil }),
            let parent = node(edit.path[..<depth])
        else { return }
        guard let value = node(edit.path) else {
            let known = made.firstIndex { $0.path == edit.path }
            let old = known.map { made.remove(at: $0).value }
            let new: String? =
                switch edit.change {
                case .set(let text): text
                case .insert(let text), .append(let text): (old.map { $0.dropLast() + ", " } ?? "[") + text + "]"
                case .remove, .rename: nil
                }
            if let new, parent.isTable { made.insert((edit.path, depth, new), at: known ?? made.endIndex) }
            return
        }
        let key = parent.entries.first { [$0.key.text] == edit.path[depth...] }?.key.span
        let whole = removedRange(key, value, in: parent)
        let isEmpty = if case .array(let elements) = value.kind { elements.isEmpty } else { false }
        switch edit.change {
        case .set(let text):
            // What was removed before is there again.
            splices.removeAll { $0.range == whole && $0.text.isEmpty }
            replace(value.span, with: text)
        case .insert(let text) where isEmpty, .append(let text) where isEmpty: replace(value.span, with: "[\(text)]")
        case .insert(let text): splice((value.elements.first ?? value).span.lowerBound, text + ", ")
        case .append(let text): splice((value.elements.last ?? value).span.upperBound, ", " + text)
        case .remove: replace(whole, with: "")
        case .rename(let other): if let key { replace(key, with: other) }
        }
    }

    /// Puts a table at the end of the text.
    package mutating func append(_ part: String) { splice(bytes.count, "\n" + part + "\n") }

    /// The tables that have a header, in order.
    package var headers: [(name: String, start: Int)] {
        paths.filter { !$0.value.isEmpty && bytes.at($0.key.lowerBound) == UInt8(ascii: "[") }
            .map { (name: $0.value[0], start: $0.key.lowerBound) }.sorted { $0.start < $1.start }
    }

    /// Removes tables of these names with the comments above them: all, or those at one of these places.
    package mutating func removeTables(_ names: Set<String>, with places: [Range<Int>]? = nil) {
        let headers = headers
        let ends = headers.dropFirst().map { commentStart($0.start) } + [bytes.count]
        for (header, end) in zip(headers, ends) where names.contains(header.name) {
            let isMeant = places?.contains { header.start <= $0.lowerBound && $0.lowerBound < end } ?? true
            if isMeant { replace(commentStart(header.start)..<end, with: "") }
        }
    }

    /// The text with all changes.
    package var result: [UInt8] {
        var result: [UInt8] = []
        var end = 0
        // Keys go first.
        let all = made.map { splice($0.path, $0.depth, $0.value) } + splices
        let sorted = all.sorted { $0.range.isEmpty && !$1.range.isEmpty }
            .sorted { $0.range.lowerBound < $1.range.lowerBound }
        // Neighbours that are both removed have the comma between them in common.
        for splice in sorted where splice.range.lowerBound >= end || splice.range.upperBound > end {
            result += bytes[min(end, splice.range.lowerBound)..<splice.range.lowerBound] + Array(splice.text.utf8)
            end = splice.range.upperBound
        }
        return result + bytes[end...]
    }

    // MARK: Splices

    /// Replaces a range; an earlier replacement of the same range goes.
    private mutating func replace(_ place: Range<Int>, with text: String) {
        splices.removeAll { $0.range == place && !place.isEmpty }
        splices.append((place, text))
    }

    private mutating func splice(_ offset: Int, _ text: String) { splices.append((offset..<offset, text)) }

    /// Writes a new key: after the first of an inline table, else on a line of its own.
    private func splice(_ path: [String], _ depth: Int, _ value: String) -> (range: Range<Int>, text: String) {
        let table = node(path[..<depth]) ?? root
        let text = path[depth...].map(TOMLText.key).joined(separator: ".") + " = " + value
        if bytes.at(table.span.lowerBound) == UInt8(ascii: "{"), let first = table.entries.first {
            return (first.value.span.upperBound..<first.value.span.upperBound, ", " + text)
        }
        // The file's own keys come first, below its opening comment, those of a part below its name.
        let end =
            table.span == root.span
            ? lineStart(root.entries.first?.key.span.lowerBound ?? 0)
            : lineStart(table["id"]?.span.upperBound ?? table.span.upperBound, below: 1)
        let isOnNewLine = end == 0 || bytes[end - 1] == UInt8(ascii: "\n")
        return (end..<end, isOnNewLine ? text + "\n" : "\n" + text + "\n")
    }

    /// The range of an element, or of a key and its value, with its line or its comma.
    private func removedRange(_ key: Range<Int>?, _ value: TOMLValue, in parent: TOMLValue) -> Range<Int> {
        if let key, bytes.at(parent.span.lowerBound) != UInt8(ascii: "{") {
            // A key of a table with a header has its lines to itself.
            return lineStart(key.lowerBound)..<lineStart(value.span.upperBound, below: 1)
        }
        let place = (key ?? value.span).lowerBound..<value.span.upperBound
        func isText(_ byte: UInt8) -> Bool { byte != .space && !(9...13).contains(byte) }
        func isComma(_ offset: Int) -> Bool { bytes.at(offset) == UInt8(ascii: ",") }
        let next = bytes[place.upperBound...].firstIndex(where: isText) ?? bytes.count
        if isComma(next) { return place.lowerBound..<(bytes[(next + 1)...].firstIndex(where: isText) ?? bytes.count) }
        let last = bytes[..<place.lowerBound].lastIndex(where: isText) ?? place.lowerBound
        return (isComma(last) ? last : place.lowerBound)..<place.upperBound
    }

    private func lineStart(_ offset: Int, below lines: Int = 0) -> Int {
        source.lineRange(source.lineNumber(of: offset) + lines).lowerBound
    }

    /// The start of the comments right above a line.
    private func commentStart(_ offset: Int) -> Int {
        var start = offset
        while start > 0, bytes[lineStart(start - 1)] == UInt8(ascii: "#") { start = lineStart(start - 1) }
        return start
    }
}
