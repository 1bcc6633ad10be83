/// The meaning of the columns of a table, by its first line.
struct CSVColumns {
    let delimiter: UInt8
    let time: Int
    /// The unit of plain numbers in the time column, ns.
    let unit: Int64
    private let message: Int?
    private let thread: Int?
    private let process: Int?

    /// The columns of a table's first line; nil if it is not one.
    ///
    /// - Parameter wanted: the time column's name; nil for a column called `time`, `timestamp` or similar.
    init?(_ text: [UInt8], _ line: Range<Int>, wanted: String?) {
        let delimiters: [UInt8] = [0x2C, 0x09, 0x3B]
        let counts = delimiters.map { mark in text[line].count { $0 == mark } }
        guard let most = counts.max(), most > 0 || wanted != nil, let place = counts.firstIndex(of: most) else {
            return nil
        }
        delimiter = delimiters[place]
        let names = Self.fields(text, line, delimiter: delimiter).map { field in text.text(field).lowercased() }
        guard
            let column = wanted.map({ name in names.firstIndex(of: name.lowercased()) })
                ?? names.firstIndex(where: { name in
                    // A unit may follow it.
                    ["timestamp", "time", "date", "datetime", "epoch", "ts", "t"].contains(
                        name.prefix { !"_([ ".contains($0) })
                })
        else { return nil }
        time = column
        unit = Self.unit(of: names[column])
        message = names.firstIndex {
            ["message", "eventmessage", "msg", "text", "timer", "name", "event"].contains($0)
        }
        thread = names.firstIndex { ["thread", "threadid", "tid"].contains($0) }
        process = names.firstIndex { ["process", "app"].contains($0) }
    }

    /// The contents of a row; the time is a range that the caller reads.
    func facts(_ text: [UInt8], _ line: Range<Int>) -> (time: Range<Int>, facts: LineFacts)? {
        let fields = Self.fields(text, line, delimiter: delimiter)
        guard fields.indices.contains(time) else { return nil }
        func field(_ column: Int?) -> Range<Int> {
            column.flatMap { fields.indices.contains($0) ? fields[$0] : nil } ?? 0..<0
        }
        let number = field(thread)
        return (
            fields[time],
            LineFacts(
                style: .csv, process: field(process),
                thread: text.number(at: number.lowerBound, in: number)?.value ?? 0, message: field(message))
        )
    }

    /// The fields of a row without the quotes around them.
    private static func fields(_ text: [UInt8], _ line: Range<Int>, delimiter: UInt8) -> [Range<Int>] {
        var fields: [Range<Int>] = []
        var start = line.lowerBound
        var isQuoted = false
        for index in line {
            if text[index] == 0x22 { isQuoted.toggle() }
            if text[index] == delimiter, !isQuoted {
                fields.append(unquoted(text, start..<index))
                start = index + 1
                if fields.count > 1_000 { return fields }
            }
        }
        fields.append(unquoted(text, start..<line.upperBound))
        return fields
    }

    private static func unquoted(_ text: [UInt8], _ field: Range<Int>) -> Range<Int> {
        let field = text.trimmed(field)
        guard field.count >= 2, text[field.lowerBound] == 0x22, text[field.upperBound - 1] == 0x22 else { return field }
        return field.lowerBound + 1..<field.upperBound - 1
    }

    /// The unit after a name, in ns: `time_ms`, `time (us)`, `t[ns]`; without one, seconds.
    private static func unit(of name: String) -> Int64 {
        let letters = name.reversed().drop { $0 == ")" || $0 == "]" }.prefix { $0.isLetter }
        return switch letters.count < name.count ? String(letters.reversed()) : "" {
        case "ns", "nanoseconds": 1
        case "us", "µs", "μs", "microseconds": 1_000
        case "ms", "milliseconds": 1_000_000
        default: 1_000_000_000
        }
    }
}
