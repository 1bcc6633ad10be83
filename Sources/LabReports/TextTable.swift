import LabExactTime

/// A table whose columns belong to groups. As many groups are side by side as the width allows; the others are below,
/// each time with the first column in front.
package struct TextTable {
    struct Group {
        /// The title above the columns; may be empty.
        var title = ""
        var columns: [String]
    }

    struct Row {
        var name: StyledText
        /// An array for each group, a cell for each column.
        var cells: [[StyledText]]
    }

    static let gap = 2
    static let groupGap = 4
    static let indent = 2

    /// The title of the first column, for formats that show it.
    var rowTitle = ""
    /// The title of the groups, for formats that have a row for each; empty: a column for each.
    var groupTitle = ""
    var groups: [Group]
    var rows: [Row] = []
    /// True if only the whole text of the first column distinguishes rows; then it gets up to three fifths of the
    /// width.
    var keepsNames = false

    private func leastNameWidth(_ width: Int) -> Int {
        min(rows.map(\.name.width).max() ?? 0, keepsNames ? width * 3 / 5 : width / 5)
    }

    func lines(width: Int) -> [StyledText] {
        let least = leastNameWidth(width)
        return narrowed(to: width - TextTable.indent - least - TextTable.groupGap).arranged(in: width)
    }

    /// The table with groups of at most this width: the rest of a group moves to another with the same title.
    private func narrowed(to width: Int) -> TextTable {
        var table = self
        table.groups = []
        for row in rows.indices { table.rows[row].cells = [] }
        for (index, group) in groups.enumerated() {
            let widths = columnWidths(index)
            var start = 0
            while start < widths.count {
                var (end, used) = (start, 0)
                while end < widths.count, end == start || used + widths[end] <= width {
                    used += widths[end] + TextTable.gap
                    end += 1
                }
                table.groups.append(Group(title: group.title, columns: Array(group.columns[start..<end])))
                for row in rows.indices { table.rows[row].cells.append(Array(rows[row].cells[index][start..<end])) }
                start = end
            }
        }
        return table
    }

    private func arranged(in width: Int) -> [StyledText] {
        let widths = groups.indices.map(columnWidths)
        let groups = self.groups.indices.filter { group in rows.contains { !TextTable.isBlank($0.cells[group]) } }
        // A long name gets the space beside all groups, or else a third, or the space beside the widest group.
        let all = groups.map { TextTable.groupGap + groupWidth(widths[$0], $0) }
        let most = max(keepsNames ? leastNameWidth(width) : width / 3, width - TextTable.indent - all.reduce(0, +))
        let nameWidth = min(
            rows.map(\.name.width).max() ?? 0, max(8, min(most, width - TextTable.indent - (all.max() ?? 0))))
        var lines: [StyledText] = []
        var rest = groups[...]
        while let first = rest.popFirst() {
            var side = [first]
            var used = TextTable.indent + nameWidth + TextTable.groupGap + groupWidth(widths[first], first)
            while let next = rest.first {
                used += TextTable.groupGap + groupWidth(widths[next], next)
                if used > width { break }
                side.append(next)
                rest.removeFirst()
            }
            if !lines.isEmpty { lines.append(StyledText()) }
            lines += block(side, widths, nameWidth)
        }
        return lines
    }

    /// The sign for a missing value.
    static let blank = StyledText("–", .faint)

    static func isBlank(_ cells: [StyledText]) -> Bool { cells.allSatisfy { $0 == blank } }

    private func columnWidths(_ group: Int) -> [Int] {
        groups[group].columns.indices.map { column in
            let heading = DisplayWidth.of(groups[group].columns[column])
            return rows.reduce(heading) { max($0, $1.cells[group][column].width) }
        }
    }

    private func groupWidth(_ widths: [Int], _ group: Int) -> Int {
        let columns = widths.reduce(0, +) + TextTable.gap * max(0, widths.count - 1)
        return max(columns, DisplayWidth.of(groups[group].title))
    }

    private func block(_ range: [Int], _ widths: [[Int]], _ nameWidth: Int) -> [StyledText] {
        var titles = StyledText()
        var start = TextTable.indent + nameWidth
        for group in range {
            start += TextTable.groupGap
            titles.pad(to: start)
            titles.append(ruled(groups[group].title, groupWidth(widths[group], group)), .faint)
            start += groupWidth(widths[group], group)
        }
        let heads = groups.map { $0.columns.map { StyledText($0, .faint) } }
        var lines = range.contains { !groups[$0].title.isEmpty } ? [titles] : []
        lines.append(line(StyledText(), heads, range, widths, nameWidth))
        for row in rows where !range.allSatisfy({ TextTable.isBlank(row.cells[$0]) }) {
            lines.append(line(row.name, row.cells, range, widths, nameWidth))
        }
        return lines
    }

    /// A title with a line to the end of its group.
    private func ruled(_ title: String, _ width: Int) -> String {
        let rest = width - DisplayWidth.of(title) - 1
        return title.isEmpty || rest < 1 ? title : title + " " + String(repeating: "─", count: rest)
    }

    private func line(
        _ name: StyledText, _ cells: [[StyledText]], _ range: [Int], _ widths: [[Int]], _ nameWidth: Int
    ) -> StyledText {
        var line = StyledText()
        line.pad(to: TextTable.indent)
        for piece in name.pieces {
            let room = TextTable.indent + nameWidth - line.width
            line.append(DisplayWidth.clipped(piece.text, to: room), piece.role)
        }
        var start = TextTable.indent + nameWidth
        for group in range {
            start += TextTable.groupGap + groupWidth(widths[group], group)
            var column = start - widths[group].reduce(0, +) - TextTable.gap * (widths[group].count - 1)
            for (cell, width) in zip(cells[group], widths[group]) {
                line.pad(to: column + width - cell.width)
                line.append(cell)
                column += width + TextTable.gap
            }
        }
        return line
    }
}

