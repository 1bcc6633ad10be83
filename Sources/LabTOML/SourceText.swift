/// A file's bytes, with the line and column that a reader sees for a byte offset.
///
/// Lines end at `\n` or `\r\n`. Columns count Unicode scalars from 1, a tab as one, a byte order mark at the start not
/// at all. Bytes that are not UTF-8 count as the replacement characters they are shown as.
package struct SourceText {
    /// The file as it was read.
    package let bytes: [UInt8]

    /// Offsets of the first byte of each line, ascending.
    private let lineStarts: [Int]

    /// At every `stride` bytes: the first scalar at or after it, and the number of scalars before that one.
    private let milestones: [(offset: Int, scalars: Int)]

    /// The most bytes to walk for a column, even in a line of 10 MB.
    private static let stride = 4096

    /// Indexes the lines of a text, in linear time.
    package init(bytes: [UInt8]) {
        self.bytes = bytes
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        var lineStarts = [start]
        for place in bytes.indices where bytes[place] == .lineFeed { lineStarts.append(place + 1) }
        var milestones: [(offset: Int, scalars: Int)] = []
        var (offset, scalars) = (start, 0)
        while offset < bytes.count, milestones.count * Self.stride < bytes.count {
            if offset >= milestones.count * Self.stride { milestones.append((offset, scalars)) }
            offset += bytes[offset] < 0x80 ? 1 : bytes.scalar(at: offset).length
            scalars += 1
        }
        (self.lineStarts, self.milestones) = (lineStarts, milestones)
    }

    /// Line and column of a byte offset, both from 1.
    ///
    /// An offset outside the text is taken to its nearest end; one inside a scalar belongs to that scalar.
    package func position(of offset: Int) -> (line: Int, column: Int) {
        let line = lineNumber(of: offset)
        let column = scalars(before: offset) - scalars(before: lineStarts[line - 1])
        return (line, max(column, 0) + 1)
    }

    /// The number, from 1, of an offset's line.
    package func lineNumber(of offset: Int) -> Int { max(1, lineStarts.boundary { $0 > offset }) }

    /// The number, from 1, of the line in which a range begins; nil when it is empty or lies outside.
    package func line(of range: Range<Int>) -> Int? {
        range.isEmpty || !bytes.indices.contains(range.lowerBound) ? nil : lineNumber(of: range.lowerBound)
    }

    /// The text of a range as far as its first line goes, without the spaces around it.
    package func text(of range: Range<Int>) -> String {
        let line = bytes[range.clamped(to: bytes.indices)].prefix { $0 != .lineFeed }
        let isSpace = { (byte: UInt8) in byte.isBlank || byte == .carriageReturn }
        guard let first = line.firstIndex(where: { !isSpace($0) }), let last = line.lastIndex(where: { !isSpace($0) })
        else { return "" }
        return bytes.text(first..<last + 1)
    }

    /// The bytes of a line (from 1) without its line end; empty for a line that does not exist.
    package func lineRange(_ line: Int) -> Range<Int> {
        guard line >= 1, line <= lineStarts.count else { return bytes.count..<bytes.count }
        let start = lineStarts[line - 1]
        guard line < lineStarts.count else { return start..<bytes.count }
        let lineFeed = lineStarts[line] - 1
        let hasReturn = lineFeed > start && bytes[lineFeed - 1] == .carriageReturn
        return start..<(hasReturn ? lineFeed - 1 : lineFeed)
    }

    /// The text of a line (from 1) without its line end, invalid UTF-8 shown as U+FFFD.
    package func lineText(_ line: Int) -> String { bytes.text(lineRange(line)) }

    private func scalars(before offset: Int) -> Int {
        let end = Swift.min(offset, bytes.count)
        guard let first = milestones.first, end >= first.offset else { return 0 }
        let index = Swift.min(end / Self.stride, milestones.count - 1)
        // A scalar that straddles the stride puts its milestone a few bytes behind it.
        var (place, count) = milestones[milestones[index].offset > end ? index - 1 : index]
        while place < end {
            let next = place + (bytes[place] < 0x80 ? 1 : bytes.scalar(at: place).length)
            guard next <= end else { break }
            (place, count) = (next, count + 1)
        }
        return count
    }
}
