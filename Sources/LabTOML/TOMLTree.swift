import LabExactTime

/// A part of a key: its text without quotes and escapes, and its bytes with them.
package struct TOMLKey: Sendable {
    /// The decoded name; may be empty, when it was quoted.
    package let text: String
    /// The bytes of this part in the source, quotes included.
    package let span: Range<Int>

    /// True if it is a name, byte by byte: TOML does not normalise, but comparing a `String` does.
    func isNamed(_ name: String) -> Bool { text.utf8.elementsEqual(name.utf8) }
}

/// A key of a table with its value.
package struct TOMLEntry: Sendable {
    /// The key where it was first written.
    package let key: TOMLKey
    package let value: TOMLValue
    /// True if it was set later and is not in the text.
    package var isAdded = false
}

/// A value with its bytes in the source.
package struct TOMLValue: Sendable {
    package enum Kind: Sendable {
        case string(TOMLString)
        case integer(Int64)
        /// As it was written, without underscores: exact, where a binary value is rounded.
        case float(String)
        case boolean(Bool)
        /// Minutes east of UTC, -1439 to 1439.
        indirect case offsetDateTime(CivilTime, offsetMinutes: Int)
        indirect case localDateTime(CivilTime)
        /// A date; its time is 0 o'clock.
        indirect case localDate(CivilTime)
        /// A time of no particular day.
        indirect case localTime(CivilTime)
        case array([TOMLValue])
        /// Keys and values in the order in which the keys were first written.
        case table([TOMLEntry])
    }

    package let kind: Kind
    /// Its bytes: strings with their quotes, arrays and inline tables with their brackets. Any other table has its header
    /// with the brackets, the key that implied it, or the file.
    package let span: Range<Int>

    package init(kind: Kind, span: Range<Int>) { (self.kind, self.span) = (kind, span) }

    /// The elements of an array; empty for anything else.
    package var elements: [TOMLValue] { if case .array(let elements) = kind { elements } else { [] } }

    /// The keys and values of a table in source order, those that were set later last; empty for anything else.
    package var entries: [TOMLEntry] { if case .table(let entries) = kind { entries } else { [] } }

    package var string: TOMLString? { if case .string(let string) = kind { string } else { nil } }

    package var text: String? { string?.text }

    package var isTable: Bool { if case .table = kind { true } else { false } }

    /// The value of a name in a table.
    package subscript(name: String) -> TOMLValue? { position(of: name).map { entries[$0].value } }

    private func position(of name: String) -> Int? { entries.firstIndex { $0.key.isNamed(name) } }

    /// The value with another one at a path of keys and indices, and the tables missing on the way.
    ///
    /// - Parameter place: the place of the added keys.
    /// - Returns: nil for a path that leads into a scalar, or to no element of an array.
    package func setting(_ path: ArraySlice<String>, to value: TOMLValue, at place: Range<Int>) -> TOMLValue? {
        guard let name = path.first else { return value }
        let rest = path.dropFirst()
        switch kind {
        case .array(var elements):
            guard let index = elements.indices.first(where: { String($0) == name }),
                let changed = elements[index].setting(rest, to: value, at: place)
            else { return nil }
            elements[index] = changed
            return TOMLValue(kind: .array(elements), span: span)
        case .table(var entries):
            let added = TOMLKey(text: name, span: place)
            let position = position(of: name) ?? entries.endIndex
            if position == entries.endIndex {
                entries.append(TOMLEntry(key: added, value: TOMLValue(kind: .table([]), span: place), isAdded: true))
            }
            let old = entries[position]
            guard let changed = old.value.setting(rest, to: value, at: place) else { return nil }
            entries[position] = TOMLEntry(
                key: old.isAdded && rest.isEmpty ? added : old.key, value: changed, isAdded: old.isAdded)
            return TOMLValue(kind: .table(entries), span: span)
        case .string, .integer, .float, .boolean, .offsetDateTime, .localDateTime, .localDate, .localTime: return nil
        }
    }
}

/// A decoded string, with the way back into the source.
package struct TOMLString: Sendable {
    /// The text without quotes, escapes resolved, line ends as `\n`.
    package let text: String

    /// The offset of the first byte inside the quotes.
    private let contentStart: Int
    /// True if the source has the very bytes of the text.
    private let isVerbatim: Bool

    package init(text: String, contentStart: Int, isVerbatim: Bool) {
        (self.text, self.contentStart, self.isVerbatim) = (text, contentStart, isVerbatim)
    }

    /// The bytes of the source that a range of UTF-8 offsets of `text` came from.
    ///
    /// Exact for a string without escapes and `\r\n`; for others the empty range inside the opening quotes.
    package func span(_ offsets: Range<Int>) -> Range<Int> {
        guard isVerbatim else { return contentStart..<contentStart }
        let inside = offsets.clamped(to: 0..<text.utf8.count)
        return contentStart + inside.lowerBound..<contentStart + inside.upperBound
    }
}
