import LabExactTime

/// A table as a person reads it. Columns that do not fit continue below, each time with the names in front.
package struct TextTable {
    /// Words begin below each other; numbers end there.
    typealias Column = (head: String, isWords: Bool)

    private static let gap = 2
    private static let indent = 2
    static let blank = StyledText("–", .faint)

    /// The first one, and words behind it, name the rows; a terminal does without the head of the first.
    var columns: [Column]
    var rows: [[StyledText]]
    /// True if only the whole first column tells rows apart: then it takes up to three fifths.
    var keepsNames = false

    func lines(width: Int) -> [StyledText] {
        var widths = columns.indices.map { column in
            let head = column == 0 ? 0 : DisplayWidth.of(columns[column].head)
            return rows.reduce(head) { max($0, $1[column].width) }
        }
        guard let whole = widths.first else { return [] }
        // A long name takes what all others leave, or else a third, or what the widest leaves.
        let room = width - Self.indent
        let others = widths.dropFirst().map { $0 + Self.gap }
        let least = max(keepsNames ? room * 3 / 5 : room / 3, room - others.reduce(0, +))
        widths[0] = min(whole, max(8, min(least, room - (others.max() ?? 0))))
        let names = Array(columns.indices.prefix { $0 == 0 || columns[$0].isWords })
        let start = names.reduce(0) { $0 + widths[$1] + Self.gap } - Self.gap
        var (blocks, end) = ([names], start)
        for column in columns.indices.dropFirst(names.count) {
            end += Self.gap + widths[column]
            if end > room, blocks[blocks.count - 1].count > names.count {
                blocks.append(names)
                end = start + Self.gap + widths[column]
            }
            blocks[blocks.count - 1].append(column)
        }
        return Array(blocks.map { lines(of: $0, widths, names: names.count) }.joined(separator: [StyledText()]))
    }

    private func lines(of shown: [Int], _ widths: [Int], names: Int) -> [StyledText] {
        let heads = columns.enumerated().map { $0 == 0 ? StyledText() : StyledText($1.head, .faint) }
        let told = rows.filter { row in
            shown.count == names || shown.dropFirst(names).contains { row[$0] != Self.blank }
        }
        return ((shown.count == 1 ? [] : [heads]) + told).map { row in
            var line = StyledText()
            var start = Self.indent
            for column in shown {
                let isName = column == 0
                line.pad(to: isName || columns[column].isWords ? start : start + widths[column] - row[column].width)
                for piece in row[column].pieces {
                    let end = isName ? start + widths[column] - line.width : .max
                    line.append(DisplayWidth.clipped(piece.text, to: end), piece.role)
                }
                start += widths[column] + Self.gap
            }
            return line
        }
    }
}

/// Numbers as people read them: three digits are enough to compare by.
package enum ShortNumber {
    /// `162 µs`, `5.41 s`.
    package static func duration(_ nanoseconds: Int64) -> String {
        var scale: UInt64 = 1
        while scale < 1_000_000_000, nanoseconds.magnitude >= scale * 1000 { scale *= 1000 }
        let digits = nanoseconds.magnitude >= scale * 100 ? 0 : nanoseconds.magnitude >= scale * 10 ? 1 : 2
        return DurationText.format(nanoseconds, digits: digits)
    }

    /// `18 to 20 %`, `+8.5 to +8.8 %`; one number if both ends read the same.
    static func range(_ range: ClosedRange<Int64>, _ text: (Int64) -> String) -> String {
        let (low, high) = (text(range.lowerBound), text(range.upperBound))
        if low == high { return low }
        let unit = high.drop { $0 != " " }
        return (low.hasSuffix(unit) ? String(low.dropLast(unit.count)) : low) + " to " + high
    }

    static func percent(permille: Int64) -> String {
        DurationText.decimal(permille.magnitude, scale: 10, digits: 100...990 ~= permille ? 0 : 1) + " %"
    }
}