/// Durations of one column: one unit for all, and enough decimals to distinguish them.
///
/// Digits that are 0 in all of them are left out. A value that would be off by more than a twentieth, such as zero for
/// one, has a unit of its own.
struct DurationColumn {
    private let scale: UInt64
    private let unit: String
    private let digits: Int

    /// - Parameters:
    ///   - others: values of another column that has the same unit.
    ///   - digits: the significant digits of the largest; nil: at least three, and enough to distinguish values.
    init(_ values: [Int64?], beside others: [Int64?] = [], digits wanted: Int? = nil) {
        let magnitudes = Set(values.compactMap { $0?.magnitude }.filter { $0 > 0 })
        let largest = max(magnitudes.max() ?? 0, others.compactMap { $0?.magnitude }.max() ?? 0)
        let found = DurationColumn.units.last { largest >= $0.scale } ?? DurationColumn.units[3]
        let (unit, scale) = largest == 0 ? ("s", 1_000_000_000) : found
        let most = String(scale).count - 1
        let least = (1..<(wanted ?? 3)).reduce(UInt64(1)) { power, _ in power * 10 }
        var digits = 0
        while digits < most, DurationColumn.rounded(largest, scale, digits) < least { digits += 1 }
        while wanted == nil, digits < most,
            Set(magnitudes.map { DurationColumn.rounded($0, scale, digits) }).count < magnitudes.count
        { digits += 1 }
        while digits > 0,
            magnitudes.allSatisfy({
                $0 * 10 < scale
                    || DurationColumn.rounded($0, scale, digits) % 10 == 0
                        && (wanted == nil || $0 % (scale / DurationColumn.power(digits - 1)) == 0)
            })
        { digits -= 1 }
        (self.unit, self.scale, self.digits) = (unit, scale, digits)
    }

    private static func power(_ exponent: Int) -> UInt64 { (0..<exponent).reduce(1) { power, _ in power * 10 } }

    private static let units: [(unit: String, scale: UInt64)] = [
        ("ns", 1), ("µs", 1_000), ("ms", 1_000_000), ("s", 1_000_000_000),
    ]

    /// `value / scale` in units of the last decimal, rounded half up.
    private static func rounded(_ value: UInt64, _ scale: UInt64, _ digits: Int) -> UInt64 {
        UInt64(clamping: (UInt128(value) * UInt128(power(digits)) + UInt128(scale / 2)) / UInt128(scale))
    }

    /// `5.999932 s`, with as many decimals as its column has; `0 s` for zero.
    func text(_ value: Int64) -> String {
        guard value != 0 else { return "0 \(unit)" }
        let number = DurationColumn.rounded(value.magnitude, scale, digits)
        let power = DurationColumn.power(digits)
        let shown = UInt128(number) * UInt128(scale)
        let exact = UInt128(value.magnitude) * UInt128(power)
        if (max(shown, exact) - min(shown, exact)) * 20 > exact { return DurationText.format(value) }
        let fraction = String(number % power)
        let tail = digits == 0 ? "" : "." + String(repeating: "0", count: digits - fraction.count) + fraction
        return (value < 0 ? "-" : "") + String(number / power) + tail + " " + unit
    }
}
